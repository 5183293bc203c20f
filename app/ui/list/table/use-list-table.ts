import { useNavigation } from "@remix-run/react";
import { useTable } from "@tanstack/react-table";
import { useMemo, useState } from "react";
import type { ColumnChoice } from "#app/domain/fields/column-choice.ts";
import { type ListState, pageSizeOf, readQuery } from "#app/domain/fields/list-state.ts";
import type { RowEdits } from "#app/table/table-options.ts";
import {
  columnsShown,
  type ListColumn,
  type ListTable,
  listOptions,
  searchAndOrder,
} from "#app/table/table-options.ts";
import type { ListData, ListPageData, ListProps, ListRow, ReadList, ShownList } from "#app/ui/list/types.ts";

type Searched<Row extends ListRow> = Pick<ReadList<Row>, "path" | "state"> & { data: ListData<Row> };

type TableOf<Row extends ListRow> = {
  columns: readonly ListColumn<Row>[];
  data: ListData<Row>;
  state: ListState;
  columnChoice: ColumnChoice;
  hrefOf: (row: Row) => string | undefined;
  /** The answer to the search of a long list is under way: meanwhile the table searches the rows of the last one. */
  isSearching?: boolean;
  rowEdits?: ReadonlyMap<string, RowEdits>;
  selection?: ListProps<Row>["selection"] | undefined;
};

/** Whether the database has searched, sorted and divided the list. */
export const isPage = <Row extends ListRow>(data: ListData<Row>): data is ListPageData<Row> => "total" in data;

/**
 * The state of a list with the text that it searches for, which is that of a long list before the answer: typed, but not yet
 * asked for (`setTyped`), or in the address that is loading.
 */
export function useSearchState<Row extends ListRow>({ path, state, data }: Searched<Row>) {
  const [typed, setTyped] = useState<string | null>(null);
  const { location } = useNavigation();
  const asked = location?.pathname === path ? readQuery(new URLSearchParams(location.search)) : state.q;
  const q = isPage(data) ? (typed ?? asked) : state.q;
  const isSearching = q !== state.q;
  // The same object without a search under way, so that nothing is computed again.
  return { state: isSearching ? { ...state, q } : state, isSearching, setTyped };
}

/** The table of a list. It has no state of its own but the selected rows: the rest is in the address, or saved for the admin. */
export function useListTable<Row extends ListRow>(list: TableOf<Row>) {
  const { columns, data, state, columnChoice, hrefOf, isSearching = false, rowEdits, selection } = list;
  const { q, sort, descending, place, filters } = state;
  const pageIndex = place.kind === "page" ? place.number - 1 : 0;
  const filterKey = JSON.stringify(filters);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `filterKey` stands for the filters.
  const tableState = useMemo(
    () => ({
      ...searchAndOrder(columns, { rows: data.rows, isLong: isPage(data) }, { q, sort, descending, filters }),
      ...columnsShown(columns, columnChoice),
      pagination: { pageIndex, pageSize: pageSizeOf(data.rows.length) },
    }),
    [q, sort, descending, filterKey, columns, data, columnChoice, pageIndex],
  );
  const isManual = isPage(data);
  return useTable({
    ...listOptions<Row>(),
    columns,
    data: data.rows,
    state: tableState,
    manualFiltering: isManual && !isSearching,
    manualSorting: isManual,
    manualPagination: isManual,
    getRowId: ({ id }) => id,
    enableRowSelection: ({ original }) => selection?.canSelect?.(original) ?? true,
    meta: { hrefOf, rowEdits },
  });
}

/** What a list shows, by its table. During a search the sums of the last answer are not shown. */
export function shownBy<Row extends ListRow>(table: ListTable<Row>, data: ListData<Row>, isSearching = false) {
  if (isPage(data)) return isSearching ? { ...data, summary: null } : data;
  const rows = table.getSortedRowModel().rows.map(({ original }) => original);
  return { rows, total: rows.length, isTotalExact: true, summary: null } satisfies Partial<ShownList<Row>>;
}
