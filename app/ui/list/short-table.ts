import {
  columnFilteringFeature,
  createFilteredRowModel,
  createSortedRowModel,
  globalFilteringFeature,
  rowSortingFeature,
  sortFn_basic,
  tableFeatures,
} from "@tanstack/react-table";
import { columnFilters } from "#app/domain/column-filters.ts";
import type { BoundField } from "#app/domain/field.ts";
import type { ListState } from "#app/domain/list-state.ts";
import { normalize, searchWords } from "#app/domain/search-text.ts";

/* The table of a short list, whose rows are all at hand, for the server and the browser (docs/architecture.md, 'Short lists'). */

export const shortTableFeatures = tableFeatures({
  columnFilteringFeature,
  globalFilteringFeature,
  rowSortingFeature,
  filteredRowModel: createFilteredRowModel(),
  sortedRowModel: createSortedRowModel(),
});

/** The hidden columns: the texts that a search tests, and the number of a row, which breaks ties. */
const TEXTS = "texts";
const SEQ = "seq";

/** The folded texts of a row's cells, one a line. */
const textsOf = <Row>(fields: readonly BoundField<Row>[], row: Row) =>
  normalize(
    fields
      .filter(({ listed }) => listed.searchable !== false)
      .map(({ text }) => text(row))
      .join("\n"),
  );

export type ShortTableState = Pick<ListState, "q" | "sort" | "descending" | "filters">;

type Tested<Row> = { original: Row; getValue: (column: string) => unknown };

/** The options of the table: its columns from the description, and its state from the address. */
export function shortTableOptions<Row extends Listed, Listed extends { seq: number }>(
  fields: readonly BoundField<Listed>[],
  data: Row[],
  { q, sort, descending, filters }: ShortTableState,
) {
  const words = searchWords(q);
  const ofColumns = columnFilters({ fields });
  const filterFnOf = (id: string) => {
    const keyOf = ofColumns.find(({ column }) => column === id)?.keyOf;
    return keyOf ? { filterFn: (row: Tested<Row>, _: string, value: string) => keyOf(row.original) === value } : {};
  };
  return {
    data,
    columns: [
      ...fields.map(({ column, sortKey }) => ({
        id: column,
        accessorFn: sortKey,
        sortFn: sortFn_basic,
        ...filterFnOf(column),
      })),
      { id: TEXTS, accessorFn: (row: Row) => textsOf(fields, row) },
      { id: SEQ, accessorFn: (row: Row) => row.seq, sortFn: sortFn_basic },
    ],
    getColumnCanGlobalFilter: ({ id }: { id: string }) => id === TEXTS,
    globalFilterFn: (row: Tested<Row>, id: string, found: string[]) =>
      found.every((word) => String(row.getValue(id)).includes(word)),
    initialState: {
      globalFilter: words.length > 0 ? words : undefined,
      columnFilters: ofColumns.flatMap(({ name, column: id }) => {
        const value = filters[name];
        return value === undefined ? [] : [{ id, value }];
      }),
      sorting: [sort, SEQ].map((id) => ({ id, desc: descending })),
    },
  };
}
