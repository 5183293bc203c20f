import { LOCATION_NAMES } from "#app/domain/boarding.ts";
import { formatDollars } from "#app/domain/money.ts";
import { RowDate } from "#app/ui/list/row-date.tsx";
import type { ListColumn } from "#app/ui/list/types.ts";
import type { GroomRow } from "#db/queries/grooms.ts";

export const columns: ListColumn<GroomRow>[] = [
  { id: "name", label: "Name", cell: (row) => row.name },
  {
    id: "startDate",
    label: "Start Date",
    width: "w-36",
    cell: (row) => <RowDate id={row.id} field="startDate" date={row.startDate} label={`${row.name}: start date`} />,
  },
  {
    id: "endDate",
    label: "End Date",
    width: "w-36",
    cell: (row) => <RowDate id={row.id} field="endDate" date={row.endDate} label={`${row.name}: end date`} />,
  },
  {
    id: "weeklySalary",
    label: "Weekly Salary",
    width: "w-32",
    align: "end",
    cell: (row) => formatDollars(row.weeklySalary),
  },
  { id: "location", label: "Location", width: "w-28", cell: (row) => LOCATION_NAMES[row.location] },
];
