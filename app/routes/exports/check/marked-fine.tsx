import { Link } from "@remix-run/react";
import { UndoForm } from "#app/ui/list/row/done-notice.tsx";
import type { FineMark as MarkedFineRow } from "#db/queries/overview/stored-dismissals.ts";

type MarkedFineProps = {
  count: number;
  isOpen: boolean;
  /** The newest dismissed findings. */
  rows: readonly (MarkedFineRow & { title: string })[];
};

/** What was marked OK or not to bill: the number and, opened, the newest with Undo. */
export function MarkedFine({ count, isOpen, rows }: MarkedFineProps) {
  return (
    <li>
      <details id="fine" open={isOpen}>
        <summary>
          <h2>{`Marked OK: ${count.toLocaleString("en-US")}`}</h2>
        </summary>
        <ul>
          {rows.map(({ id, title, name, change }) => (
            <li key={id} className="finding">
              <p className="found">{name}</p>
              <p className="about">{title}</p>
              <span className="amount" />
              {change && (
                <UndoForm change={change}>
                  <button type="submit" aria-label={`Undo: ${name}`} className="link">
                    Undo
                  </button>
                </UndoForm>
              )}
            </li>
          ))}
        </ul>
        {rows.length < count && (
          <p className="why">
            <span>{`These are the newest ${rows.length}.`}</span>{" "}
            {!isOpen && (
              <Link to="/billing/check?all=fine#fine" className="link" preventScrollReset>
                Show more
              </Link>
            )}
          </p>
        )}
      </details>
    </li>
  );
}
