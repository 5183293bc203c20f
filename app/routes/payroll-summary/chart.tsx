import { formatUsDate } from "#app/domain/calendar.ts";
import { formatDollars } from "#app/domain/money.ts";
import type { PayrollSummary } from "#app/domain/payroll-summary.ts";

/** Pixels from one week to the next: a row of the table. */
const STEP = 52;

/** A bar for each week, as long as its total beside the largest; nothing is drawn for nothing. */
export function WeeklyTotals({ weeks }: Pick<PayrollSummary, "weeks">) {
  const largest = Math.max(...weeks.map(({ total }) => total));
  const said = weeks.map(({ week, total }) => `${formatUsDate(week)} ${formatDollars(total)}`);
  return (
    <div className="chart">
      <h2>Weekly totals</h2>
      <svg role="img" aria-label={`Weekly totals: ${said.join(", ")}`} height={weeks.length * STEP}>
        {weeks.map(({ week, total }, i) => (
          <g key={week} transform={`translate(0 ${i * STEP})`}>
            <text y="22">{formatUsDate(week)}</text>
            <text x="100%" y="22" className="amount">
              {formatDollars(total)}
            </text>
            {total > 0 && <rect y="31" width={`${((total / largest) * 100).toFixed(2)}%`} height="8" rx="2" />}
          </g>
        ))}
      </svg>
    </div>
  );
}
