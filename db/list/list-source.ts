import type { SQL, SQLWrapper } from "drizzle-orm";
import type { PagePlace } from "#app/domain/list-state.ts";
import { totals } from "#db/schema.ts";
import { conditionOf, type Restriction } from "./filters.ts";

/** Totals are exact up to this number. */
export const MAX_COUNTED = 10_000;

/** Describes how to read the rows of a list: all that a short list needs (docs/architecture.md, 'Short lists'). */
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
};

/** Describes how to read a list that may be long (docs/architecture.md, 'One list'). */
export type ListSource<Row> = RowSource<Row> & {
  /** How a search finds the rows that have all words: by their texts, or, if the list may be long, by their words. Null: there is none. */
  search: TextIndex | WordIndex | null;
  /** The sort key of each sortable column, by the id of the column. */
  sorts: Record<string, SortKey>;
  /** Puts what SQL cannot say into the words of the list. */
  complete?(row: Row): Row;
  /** A number of each row, an expression on the table's own columns, whose sum over all pages the page shows. */
  summary?: { name: string; of: SQLWrapper };
  /** Present if triggers count the rows (docs/architecture.md, 'Totals'): the name of the table, and the view that they count. */
  totals?: {
    list: string;
    current?: SQL;
    /** `totals` counts the facets of the list; if any are named here, also its months, and these facets in each month. */
    facets?: { byMonth: readonly string[] };
  };
};

/** An expression that is never null, with an index if the list is long; or a facet of the rows. */
export type SortKey = SQL | FacetKey;

/**
 * A sort key that many rows share, such as the name of their customer. The facets are read in order, and the rows of each
 * facet are found by an index on `column`. So a new name changes one facet and no row.
 */
export type FacetKey = { facet: string; column: SQLWrapper; by: "key" | "text" };

/** Selects rows, over all pages. */
export type ListFilter = {
  /** The view's condition on the table's own columns. Undefined selects all rows. */
  view?: SQL | undefined;
  /** The text to search for in the displayed values. Empty selects all rows. */
  q: string;
  /** What the filters of the list ask of a row. */
  restrictions?: readonly Restriction[];
};

export type ListRequest = ListFilter & {
  sort: string;
  descending: boolean;
  place: PagePlace;
  /** The maximum number of rows; that of a page of a screen by default. */
  size?: number;
};

/** The name of an FTS5 trigram index of the text of each row, with `seq` as its rowid. */
export type TextIndex = { texts: string };

/**
 * An FTS5 index of the words of each row of a list with facets, whose rowids are in the order of the days: see word-index.ts.
 */
export type WordIndex = {
  /** The name of the index. */
  words: string;
  table: SQLWrapper;
  seq: SQLWrapper;
  date: SQLWrapper;
  /** The list in `totals`. */
  list: string;
  /** The facets that a search looks up, since their texts may change. The index has the texts of the other cells. */
  named: readonly string[];
  /** The default view, and the word that its rows have. */
  current?: { view: SQL; word: string };
};

/** The columns of `totals` that belong to a view, and the name of the list there. */
export type KeptColumns = { list: string; rows: SQLWrapper; sum: SQLWrapper };

/** Returns the columns of `totals` for a view; undefined if no trigger counts its rows. */
export function keptColumns<Row>({ totals: kept }: ListSource<Row>, view: SQL | undefined): KeptColumns | undefined {
  if (kept && !view) return { list: kept.list, rows: totals.rows, sum: totals.sum };
  if (kept && view === kept.current) return { list: kept.list, rows: totals.currentRows, sum: totals.currentSum };
  return undefined;
}

/** The parts of the select of a page: `records` has the rows in order; `counts` one row with `total`, `sum` and `is_exact`. */
export type PageParts = { ctes: SQL[]; records: SQL; counts: SQL };

/** The conditions for a row of the table to be in a view of the list, and to pass the filters. */
export const conditionsOf = <Row>(
  { where }: Pick<RowSource<Row>, "where">,
  { view, restrictions = [] }: Pick<ListFilter, "view" | "restrictions">,
): SQL[] => [where, ...(view ? [view] : []), ...restrictions.map(conditionOf)];
