import {
  type Column,
  type ColumnDef,
  columnFilteringFeature,
  columnOrderingFeature,
  columnVisibilityFeature,
  constructCell,
  createFilteredRowModel,
  createPaginatedRowModel,
  createSortedRowModel,
  globalFilteringFeature,
  type Header,
  type RowData,
  rowPaginationFeature,
  rowSelectionFeature,
  rowSortingFeature,
  sortFn_basic,
  type Table,
  type Row as TableRow,
  tableFeatures,
} from "@tanstack/react-table";
import { normalize, readSearch } from "#app/domain/basics/search-text.ts";
import type { ColumnChoice } from "#app/domain/fields/column-choice.ts";
import { type ColumnFilter, columnFilters } from "#app/domain/fields/column-filters.ts";
import type { BoundField } from "#app/domain/fields/field.ts";
import type { ListState } from "#app/domain/fields/list-state.ts";
import { isNamedByState } from "#app/domain/fields/row-states.ts";

export type Refused = { value: string; problem: string };

/** The open editor, the pending saves and the refused values of one row. */
export type RowEdits = {
  /** The editor that is open, by its field, and whether it opens its picker. */
  editing: string | undefined;
  opensPicker: boolean;
  /** The value and the displayed text of each field whose save has no answer yet. */
  pending: { [field: string]: { value: string; text: string } };
  refused: { [field: string]: Refused };
};

declare module "@tanstack/react-table" {
  /** The field that the column shows. The columns that are never shown have none. */
  interface ColumnMeta<in out TFeatures, in out TData, TValue> extends BoundField<TData> {}

  /** What the cells need beside their rows. */
  interface TableMeta<in out TFeatures, in out TData> {
    /** The edits of the rows, by their ids. */
    rowEdits?: ReadonlyMap<string, RowEdits> | undefined;
    /** The address of a row's dialog over the list as it is; undefined if it has none. */
    hrefOf: (row: TData) => string | undefined;
  }
}

/** The features of the table of every list, on the server and in the browser (docs/architecture.md, 'One list'). */
export const features = tableFeatures({
  columnFilteringFeature,
  columnOrderingFeature,
  columnVisibilityFeature,
  globalFilteringFeature,
  rowPaginationFeature,
  rowSelectionFeature,
  rowSortingFeature,
  filteredRowModel: createFilteredRowModel(),
  sortedRowModel: createSortedRowModel(),
  paginatedRowModel: createPaginatedRowModel(),
});

type Features = typeof features;
export type ListColumn<Row extends RowData> = ColumnDef<Features, Row>;
export type ListTable<Row extends RowData> = Table<Features, Row>;
export type ListTableRow<Row extends RowData> = TableRow<Features, Row>;
export type ListTableColumn<Row extends RowData> = Column<Features, Row>;
export type ListHeader<Row extends RowData> = Header<Features, Row, unknown>;

/** The columns that are never shown: the texts that a search tests, and the number of a row, which breaks ties. */
const TEXTS = "texts";
const SEQ = "seq";

/** The columns of a list's table, without cells, from the description of its records. */
export function columnsOfFields<Row extends { seq: number }>(fields: readonly BoundField<Row>[]): ListColumn<Row>[] {
  const ofColumns = columnFilters({ fields });
  return [
    ...fields.map(
      (field): ListColumn<Row> => ({
        id: field.column,
        header: field.heading,
        accessorFn: field.sortKey,
        sortFn: sortFn_basic,
        enableSorting: field.listed.sortable ?? true,
        filterFn: filterFnOf(ofColumns, field.column),
        meta: field,
      }),
    ),
    { id: TEXTS, accessorFn: textOfRow(fields), enableHiding: false },
    { id: SEQ, accessorFn: ({ seq }) => seq, sortFn: sortFn_basic, enableHiding: false },
  ];
}

const TEXT_OF = new WeakMap<object, string>();

/** The text of a row that a search tests, computed once. */
const textOfRow =
  <Row extends object>(fields: readonly BoundField<Row>[]) =>
  (row: Row): string => {
    const known = TEXT_OF.get(row);
    if (known !== undefined) return known;
    const searched = fields.filter(({ listed }) => listed.searchable !== false);
    const text = normalize(searched.map((field) => field.text(row)).join("\n"));
    TEXT_OF.set(row, text);
    return text;
  };

/** Tests a row by the value that a filter of the column has in the address. */
function filterFnOf<Row extends RowData>(filters: readonly ColumnFilter<Row>[], id: string) {
  const optionsOf = filters.find(({ column }) => column === id)?.optionsOf;
  return ({ original }: ListTableRow<Row>, _: string, value: string) =>
    optionsOf?.(original).some((option) => option.id === value) ?? false;
}

