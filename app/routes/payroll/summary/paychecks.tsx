import { Link } from "@remix-run/react";
import { formatUsDate, type LocalDate } from "#app/domain/basics/calendar.ts";
import { formatDollars } from "#app/domain/basics/money.ts";
import { pluralize } from "#app/domain/basics/pluralize.ts";
import type { PayrollSummary, paychecksOf } from "#app/domain/payroll/payroll-summary.ts";
import { StateBadge } from "#app/ui/controls/badge.tsx";

type ChecksProps = {
  /** The payment date; null if no date has unpaid items. */
  due: LocalDate | null;
  checks: ReturnType<typeof paychecksOf>;
  /** The Mondays of the sums, and the sums of all grooms. */
  weeks: LocalDate[];
  all: PayrollSummary["all"];
  dates: LocalDate[];
  today: LocalDate;
  addressOf: (date: LocalDate) => string;
};

/**
 * A line for each groom with the amount due on a payment date and the sums of the weeks, and links to other unpaid
 * dates.
 */
export function Checks({ due, dates, today, addressOf, ...table }: ChecksProps) {
  const { items, rows } = table.checks;
  return (
    <section id="checks" aria-labelledby="checks-title" className="chart">
      <div className="chart-head">
        <div className="flex flex-wrap items-center gap-x-3">
          <h2 id="checks-title">{due ? `Checks for ${formatUsDate(due)}` : "Checks"}</h2>
          {due && items > 0 && <DueBadge date={due} today={today} />}
        </div>
        <p className="text-sm/normal text-muted">
          {items > 0 ? pluralize(items, "unpaid item") : `No unpaid items${due ? " on this payment date" : ""}.`}
        </p>
        {dates.length > 0 && (
          <nav aria-label="Payment dates" className="pay-dates">
            {dates.map((date) => (
              <Link key={date} to={addressOf(date)} aria-current={date === due ? "true" : undefined} preventScrollReset>
                <span>{formatUsDate(date)}</span>
                <DueBadge date={date} today={today} />
              </Link>
            ))}
          </nav>
        )}
      </div>
      {rows.length > 0 && <ChecksTable due={due} {...table} />}
    </section>
  );
}

/** The state of a payment date with unpaid items. */
function DueBadge({ date, today }: { date: LocalDate; today: LocalDate }) {
  if (date > today) return null;
  return <StateBadge state={date < today ? "Overdue" : "Due today"} />;
}

function ChecksTable({ due, checks, weeks, all }: Pick<ChecksProps, "due" | "checks" | "weeks" | "all">) {
  const [first, last] = [weeks[0], weeks.at(-1)].map((week) => formatUsDate(week ?? ""));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the table scrolls sideways, and Safari lets the keyboard scroll only an element with the focus.
    <section aria-label="Checks and totals" tabIndex={0} className="overflow-x-auto">
      <table className="bar-table checks" aria-labelledby="checks-title">
        <thead>
          <tr>
            <th scope="col" rowSpan={2}>
              Name on Check
            </th>
            <th scope="colgroup" colSpan={2} className="amount">
              {due ? formatUsDate(due) : "Unpaid"}
            </th>
            <th scope="colgroup" colSpan={3} className="amount">
              {`Weeks of ${first} to ${last}`}
            </th>
          </tr>
          <tr>
            {["Items", "Due", "Total", "Paid", "Unpaid"].map((heading) => (
              <th key={heading} scope="col" className="amount">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {checks.rows.map((row) => (
            <tr key={row.id}>
              <th scope="row">
                <Link to={`/grooms/${row.id}`} className="link">
                  {row.name}
                </Link>
              </th>
              <td className="amount">
                {row.items > 0 && (
                  <Link to={`/payroll?groom=${row.id}&payment=${due}&paid=no`} className="link">
                    {row.items}
                  </Link>
                )}
              </td>
              <td className="amount">{row.items > 0 ? formatDollars(row.sum) : "-"}</td>
              <Sums {...row} />
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Total</th>
            <td className="amount">{checks.items}</td>
            <td className="amount">{formatDollars(checks.sum)}</td>
            <Sums {...all} />
          </tr>
        </tfoot>
      </table>
    </section>
  );
}

function Sums({ total, unpaid }: PayrollSummary["all"]) {
  return [total, total - unpaid, unpaid].map((cents, n) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: always these three.
    <td key={n} className="amount">
      {formatDollars(cents)}
    </td>
  ));
}
