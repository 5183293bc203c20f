import { Link } from "@remix-run/react";
import { formatUsDate, type LocalDate } from "#app/domain/calendar.ts";
import { formatDollars } from "#app/domain/money.ts";
import type { Check } from "#app/domain/payroll-summary.ts";
import { pluralize } from "#app/domain/pluralize.ts";
import { Badge } from "#app/ui/controls/badge.tsx";

type ChecksProps = {
  /** Null if nothing is unpaid on any payment date that is offered. */
  due: { date: LocalDate; checks: Check[]; items: number; sum: number } | null;
  dates: LocalDate[];
  today: LocalDate;
  addressOf: (date: LocalDate) => string;
};

/** One line for each groom with what is due on a payment date, and the other payment dates with unpaid items. */
export function Checks({ due, dates, today, addressOf }: ChecksProps) {
  const hasUnpaid = due !== null && due.checks.length > 0;
  return (
    <section id="checks" aria-labelledby="checks-title" className="chart">
      <div className="chart-head">
        <div className="flex flex-wrap items-center gap-x-3">
          <h2 id="checks-title">{due ? `Checks for ${formatUsDate(due.date)}` : "Checks"}</h2>
          {hasUnpaid && <DueBadge date={due.date} today={today} />}
        </div>
        <p className="text-sm/normal text-muted">
          {hasUnpaid
            ? `${pluralize(due.items, "item")} not paid`
            : `Nothing is unpaid${due ? " on this payment date" : ""}.`}
        </p>
        {dates.length > 0 && (
          <nav aria-label="Payment dates" className="pay-dates">
            {dates.map((date) => (
              <Link
                key={date}
                to={addressOf(date)}
                aria-current={date === due?.date ? "true" : undefined}
                preventScrollReset
              >
                {formatUsDate(date)}
                <DueBadge date={date} today={today} />
              </Link>
            ))}
          </nav>
        )}
      </div>
      {hasUnpaid && <ChecksTable {...due} />}
    </section>
  );
}

/** The state of a payment date with unpaid items. */
function DueBadge({ date, today }: { date: LocalDate; today: LocalDate }) {
  if (date > today) return null;
  return date < today ? <Badge color="red">Overdue</Badge> : <Badge color="amber">Due today</Badge>;
}

function ChecksTable({ date, checks, sum }: NonNullable<ChecksProps["due"]>) {
  return (
    <table className="bar-table checks" aria-labelledby="checks-title">
      <thead>
        <tr>
          <th scope="col">Name on Check</th>
          <th scope="col" className="amount">
            Items
          </th>
          <th scope="col" className="amount">
            Due
          </th>
        </tr>
      </thead>
      <tbody>
        {checks.map((check) => (
          <tr key={check.id}>
            <th scope="row">
              <Link to={`/grooms/${check.id}`} className="link">
                {check.name}
              </Link>
            </th>
            <td className="amount">
              <Link to={`/payroll?groom=${check.id}&payment=${date}&paid=no`} className="link">
                {check.items}
              </Link>
            </td>
            <td className="amount">{formatDollars(check.sum)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" colSpan={2}>
            Together
          </th>
          <td className="amount">{formatDollars(sum)}</td>
        </tr>
      </tfoot>
    </table>
  );
}
