import { columnFilters } from "#app/domain/column-filters.ts";
import type { BoundField } from "#app/domain/field.ts";
import { type ListState, listHref, VIEW_FILTERS } from "#app/domain/list-state.ts";
import type { ScreenPath } from "#app/domain/screens.ts";
import type { ShownFilters } from "#app/ui/list/types.ts";
import { type FilterField, UNKNOWN_NAME } from "#db/list/filters.ts";
import { filtersAt } from "#db/queries/list-filters.ts";

/** The filters of a list, by name, as its address and its form need them. */
export type Filters = { readonly [name: string]: Omit<FilterField, "restrict"> };

/** The filters of the list at a path or behind the dialog at the path: of a long list those of SQL, of a short one its columns. */
export function filtersOf<Row>(path: string, description: { fields: readonly BoundField<Row>[] }): Filters {
  const ofColumns = columnFilters(description).map(({ name, label, parse, options }): [string, Filters[string]] => [
    name,
    { label, parse, control: "select", options: options ?? [], format: () => "As chosen" },
  ]);
  return { ...filtersAt(path), ...Object.fromEntries(ofColumns) };
}

type Shown = { path: ScreenPath; defaultSort: string; state: ListState };

/** The state of a list without one of its filters, and without the view that the filter implied. */
const without = (state: ListState, ...names: string[]): ListState => ({
  ...state,
  view: names.some((name) => VIEW_FILTERS.includes(name) && name in state.filters) ? "current" : state.view,
  place: { kind: "first" },
  filters: Object.fromEntries(Object.entries(state.filters).filter(([name]) => !names.includes(name))),
});

/** The chips of a list's filters, with the links of the filters and of the download; null if the list has no filters. */
export function describeFilters(
  { path, defaultSort, state }: Shown,
  filters: Filters,
  names: Readonly<Record<string, string>>,
): ShownFilters | null {
  if (Object.keys(filters).length === 0) return null;
  const chips = Object.entries(state.filters).map(([name, value]) => {
    const { label = name, format } = filters[name] ?? {};
    return {
      name,
      label: `${label}: ${names[name] ?? format?.(value) ?? UNKNOWN_NAME}`,
      to: listHref(path, without(state, name), defaultSort, {}),
    };
  });
  return {
    chips,
    clear: listHref(path, without(state, ...Object.keys(state.filters)), defaultSort, {}),
    form: listHref(`${path}/filter`, state, defaultSort, { place: state.place }),
    download: listHref(`${path}/csv`, state, defaultSort, {}),
  };
}
