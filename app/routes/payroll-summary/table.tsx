import { Link } from "@remix-run/react";
import { formatUsDate } from "#app/domain/calendar.ts";
import { formatDollars } from "#app/domain/money.ts";
import type { PayrollSummary } from "#app/domain/payroll-summary.ts";

/** The sums by groom and week, and the total of each week. */
export function SummaryTable({ weeks, rows }: Pick<PayrollSummary, "weeks" | "rows">) {
  const headings = weeks.map(({ week }) => formatUsDate(week));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the table scrolls sideways, and Safari lets the keyboard scroll only an element with the focus.
    <section aria-labelledby="summary-title" tabIndex={0} className="table-scroll">
      <table className="data-table summary" aria-labelledby="summary-title">
        <thead>
          <tr>
            <th scope="col">Name on Check</th>
            {headings.map((heading) => (
              <th key={heading} scope="col" className="end">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, name, sums }) => (
            <tr key={id}>
              <th scope="row">
                <Link to={`/grooms/${id}`} className="row-name">
                  {name}
                </Link>
              </th>
              <Amounts values={sums} headings={headings} />
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Grand Total</th>
            <Amounts values={weeks.map(({ total }) => total)} headings={headings} />
          </tr>
        </tfoot>
      </table>
    </section>
  );
}

function Amounts({ values, headings }: { values: number[]; headings: string[] }) {
  return values.map((value, n) => (
    <td key={headings[n]} className="end">
      {formatDollars(value)}
    </td>
  ));
}
