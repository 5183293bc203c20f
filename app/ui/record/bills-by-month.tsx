import { formatDollars } from "#app/domain/basics/money.ts";
import { formatMonth, type MonthSum } from "#app/domain/basics/months.ts";
import { Section, To } from "./record-page.tsx";

type BillsByMonthProps = {
  /** The statement of the record, if it has one. */
  statement?: string;
  /** The address of the record's bills in their list. */
  bills: string;
  months: readonly MonthSum[];
};

/** The sums of a record's bills by month, each with its bills and its statement. */
export function BillsByMonth({ statement, bills, months }: BillsByMonthProps) {
  return (
    <Section
      id="months"
      title="Bills by month"
      all={`${bills}&group=month`}
      none="No bills yet."
      head={["Month", ["Billed", "end"], ["Pending", "end"], "Details"]}
      rows={months.map(({ month, sum, pending }) => ({
        key: month,
        cells: [
          formatMonth(month),
          formatDollars(sum),
          formatDollars(pending),
          <span key={month} className="flex flex-wrap gap-x-4">
            {statement && (
              <To to={`${statement}?month=${month}`}>
                Statement<span className="sr-only">{` for ${formatMonth(month)}`}</span>
              </To>
            )}
            <To to={`${bills}&month=${month}`}>
              Bills<span className="sr-only">{` of ${formatMonth(month)}`}</span>
            </To>
          </span>,
        ],
      }))}
    />
  );
}
