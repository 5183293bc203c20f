import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { showState } from "#app/domain/fields/row-states.ts";
import { type ShowRow, show } from "#app/domain/records/show.ts";
import { useLiveData } from "#app/live/browser/live-data.ts";
import { actOnList } from "#app/records/lists/list-commands.ts";
import { StateBadge } from "#app/ui/controls/badge.tsx";
import { BillLink } from "#app/ui/dialog/bill-link.tsx";
import { ListScreen } from "#app/ui/list/list-screen.tsx";
import { DeleteItem, EditItem } from "#app/ui/list/row/row-forms.tsx";
import { columnsOf } from "#app/ui/list/table/columns.tsx";
import { BulkCommands, toEdit } from "#app/ui/list/table/selection.tsx";
import { useToday } from "#app/ui/list/today.ts";
import { showsList } from "../../shell/lists.ts";
import { DuplicateItem } from "./duplicate-item.tsx";
import { loadShows } from "./load.ts";

export const loader = loadShows;

export const action = (args: ActionFunctionArgs) => actOnList(args, showsList, loader);

export {
  revalidateAfterCommand as shouldRevalidate,
  submitInOrder as clientAction,
} from "#app/records/client-actions.ts";
export { loadScreen as clientLoader } from "#app/records/client-loaders.ts";

const nameOf = (row: ShowRow) => row.name;
/** The minimum widths of the columns. */
const WIDTHS = { date: "w-44", horse: "w-36", service: "w-40", quantity: "w-20", billed: "w-20" };

const columns = columnsOf(show, nameOf, WIDTHS, {
  date: (row, date) => (
    <>
      <span>{date}</span> <ShowState {...row} />
    </>
  ),
});

const ShowState = (row: ShowRow) => <StateBadge state={showState(row, useToday())} />;

export default function Shows() {
  const { list, choices } = useLiveData<typeof loader>();
  // From the data as first loaded, because a live update loads another key.
  const { idempotencyKey } = useLoaderData<typeof loader>();
  return (
    <ListScreen
      list={list}
      answer={useActionData<typeof action>()}
      columns={columns}
      choices={choices}
      noun="show"
      searchPlaceholder="Search shows..."
      toggle={{ on: "Showing unbilled shows", off: "Showing all shows" }}
      add={{ to: "/shows/new", label: "Add Show" }}
      empty={{ title: "No Shows", text: "Add new shows to manage them here", done: "All shows are billed." }}
      selection={{ nameOf, commands: <BulkCommands fields={show.fields} /> }}
      dialogOf={toEdit}
      menu={{
        nameOf,
        items: (row) => (
          <>
            <EditItem id={row.id} />
            <DuplicateItem id={row.id} seq={row.seq} idempotencyKey={idempotencyKey} />
            <DeleteItem id={row.id} />
            <Link to={`/horses/${row.horseId}`} className="menu-item">
              {`Page of ${row.horse}`}
            </Link>
          </>
        ),
      }}
      batch={({ summary, ...place }) => <BillLink {...place} noun="Show" due={summary?.unbilled} />}
    />
  );
}
