import { Form } from "@remix-run/react";
import { pluralize } from "#app/domain/pluralize.ts";
import { button } from "#app/ui/controls/button.tsx";
import { useIsPosting } from "#app/ui/dialog/dialog-link.tsx";
import { Section } from "#app/ui/record/record-page.tsx";
import type { RunRow } from "./describe-statements.ts";

type StatementRunsProps = { runs: readonly RunRow[]; path: string; canMail: boolean };

/** The runs that shared statements of the period, each with the way to take it back. */
export function StatementRuns({ runs, path, canMail }: StatementRunsProps) {
  if (runs.length === 0) return null;
  return (
    <Section
      id="runs"
      title="Runs"
      none=""
      head={["Run", ["Statements", "end"], ["Opened", "end"], "E-mails", "Links"]}
      rows={runs.map((run) => ({
        key: run.id,
        cells: [
          `${run.when} by ${run.actor}`,
          run.links,
          run.opened,
          mailsOf(run),
          <span key="links" className="grid justify-items-start gap-2">
            {run.working === 0 ? "Ended" : `${run.working} of ${run.links} work`}
            {canMail && run.retriable > 0 && <TryAgain id={run.id} path={path} />}
            {run.working > 0 && <EndLinks run={run} path={path} />}
          </span>,
        ],
      }))}
    />
  );
}

const mailsOf = ({ accepted, refused, sending }: RunRow) =>
  [accepted && `${accepted} sent`, refused && `${refused} refused`, sending && `${sending} not confirmed`]
    .filter(Boolean)
    .join(", ");

/** Sends the e-mails again that the provider has not confirmed: with their keys it sends each once. */
function TryAgain({ id, path }: { id: string; path: string }) {
  return (
    <Form method="post" action={path}>
      <input type="hidden" name="idempotencyKey" value={id} />
      <input type="hidden" name="total" value="0" />
      <input type="hidden" name="shows" value="now" />
      <button type="submit" name="intent" value="mail" className="link">
        Try again
      </button>
    </Form>
  );
}

function EndLinks({ run, path }: { run: RunRow; path: string }) {
  const isPosting = useIsPosting();
  return (
    <details>
      <summary className="link">End its links</summary>
      <Form method="post" action={path} className="grid max-w-prose justify-items-start gap-3 pt-2">
        <input type="hidden" name="idempotencyKey" value={run.id} />
        <p>
          The {pluralize(run.working, "link")} of this run that work show nothing any more, and cannot be brought back.
          E-mails that were sent stay sent.
        </p>
        <button type="submit" name="intent" value="end" aria-disabled={isPosting} className={button.danger}>
          End {pluralize(run.working, "link")}
        </button>
      </Form>
    </details>
  );
}
