import { type ReactNode, useId } from "react";
import { formatUsDate, type LocalDate } from "#app/domain/basics/calendar.ts";
import { type Cents, formatDollars } from "#app/domain/basics/money.ts";
import { LATE_TITLE } from "#app/domain/statements/statement.ts";

type Line = { key: string; horse: string; date: LocalDate; text: string; amount: Cents; invoice: ReactNode };

/** The section of a statement with what was entered after the statement of its month; nothing without such entries. */
export function LateEntries({ lines, note }: { lines: readonly Line[]; note: string | undefined }) {
  // A print has several statements.
  const id = useId();
  if (lines.length === 0) return null;
  return (
    <section aria-labelledby={id} className="mt-8">
      <h2 id={id} className="font-semibold">
        {LATE_TITLE}
      </h2>
      {note && <p className="mt-1 text-sm text-muted">{note}</p>}
      <table className="record-table late-entries mt-2" aria-label={LATE_TITLE}>
        <thead>
          <tr>
            <th scope="col" className="date">
              Date
            </th>
            <th scope="col">Service</th>
            <th scope="col" className="end">
              Amount
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ key, horse, date, text, amount, invoice }) => (
            <tr key={key}>
              <td className="date">{formatUsDate(date)}</td>
              <td className="wrap-anywhere">
                <span translate="no">{`${horse}: ${text}`}</span>
                {invoice && <span className="block text-sm text-muted">{invoice}</span>}
              </td>
              <td className="end">{formatDollars(amount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
