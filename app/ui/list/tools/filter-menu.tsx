import { Link, useNavigate } from "@remix-run/react";
import { type FormEvent, type MouseEvent, useEffect, useRef, useState } from "react";
import type { FilterChip, FilterOptions } from "#app/domain/fields/column-filters.ts";
import { hrefWithout, listHref } from "#app/domain/fields/list-state.ts";
import type { ListTable } from "#app/table/table-options.ts";
import { controlClass } from "#app/ui/controls/fields/form-field.tsx";
import { Icon } from "#app/ui/controls/icons.tsx";
import type { ListRow, ReadList } from "#app/ui/list/types.ts";
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
  const { menu, open, opened, opener } = useFilterMenu(path, href, filters ?? null);
  const count = filters?.filter(({ isSet }) => isSet).length;
  return (
    <>
      {filters && filters.length > 0 && <Chips {...props} {...{ filters, href, open, opener }} />}
      <Link
        to={href}
        onClick={open}
        aria-expanded={opener === ""}
        className={`filter-button ${filters ? "" : "only-sorts"}`}
        preventScrollReset
      >
        <Icon name="filter" />
        <span className="tool-word">{filters && filters.length > 0 ? "More filters" : "Filter"}</span>
        {count ? <span className="filter-count">{count}</span> : null}
      </Link>
      {/* biome-ignore lint/a11y/useSemanticElements: a popover has no element of its own. */}
      <div
        ref={menu}
        {...{ popover: "auto" }}
        id="filters"
        role="group"
        aria-label="Filter"
        className={`menu anchored filter-menu ${opened?.only ? "" : "more-filters"}`}
      >
        {opened && <Sheet key={opened.times} {...props} {...opened} close={() => menu.current?.hidePopover()} />}
      </div>
    </>
  );
}

type Opened = {
  /** How often the form was opened: each time it starts with the filters that are set. */
  times: number;
  /** The controls of the pressed chip; undefined: all. */
  only: readonly string[] | undefined;
  /** The options of the filters; undefined until they are read, null if that failed. */
  options: FilterOptions | null | undefined;
};

const NO_FILTERS: FilterOptions = { controls: [], ranges: [] };
/** How long the options may take, in milliseconds. */
const PATIENCE_MS = 10_000;

/** The popover of the form, which reads its options when it opens. They do not change while it is open. */
function useFilterMenu(path: string, address: string, filters: readonly FilterChip[] | null) {
  const menu = useRef<HTMLDivElement>(null);
  const [opened, setOpened] = useState<Opened>();
  /** The id of the chip whose form is open; '' for 'More filters'. */
  const [opener, setOpener] = useState<string>();
  useEffect(() => {
    const element = menu.current;
    const onToggle = (event: Event) => (event as ToggleEvent).newState === "closed" && setOpener(undefined);
    element?.addEventListener("toggle", onToggle);
    return () => element?.removeEventListener("toggle", onToggle);
  }, []);
  const open = (event: MouseEvent<HTMLElement>) => {
    const element = menu.current;
    if (!element || !("showPopover" in element) || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    const { chip = "" } = event.currentTarget.dataset;
    const times = (opened?.times ?? 0) + 1;
    const only = filters?.find(({ id }) => id === chip)?.controls;
    setOpened({ times, only, options: filters ? undefined : NO_FILTERS });
    setOpener(chip);
    element.showPopover();
    const show = (options: FilterOptions | null) =>
      setOpened((last) => (last?.times === times ? { ...last, options } : last));
    if (filters) readOptions(`${path}/filter`, address).then(show, () => show(null));
  };
  return { menu, open, opened, opener };
}

/** Reads the data of the filter dialog. The code for it is shared with the live updates, and may not be loaded yet. */
async function readOptions(routeId: string, address: string): Promise<FilterOptions> {
  const { fetchLoaderData } = await import("#app/remix/loader-data.ts");
  const dataOf = await fetchLoaderData(address, [{ id: routeId }], AbortSignal.timeout(PATIENCE_MS));
  return dataOf(routeId) as FilterOptions;
}

/** Focuses the first control in sight, once the controls are rendered. Returns the ref of the element around them. */
function useFirstFocus(options: Opened["options"]) {
  const sheet = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!options) return;
    const controls = sheet.current?.querySelectorAll<HTMLElement>("select, input") ?? [];
    [...controls].find((control) => control.checkVisibility())?.focus();
  }, [options]);
  return sheet;
}

type SheetProps<Row extends ListRow> = FilterMenuProps<Row> & Opened & { close: () => void };

function Sheet<Row extends ListRow>(props: SheetProps<Row>) {
  const { path, state, defaultSort, only, options, close } = props;
  const navigate = useNavigate();
  const sheet = useFirstFocus(options);
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
      {!only && <SortControl {...props} go={go} />}
      {/* A number is complete when its control is left or Enter is pressed. */}
      <form
        onChange={(event) => !isNumber(event.target) && apply(event)}
        onBlur={(event) => isNumber(event.target) && apply(event)}
        onSubmit={apply}
      >
        <FilterFields {...options} values={state.filters} only={only} />
      </form>
      <button type="button" onClick={close} className="button button-secondary mt-3 w-full sm:hidden">
        Done
      </button>
    </div>
  );
}

type SortControlProps<Row extends ListRow> = FilterMenuProps<Row> & { go: (to: string) => void };

/** Sorts the list on a phone. */
const SortControl = <Row extends ListRow>({ path, state, defaultSort, table, go }: SortControlProps<Row>) => (
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
);

const isNumber = (target: EventTarget) => target instanceof HTMLInputElement && target.type !== "date";

type ChipsProps = Pick<ReadList<ListRow>, "path" | "state" | "defaultSort"> & {
  filters: readonly FilterChip[];
  href: string;
  opener: string | undefined;
  open: (event: MouseEvent<HTMLElement>) => void;
};

/** Keeps the focus in the tools when the link that has it goes away. */
const focusFilters = () => document.querySelector<HTMLElement>(".filter-button")?.focus({ preventScroll: true });

/** The usual filters and those that are set: each opens its control; a set one has a link to the list without it. */
function Chips({ path, state, defaultSort, filters, href, open, opener }: ChipsProps) {
  const without = (names: readonly string[]) => hrefWithout(path, state, defaultSort, names);
  const set = filters.filter(({ isSet }) => isSet);
  return (
    <ul aria-label="Filters" className="chips">
      {filters.map(({ id, names, label, isSet }) => (
        <li key={id} className={isSet ? "chip" : "chip unset"}>
          <Link
            to={href}
            onClick={open}
            data-chip={id}
            title={isSet ? label : undefined}
            aria-label={isSet ? undefined : `Filter by ${label}`}
            aria-expanded={opener === id}
            preventScrollReset
          >
            {label}
          </Link>
          {isSet && (
            <Link to={without(names)} onClick={focusFilters} aria-label={`Remove ${label}`} preventScrollReset>
              ×
            </Link>
          )}
        </li>
      ))}
      {set.length > 1 && (
        <li>
          <Link to={without(set.flatMap(({ names }) => names))} onClick={focusFilters} className="quiet-link">
            Clear filters
          </Link>
        </li>
      )}
    </ul>
  );
}
