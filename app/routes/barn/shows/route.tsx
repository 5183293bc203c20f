import { Link, useLoaderData } from "@remix-run/react";
import { showState } from "#app/domain/fields/row-states.ts";
import { type ShowRow, show } from "#app/domain/records/show.ts";
import { useLiveData } from "#app/live/browser/live-data.ts";
import { listAction } from "#app/records/lists/list-commands.ts";
import { StateBadge } from "#app/ui/controls/badge.tsx";
import { BillLink } from "#app/ui/dialog/bill-link.tsx";
import { ListScreen } from "#app/ui/list/list-screen.tsx";
import { DeleteItem, EditItem } from "#app/ui/list/row/row-forms.tsx";
import type { CustomCells } from "#app/ui/list/table/columns.tsx";
import { useToday } from "#app/ui/list/today.ts";
import { showsList } from "../../shell/lists.ts";
import { DuplicateItem } from "./duplicate-item.tsx";
import { loadShows } from "./load.ts";

export const loader = loadShows;
export const action = listAction(showsList, loader);
export {
  revalidateAfterCommand as shouldRevalidate,
  submitInOrder as clientAction,
} from "#app/records/client-actions.ts";
export { loadScreen as clientLoader } from "#app/records/client-loaders.ts";

const cells: CustomCells<ShowRow> = {
  date: (row, date) => (
    <>
      <span>{date}</span> <ShowState {...row} />
    </>
  ),
};

const ShowState = (row: ShowRow) => <StateBadge state={showState(row, useToday())} />;

export default function Shows() {
  const { list, choices } = useLiveData<typeof loader>();
  // From the data as first loaded, because a live update loads another key.
  const { idempotencyKey } = useLoaderData<typeof loader>();
  return (
    <ListScreen
      description={show}
      list={list}
      cells={cells}
      choices={choices}
      menu={(row) => (
        <>
          <EditItem id={row.id} />
          <DuplicateItem id={row.id} seq={row.seq} idempotencyKey={idempotencyKey} />
          <DeleteItem id={row.id} />
          <Link to={`/horses/${row.horseId}`} className="menu-item">
            {`Page of ${row.horse}`}
          </Link>
        </>
      )}
      batch={({ summary, ...place }) => <BillLink {...place} noun="Show" due={summary?.unbilled} />}
    />
  );
}
