import { formatUsDate } from "#app/domain/basics/calendar.ts";
import { formatDollars } from "#app/domain/basics/money.ts";
import type { SharedLine, SharedStatement } from "#app/domain/statements/shared-statement.ts";

/** The lines, under the name of each horse. On a phone the invoice is below the service. */
export function SharedLines({ horses }: Pick<SharedStatement, "horses">) {
  if (horses.length === 0) return <p className="empty">No bills in this period.</p>;
  return (
    <table className="record-table shared-lines" aria-label="Lines">
      <thead>
        <tr>
          <th scope="col" className="date">
            Date
          </th>
          <th scope="col">Service</th>
          <th scope="col" className="end">
            Qty
          </th>
          <th scope="col" className="shared-invoice">
            Invoice
          </th>
          <th scope="col" className="end">
            Amount
          </th>
          <th scope="col" className="print:hidden">
            <span className="sr-only">Question</span>
          </th>
        </tr>
      </thead>
      {horses.map(({ name, lines, total }, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two horses may have the same name, and the page never changes.
        <tbody key={i}>
          <tr className="strong">
            <th colSpan={3} scope="rowgroup" translate="no">
              {name}
            </th>
            <td className="shared-invoice" />
            <td className="end">{formatDollars(total)}</td>
            <td className="print:hidden" />
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
  const { key, date, text, quantity, rider, comments, invoice, amount } = line;
  return (
    <tr>
      <td className="date">{formatUsDate(date)}</td>
      <td className="wrap-anywhere">
        <span translate="no">{text}</span>
        {rider && <span className="shared-note">{`Rider: ${rider}`}</span>}
        {comments && <span className="shared-note whitespace-pre-line">{comments}</span>}
        {invoice !== "-" && <span className="shared-note shared-invoice-below">{invoiceBelow(invoice)}</span>}
      </td>
      <td className="end">{quantity}</td>
      <td className="shared-invoice">{invoice}</td>
      <td className="end">{formatDollars(amount)}</td>
      <td className="print:hidden">
        <a
          href={`?line=${key}#ask`}
          aria-label={`Ask about ${text} of ${formatUsDate(date)}`}
          className="link -my-2 inline-block py-2"
        >
          Ask
        </a>
      </td>
    </tr>
  );
}

/** 'Invoice 1001' for '1001 of 11/21/2026': on a phone no column heading says 'Invoice', and the date has no room. */
const invoiceBelow = (invoice: string) => invoice.replace(/^(\d+) of .*/, "Invoice $1");
