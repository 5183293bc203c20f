import { Link } from "@remix-run/react";
import { type RefObject, useEffect, useRef } from "react";
import { type ListState, listHref } from "#app/domain/fields/list-state.ts";
import type { ListTable, RowEdits } from "#app/table/table-options.ts";
import { button } from "#app/ui/controls/button.tsx";
import { Empty } from "./empty.tsx";
import { ScreenTitle } from "./screen-title.tsx";
import { SelectionBar, useTickedRows } from "./table/selection.tsx";
import { Table } from "./table/table.tsx";
import { isPage, shownBy, useListTable, useSearchState } from "./table/use-list-table.ts";
import { useStableRows } from "./table/use-stable-rows.ts";
import { ColumnsMenu } from "./tools/columns-menu.tsx";
import { FilterMenu } from "./tools/filter-menu.tsx";
import { MoreMenu } from "./tools/more-menu.tsx";
import { ListTotal, Pager } from "./tools/pager.tsx";
import { SearchBox, Toggle } from "./tools/toolbar.tsx";
import { useColumnChoice } from "./tools/use-column-choice.ts";
import type { ListData, ListProps, ListRow, ReadList, ShownDescription, ShownList } from "./types.ts";

type ListPageProps<Row extends ListRow> = ListProps<Row> & {
  list: ReadList<Row> & { data: ListData<Row> };
  /** The row that was just added or saved. */
  savedId: string | undefined;
  rowEdits: ReadonlyMap<string, RowEdits>;
};

/** The list of any screen: heading, tools, table and foot (docs/architecture.md, 'One list'). */
export function ListPage<Row extends ListRow>(props: ListPageProps<Row>) {
  const { description, columns, instead, below, selection, savedId, rowEdits, dialogOf } = props;
  const { path, data, search } = props.list;
  const { state, isSearching, setTyped } = useSearchState(props.list);
  const list = { ...props.list, state };
  const body = useRef<HTMLTableSectionElement>(null);
  const choice = useColumnChoice(list.columnChoice);
  const hrefOf = (row: Row) => {
    const dialog = dialogOf?.(row);
    return dialog && `${path}/${row.id}/${dialog}${search}`;
  };
  const table = useListTable({ columns, data, state, isSearching, selection, rowEdits, hrefOf, ...choice });
  const rows = useStableRows(table.getRowModel().rows, data.rows, body);
  const isHydrated = useTickedRows(table, rows, body);
  const shown = { ...list, ...shownBy(table, data, isSearching) };
  const selected = Object.keys(table.state.rowSelection).length;
  useRowInView(body, savedId, rows);
  // Remix requests the routes of the links on the page. A row's menu renders its links only when it opens, and if a
  // command is answered before the route of a pressed link is known, the router loses the answer. So the page has a
  // hidden link to the dialog of its first row.
  const firstDialog = rows[0] && dialogOf?.(rows[0].original);
  return (
    <div className="list" aria-busy={isSearching || undefined}>
      <ListHead {...props} {...{ list, shown, table }} />
      {props.tabs}
      <div className="list-tools">
        <Toggle {...list} toggle={description.toggle} />
        <SearchBox {...props.list} placeholder={description.search} isLong={isPage(data)} onType={setTyped} />
        <ColumnsMenu path={path} table={table} {...choice} />
        <FilterMenu {...list} table={table} />
      </div>
      {selection && !instead && rows.length > 0 && (
        <SelectionBar
          noun={description.noun}
          count={isHydrated ? selected : undefined}
          onClear={() => table.resetRowSelection(true)}
        >
          {selection.commands}
        </SelectionBar>
      )}
      {instead ? (
        instead
      ) : rows.length > 0 || isSearching ? (
        <Table {...props} {...list} {...{ table, rows, body, isHydrated }} nameOf={description.nameOf} />
      ) : (
        <EmptyState {...props} total={shown.total} />
      )}
      <ListFoot {...props} {...{ list, shown, table, isSearching }} />
      {below}
      {firstDialog && <Link hidden to={`${path}/0/${firstDialog}`} />}
    </div>
  );
}

