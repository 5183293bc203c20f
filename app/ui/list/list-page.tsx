import { Link } from "@remix-run/react";
import { type RefObject, useEffect, useRef } from "react";
import { hrefWithout, type ListState, listHref } from "#app/domain/list-state.ts";
import { button } from "#app/ui/controls/button.tsx";
import { ColumnsMenu } from "./columns-menu.tsx";
import { Pager, Total } from "./pager.tsx";
import { SelectionBar, useTickedRows } from "./selection.tsx";
import { Table } from "./table.tsx";
import type { ListTable } from "./table-options.ts";
import { Search, Toggle } from "./toolbar.tsx";
import type { ListData, ListProps, ListRow, ReadList, ShownFilters } from "./types.ts";
import { useColumnChoice } from "./use-column-choice.ts";
import { isPage, shownBy, useListTable } from "./use-list-table.ts";
import type { RowState } from "./use-row-commands.tsx";
import { useStableRows } from "./use-stable-rows.ts";

type ListPageProps<Row extends ListRow> = ListProps<Row> & {
  title: string;
  list: ReadList<Row> & { data: ListData<Row> };
  /** The row that was just added or saved. */
  savedId: string | undefined;
  rowStates: ReadonlyMap<string, RowState>;
};

/** The list of any screen: heading, toolbar, table and pager (docs/architecture.md, 'One list'). */
export function ListPage<Row extends ListRow>(props: ListPageProps<Row>) {
  const { title, list, columns, add, head, instead, footer, below, selection, savedId, rowStates, dialogOf } = props;
  const { path, data, search, state, filters } = list;
  const body = useRef<HTMLTableSectionElement>(null);
  const choice = useColumnChoice(list.columnChoice);
  const hrefOf = (row: Row) => {
    const dialog = dialogOf?.(row);
    return dialog && `${path}/${row.id}/${dialog}${search}`;
  };
  const table = useListTable({ columns, data, state, selection, rowStates, hrefOf, ...choice });
  const rows = useStableRows(table.getRowModel().rows, data.rows, body);
  const isHydrated = useTickedRows(table, rows, body);
  const shown = shownBy(table, data);
  const foot = footer?.({ ...list, ...shown });
  const selected = Object.keys(table.state.rowSelection).length;
  useRowInView(body, savedId, rows);
  return (
    <div className="list">
      <div className="list-head">
        <h1 id="list-title" className="page-title">
          {title}
        </h1>
        {add && (
          // The Add dialog keeps the list's state in its address.
          <Link to={add.to + search} className={button.primary} preventScrollReset>
            {add.label}
          </Link>
        )}
        {head}
      </div>
      <ListTools {...props} table={table} choice={choice} />
      {filters && filters.length > 0 && <Chips {...list} filters={filters} />}
      {instead ? (
        instead
      ) : rows.length > 0 ? (
        <Table {...props} {...list} {...{ table, rows, body, isHydrated }} />
      ) : (
        <EmptyState {...props} total={shown.total} />
      )}
      {(shown.total > 0 || state.q || foot) && (
        <div className="list-foot">
          <Total {...shown} />
          {filters && <Download href={listHref(`${path}/csv`, state, list.defaultSort, {})} />}
          {foot}
          <Pager {...list} table={table} />
        </div>
      )}
      {below}
      {selection && !instead && rows.length > 0 && (
        <SelectionBar count={isHydrated ? selected : undefined} onClear={() => table.resetRowSelection(true)}>
          {selection.commands}
        </SelectionBar>
      )}
    </div>
  );
}

type ListToolsProps<Row extends ListRow> = ListPageProps<Row> & {
  table: ListTable<Row>;
  choice: ReturnType<typeof useColumnChoice>;
};

/** What selects the rows and the columns. */
function ListTools<Row extends ListRow>({ list, toggle, searchPlaceholder, table, choice }: ListToolsProps<Row>) {
  const { path, data, state, defaultSort, filters } = list;
  return (
    <div className="list-tools">
      <Toggle {...list} toggle={toggle} />
      <Search {...list} searchPlaceholder={searchPlaceholder} isLong={isPage(data)} />
      {filters && (
        <Link
          to={listHref(`${path}/filter`, state, defaultSort, { place: state.place })}
          className={button.secondary}
          preventScrollReset
        >
          Filter
        </Link>
      )}
      <ColumnsMenu path={path} table={table} {...choice} />
    </div>
  );
}

/** The list as a file. The browser loads it without leaving the page. */
const Download = ({ href }: { href: string }) => (
  <a href={href} className="link text-sm">
    Download CSV
  </a>
);

/** The filters that are set, each a link to the list without it. */
function Chips({
  path,
  state,
  defaultSort,
  filters,
}: Pick<ReadList<ListRow>, "path" | "state" | "defaultSort"> & { filters: ShownFilters }) {
  const without = (...names: string[]) => hrefWithout(path, state, defaultSort, names);
  return (
    <ul aria-label="Filters" className="chips">
      {filters.map(({ name, label }) => (
        <li key={name}>
          <Link to={without(name)} className="chip" aria-label={`Remove ${label}`}>
            {label} <span aria-hidden="true">×</span>
          </Link>
        </li>
      ))}
      <li>
        <Link to={without(...filters.map(({ name }) => name))} className="link">
          Clear filters
        </Link>
      </li>
    </ul>
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

/** The title of an empty list, why it is empty, and the way on: its rows have gone, nothing was found, all rows are done, or none exist. */
function EmptyState<Row extends ListRow>({ list, empty, toggle, total }: ListPageProps<Row> & { total: number }) {
  const { path, state, defaultSort, data, filters } = list;
  const { q, view } = state;
  const link = (label: string, change: Partial<ListState>) => (
    <Link key={label} to={listHref(path, state, defaultSort, change)} className="link ml-2 whitespace-nowrap">
      {label}
    </Link>
  );
  const linkToAll = (verb: string) =>
    toggle && view === "current" && link(toggle.off.replace("Showing", verb), { view: "all" });
  const isFiltered = filters && filters.length > 0;
  const [text, ways] =
    total > 0
      ? ["There is nothing left on this page.", link("Go to the first page", {})]
      : q
        ? [`Nothing found for “${q}”.`, [link("Clear the search", { q: "" }), linkToAll("Search")]]
        : isFiltered
          ? ["Nothing passes these filters.", linkToAll("Show")]
          : data.hasRows && empty.done
            ? [empty.done, linkToAll("Show")]
            : [empty.text, null];
  return (
    <div className="empty">
      <h2 className="text-base font-semibold text-ink">{empty.title}</h2>
      <p className="mt-1">
        {text} {ways}
      </p>
    </div>
  );
}
