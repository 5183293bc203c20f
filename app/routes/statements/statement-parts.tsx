import type { ComponentProps } from "react";
import { formatUsDate } from "#app/domain/basics/calendar.ts";
import { formatDollars } from "#app/domain/basics/money.ts";
import {
  describeInvoice,
  lateNoteOf,
  type Period,
  type Statement,
  type StatementLine,
  sumsOf,
  textOfLine,
} from "#app/domain/statements/statement.ts";
import { LateEntries } from "#app/ui/record/late-entries.tsx";
import { To } from "#app/ui/record/record-page.tsx";
import { StatementHead } from "#app/ui/record/statement-head.tsx";
import { StatementSums } from "#app/ui/record/statement-sums.tsx";
import type { StatementData } from "#db/queries/statements/customer-statement.ts";

type HeadOfCustomerProps = Omit<ComponentProps<typeof StatementHead>, "children"> & {
  customer: StatementData["customer"];
};

/** The letterhead of the office's own statements, with how to reach the customer. */
export const HeadOfCustomer = ({ customer, ...head }: HeadOfCustomerProps) => (
  <StatementHead {...head}>
    <div className="w-full">
      <p className="text-sm text-muted">For</p>
      <p className="font-semibold">{customer.name}</p>
      <p className="text-sm">{[...customer.emails, customer.phone].filter(Boolean).join("\n")}</p>
    </div>
  </StatementHead>
);

const HEADINGS = [
  ["Date", "date"],
  ["Service", ""],
  ["Qty", "end"],
  ["Invoice", ""],
  ["Amount", "end"],
] as const;

type LinesAndSumsProps = { statement: Statement; period: Period; label: string };

/** The lines and the sums of a statement. `label` differs from that of other statements on the page. */
export const LinesAndSums = ({ statement, period, label }: LinesAndSumsProps) => (
  <>
    <StatementLines horses={statement.horses} label={label} />
    <LateEntries
      lines={statement.late.map((line) => ({ ...line, text: textOfLine(line), invoice: <InvoiceOf {...line} /> }))}
      note={lateNoteOf(statement)}
    />
    <StatementSums sums={sumsOf(statement, period)} />
  </>
);

/** The lines, under the name of each horse. */
function StatementLines({ horses, label }: Pick<Statement, "horses"> & { label: string }) {
  if (horses.length === 0) return <p className="empty">No bills in this period.</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the table scrolls sideways, and Safari lets the keyboard scroll only an element with the focus.
    <section aria-label={label} tabIndex={0} className="overflow-x-auto print:overflow-visible">
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
                <td>{textOfLine(line)}</td>
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

/** The invoice of a line, with a link to it. */
function InvoiceOf(line: StatementLine) {
  const { before, number, after } = describeInvoice(line);
  return (
    <>
      <span>{before}</span>
      {number !== null && <To to={`/billing/invoices/${number}`}>{number}</To>}
      <span>{after}</span>
    </>
  );
}
