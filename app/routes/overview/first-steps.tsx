import { Link } from "@remix-run/react";
import { STEPS_DISMISSAL } from "#app/domain/overview/set-up.ts";
import { button } from "#app/ui/controls/button.tsx";
import { Dismiss } from "#app/ui/controls/dismiss.tsx";
import { Icon } from "#app/ui/controls/icons.tsx";
import type { firstSteps } from "./steps.ts";

type FirstStepsProps = {
  steps: NonNullable<ReturnType<typeof firstSteps>>;
  /** Whether the barn has no bill yet. Then the first open step has the primary button of the page. */
  isNew: boolean;
  idempotencyKey: string;
  back: string;
};

/**
 * The first steps of a new barn, until all are done or an admin dismisses them. A barn with bills sees only the open
 * ones.
 */
export function FirstSteps({ steps, isNew, idempotencyKey, back }: FirstStepsProps) {
  const next = steps.find(({ isDone }) => !isDone);
  const done = steps.filter(({ isDone }) => isDone).length;
  const shown = steps.filter(({ isDone }) => isNew || !isDone);
  return (
    <section aria-labelledby="first-steps" className="first-steps">
      <div className="first-steps-head">
        <h2 id="first-steps" className="font-semibold">
          Set up your barn
        </h2>
        <p className="text-sm text-muted">{`${done} of ${steps.length} done`}</p>
        <Dismiss {...STEPS_DISMISSAL} {...{ idempotencyKey, back }} />
        <progress value={done} max={steps.length} aria-hidden="true" className="progress" />
      </div>
      <ol>
        {shown.map(({ id, text, note, ways, isDone }) => (
          <li key={id} data-done={isDone || undefined}>
            <span className="first-steps-mark">{isDone && <Icon name="check" />}</span>
            <p className="min-w-0">
              {isDone && <span className="sr-only">Done: </span>}
              <span className={isDone ? "text-muted" : "font-medium"}>{text}</span>
              {!isDone && <span className="first-steps-note">{note}</span>}
            </p>
            {!isDone && (
              <p className="first-steps-ways">
                {ways.map(({ to, action }, place) => (
                  <Link
                    key={to}
                    to={to}
                    className={isNew && id === next?.id && place === 0 ? button.primary : button.secondary}
                  >
                    {action}
                  </Link>
                ))}
              </p>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
