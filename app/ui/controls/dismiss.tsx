import { useFetcher } from "@remix-run/react";
import { type Dismissible, wordsOf } from "#app/domain/overview/dismissals.ts";
import { button } from "./button.tsx";

type Answer = { problem?: string };
type DismissProps = Dismissible & {
  /** New at each load of the page. */
  idempotencyKey: string;
  /** The address of the page. */
  back: string;
};

/**
 * The button 'Don't bill', 'Don't pay', 'It's OK', 'Dismiss' or 'Yes', which removes the item beside it from the list (docs/product.md,
 * 'Dismissals').
 */
export function Dismiss(props: DismissProps) {
  const { kind, name } = props;
  const fetcher = useFetcher<Answer>();
  const label = wordsOf(kind).button;
  return (
    <fetcher.Form method="post" action="/dismissals" preventScrollReset className="flex flex-wrap items-center gap-2">
      {Object.entries(props).map(([field, value]) => (
        <input key={field} type="hidden" name={field} value={value} />
      ))}
      <button type="submit" aria-label={`${label}: ${name}`} className={button.secondary}>
        {label}
      </button>
      <Problem answer={fetcher.data} />
    </fetcher.Form>
  );
}

/** Why the last press changed nothing. */
function Problem({ answer }: { answer: Answer | undefined }) {
  return answer?.problem ? (
    <span role="alert" className="text-sm text-danger">
      {answer.problem}
    </span>
  ) : null;
}
