import { Form, Link, useNavigation, useSubmit } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { button } from "#app/ui/controls/button.tsx";
import type { Mailing } from "./share-some.ts";

type RunProgressProps = { run: Mailing; problem: string | null; path: string };

/** How far a run is. With JavaScript it goes on by itself, unless there was a problem; without, at each press of the button. */
export function MailingProgress({ run, problem, path }: RunProgressProps) {
  const form = useRef<HTMLFormElement>(null);
  const submit = useSubmit();
  const isIdle = useNavigation().state === "idle";
  const { id, isMail, total, left, again, options } = run;
  const done = total - left.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer brings another `run`, and the form is sent once for each.
  useEffect(() => {
    if (!problem) submit(form.current);
  }, [run]);
  return (
    <Form ref={form} method="post" action={path} className="share-box" aria-label="Progress">
      <input type="hidden" name="idempotencyKey" value={id} />
      <input type="hidden" name="intent" value={isMail ? "mail" : "share"} />
      <input type="hidden" name="total" value={total} />
      <input type="hidden" name="again" value={again} />
      <input type="hidden" name="shows" value={options.isFrozen ? "frozen" : "now"} />
      <input type="hidden" name="days" value={options.days} />
      {options.hasComments && <input type="hidden" name="comments" value="yes" />}
      {left.map((customer) => (
        <input key={customer} type="hidden" name="selected" value={customer} />
      ))}
      <p role="status" className="font-medium">
        {total > 0 ? `Shared ${done} of ${total}` : "Sending the e-mails again"}
      </p>
      {total > 0 && <progress value={done} max={total} aria-label="Shared statements" className="progress" />}
      <div className="flex flex-wrap gap-3">
        <button type="submit" className={button.primary} aria-disabled={!isIdle}>
          {isIdle ? "Continue" : "Sharing..."}
        </button>
        <Link to={path} className={button.secondary}>
          Stop
        </Link>
      </div>
    </Form>
  );
}

/** What a run has done, or that it has ended. It takes the focus, because the button that was pressed is gone. */
export function MailingNotice({ children }: { children: string }) {
  const notice = useRef<HTMLParagraphElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the notice takes the focus again when it says something else.
  useEffect(() => notice.current?.focus(), [children]);
  return (
    <p ref={notice} tabIndex={-1} role="status" className="notice mb-6">
      {children}
    </p>
  );
}
