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
    <div className="max-w-md">
      <h2 className="text-[0.8125rem]/11 font-medium text-muted print:text-[8.5pt]/7">Weekly totals</h2>
      <svg
        role="img"
        aria-label={`Weekly totals: ${said.join(", ")}`}
        height={weeks.length * STEP}
        className="w-full overflow-visible text-sm print:text-[8pt]"
      >
        {weeks.map(({ week, total }, i) => (
          <g key={week} transform={`translate(0 ${i * STEP})`}>
            <text y="22" className="fill-muted">
              {formatUsDate(week)}
            </text>
            <text x="100%" y="22" className="amount fill-ink font-semibold [text-anchor:end]">
              {formatDollars(total)}
            </text>
            {total > 0 && (
              <rect
                y="31"
                width={`${((total / largest) * 100).toFixed(2)}%`}
                height="8"
                rx="2"
                className="fill-current text-accent-ink"
              />
            )}
          </g>
        ))}
      </svg>
    </div>
  );
}
