import { formatUsDate } from "#app/domain/calendar.ts";
import { formatDollars } from "#app/domain/money.ts";
import type { PayrollSummary } from "#app/domain/payroll-summary.ts";

/** The height of a week in pixels, equal to a row of the table. */
const WEEK_HEIGHT_PX = 52;

/** A bar chart of the weekly totals. The width of a bar is relative to the largest total; a total of 0 has no bar. */
export function WeeklyTotals({ weeks }: Pick<PayrollSummary, "weeks">) {
  const largest = Math.max(...weeks.map(({ total }) => total));
  const labels = weeks.map(({ week, total }) => `${formatUsDate(week)} ${formatDollars(total)}`);
  return (
    <div className="max-w-md">
      <h2 className="text-[0.8125rem]/11 font-medium text-muted print:text-[8.5pt]/7">Weekly totals</h2>
      <svg
        role="img"
        aria-label={`Weekly totals: ${labels.join(", ")}`}
        height={weeks.length * WEEK_HEIGHT_PX}
        className="w-full overflow-visible text-sm print:text-[8pt]"
      >
        {weeks.map(({ week, total }, i) => (
          <g key={week} transform={`translate(0 ${i * WEEK_HEIGHT_PX})`}>
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
