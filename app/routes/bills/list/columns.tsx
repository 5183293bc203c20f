import { formatUsDate } from "#app/domain/basics/calendar.ts";
import { billState } from "#app/domain/fields/row-states.ts";
import { type BillRow, bill } from "#app/domain/records/bill.ts";
import { StateBadge } from "#app/ui/controls/badge.tsx";
import { columnsOf, linkTo } from "#app/ui/list/table/columns.tsx";

/** The name of a bill: 'Body clipping for Bella, 11/02/2026'. */
export const nameOfBill = ({ service, horse, date }: BillRow) => `${service} for ${horse}, ${formatUsDate(date)}`;

const cells: Parameters<typeof columnsOf<BillRow>>[3] = {
  customer: linkTo("/customers", ({ customerId }) => customerId),
  horse: linkTo("/horses", ({ horseId }) => horseId),
};

/** The minimum widths of the columns. */
const WIDTHS = {
  date: "w-40",
  customer: "w-34",
  horse: "w-28",
  service: "w-34",
  quantity: "w-18",
  value: "w-24",
  location: "w-22",
  comments: "w-40",
  entered_by: "w-36",
};

export const pendingColumns = columnsOf(bill, nameOfBill, WIDTHS, cells);

/**
 * With each bill's state in the first column, which does not scroll away. In the default view all bills are pending.
 */
export const allColumns = columnsOf(bill, nameOfBill, WIDTHS, {
  ...cells,
  date: (row, date) => (
    <>
      <span>{date}</span> <StateBadge state={billState(row)} />
    </>
  ),
});
