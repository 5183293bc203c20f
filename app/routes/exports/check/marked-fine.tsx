import { Link } from "@remix-run/react";
import { UndoForm } from "#app/ui/list/row/done-notice.tsx";
import type { FineMark as MarkedFineRow } from "#db/queries/overview/stored-dismissals.ts";

type MarkedFineProps = {
  count: number;
  /** The newest dismissed findings; null until the admin asks for them. */
  rows: readonly (MarkedFineRow & { title: string })[] | null;
};

/** The number of findings marked fine or not owed and, after a press, the newest of them with Undo. */
export function MarkedFine({ count, rows }: MarkedFineProps) {
  if (count === 0 && !rows) return null;
  return (
    <section aria-labelledby="fine" className="mt-8">
      <h2 id="fine" className="font-semibold">
        <span>{`Fine or not owed: ${count.toLocaleString("en-US")} · `}</span>
        <Link to={rows ? "/billing/check" : "/billing/check?all=fine#fine"} className="link">
          {rows ? "Hide" : "Show"}
        </Link>
      </h2>
      {rows && (
        <ul className="mt-2">
          {rows.map(({ id, title, name, change }) => (
            <li
              key={id}
              className="flex min-h-11 items-center border-t border-line py-1 text-[0.9375rem] wrap-anywhere"
            >
              <span>{`${title}: ${name}`}</span>
              {change && (
                <UndoForm change={change} className="ml-4">
                  <button type="submit" aria-label={`Undo: ${name}`} className="link">
                    Undo
                  </button>
                </UndoForm>
              )}
            </li>
          ))}
        </ul>
      )}
      {rows && rows.length < count && (
        <p className="mt-2 text-sm text-muted">{`These are the newest ${rows.length}.`}</p>
      )}
    </section>
  );
}
