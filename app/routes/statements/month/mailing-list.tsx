import { Form } from "@remix-run/react";
import { pluralize } from "#app/domain/basics/pluralize.ts";
import { button } from "#app/ui/controls/button.tsx";
import { useIsPosting } from "#app/ui/dialog/dialog-link.tsx";
import type { MailingRow } from "./describe-statements.ts";

type StatementRunsProps = { runs: readonly MailingRow[]; path: string };

/** The runs that shared statements of the period, each with the way to turn off its links. */
export function Mailings({ runs, path }: StatementRunsProps) {
  if (runs.length === 0) return null;
  return (
    <section aria-labelledby="runs" className="record-section">
      <div className="record-section-head">
        <h2 id="runs">Shared so far</h2>
      </div>
      <ul className="shared-links">
        {runs.map((run) => (
          <li key={run.id}>
            <div className="min-w-0">
              <p className="font-medium wrap-anywhere">{`${run.when} by ${run.actor}`}</p>
              <p className="text-muted">{countsOf(run)}</p>
            </div>
            <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
              {run.working > 0 && <EndLinks run={run} path={path} />}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** '143 statements, 12 opened, 140 e-mails sent, 3 refused. 143 active links.' */
function countsOf({ links, working, opened, accepted, refused, sending, unconfirmed }: MailingRow): string {
  const counts = [
    pluralize(links, "statement"),
    `${opened} opened`,
    ...(accepted ? [`${pluralize(accepted, "e-mail")} sent`] : []),
    ...(refused ? [`${refused} refused`] : []),
    ...(sending > unconfirmed ? [`${sending - unconfirmed} on their way`] : []),
    ...(unconfirmed ? [`${unconfirmed} not confirmed`] : []),
  ];
  return `${counts.join(", ")}. ${working ? pluralize(working, "active link") : "No active links"}.`;
}

function EndLinks({ run, path }: { run: MailingRow; path: string }) {
  const isPosting = useIsPosting();
  return (
    <details className="end-links">
      <summary className="link">Turn off these links</summary>
      <Form method="post" action={path} className="grid max-w-sm justify-items-start gap-3 pt-2">
        <input type="hidden" name="idempotencyKey" value={run.id} />
        <p>{"This can’t be undone. E-mails already sent stay sent."}</p>
        <button type="submit" name="intent" value="end" aria-disabled={isPosting} className={button.danger}>
          {`Turn off ${pluralize(run.working, "link")}`}
        </button>
      </Form>
    </details>
  );
}
