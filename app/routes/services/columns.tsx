import { formatDollars } from "#app/domain/money.ts";
import { RowSwitch } from "#app/ui/list/row-switch.tsx";
import type { ListColumn } from "#app/ui/list/types.ts";
import type { ServiceRow } from "#db/queries/services.ts";

export const columns: ListColumn<ServiceRow>[] = [
  { id: "productServiceName", label: "Product Service Name", cell: (row) => row.productServiceName },
  { id: "price", label: "Price", width: "w-28", align: "end", cell: (row) => formatDollars(row.price) },
  { id: "salesDescription", label: "Sales Description", width: "w-64", cell: (row) => row.salesDescription },
  {
    id: "public",
    label: "Public",
    width: "w-20",
    cell: (row) => (
      <RowSwitch id={row.id} field="public" checked={row.public} label={`${row.productServiceName}: public`} />
    ),
  },
  {
    id: "needsGroom",
    label: "Needs Groom",
    width: "w-28",
    hidden: true,
    cell: (row) => (
      <RowSwitch
        id={row.id}
        field="needsGroom"
        checked={row.needsGroom}
        label={`${row.productServiceName}: needs groom`}
      />
    ),
  },
];
