import { formatUsDate } from "#app/domain/calendar.ts";
import { formatDollars } from "#app/domain/money.ts";
import { RowSwitch } from "#app/ui/list/row-switch.tsx";
import type { ListColumn } from "#app/ui/list/types.ts";
import type { PayrollRow } from "#db/queries/payroll.ts";

export const columns: ListColumn<PayrollRow>[] = [
  { id: "date", label: "Date", cell: (row) => formatUsDate(row.date) },
  { id: "week", label: "Week", width: "w-20", align: "end", cell: (row) => row.week },
  { id: "groom", label: "Groom", width: "w-44", cell: (row) => row.groom },
  { id: "item", label: "Item", width: "w-48", cell: (row) => row.item },
  { id: "value", label: "Value", width: "w-28", align: "end", cell: (row) => formatDollars(row.value) },
  {
    id: "payment",
    label: "Payment Date",
    width: "w-36",
    cell: (row) => (row.paymentDate ? formatUsDate(row.paymentDate) : ""),
  },
  {
    id: "paid",
    label: "Paid",
    width: "w-20",
    cell: (row) => <RowSwitch id={row.id} field="paid" checked={row.paid} label={`${nameOf(row)}: paid`} />,
  },
];

/** What a row is called where its other columns are not in sight. */
export const nameOf = ({ item, groom, date }: PayrollRow) => `${item} of ${groom}, ${formatUsDate(date)}`;
