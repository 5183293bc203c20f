import { formatUsDate } from "#app/domain/basics/calendar.ts";
import { formatMonth, wholeMonth } from "#app/domain/basics/months.ts";
import { chipsOf, columnFilters, type Filter } from "#app/domain/fields/column-filters.ts";
import type { BoundField } from "#app/domain/fields/field.ts";
import type { ListState } from "#app/domain/fields/list-state.ts";
import type { ScreenPath } from "#app/registry/screens.ts";
import { UNKNOWN_NAME } from "#db/list/filters.ts";
import { filtersAt } from "#db/queries/shell/list-filters.ts";

/**
 * The filters of the list at, or behind the dialog at, a path. A long list filters in SQL, a short list by its columns.
 */
export function filtersOf<Row>(path: string, description: { fields: readonly BoundField<Row>[] }) {
  const ofColumns = columnFilters(description).map((filter): [string, Filter] => [filter.name, filter]);
  return { ...filtersAt(path), ...Object.fromEntries(ofColumns) };
}

/** 'October 2026', or the two days. */
function periodText(from: string, to: string): string {
  const month = wholeMonth(from, to);
  return month ? formatMonth(month) : `${formatUsDate(from)} – ${formatUsDate(to)}`;
}

/** The chips of a long list; null if the list has no filters. */
export function describeFilters(path: ScreenPath, set: ListState["filters"], names: Readonly<Record<string, string>>) {
  const filters = filtersAt(path);
  if (Object.keys(filters).length === 0) return null;
  const { from, to, ...others } = set;
  const isRange = from !== undefined && to !== undefined;
  const described = Object.entries(isRange ? others : set).map(([name, value]) => {
    const { label = name, format } = filters[name] ?? {};
    return { names: [name], label: `${label}: ${names[name] ?? format?.(value) ?? UNKNOWN_NAME}` };
  });
  const range = isRange && [{ names: ["from", "to"], label: periodText(from, to) }];
  return chipsOf(filters, [...described, ...(range || [])]);
}
