import { Link } from "@remix-run/react";
import { type RefObject, useEffect, useRef } from "react";
import { type ListState, listHref } from "#app/domain/list-state.ts";
import { button } from "#app/ui/controls/button.tsx";
import { ColumnsMenu } from "./columns-menu.tsx";
import { useListSearch } from "./list-search.ts";
import { Pager, Total } from "./pager.tsx";
import { SelectionBar } from "./selection.tsx";
import { Table } from "./table.tsx";
import { Search, Toggle } from "./toolbar.tsx";
import type { ListProps, ListRow, ShownFilters } from "./types.ts";
import { useSave } from "./use-save.ts";
import { useStableRows } from "./use-stable-rows.ts";

/** The list of any screen: heading, toolbar, table and pager (docs/architecture.md, 'One list'). */
export function ListPage<Row extends ListRow>(props: ListProps<Row>) {
  const { title, path, columns, data, add, head, filters, instead, footer, below, selection, savedId } = props;
  const body = useRef<HTMLTableSectionElement>(null);
  const rows = useStableRows(data.rows, body);
  useRowInView(body, savedId, data.rows);
  // The Add dialog keeps the list's state in its address.
  const search = useListSearch();
  const { pending, answer, save } = useSave<{ problem?: string }>("/columns");
  const shown = pending?.getAll("shown") ?? props.shown;
  return (
    <div className="list">
      <div className="list-head">
        <h1 id="list-title" className="page-title">
          {title}
        </h1>
        {add && (
          <Link to={add.to + search} className={button.primary} preventScrollReset>
            {add.label}
          </Link>
        )}
        {head}
      </div>
      <div className="list-tools">
        <Toggle {...props} />
        <Search {...props} />
        {filters && (
          <Link to={filters.form} className={button.secondary} preventScrollReset>
            Filter
          </Link>
        )}
        <ColumnsMenu
          path={path}
          columns={columns}
          shown={shown}
          save={save}
          isIdle={pending === null}
          problem={answer?.problem}
        />
      </div>
      {filters && <Chips {...filters} />}
      {instead ? (
        instead
      ) : rows.length > 0 ? (
        <Table {...props} data={{ ...data, rows }} body={body} shown={shown} />
      ) : (
        <EmptyState {...props} />
      )}
      {(data.total > 0 || props.state.q || footer) && (
        <div className="list-foot">
          <Total {...data} />
          {filters && <Download {...filters} />}
          {footer}
          <Pager {...props} />
        </div>
      )}
      {below}
      {selection && !instead && rows.length > 0 && <SelectionBar>{selection.commands}</SelectionBar>}
    </div>
  );
}

/** The list as a file. The browser loads it without leaving the page. */
const Download = ({ download }: ShownFilters) => (
  <a href={download} className="link text-sm">
    Download CSV
  </a>
);

/** The filters that are set, each a link to the list without it. */
function Chips({ chips, clear }: ShownFilters) {
  if (chips.length === 0) return null;
  return (
    <ul aria-label="Filters" className="chips">
      {chips.map(({ name, label, to }) => (
        <li key={name}>
          <Link to={to} className="chip" aria-label={`Remove ${label}`}>
            {label} <span aria-hidden="true">×</span>
          </Link>
        </li>
      ))}
      <li>
        <Link to={clear} className="link">
          Clear filters
        </Link>
      </li>
    </ul>
  );
}

/** Scrolls to the row that was just added or saved, if it is on this page. */
function useRowInView(body: RefObject<HTMLTableSectionElement>, savedId: string | undefined, rows: readonly ListRow[]) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a later change of the rows scrolls nowhere.
  useEffect(() => {
    const index = rows.findIndex(({ id }) => id === savedId);
    body.current?.rows[index]?.scrollIntoView({ block: "nearest" });
  }, [savedId]);
}

/** The title of an empty list, why it is empty, and the way on: its rows have gone, nothing was found, all rows are done, or none exist. */
function EmptyState<Row extends ListRow>({ path, state, defaultSort, data, empty, filters, toggle }: ListProps<Row>) {
  const { q, view } = state;
  const link = (label: string, change: Partial<ListState>) => (
    <Link key={label} to={listHref(path, state, defaultSort, change)} className="link ml-2 whitespace-nowrap">
      {label}
    </Link>
  );
  const linkToAll = (verb: string) =>
    toggle && view === "current" && link(toggle.off.replace("Showing", verb), { view: "all" });
  const isFiltered = filters && filters.chips.length > 0;
  const [text, ways] =
    data.total > 0
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
