import { Form } from "@remix-run/react";
import { counted } from "#app/domain/import/import-texts.ts";
import { button } from "#app/ui/controls/button.tsx";
import { useIsPosting } from "#app/ui/dialog/dialog-link.tsx";
import { Section, To } from "#app/ui/record/record-page.tsx";
import { Credits } from "./credits.tsx";
import type { describeDone } from "./describe-done.ts";
import { SkippedFiles } from "./problems.tsx";

/** The imported records, and Undo. */
export function Done({ done }: { done: ReturnType<typeof describeDone> }) {
  const { rows, admins, leftOut, skipped, credits, undone, obstacle } = done;
  const isRunning = useIsPosting();
  return (
    <>
      <Section
        id="came-in"
        title={undone ? "Imported, then undone" : "Imported"}
        none="No records."
        head={["Records", ["Number", "end"], ["Amounts", "end"], "Check"]}
        rows={rows.map(({ noun, path, count, amount, before, isSame }) => ({
          key: noun,
          cells: [
            <To key="list" to={path}>
              {noun}
            </To>,
            count,
            amount,
            [
              isSame ? "Totals match" : "Totals differ",
              ...(before > 0 ? [`${before.toLocaleString("en-US")} unchanged`] : []),
            ].join("; "),
          ],
        }))}
      />
      <p className="mt-3 text-sm text-muted">
        {leftOut > 0 && (
          <span>{`${counted(leftOut, "records")} of the files ${leftOut === 1 ? "was" : "were"} skipped. `}</span>
        )}
        <SkippedFiles skipped={skipped} />
        {admins && <span>{`Admins of the files: ${admins}.`}</span>}
      </p>
      <Credits {...credits} />
      <Form method="post" className="mt-8 grid max-w-prose gap-3 text-sm">
        {undone ? (
          <p className="notice">{undone}</p>
        ) : obstacle ? (
          <p className="text-muted">{obstacle}</p>
        ) : (
          <details className="undo-import">
            <summary className="link">Undo this import</summary>
            <p className="my-3">
              This removes all records that it added, sets back those that it restored, the last payroll and the next
              invoice number. The same files can be imported again. Admins stay: remove them under Accounts.
            </p>
            <button type="submit" name="intent" value="undo" className={button.danger} disabled={isRunning}>
              {isRunning ? "Undoing..." : "Undo import"}
            </button>
          </details>
        )}
      </Form>
    </>
  );
}
