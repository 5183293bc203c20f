import type { ListColumn } from "#app/ui/list/types.ts";
import type { CustomerRow } from "#db/queries/customers.ts";

/** The first 2, and an ellipsis where there are more (spec section 2). */
function firstTwo(entries: string[]): string {
  return entries.slice(0, 2).join(", ") + (entries.length > 2 ? "…" : "");
}

export const columns: ListColumn<CustomerRow>[] = [
  { id: "name", label: "Name", cell: (row) => row.name },
  { id: "emails", label: "Email(s)", width: "w-80 lg:w-64", cell: (row) => firstTwo(row.emails) },
  { id: "phone", label: "Phone", width: "w-36", cell: (row) => row.phone },
  { id: "riders", label: "Riders", width: "w-52", cell: (row) => firstTwo(row.riders) },
];
