import { formatDollars } from "#app/domain/basics/money.ts";
import { formatMonth, type MonthSum } from "#app/domain/basics/months.ts";
import { Section, To } from "./record-page.tsx";

type BillsByMonthProps = {
  /** The page of the record, and its statement, if it has one. */
  path: string;
  statement?: string;
  /** The address of the record's bills in their list. */
  bills: string;
  all: { sum: number; pending: number } | null;
  months: readonly MonthSum[];
  hasMoreMonths: boolean;
};

/** The sums of a record's bills by month, each with its bills and its statement. */
export function BillsByMonth({ path, statement, bills, all, months, hasMoreMonths }: BillsByMonthProps) {
  return (
    <Section
      id="months"
      title="Bills by month"
      more={
        <>
          {all && (
            <span className="text-muted">
              {`${formatDollars(all.sum)} total · ${formatDollars(all.pending)} pending`}
            </span>
          )}
          {hasMoreMonths && <To to={`${path}?months=all#months`}>All months</To>}
        </>
      }
      none="No bills yet."
      head={["Month", ["Billed", "end"], ["Exported", "end"], ["Pending", "end"], "Details"]}
      rows={months.map(({ month, sum, pending }) => ({
        key: month,
        cells: [
          formatMonth(month),
          formatDollars(sum),
          formatDollars(sum - pending),
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
