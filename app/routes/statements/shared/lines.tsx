import { formatUsDate } from "#app/domain/basics/calendar.ts";
import { formatDollars } from "#app/domain/basics/money.ts";
import type { SharedLine, SharedStatement } from "#app/domain/statements/shared-statement.ts";

/** The lines, under the name of each horse. On a phone a line has two columns: date, quantity and invoice are below the service. */
export function SharedLines({ horses }: Pick<SharedStatement, "horses">) {
  if (horses.length === 0) return <p className="empty">No bills in this period.</p>;
  return (
    <table className="record-table shared-lines" aria-label="Lines">
      <thead>
        <tr>
          <th scope="col">Service</th>
          <th scope="col" className="date shared-wide">
            Date
          </th>
          <th scope="col" className="end shared-wide">
            Qty
          </th>
          <th scope="col" className="shared-wide">
            Invoice
          </th>
          <th scope="col" className="end shared-amount">
            Amount
          </th>
        </tr>
      </thead>
      {horses.map(({ name, lines, total }, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two horses may have the same name, and the page never changes.
        <tbody key={i}>
          <tr className="strong">
            <th scope="rowgroup" className="wrap-anywhere" translate="no">
              {name}
            </th>
            <td colSpan={3} className="shared-wide" />
            <td className="end shared-amount">{formatDollars(total)}</td>
          </tr>
          {lines.map((line) => (
            <Line key={line.key} line={line} />
          ))}
        </tbody>
      ))}
    </table>
  );
}

function Line({ line }: { line: SharedLine }) {
  const { key, date, text, quantity, rider, comments, invoice, amount, isCredit } = line;
  const below = [
    formatUsDate(date),
    ...(quantity !== null && quantity > 1 ? [`Qty ${quantity}`] : []),
    ...(invoice === "-" ? [] : [invoiceBelow(invoice)]),
  ];
  return (
    <tr>
      <td className="wrap-anywhere">
        <span translate="no">{text}</span>
        {rider && <span className="shared-note">{`Rider: ${rider}`}</span>}
        {comments && <span className="shared-note whitespace-pre-line">{comments}</span>}
        <span className="shared-note shared-below">{below.join(" · ")}</span>
      </td>
      <td className="date shared-wide">{formatUsDate(date)}</td>
      <td className="end shared-wide">{quantity}</td>
      <td className="shared-wide">{invoice}</td>
      <td className={isCredit ? "end shared-amount" : "end"}>
        <span>{formatDollars(amount)}</span>
        {!isCredit && (
          <a
            href={`?line=${key}#ask`}
            aria-label={`Ask about ${text} of ${formatUsDate(date)}`}
            className="link shared-ask print:hidden"
          >
            Ask
          </a>
        )}
      </td>
    </tr>
  );
}

/** 'Invoice 1001, due 12/06/2026' for '1001, due 12/06/2026': on a phone no column heading says 'Invoice'. */
export const invoiceBelow = (invoice: string) => invoice.replace(/^(?=\d)/, "Invoice ");
