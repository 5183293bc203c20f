import {
  columnFilteringFeature,
  constructTable,
  createFilteredRowModel,
  createSortedRowModel,
  globalFilteringFeature,
  rowSortingFeature,
  sortFn_basic,
  tableFeatures,
} from "@tanstack/react-table";
import { storeReactivityBindings } from "@tanstack/table-core/store-reactivity-bindings";
import type { BoundField } from "#app/domain/field.ts";
import type { ListState } from "#app/domain/list-state.ts";
import { normalize, searchWords } from "#app/domain/search-text.ts";
import type { ListPageRead } from "#db/list/list-page.ts";
import { PAGE_SIZE } from "#db/list/order.ts";
import type { ShortListRead } from "#db/list/short-list.ts";

const features = tableFeatures({
  columnFilteringFeature,
  globalFilteringFeature,
  rowSortingFeature,
  filteredRowModel: createFilteredRowModel(),
  sortedRowModel: createSortedRowModel(),
  coreReactivityFeature: storeReactivityBindings(),
});

/** The hidden columns: the texts that a search tests, and the number of a row, which breaks ties. */
const TEXTS = "texts";
const SEQ = "seq";

/** A column of a short list: its id, its sort key, and its text, which a search matches. */
type Column<Row> = Pick<BoundField<Row>, "column" | "sortKey" | "text" | "listed">;

/** The folded texts of a row's cells, one a line. */
const textsOf = <Row>(columns: readonly Column<Row>[], row: Row) =>
  normalize(
    columns
      .filter(({ listed }) => listed.searchable !== false)
      .map(({ text }) => text(row))
      .join("\n"),
  );

type Request = Pick<ListState, "q" | "sort" | "descending">;

/** The table of a short list, whose rows are all at hand (docs/architecture.md, 'Short lists'). */
function shortTable<Row extends Listed, Listed extends { seq: number }>(
  columns: readonly Column<Listed>[],
  rows: Row[],
  { q, sort, descending }: Request,
) {
  const words = searchWords(q);
  return constructTable({
    features,
    data: rows,
    columns: [
      ...columns.map(({ column, sortKey }) => ({ id: column, accessorFn: sortKey, sortFn: sortFn_basic })),
      { id: TEXTS, accessorFn: (row: Row) => textsOf(columns, row) },
      { id: SEQ, accessorFn: (row: Row) => row.seq, sortFn: sortFn_basic },
    ],
    getColumnCanGlobalFilter: ({ id }) => id === TEXTS,
    globalFilterFn: (row, id, found: string[]) => found.every((word) => row.getValue<string>(id).includes(word)),
    initialState: {
      globalFilter: words.length > 0 ? words : undefined,
      sorting: [sort, SEQ].map((id) => ({ id, desc: descending })),
    },
  });
}

/** The rows of a short list that a search finds, in their order. */
export const searchShortList = <Row extends Listed, Listed extends { seq: number }>(
  columns: readonly Column<Listed>[],
  rows: Row[],
  request: Request,
): Row[] =>
  shortTable(columns, rows, request)
    .getSortedRowModel()
    .rows.map(({ original }) => original);

/** A sum over all rows that a list shows, on all its pages. */
export type Summary<Row> = { name: string; of: (row: Row) => number };

/** A page of a short list. A page beyond the last one is the last. */
export function pageOfShortList<Row extends { seq: number }>(
  columns: readonly Column<Row>[],
  { rows, hasRows }: ShortListRead<Row> = { rows: [], hasRows: false },
  { place, ...request }: Request & Pick<ListState, "place">,
  summary?: Summary<Row>,
): ListPageRead<Row> {
  const found = searchShortList(columns, rows, request);
  const pages = Math.max(1, Math.ceil(found.length / PAGE_SIZE));
  const page = place.kind === "last" ? pages : Math.min(place.kind === "page" ? place.number : 1, pages);
  return {
    rows: found.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE),
    total: found.length,
    isTotalExact: true,
    summary: summary ? { [summary.name]: found.reduce((sum, row) => sum + summary.of(row), 0) } : null,
    hasRows,
    hasBefore: page > 1,
    hasAfter: page < pages,
    page,
  };
}

const AT = { column: "at", sortKey: ({ at }: { at: string }) => at, text: () => "", listed: {} };

/** A page of what was made before, the newest first. */
export const pageOfPast = <Row extends { seq: number; at: string }>(
  read: ShortListRead<Row> | undefined,
  place: ListState["place"],
): ListPageRead<Row> => pageOfShortList([AT], read, { q: "", sort: "at", descending: true, place });
