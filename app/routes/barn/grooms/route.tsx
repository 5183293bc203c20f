import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { useActionData } from "@remix-run/react";
import { formatDollars } from "#app/domain/basics/money.ts";
import { type GroomRow, groom } from "#app/domain/records/groom.ts";
import { useLiveData } from "#app/live/browser/live-data.ts";
import { actOnList } from "#app/records/lists/list-commands.ts";
import { loadList } from "#app/records/lists/read-list.ts";
import { ListScreen } from "#app/ui/list/list-screen.tsx";
import { EditAndDelete } from "#app/ui/list/row/row-forms.tsx";
import { columnsOf } from "#app/ui/list/table/columns.tsx";
import { BulkCommands, toEdit } from "#app/ui/list/table/selection.tsx";
import { groomsList } from "../../shell/lists.ts";

export const loader = loadList(groomsList);
export const action = (args: ActionFunctionArgs) => actOnList(args, groomsList, loader);

export { submitInOrder as clientAction } from "#app/records/client-actions.ts";
export { loadScreen as clientLoader } from "#app/records/client-loaders.ts";
export { revalidateShortList as shouldRevalidate } from "#app/records/lists/revalidate-short-list.ts";

const nameOf = (row: GroomRow) => row.name;
/** The minimum widths of the columns. */
const WIDTHS = { startDate: "w-32", endDate: "w-32", weeklySalary: "w-32", location: "w-28" };

const columns = columnsOf(groom, nameOf, WIDTHS);

export default function Grooms() {
  const { list } = useLiveData<typeof loader>();
  const isActive = ({ startDate, endDate }: GroomRow) =>
    (startDate ?? "") <= list.today && (endDate ?? list.today) >= list.today;
  return (
    <ListScreen
      list={list}
      answer={useActionData<typeof action>()}
      columns={columns}
      noun="groom"
      figures={({ rows }) =>
        `${formatDollars(rows.filter(isActive).reduce((sum, { weeklySalary }) => sum + weeklySalary, 0))} a week`
      }
      searchPlaceholder="Search grooms..."
      toggle={{ on: "Showing active employees", off: "Showing all employees" }}
      add={{ to: "/grooms/new", label: "Add Groom" }}
      empty={{ title: "No Grooms", text: "Add new grooms to manage them here", done: "No employee is active." }}
      selection={{ nameOf, commands: <BulkCommands fields={groom.fields} /> }}
      dialogOf={toEdit}
      hasPages
      menu={{ nameOf, items: ({ id }) => <EditAndDelete id={id} /> }}
    />
  );
}
