import { Link } from "@remix-run/react";
import { formatDollars } from "#app/domain/basics/money.ts";
import { formatColumn, type PayrollSummary } from "#app/domain/payroll/payroll-summary.ts";

type SummaryTableProps = Pick<PayrollSummary, "columns" | "rows" | "all"> & {
  /** Whether the table has a column with the total of each groom. */
  hasTotals: boolean;
};

/** The sums by groom and week, or month, and the total of each. */
export function SummaryTable({ columns, rows, all, hasTotals }: SummaryTableProps) {
  const headings = [...(hasTotals ? ["Total"] : []), ...columns.map(({ key }) => formatColumn(key))];
  const cellsOf = (total: number, sums: number[]) => (hasTotals ? [total, ...sums] : sums);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the table scrolls sideways, and Safari lets the keyboard scroll only an element with the focus.
    <section aria-labelledby="summary-title" tabIndex={0} className="table-scroll">
      <table className={`data-table summary${hasTotals ? " wide" : ""}`} aria-labelledby="summary-title">
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
          {rows.map(({ id, name, total, sums }) => (
            <tr key={id}>
              <th scope="row">
                <Link to={`/grooms/${id}`} className="row-name">
                  {name}
                </Link>
              </th>
              <Amounts values={cellsOf(total, sums)} headings={headings} />
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Grand Total</th>
            <Amounts
              values={cellsOf(
                all.total,
                columns.map(({ total }) => total),
              )}
              headings={headings}
            />
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
