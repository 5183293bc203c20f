import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { useActionData } from "@remix-run/react";
import { type HorseRow, horse } from "#app/domain/records/horse.ts";
import { useLiveData } from "#app/live/browser/live-data.ts";
import { actOnList } from "#app/records/lists/list-commands.ts";
import { BillLink } from "#app/ui/dialog/bill-link.tsx";
import { ListScreen } from "#app/ui/list/list-screen.tsx";
import { EditAndDelete } from "#app/ui/list/row/row-forms.tsx";
import { columnsOf, linkTo } from "#app/ui/list/table/columns.tsx";
import { BulkCommands, toEdit } from "#app/ui/list/table/selection.tsx";
import { horsesList } from "../../shell/lists.ts";
import { loadHorses } from "./load.ts";

export const loader = loadHorses;

export const action = (args: ActionFunctionArgs) => actOnList(args, horsesList, loader);

export { submitInOrder as clientAction } from "#app/records/client-actions.ts";
export { loadScreen as clientLoader } from "#app/records/client-loaders.ts";
export { revalidateShortList as shouldRevalidate } from "#app/records/lists/revalidate-short-list.ts";

const nameOf = (row: HorseRow) => row.name;
/** The minimum widths of the columns. */
const WIDTHS = {
  responsibleParty: "w-29",
  checkInDate: "w-26",
  checkOutDate: "w-26",
  boarding: "w-21",
  boardingSurcharge: "w-19",
  training: "w-21",
  hasBlanket: "w-18",
  isBillable: "w-16",
  location: "w-22",
};

const columns = columnsOf(horse, nameOf, WIDTHS, { responsibleParty: linkTo("/customers", (row) => row.customerId) });

/** '45 billable · 26 in Florida · 25 on Long Island' */
function figuresOf(rows: readonly HorseRow[]): string {
  const count = (test: (row: HorseRow) => boolean) => rows.filter(test).length;
  const isIn = (place: HorseRow["location"]) => count(({ location }) => location === place);
  return `${count(({ isBillable }) => isBillable)} billable · ${isIn("florida")} in Florida · ${isIn("long-island")} on Long Island`;
}

export default function Horses() {
  const { list } = useLiveData<typeof loader>();
  return (
    <ListScreen
      list={list}
      answer={useActionData<typeof action>()}
      columns={columns}
      noun="horse"
      searchPlaceholder="Search horses..."
      toggle={{ on: "Showing horses in property", off: "Showing all horses" }}
      add={{ to: "/horses/new", label: "Add Horse" }}
      empty={{ title: "No Horses", text: "Add new horses to manage them here", done: "No horse is on the property." }}
      selection={{ nameOf, commands: <BulkCommands fields={horse.fields} /> }}
      dialogOf={toEdit}
      hasPages
      menu={{ nameOf, items: ({ id }) => <EditAndDelete id={id} /> }}
      figures={({ rows }) => figuresOf(rows)}
      batch={({ rows, ...place }) => (
        <BillLink {...place} noun="Horse" due={rows.filter(({ isBillable }) => isBillable).length} />
      )}
    />
  );
}
