import type { BarnDetails } from "#app/domain/barn-details.ts";
import { formatUsDate, type LocalDate } from "#app/domain/calendar.ts";
import { IMPORTED_INVOICE } from "#app/domain/imported.ts";
import { type Cents, formatDollars } from "#app/domain/money.ts";
import type { Period, Statement, StatementLine } from "#app/domain/statement.ts";
import { To } from "#app/ui/record/record-page.tsx";
import type { StatementData } from "#db/queries/customer-statement.ts";

type HeadProps = {
  barn: BarnDetails;
  customer: StatementData["customer"];
  period: string;
  today: LocalDate;
  /** 'h2' on a page with several statements. */
  heading?: "h1" | "h2";
};

/** The letterhead: who sends the statement, to whom, and for which period. */
export function StatementHead({ barn, customer, period, today, heading: Heading = "h1" }: HeadProps) {
  return (
    <header className="statement-head">
      <div>
        <p className="text-lg font-semibold">{barn.name}</p>
        <p>{barn.address}</p>
      </div>
      <div>
        <Heading className="page-title">Statement</Heading>
        <p className="font-medium">{period}</p>
        <p className="text-sm text-muted">As of {formatUsDate(today)}</p>
      </div>
      <div className="w-full">
        <p className="text-sm text-muted">For</p>
        <p className="font-semibold">{customer.name}</p>
        <p className="text-sm">{[...customer.emails, customer.phone].filter(Boolean).join("\n")}</p>
      </div>
    </header>
  );
}

const HEADINGS = [
  ["Date", "date"],
  ["Service", ""],
  ["Qty", "end"],
  ["Invoice", ""],
  ["Amount", "end"],
] as const;

/** The lines, under the name of each horse. */
export function StatementLines({ horses }: Pick<Statement, "horses">) {
  if (horses.length === 0) return <p className="empty">No bills in this period.</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the table scrolls sideways, and Safari lets the keyboard scroll only an element with the focus.
    <section aria-label="Lines of the statement" tabIndex={0} className="overflow-x-auto print:overflow-visible">
      <table className="record-table" aria-label="Lines">
        <thead>
          <tr>
            {HEADINGS.map(([heading, align]) => (
              <th key={heading} scope="col" className={align || undefined}>
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        {horses.map(({ id, name, lines, total }) => (
          <tbody key={id}>
            <tr className="strong">
              <th colSpan={4} scope="rowgroup">
                {name}
              </th>
              <td className="end">{formatDollars(total)}</td>
            </tr>
            {lines.map((line) => (
              <tr key={line.key}>
                <td className="date">{formatUsDate(line.date)}</td>
                <td>{line.text}</td>
                <td className="end">{line.quantity}</td>
                <td>
                  <InvoiceOf {...line} />
                </td>
                <td className="end">{formatDollars(line.amount)}</td>
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </section>
  );
}

/** The invoice of a line: '1001 of 11/21/2026', 'Before Hayloft', '-', 'Invoice 1001, to be corrected'. */
function InvoiceOf({ kind, invoice, isInvoiced }: StatementLine) {
  if (kind === "pending") return "-";
  const isImported = invoice?.number === IMPORTED_INVOICE;
  const number = invoice && !isImported && <To to={`/billing/invoices/${invoice.number}`}>{invoice.number}</To>;
  if (kind === "invoiced")
    return number ? (
      <>
        {number} of {formatUsDate(invoice.date ?? "")}
      </>
    ) : (
      "Before Hayloft"
    );
  const state = isInvoiced ? "corrected" : "to be corrected";
  return number ? (
    <>
      Invoice {number}, {state}
    </>
  ) : (
    `${isImported ? "Invoice before Hayloft" : "New invoice"}, ${state}`
  );
}

/** The sums, with what was billed before the period and is on no invoice yet. */
export function StatementSums({ statement, first, last }: { statement: Statement } & Period) {
  const { opening, billed, total, invoiced, pending } = statement;
  const rows: [label: string, amount: Cents, isStrong?: boolean][] = [
    ...(opening.bills === 0 ? [] : [["Earlier, not invoiced", opening.bills] as [string, Cents]]),
    ...(opening.corrections === 0
      ? []
      : [["Earlier corrections, not invoiced", opening.corrections] as [string, Cents]]),
    [`${formatUsDate(first)} to ${formatUsDate(last)}`, billed],
    ["Total", total, true],
    ["Already invoiced", invoiced],
    ["Not invoiced", pending],
  ];
  return (
    <table className="record-table statement-sums" aria-label="Sums">
      <tbody>
        {rows.map(([label, amount, isStrong]) => (
          <tr key={label} className={isStrong ? "strong" : undefined}>
            <th scope="row">{label}</th>
            <td className="end">{formatDollars(amount)}</td>
          </tr>
        ))}
      </tbody>
      <caption className="caption-bottom pt-3 text-left text-sm text-muted">
        Does not include payments received.
      </caption>
    </table>
  );
}
