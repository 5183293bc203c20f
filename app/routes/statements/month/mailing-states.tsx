import { Form, Link } from "@remix-run/react";
import type { CountedState, StatementState } from "#app/domain/statements/statement-state.ts";
import { useIsPosting } from "#app/ui/dialog/dialog-link.tsx";
import type { StatementRow } from "./describe-statements.ts";

type MailingStatesProps = {
  counted: readonly CountedState[];
  rows: readonly StatementRow[];
  /** 'from=2026-11-01&to=2026-11-30'. */
  period: string;
  idempotencyKey: string;
  canMail: boolean;
};

/** What became of the statements, the exceptions first, each with what can be done about it. */
export function MailingStates({ counted, rows, period, idempotencyKey, canMail }: MailingStatesProps) {
  if (counted.length === 0) return null;
  const again = canMail ? rows.find(({ isRetriable }) => isRetriable)?.state : undefined;
  const byHand = rows.filter(({ isForHand }) => isForHand);
  const [next] = byHand;
  return (
    <ul className="mailing-states" aria-label="Status of the statements">
      {counted.map(({ state, text }) => (
        <li key={state}>
          <span>{text}</span>
          {state === again && <TryAgain {...{ period, idempotencyKey, state }} />}
        </li>
      ))}
      {next && (
        <li>
          <Link to={`/customers/${next.id}/statement?${period}&shared=${next.linkId}`} className="link">
            {`Send ${byHand.length} by hand`}
          </Link>
        </li>
      )}
    </ul>
  );
}

type TryAgainProps = { period: string; idempotencyKey: string; state: StatementState };

/** Gives the e-mails without an answer to the queue again: see `SLOW_MINUTES`. */
function TryAgain({ period, idempotencyKey, state }: TryAgainProps) {
  const isPosting = useIsPosting();
  return (
    <Form method="post" action={`/customers/statements?${period}`}>
      {" "}
      <input type="hidden" name="idempotencyKey" value={idempotencyKey} />
      <button
        type="submit"
        name="intent"
        value="again"
        aria-disabled={isPosting}
        aria-label={`Try again: ${state.toLowerCase()}`}
        className="link"
      >
        Try again
      </button>
    </Form>
  );
}
