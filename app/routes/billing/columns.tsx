import { formatUsDate } from "#app/domain/calendar.ts";
import { type BillRow, bill } from "#app/domain/records/bill.ts";
import { Badge } from "#app/ui/controls/badge.tsx";
import { columnsOf, linkColumn } from "#app/ui/list/columns.tsx";
import type { ListColumn } from "#app/ui/list/types.ts";

/** The name of a bill: 'Body clipping for Bella, 11/02/2026'. */
export const nameOfBill = ({ service, horse, date }: BillRow) => `${service} for ${horse}, ${formatUsDate(date)}`;

const STATES = {
  pending: <Badge color="amber">Pending</Badge>,
  exported: <Badge>Exported</Badge>,
  voided: <Badge color="red">Voided</Badge>,
  corrected: <Badge color="blue">Corrected</Badge>,
};

export const pendingColumns = columnsOf(bill, nameOfBill).map((column): ListColumn<BillRow> => {
  if (column.id === "customer") return linkColumn(column, "/customers", ({ customerId }) => customerId);
  if (column.id === "horse") return linkColumn(column, "/horses", ({ horseId }) => horseId);
  if (column.id !== "comments") return column;
  return {
    ...column,
    // The dialog of the bill has all of it, too.
    cell: ({ comments }) => (
      <span className="line-clamp-3" title={comments}>
        {comments}
      </span>
    ),
  };
});

/** With the state of each bill, in the first column, which stays in sight. In the default view all bills are pending. */
export const allColumns = pendingColumns.map(
  (column, i): ListColumn<BillRow> =>
    i > 0
      ? column
      : {
          ...column,
          cell: (row, context) => (
            <>
              {column.cell(row, context)}{" "}
              {STATES[row.isCorrected && row.status === "exported" ? "corrected" : row.status]}
            </>
          ),
        },
);
