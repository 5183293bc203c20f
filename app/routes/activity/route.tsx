import { Link } from "@remix-run/react";
import { inSentence } from "#app/domain/activity/activity.ts";
import { type ActivityRow, entry } from "#app/domain/records/entry.ts";
import { useLiveData } from "#app/live/browser/live-data.ts";
import { listAction } from "#app/records/lists/list-commands.ts";
import { loadList } from "#app/records/lists/read-list.ts";
import { hasPages } from "#app/registry/places.ts";
import { Tabs } from "#app/ui/controls/tabs.tsx";
import { ListScreen } from "#app/ui/list/list-screen.tsx";
import { UndoForm } from "#app/ui/list/row/done-notice.tsx";
import type { CustomCells } from "#app/ui/list/table/columns.tsx";
import { activityList } from "./list.ts";

export const loader = loadList(activityList);
export const action = listAction(activityList, loader);
export {
  revalidateAfterCommand as shouldRevalidate,
  submitInOrder as clientAction,
} from "#app/records/client-actions.ts";
export { loadScreen as clientLoader } from "#app/records/client-loaders.ts";

const TABS = [
  ["/activity", "All"],
  ["/activity?change=delete", "Trash"],
] as const;

const cells: CustomCells<ActivityRow> = {
  records: (row, text) => (hasPages(`/${row.kind}`) ? <a href={`/${row.kind}/${row.recordId}`}>{text}</a> : text),
};

/** All changes with their authors and times, and Undo (docs/product.md, 'Activity'). */
export default function Activity() {
  const { list } = useLiveData<typeof loader>();
  const isOfDeleted = list.state.filters.change === "delete";
  return (
    <ListScreen
      description={entry}
      list={list}
      cells={cells}
      tabs={<Tabs label="Activity" tabs={TABS} current={TABS[isOfDeleted ? 1 : 0][0]} />}
      menu={({ id, actor, recordId, canUndo }) => (
        <>
          {canUndo && (
            <UndoForm change={id}>
              <button type="submit" className="menu-item">
                Undo
              </button>
            </UndoForm>
          )}
          {recordId && (
            <Link to={`/activity?${new URLSearchParams({ record: recordId })}`} className="menu-item">
              All changes of this record
            </Link>
          )}
          <Link to={`/activity?${new URLSearchParams({ person: actor })}`} className="menu-item">
            {`All changes by ${inSentence(actor)}`}
          </Link>
        </>
      )}
    />
  );
}
