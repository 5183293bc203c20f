import { formatUsDate } from "#app/domain/calendar.ts";
import { useLiveData } from "#app/live/browser/live-data.ts";
import { RowNumber } from "#app/ui/list/row-number.tsx";
import { RowSelect } from "#app/ui/list/row-select.tsx";
import { RowSwitch } from "#app/ui/list/row-switch.tsx";
import type { ListColumn } from "#app/ui/list/types.ts";
import type { ShowRow } from "#db/queries/shows.ts";
import type { loader } from "./route.tsx";

export const columns: ListColumn<ShowRow>[] = [
  { id: "name", label: "Show Name", cell: (row) => row.name },
  { id: "date", label: "Date", width: "w-28", cell: (row) => formatUsDate(row.date) },
  { id: "horse", label: "Horse", width: "w-40", cell: (row) => <Horse row={row} /> },
  { id: "service", label: "Service", width: "w-48", cell: (row) => <Service row={row} /> },
  {
    id: "quantity",
    label: "Quantity",
    width: "w-28",
    cell: (row) => (
      <RowNumber id={row.id} field="quantity" value={row.quantity} min={1} label={`${row.name}: quantity`} />
    ),
  },
  {
    id: "billed",
    label: "Billed",
    width: "w-20",
    cell: (row) => <RowSwitch id={row.id} field="billed" checked={row.billed} label={`${row.name}: billed`} />,
  },
];

function Horse({ row }: { row: ShowRow }) {
  const { horses } = useLiveData<typeof loader>();
  const value = { id: row.horseId, name: row.horse };
  return <RowSelect id={row.id} field="horseId" value={value} options={horses} label={`${row.name}: horse`} />;
}

function Service({ row }: { row: ShowRow }) {
  const { services } = useLiveData<typeof loader>();
  const value = { id: row.serviceId, name: row.service };
  return <RowSelect id={row.id} field="serviceId" value={value} options={services} label={`${row.name}: service`} />;
}
