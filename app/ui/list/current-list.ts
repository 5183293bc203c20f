import { chipsOf, columnFilters, type FilterChip, optionsIn } from "#app/domain/fields/column-filters.ts";
import { sortableColumns } from "#app/domain/fields/field.ts";
import { type ListState, listSearch, readListState } from "#app/domain/fields/list-state.ts";
import { fieldsOf, type ListColumn } from "#app/table/table-options.ts";
import { isPage } from "./table/use-list-table.ts";
import type { ListRow, ReadList } from "./types.ts";

/** The list at the address: the loader of a short list stays still while the browser selects among its rows and sorts them. */
export function currentList<Row extends ListRow, List extends ReadList<Row>>(
  list: List,
  columns: readonly ListColumn<Row>[],
  params: URLSearchParams,
): List {
  if (!list.data || isPage(list.data)) return list;
  const fields = fieldsOf(columns);
  const sorts = sortableColumns({ fields });
  const parsers = Object.fromEntries(columnFilters({ fields }).map((each) => [each.name, each]));
  const state = { ...readListState(params, sorts, list.defaultSort, parsers), view: list.state.view };
  const filters = describeFilters(columns, list.data.rows, state.filters);
  return { ...list, state, filters, search: listSearch(params, sorts, parsers) };
}

/** The chips of a short list; null if the list has no filters. */
function describeFilters<Row extends ListRow>(
  columns: readonly ListColumn<Row>[],
  rows: readonly Row[],
  set: ListState["filters"],
): FilterChip[] | null {
  const filters = columnFilters({ fields: fieldsOf(columns) });
  if (filters.length === 0) return null;
  const chosen = filters.flatMap((filter) => {
    const { name, label } = filter;
    if (set[name] === undefined) return [];
    const option = optionsIn(rows, filter).find(({ id }) => id === set[name]);
    return [{ names: [name], label: `${label}: ${option?.name ?? "As chosen"}` }];
  });
  return chipsOf(Object.fromEntries(filters.map((each) => [each.name, each])), chosen);
}
