import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { LocalDate } from "#app/domain/basics/calendar.ts";
import type { PagePlace } from "#app/domain/fields/list-state.ts";
import type { RowState } from "#app/domain/fields/row-states.ts";
import { jsonObject } from "./clauses.ts";
import { type Restriction, restrictionCondition } from "./filters.ts";

/** Hits are counted exactly up to this number, and sorted; with more, a page is read in the order of an index. */
export const MAX_COUNTED = 10_000;

/** Describes how to read the rows of a list: all that a short list needs (docs/architecture.md, 'One list'). */
export type RowSource<Row> = {
  table: SQLWrapper;
  /** Left joins for displayed values. They must not change the number of rows. */
  joins: SQL;
  /** The condition for a row to be in the list in any view, on the table's own columns. */
  where: SQL;
  /** The permanent number of a row. It breaks ties in the order and marks the start of a page. */
  seq: SQLWrapper;
  /** The values of a row, read as one JSON object. */
  row: { [Name in keyof Row & string]: SQLWrapper };
  parse: (json: string) => Row;
  /** Values of a row that only its download reads, by their names. */
  inFile?: { readonly [name: string]: SQLWrapper };
};

/** The values of `inFile` of a row. */
export type FileValues = { readonly [name: string]: string | number | null };

/** The source of a list's download: each row has the values that only this reads in `inFile`. */
export const withFileValues = <Row, Source extends RowSource<Row>>(source: Source & RowSource<Row>): Source =>
  source.inFile ? { ...source, row: { ...source.row, inFile: jsonObject(source.inFile) } } : source;

/** Describes how to read a list that grows with the years (docs/architecture.md, 'One list'). */
export type ListSource<Row> = RowSource<Row> & {
  /** The name of the table; its full-text table is `<name>_search`, and its row of `totals` has this name. */
  name: string;
  /** The folded texts of a row's cells: a column, or an expression on the table's own columns. */
  searchText: SQLWrapper;
  /** The day of a row. Rows of one name are in the order of their days. */
  day: SQLiteColumn;
  /** The sort key of each sortable column, by the id of the column. */
  sorts: Record<string, SortKey>;
  /** Completes a row with the words that SQL cannot make. */
  complete?(row: Row): Row;
  /** A number of each row, an expression on the table's own columns, whose sum over all pages the page shows. */
  summary?: { name: string; of: SQLWrapper };
  /** The condition of the default view, whose rows `totals` counts, and the index that has these rows alone. */
  current?: SQL;
  currentIndex?: string;
  /**
   * A select of the `total` and the `sum` of all rows, for a list without a full-text table and a row of `totals`. A search reads the
   * texts of all its rows.
   */
  counts?: SQL;
  /** The condition of each state that a badge names, on the table's own columns (app/domain/fields/row-states.ts). */
  states?(today: LocalDate): { readonly [state in RowState]?: SQL };
};

/** An expression that is never null and has an index, or the name of a record that the row refers to. */
export type SortKey = SQL | NameKey;

/**
 * Sorts by the names of another table: the names are read in their order, and the rows of each by an index on `column` and the
 * day. So a new name changes no row of the list.
 */
export type NameKey = {
  names: { id: SQLiteColumn; nameSort: SQLiteColumn };
  /** The id of the record, an expression on the table's own columns; '' of rows without one. */
  column: SQLWrapper;
  /** The sort key of the rows without a record, if there are any. */
  none?: string;
};

/** Selects rows, over all pages. */
export type ListFilter = {
  /** The view's condition on the table's own columns. Undefined selects all rows. */
  view?: SQL | undefined;
  /** The text to search for in the displayed values. Empty selects all rows. */
  q: string;
  /** The day on which states are looked for. */
  today?: LocalDate;
  /** The conditions of the list's filters. */
  restrictions?: readonly Restriction[];
};

export type ListRequest = ListFilter & {
  sort: string;
  descending: boolean;
  place: PagePlace;
  /** The maximum number of rows; that of a page of a screen by default. */
  size?: number;
};

/**
 * The table to select the rows of a view from. The default view is read from its own index alone: SQLite does not know
 * that it is small, and would read the whole table.
 */
export const tableOf = <Row>({ table, current, currentIndex }: ListSource<Row>, { view }: ListFilter): SQL =>
  view && view === current && currentIndex ? sql`${table} indexed by ${sql.identifier(currentIndex)}` : sql`${table}`;

/** The conditions for a row of the table to be in a view of the list, and to pass the filters. */
export const conditionsOf = <Row>(
  { where }: Pick<RowSource<Row>, "where">,
  { view, restrictions = [] }: Pick<ListFilter, "view" | "restrictions">,
): SQL[] => [where, ...(view ? [view] : []), ...restrictions.map(restrictionCondition)];