/** The button that leads to the form of a new record. */
const addLabel = <Row,>({ record, add = record && `Add ${record}` }: ShownDescription<Row>) => add;

type PartProps<Row extends ListRow> = ListPageProps<Row> & { shown: ShownList<Row>; table: ListTable<Row> };

/** The title, one line of figures, the menu of what is rarely done, and the main job. */
function ListHead<Row extends ListRow>(props: PartProps<Row>) {
  const { description, list, head, figures, more, shown } = props;
  const { path, state, search, defaultSort } = list;
  const add = addLabel(description);
  return (
    <div className="list-head">
      <ScreenTitle />
      {figures && <p className="list-figures">{figures(shown)}</p>}
      <MoreMenu csv={listHref(`${path}/csv`, state, defaultSort, {})}>{more}</MoreMenu>
      {add && (
        // The Add dialog keeps the list's state in its address.
        <Link to={`${path}/new${search}`} className={button.primary} preventScrollReset>
          {add}
        </Link>
      )}
      {head?.(shown)}
    </div>
  );
}

/** The number of rows and their total, the pages, and the job for all of them. */
function ListFoot<Row extends ListRow>(props: PartProps<Row> & { isSearching: boolean }) {
  const { description, list, sum, note, batch, shown, table, isSearching } = props;
  const job = batch?.(shown);
  const total = sum?.(shown);
  const only = total && description.toggle?.only;
  if (shown.total === 0 && !list.state.q && !job && !note && !isSearching) return null;
  return (
    <div className="list-end">
      <div className="list-foot">
        <p className="list-count">
          {isSearching ? <output>Searching…</output> : <ListTotal {...shown} noun={description.noun} />}
          {total && <output className="list-sum">{total}</output>}
        </p>
        {only && list.state.view === "current" && list.filters?.some(({ isSet }) => isSet) && (
          <p className="list-note">
            <span>{`${only} · `}</span>
            <Link to={listHref(list.path, list.state, list.defaultSort, { view: "all" })} className="link">
              Show all
            </Link>
          </p>
        )}
        {note && <div className="list-note">{note}</div>}
        {!isSearching && <Pager {...shown} data={list.data} table={table} />}
      </div>
      {job && <div className="list-batch">{job}</div>}
    </div>
  );
}

/** Scrolls to the row that was just added or saved, if it is on this page. */
function useRowInView(
  body: RefObject<HTMLTableSectionElement>,
  savedId: string | undefined,
  rows: readonly { id: string }[],
) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a later change of the rows scrolls nowhere.
  useEffect(() => {
    const index = rows.findIndex(({ id }) => id === savedId);
    body.current?.rows[index]?.scrollIntoView({ block: "nearest" });
  }, [savedId]);
}

/** Why the list is empty, and the way on: its rows have gone, nothing was found, all rows are done, or none exist. */
function EmptyState<Row extends ListRow>({ list, description, total }: ListPageProps<Row> & { total: number }) {
  const { empty, toggle } = description;
  const add = addLabel(description);
  const { path, state, defaultSort, data, filters, search } = list;
  const { q, view } = state;
  const link = (label: string, change: Partial<ListState>) => (
    <Link key={label} to={listHref(path, state, defaultSort, change)} className="link ml-2 whitespace-nowrap">
      {label}
    </Link>
  );
  const linkToAll = (verb: string) =>
    toggle && view === "current" && link(toggle.off.replace("Showing", verb), { view: "all" });
  const isFiltered = filters?.some(({ isSet }) => isSet);
  const [text, ways] =
    total > 0
      ? ["Nothing is left on this page.", link("Go to the first page", {})]
      : q
        ? [`Nothing found for “${q}”.`, [link("Clear the search", { q: "" }), linkToAll("Search")]]
        : isFiltered
          ? ["No matches.", linkToAll("Show")]
          : data.hasRows && empty.done
            ? [empty.done, linkToAll("Show")]
            : [empty.text, null];
  const way = empty.way ?? (add ? { to: `${path}/new${search}`, label: add } : undefined);
  return (
    <Empty
      title={empty.title}
      text={
        <>
          <span>{text}</span> {ways}
        </>
      }
      way={ways === null ? way : undefined}
    />
  );
}
