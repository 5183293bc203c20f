import { Link } from "@remix-run/react";
import { formatUsDate } from "#app/domain/calendar.ts";
import { formatDollars } from "#app/domain/money.ts";
import type { PayrollSummary } from "#app/domain/payroll-summary.ts";

/** The sums by groom and week, and the total of each week. */
export function SummaryTable({ weeks, rows }: PayrollSummary) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the table scrolls sideways, and Safari lets the keyboard scroll only an element with the focus.
    <section aria-labelledby="summary-title" tabIndex={0} className="table-scroll xl:mr-0">
      <table className="data-table summary" aria-labelledby="summary-title">
        <thead>
          <tr>
            <th scope="col">Name on Check</th>
            {weeks.map(({ week }) => (
              <th key={week} scope="col" className="end">
                {formatUsDate(week)}
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
              {weeks.map(({ week }, column) => (
                <td key={week} className="end">
                  {formatDollars(sums[column] ?? 0)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Grand Total</th>
            {weeks.map(({ week, total }) => (
              <td key={week} className="end">
                {formatDollars(total)}
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
    </section>
  );
}
