import { BLANKET_CHARGE, LOCATION_NAMES } from "#app/domain/boarding.ts";
import { formatDollars } from "#app/domain/money.ts";
import { RowDate } from "#app/ui/list/row-date.tsx";
import { RowSwitch } from "#app/ui/list/row-switch.tsx";
import type { ListColumn } from "#app/ui/list/types.ts";
import type { HorseRow } from "#db/queries/horses.ts";

export const columns: ListColumn<HorseRow>[] = [
  { id: "name", label: "Name", cell: (row) => row.name },
  { id: "responsibleParty", label: "Responsible Party", width: "w-28", cell: (row) => row.responsibleParty },
  {
    id: "checkInDate",
    label: "Check-in Date",
    width: "w-36 lg:w-30.5",
    cell: (row) => (
      <RowDate id={row.id} field="checkInDate" date={row.checkInDate} label={`${row.name}: check-in date`} />
    ),
  },
  {
    id: "checkOutDate",
    label: "Check-out Date",
    width: "w-36 lg:w-30.5",
    cell: (row) => (
      <RowDate id={row.id} field="checkOutDate" date={row.checkOutDate} label={`${row.name}: check-out date`} />
    ),
  },
  { id: "boarding", label: "Boarding", width: "w-22", align: "end", cell: (row) => formatDollars(row.boarding) },
  {
    id: "boardingSurcharge",
    label: "Boarding Surcharge",
    width: "w-24",
    align: "end",
    cell: (row) => formatDollars(row.boardingSurcharge),
  },
  { id: "training", label: "Training", width: "w-22", align: "end", cell: (row) => formatDollars(row.training) },
  {
    id: "hasBlanket",
    label: "Blanket",
    width: "w-20",
    align: "end",
    cell: (row) => formatDollars(row.hasBlanket ? BLANKET_CHARGE : 0),
  },
  {
    id: "isBillable",
    label: "Billable",
    width: "w-21",
    cell: (row) => (
      <RowSwitch id={row.id} field="isBillable" checked={row.isBillable} label={`${row.name}: billable`} />
    ),
  },
  { id: "location", label: "Location", width: "w-23.5", cell: (row) => LOCATION_NAMES[row.location] },
];
