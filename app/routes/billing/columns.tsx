import { LOCATION_NAMES } from "#app/domain/boarding.ts";
import { formatUsDate } from "#app/domain/calendar.ts";
import { formatDollars } from "#app/domain/money.ts";
import type { ListColumn } from "#app/ui/list/types.ts";
import type { BillRow } from "#db/queries/bills.ts";

export const columns: ListColumn<BillRow>[] = [
  { id: "date", label: "Date", cell: (row) => formatUsDate(row.date) },
  { id: "customer", label: "Customer", width: "w-44", cell: (row) => row.customer },
  { id: "horse", label: "Horse", width: "w-40", cell: (row) => row.horse },
  { id: "service", label: "Service", width: "w-48", cell: (row) => row.service },
  { id: "quantity", label: "Quantity", width: "w-24", align: "end", cell: (row) => row.quantity },
  { id: "value", label: "Value", width: "w-28", align: "end", cell: (row) => formatDollars(row.value) },
  { id: "location", label: "Location", width: "w-36", cell: (row) => LOCATION_NAMES[row.location] },
  { id: "comments", label: "Comments", width: "w-64", hidden: true, cell: (row) => row.comments },
];
