import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { Link, useActionData } from "@remix-run/react";
import { inSentence } from "#app/domain/activity/activity.ts";
import { type ActivityRow, entry } from "#app/domain/records/entry.ts";
import { useLiveData } from "#app/live/browser/live-data.ts";
import { actOnList } from "#app/records/lists/list-commands.ts";
import { loadList } from "#app/records/lists/read-list.ts";
import { Tabs } from "#app/ui/controls/tabs.tsx";
import { ListScreen } from "#app/ui/list/list-screen.tsx";
import { UndoForm } from "#app/ui/list/row/done-notice.tsx";
import { columnsOf } from "#app/ui/list/table/columns.tsx";
import { activityList } from "./list.ts";

export const loader = loadList(activityList);

export const action = (args: ActionFunctionArgs) => actOnList(args, activityList, loader);

export {
  revalidateAfterCommand as shouldRevalidate,
  submitInOrder as clientAction,
} from "#app/records/client-actions.ts";
export { loadScreen as clientLoader } from "#app/records/client-loaders.ts";

const TABS = [
  ["/activity", "All"],
  ["/activity?change=delete", "Trash"],
] as const;

/** The tables whose records have pages. The table's name is also the path of the pages. */
const WITH_PAGES = ["customers", "grooms", "horses"];

const EMPTY = {
  title: "No Activity",
  text: "Every change of a record is listed here as soon as somebody makes one",
  way: { to: "/horses/new", label: "Add a horse" },
};

const nameOf = ({ action: done, records }: ActivityRow) => `${inSentence(done)}: ${records}`;

/** The minimum widths of the columns. */
const WIDTHS = { records: "w-40", changes: "w-64", actor: "w-48", date: "w-25", time: "w-22" };

const columns = columnsOf(entry, nameOf, WIDTHS, {
  records: (row, text) => (WITH_PAGES.includes(row.kind) ? <a href={`/${row.kind}/${row.recordId}`}>{text}</a> : text),
});

/** All changes with their authors and times, and Undo (docs/product.md, 'Activity'). */
export default function Activity() {
  const { list } = useLiveData<typeof loader>();
  const isOfDeleted = list.state.filters.change === "delete";
  return (
    <ListScreen
      list={list}
      answer={useActionData<typeof action>()}
      columns={columns}
      noun="change"
      searchPlaceholder="Search activity..."
      empty={EMPTY}
      tabs={<Tabs label="Activity" tabs={TABS} current={TABS[isOfDeleted ? 1 : 0][0]} />}
      menu={{
        nameOf,
        items: ({ id, actor, recordId, canUndo }) => (
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
        ),
      }}
    />
  );
}
