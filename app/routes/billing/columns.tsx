import { formatUsDate } from "#app/domain/calendar.ts";
import { type BillRow, bill } from "#app/domain/records/bill.ts";
import { Badge } from "#app/ui/controls/badge.tsx";
import { columnsOf, linkTo } from "#app/ui/list/columns.tsx";

/** The name of a bill: 'Body clipping for Bella, 11/02/2026'. */
export const nameOfBill = ({ service, horse, date }: BillRow) => `${service} for ${horse}, ${formatUsDate(date)}`;

const STATES = {
  pending: <Badge color="amber">Pending</Badge>,
  exported: <Badge>Exported</Badge>,
  voided: <Badge color="red">Voided</Badge>,
  corrected: <Badge color="blue">Corrected</Badge>,
};

const cells: Parameters<typeof columnsOf<BillRow>>[2] = {
  customer: linkTo("/customers", ({ customerId }) => customerId),
  horse: linkTo("/horses", ({ horseId }) => horseId),
  // The dialog of the bill has all of it, too.
  comments: ({ comments }) => (
    <span className="line-clamp-3" title={comments}>
      {comments}
    </span>
  ),
};

export const pendingColumns = columnsOf(bill, nameOfBill, cells);

/** With the state of each bill, in the first column, which stays in sight. In the default view all bills are pending. */
export const allColumns = columnsOf(bill, nameOfBill, {
  ...cells,
  date: (row, date) => (
    <>
      {date} {STATES[row.isCorrected && row.status === "exported" ? "corrected" : row.status]}
    </>
  ),
});
