import { Form, Link } from "@remix-run/react";
import { button } from "#app/ui/controls/button.tsx";
import { useIsPosting } from "#app/ui/dialog/dialog-link.tsx";
import { Section, To } from "#app/ui/record/record-page.tsx";
import type { describeDone } from "./describe-done.ts";
import { Credits, Problems } from "./problems.tsx";

/** The imported records, and Undo. */
export function Done({ done }: { done: ReturnType<typeof describeDone> }) {
  const { rows, admins, leftOut, groups, skipped, credits, next, undone, obstacle } = done;
  const isRunning = useIsPosting();
  return (
    <>
      {undone && <p className="notice mt-4">{undone}</p>}
      <Section
        id="came-in"
        title={undone ? "Imported, then undone" : "Imported"}
        none="No records."
        head={["Records", ["Amounts", "end"], "Check"]}
        rows={rows.map(({ title, path, records, amount, before, isSame }) => ({
          key: path,
          cells: [
            <ImportedRecords key="records" {...{ title, path, records }} />,
            amount,
            [
              isSame ? "Totals match" : "Totals differ",
              ...(before > 0 ? [`${before.toLocaleString("en-US")} already in Hayloft`] : []),
            ].join("; "),
          ],
        }))}
      />
      {admins && <p className="mt-3 text-sm text-muted">{`Admins of the files: ${admins}.`}</p>}
      <p className="mt-4">
        <Link to="/overview" className={undone ? button.secondary : button.primary}>
          {next}
        </Link>
      </p>
      <Problems title={leftOut} groups={groups} skipped={skipped} />
      <Credits {...credits} />
      {obstacle && !undone && <p className="mt-8 max-w-prose text-sm text-muted">{obstacle}</p>}
      {!obstacle && !undone && (
        <Form method="post" className="mt-8 max-w-prose text-sm">
          <details>
            <summary className="link">Undo this import</summary>
            <p className="my-3">
              This removes all records that it added, sets back those that it restored, the last payroll and the next
              invoice number. The same files can be imported again. Admins stay: remove them under Accounts.
            </p>
            <button type="submit" name="intent" value="undo" className={button.danger} disabled={isRunning}>
              {isRunning ? "Undoing..." : "Undo import"}
            </button>
          </details>
        </Form>
      )}
    </>
  );
}

type ImportedRecordsProps = Pick<ReturnType<typeof describeDone>["rows"][number], "title" | "path" | "records">;

/** A link to the list, and to each of a few records. */
const ImportedRecords = ({ title, path, records }: ImportedRecordsProps) => (
  <>
    <To to={path}>{title}</To>
    {records.length > 0 && (
      <span className="import-names">
        {records.map(({ id, name }) => (
          <To key={id} to={`${path}/${id}`}>
            {name}
          </To>
        ))}
      </span>
    )}
  </>
);