/** The fields of a list's columns. */
export const fieldsOf = <Row extends RowData>(columns: readonly ListColumn<Row>[]): BoundField<Row>[] =>
  columns.flatMap(({ meta }) => meta ?? []);

/** The options of the table of every list. The state of the table follows from the address, and from the admin's choice of columns. */
export const listOptions = <Row extends RowData>() => ({
  features,
  autoResetPageIndex: false,
  getColumnCanGlobalFilter: ({ id }: { id: string }) => id === TEXTS,
  globalFilterFn: (row: ListTableRow<Row>, id: string, words: readonly string[]) =>
    words.every((word) => row.getValue<string>(id).includes(word)),
});

/**
 * What the rows are searched for: the whole text if a row has it in a cell, otherwise its words (docs/product.md,
 * 'Lists').
 */
function searchedFor<Row extends object>(
  fields: readonly BoundField<Row>[],
  rows: readonly Row[],
  { q, filters }: Pick<ListState, "q" | "filters">,
): readonly string[] {
  const { words, whole } = readSearch(q);
  if (whole === null) return words;
  const textOf = textOfRow(fields);
  const set = columnFilters({ fields }).filter(({ name }) => filters[name] !== undefined);
  const has = (row: Row) =>
    set.every(({ name, optionsOf }) => optionsOf(row).some(({ id }) => id === filters[name])) &&
    textOf(row).includes(whole);
  return rows.some(has) ? [whole] : words;
}

/**
 * The state of a table that follows from the list's state. For a long list `rows` are those of the page, which lack the
 * states that badges name.
 */
export function searchAndOrder<Row extends object>(
  columns: readonly ListColumn<Row>[],
  { rows, isLong = false }: { rows: readonly Row[]; isLong?: boolean },
  { q, sort, descending, filters }: Pick<ListState, "q" | "sort" | "descending" | "filters">,
) {
  const words = searchedFor(fieldsOf(columns), rows, { q, filters }).filter(
    (word) => !(isLong && isNamedByState(word)),
  );
  return {
    globalFilter: words.length > 0 ? words : undefined,
    columnFilters: columnFilters({ fields: fieldsOf(columns) }).flatMap(({ name, column: id }) => {
      const value = filters[name];
      return value === undefined ? [] : [{ id, value }];
    }),
    // Without a sort the rows stay in the order of the data.
    sorting: sort ? [sort, SEQ].map((id) => ({ id, desc: descending })) : [],
  };
}

/** The columns that are shown, and their order. Without a choice the description says which are. */
export function columnsShown<Row extends RowData>(
  columns: readonly ListColumn<Row>[],
  { hidden, order }: ColumnChoice,
) {
  const isShown = ({ id = "", meta }: ListColumn<Row>) =>
    meta !== undefined && !(hidden?.includes(id) ?? meta.listed.hidden ?? false);
  return {
    columnVisibility: Object.fromEntries(columns.map((column) => [column.id, isShown(column)])),
    columnOrder: [...order],
  };
}

/**
 * What a cell of the row shows. `row.getVisibleCells()` and an element for each cell would do the same for five times as much of
 * the server's time: with them 100 rows of 11 columns took 15 ms, and take 3 ms.
 */
export function renderCell<Row extends RowData>(row: ListTableRow<Row>, column: ListTableColumn<Row>) {
  const { table } = row;
  const { cell: content } = column.columnDef;
  const getValue = <Value>() => row.getValue<Value>(column.id);
  return typeof content === "function"
    ? content({ row, column, table, getValue, renderValue: getValue, cell: constructCell(column, row, table) })
    : content;
}

/** The texts that a search found in columns of the row that are not shown, or in what a cell abbreviates. */
export function unseenHits<Row extends RowData>(
  { table, original }: ListTableRow<Row>,
  words: readonly string[],
): string | undefined {
  if (words.length === 0) return undefined;
  const searched = table.getAllLeafColumns().flatMap((column) => {
    const { meta } = column.columnDef;
    return meta && meta.listed.searchable !== false ? [{ ...meta, isVisible: column.getIsVisible() }] : [];
  });
  const seen = normalize(searched.map((field) => (field.isVisible ? field.cellText(original) : "")).join("\n"));
  const missing = words.filter((word) => !seen.includes(word));
  const found = searched.filter(({ text }) => missing.some((word) => normalize(text(original)).includes(word)));
  return found.map(({ heading, text }) => `${heading}: ${text(original)}`).join(" · ") || undefined;
}
