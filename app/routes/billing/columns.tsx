import { formatUsDate } from "#app/domain/calendar.ts";
import { Badge } from "#app/ui/controls/badge.tsx";
import { columnsOf } from "#app/ui/list/columns.tsx";
import type { ListColumn } from "#app/ui/list/types.ts";
import type { BillRow } from "#db/queries/bills.ts";
import { bill } from "./bill.ts";

/** The name of a bill: 'Body clipping for Bella, 11/02/2026'. */
export const nameOfBill = ({ service, horse, date }: BillRow) => `${service} for ${horse}, ${formatUsDate(date)}`;

/** The mark of a bill that is voided or corrected. */
function Mark({ status, isCorrected }: BillRow) {
  if (status === "voided") return <Badge color="red">Voided</Badge>;
  return isCorrected ? <Badge color="blue">Corrected</Badge> : null;
}

export const columns = columnsOf(bill, nameOfBill).map(
  (column, i): ListColumn<BillRow> =>
    i > 0
      ? column
      : {
          ...column,
          // The first column stays in sight.
          cell: (row, context) => (
            <>
              {column.cell(row, context)} <Mark {...row} />
            </>
          ),
        },
);
