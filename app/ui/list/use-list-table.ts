import { useTable } from "@tanstack/react-table";
import { useMemo } from "react";
import type { ColumnChoice } from "#app/domain/column-choice.ts";
import { type ListState, PAGE_SIZE } from "#app/domain/list-state.ts";
import { columnsShown, type ListColumn, type ListTable, listOptions, searchAndOrder } from "./table-options.ts";
import type { ListData, ListPageData, ListProps, ListRow, ShownList } from "./types.ts";
import type { RowState } from "./use-row-commands.tsx";

type TableOf<Row extends ListRow> = {
  columns: readonly ListColumn<Row>[];
  data: ListData<Row>;
  state: ListState;
  columnChoice: ColumnChoice;
  hrefOf: (row: Row) => string | undefined;
  rowStates?: ReadonlyMap<string, RowState>;
  selection?: ListProps<Row>["selection"] | undefined;
};

/** Whether the database has searched, sorted and divided the list. */
export const isPage = <Row extends ListRow>(data: ListData<Row>): data is ListPageData<Row> => "total" in data;

/** The table of a list. It has no state of its own but the selected rows: the rest is in the address, or saved for the admin. */
export function useListTable<Row extends ListRow>(list: TableOf<Row>) {
  const { columns, data, state, columnChoice, hrefOf, rowStates, selection } = list;
  const { q, sort, descending, place, filters } = state;
  const pageIndex = place.kind === "page" ? place.number - 1 : 0;
  const filterKey = JSON.stringify(filters);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `filterKey` stands for the filters.
  const tableState = useMemo(
    () => ({
      ...searchAndOrder(columns, { q, sort, descending, filters }),
      ...columnsShown(columns, columnChoice),
      pagination: { pageIndex, pageSize: PAGE_SIZE },
    }),
    [q, sort, descending, filterKey, columns, columnChoice, pageIndex],
  );
  const isManual = isPage(data);
  return useTable({
    ...listOptions<Row>(),
    columns,
    data: data.rows,
    state: tableState,
    manualFiltering: isManual,
    manualSorting: isManual,
    manualPagination: isManual,
    getRowId: ({ id }) => id,
    enableRowSelection: ({ original }) => selection?.canSelect?.(original) ?? true,
    meta: { hrefOf, rowStates },
  });
}

/** What a list shows, by its table. */
export function shownBy<Row extends ListRow>(table: ListTable<Row>, data: ListData<Row>) {
  if (isPage(data)) return data;
  const rows = table.getSortedRowModel().rows.map(({ original }) => original);
  return { rows, total: rows.length, isTotalExact: true, summary: null } satisfies Partial<ShownList<Row>>;
}
