import { Link, useNavigate } from "@remix-run/react";
import { type FormEvent, type MouseEvent, useEffect, useRef, useState } from "react";
import type { FilterOptions } from "#app/domain/fields/column-filters.ts";
import { hrefWithout, listHref } from "#app/domain/fields/list-state.ts";
import type { ListTable } from "#app/table/table-options.ts";
import { controlClass } from "#app/ui/controls/fields/form-field.tsx";
import { Icon } from "#app/ui/controls/icons.tsx";
import type { ListRow, ReadList, ShownFilters } from "#app/ui/list/types.ts";
import { FilterFields, filtersIn } from "./filter-form.tsx";

type FilterMenuProps<Row extends ListRow> = Pick<ReadList<Row>, "path" | "state" | "defaultSort" | "filters"> & {
  table: ListTable<Row>;
};

/**
 * The filters that are set, and the form that sets them, which opens in place and applies each change at once. Without JavaScript
 * the link leads to the same form in a dialog. On a phone, which shows no headings, the form sorts the list, too.
 */
export function FilterMenu<Row extends ListRow>(props: FilterMenuProps<Row>) {
  const { path, state, defaultSort, filters } = props;
  const href = listHref(`${path}/filter`, state, defaultSort, { place: state.place });
  const { menu, open, opened } = useFilterMenu(path, href, filters != null);
  return (
    <>
      {filters && filters.length > 0 && <Chips {...props} filters={filters} href={href} open={open} />}
      <Link to={href} onClick={open} className={`filter-button ${filters ? "" : "only-sorts"}`} preventScrollReset>
        <Icon name="filter" />
        <span className="tool-word">Filter</span>
        {filters && filters.length > 0 && <span className="filter-count">{filters.length}</span>}
      </Link>
      {/* biome-ignore lint/a11y/useSemanticElements: a popover has no element of its own. */}
      <div
        ref={menu}
        {...{ popover: "auto" }}
        id="filters"
        role="group"
        aria-label="Filter"
        className="menu anchored filter-menu"
      >
        {opened && <Sheet key={opened.times} {...props} {...opened} close={() => menu.current?.hidePopover()} />}
      </div>
    </>
  );
}

type Opened = {
  /** How often the form was opened: each time it starts with the filters that are set. */
  times: number;
  /** The filter whose control has the focus at first. */
  field: string | undefined;
  /** The options of the filters; undefined until they are read, null if that failed. */
  options: FilterOptions | null | undefined;
};

const NO_FILTERS: FilterOptions = { controls: [], ranges: [] };
/** How long the options may take, in milliseconds. */
const PATIENCE_MS = 10_000;

/** The popover of the form, which reads its options when it opens. They do not change while it is open. */
function useFilterMenu(path: string, address: string, hasFilters: boolean) {
  const menu = useRef<HTMLDivElement>(null);
  const [opened, setOpened] = useState<Opened>();
  const open = (event: MouseEvent<HTMLElement>) => {
    const element = menu.current;
    if (!element || !("showPopover" in element) || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    const { field } = event.currentTarget.dataset;
    const times = (opened?.times ?? 0) + 1;
    setOpened({ times, field, options: hasFilters ? undefined : NO_FILTERS });
    element.showPopover();
    const show = (options: FilterOptions | null) =>
      setOpened((last) => (last?.times === times ? { ...last, options } : last));
    if (hasFilters) readOptions(`${path}/filter`, address).then(show, () => show(null));
  };
  return { menu, open, opened };
}

/** Reads the data of the filter dialog. The code for it is shared with the live updates, and may not be loaded yet. */
async function readOptions(routeId: string, address: string): Promise<FilterOptions> {
  const { fetchLoaderData } = await import("#app/remix/loader-data.ts");
  const dataOf = await fetchLoaderData(address, [{ id: routeId }], AbortSignal.timeout(PATIENCE_MS));
  return dataOf(routeId) as FilterOptions;
}

/**
 * Focuses the control of the pressed chip, or the first one in sight, once the controls are rendered. Returns the ref
 * of the element around them.
 */
function useFirstFocus(options: Opened["options"], field: string | undefined) {
  const sheet = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!options) return;
    const controls = sheet.current?.querySelectorAll<HTMLElement>(field ? `[name="${field}"]` : "select, input") ?? [];
    [...controls].find((control) => control.checkVisibility())?.focus();
  }, [options, field]);
  return sheet;
}

type SheetProps<Row extends ListRow> = FilterMenuProps<Row> & Opened & { close: () => void };

function Sheet<Row extends ListRow>({ path, state, defaultSort, table, field, options, close }: SheetProps<Row>) {
  const navigate = useNavigate();
  const sheet = useFirstFocus(options, field);
  const go = (to: string) => navigate(to, { replace: true, preventScrollReset: true });
  const apply = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const kept = hrefWithout(path, state, defaultSort, Object.keys(state.filters));
    const set = String(new URLSearchParams(filtersIn(event)));
    go(set ? `${kept}${kept.includes("?") ? "&" : "?"}${set}` : kept);
  };
  if (!options)
    return (
      <p role="status" className="px-2 py-3 text-sm text-muted">
        {options === null ? "The filters did not load. Press Filter to try again." : "Loading…"}
      </p>
    );
  return (
    <div ref={sheet}>
      <label className="sort-control">
        <span className="text-sm font-medium">Sort by</span>
        <select
          className={controlClass}
          defaultValue={`${state.descending ? "-" : ""}${state.sort}`}
          onChange={({ target }) => {
            const descending = target.value.startsWith("-");
            go(listHref(path, state, defaultSort, { sort: target.value.replace(/^-/, ""), descending }));
          }}
        >
          {table.getVisibleLeafColumns().flatMap((column) =>
            column.getCanSort()
              ? ["", "-"].map((order) => (
                  <option key={order + column.id} value={order + column.id}>
                    {`${column.columnDef.meta?.heading} ${order ? "↓" : "↑"}`}
                  </option>
                ))
              : [],
          )}
        </select>
      </label>
      {/* A number is complete when its control is left or Enter is pressed. */}
      <form
        onChange={(event) => !isNumber(event.target) && apply(event)}
        onBlur={(event) => isNumber(event.target) && apply(event)}
        onSubmit={apply}
      >
        <FilterFields {...options} values={state.filters} />
      </form>
      <button type="button" onClick={close} className="button button-secondary mt-3 w-full sm:hidden">
        Done
      </button>
    </div>
  );
}

const isNumber = (target: EventTarget) => target instanceof HTMLInputElement && target.type !== "date";

type ChipsProps = Pick<ReadList<ListRow>, "path" | "state" | "defaultSort"> & {
  filters: ShownFilters;
  href: string;
  open: (event: MouseEvent<HTMLElement>) => void;
};

/** The filters that are set: each leads to its control, and has a link to the list without it. */
function Chips({ path, state, defaultSort, filters, href, open }: ChipsProps) {
  return (
    <ul aria-label="Filters" className="chips">
      {filters.map(({ names, label }) => (
        <li key={label} className="chip">
          <Link to={href} onClick={open} data-field={names[0]} title={label} preventScrollReset>
            {label}
          </Link>
          <Link to={hrefWithout(path, state, defaultSort, names)} aria-label={`Remove ${label}`} preventScrollReset>
            ×
          </Link>
        </li>
      ))}
      {filters.length > 1 && (
        <li>
          <Link
            to={hrefWithout(
              path,
              state,
              defaultSort,
              filters.flatMap(({ names }) => names),
            )}
            className="quiet-link"
          >
            Clear filters
          </Link>
        </li>
      )}
    </ul>
  );
}
