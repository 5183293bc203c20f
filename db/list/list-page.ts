import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { PagePlace } from "#app/domain/list-state.ts";
import { facets } from "#db/schema.ts";
import { statements } from "#db/statements.ts";
import type { Search, SearchPart } from "./search.ts";

/** The maximum number of rows on a page. */
export const PAGE_SIZE = 100;
/** Totals are exact up to this number. An exact count of a million rows would have to read them all. */
const MAX_COUNTED = 10_000;
/** Up to this many rows are sorted. More rows are scanned in the order of an index, up to a page. */
const MAX_SORTED = 1_000;

/** Describes how to read a list (docs/architecture.md, 'One list'). */
export type ListSource<Row> = {
  table: SQLWrapper;
  /** Left joins for displayed values. They must not change the number of rows. */
  joins: SQL;
  /** The condition for a row to be in the list in any view, on the table's own columns. */
  where: SQL;
  /** The permanent number of a row. It breaks ties in the order and marks the start of a page. */
  seq: SQLWrapper;
  /** Builds the search for a text: see search.ts. */
  search: (q: string) => Search;
  /** The sort key of each sortable column, by the id of the column. */
  sorts: Record<string, SortKey>;
  /** The values of a row, read as one JSON object. */
  row: { [Name in keyof Row & string]: SQLWrapper };
  parse: (json: string) => Row;
  /** Sums and counts over all rows that the filter selects, on all pages. */
  summary?: Record<string, SQL>;
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
};

export type ListRequest = ListFilter & {
  sort: string;
  descending: boolean;
  place: PagePlace;
};

type PageData<Row> = {
  rows: Row[];
  /** Exact up to 10,000; 10,001 stands for any larger number. */
  total: number;
  /** Null if the total is not exact. */
  summary: Record<string, number> | null;
};

export type ListPageRead<Row> = PageData<Row> & { hasBefore: boolean; hasAfter: boolean };

/** A select of the `seq` of every row that the filter selects, without a limit. */
export function filteredSeqs<Row>(source: ListSource<Row>, { view, q }: ListFilter): SQL {
  const conditions = conditionsOf(source, view);
  if (!q) return sql`select ${source.seq} as seq from ${source.table} where ${allOf(conditions)}`;
  const { ctes, parts } = source.search(q);
  return sql`${withClause(ctes)} select distinct seq from (${unionAll(parts.map((part) => selectSeqs(part, conditions)))})`;
}

/**
 * One select that reads a page of a list, its total and its summary; `pageOf` turns the result into the page. A page starts
 * at the key of its neighbouring row, not at an offset, so the last page costs as little as the first.
 */
export function listPage<Row>(source: ListSource<Row>, request: ListRequest) {
  const { table, joins, seq, summary = {} } = source;
  const conditions = conditionsOf(source, request.view);
  const order = orderOf(source, request);
  const { ctes, scans } = request.q
    ? searchScans(source, order, source.search(request.q), conditions)
    : {
        ctes: [sql`hits as (select ${seq} as seq from ${table} where ${allOf(conditions)} limit ${MAX_COUNTED + 1})`],
        scans: scanInOrder(source, order, conditions),
      };
  const rows = sql`select ${jsonObject(source.row)} as record from (${unionAll(scans)}) page cross join ${table} on ${seq} = page.seq ${joins} order by ${order.pageOrder} limit ${PAGE_SIZE + 1}`;
  const summaryIfExact = sql`iif(${HIT_COUNT} <= ${MAX_COUNTED}, (select ${jsonObject(summary)} from hits cross join ${table} on ${seq} = hits.seq), null)`;
  const columns = [
    sql`(select json_group_array(json(record)) from (${rows})) as rows`,
    sql`${HIT_COUNT} as total`,
    sql`${Object.keys(summary).length > 0 ? summaryIfExact : sql`null`} as summary`,
  ];
  return statements
    .select({
      rows: sql`rows`.mapWith((json: string): Row[] => JSON.parse(json)),
      total: sql<number>`total`,
      summary: sql`summary`.mapWith((json: string) => JSON.parse(json) as Record<string, number>),
    })
    .from(sql`(${withClause(ctes)} select ${commaList(columns)})`);
}

/** Returns the page in display order, from the row that `listPage` read. */
export function pageOf<Row>(data: PageData<Row> | undefined, place: PagePlace): ListPageRead<Row> {
  const { rows = [], total = 0, summary = null } = data ?? {};
  const hasMore = rows.length > PAGE_SIZE;
  const shown = rows.slice(0, PAGE_SIZE);
  const isReversed = place.kind === "last" || place.kind === "before";
  return isReversed
    ? { rows: shown.reverse(), total, summary, hasBefore: hasMore, hasAfter: place.kind === "before" }
    : { rows: shown, total, summary, hasBefore: place.kind === "after", hasAfter: hasMore };
}

type Order = {
  /** The facet that the list is sorted by, if the sort key is a facet. */
  facet?: string;
  keys: SQLWrapper[];
  /** The tables of a scan in this order. If the keys are indexed, SQLite needs no sort. */
  from: SQL;
  /** Joins the tables of the keys to a row of the list's table. */
  join: SQL;
  /** The ranges of the index from the start of the page on: one, or two of which all rows of the first come first. */
  ranges: { where: SQL[]; orderBy: SQL }[];
  /** The order of the page, by the column names of a scan. */
  pageOrder: SQL;
};

function orderOf<Row>(source: ListSource<Row>, request: ListRequest): Order {
  const { table, joins, seq } = source;
  const { place, descending } = request;
  // A page that ends at a known row is read in reverse order; `pageOf` turns it round.
  const isAscending = descending === (place.kind === "last" || place.kind === "before");
  const isBeyond = sql.raw(isAscending ? ">" : "<");
  const orderBy = (keys: SQLWrapper[]) =>
    commaList(keys.map((key) => sql`${key} ${sql.raw(isAscending ? "asc" : "desc")}`));
  const pageOrderOf = (keys: SQLWrapper[]) => orderBy([...keys.map((_, i) => sql.raw(`page.key${i}`)), sql`page.seq`]);
  const sort = source.sorts[request.sort];
  if (!sort) throw new TypeError(`There is no sort by ${request.sort}`);
  if (!("facet" in sort)) {
    const start = "seq" in place && sql`(select ${sort} from ${table} ${joins} where ${seq} = ${place.seq})`;
    const rest = { where: start ? [sql`${sort} ${isBeyond} ${start}`] : [], orderBy: orderBy([sort, seq]) };
    const ranges = start
      ? [{ where: [sql`${sort} = ${start}`, sql`${seq} ${isBeyond} ${place.seq}`], orderBy: orderBy([seq]) }, rest]
      : [rest];
    return { keys: [sort], from: sql`${table}`, join: sql``, ranges, pageOrder: pageOrderOf([sort]) };
  }
  const { facet, column } = sort;
  const keys = sort.by === "text" ? [sql`${facets.text} collate nocase`, facets.seq] : [facets.key];
  const key = commaList(keys);
  const join = sql`cross join ${facets} on ${facets.kind} = ${facet} and ${facets.key} = ${column}`;
  const where = [sql`${facets.kind} = ${facet}`];
  if ("seq" in place) {
    const start = sql`(select ${key} from ${table} ${join} where ${seq} = ${place.seq})`;
    const end = isAscending ? -1 : Number.MAX_SAFE_INTEGER;
    where.push(
      sql`(${key}) ${isBeyond}= ${start}`,
      sql`${seq} ${isBeyond} iif((${key}) = ${start}, ${place.seq}, ${end})`,
    );
  }
  const from = sql`${facets} cross join ${table} on ${column} = ${facets.key}`;
  const ranges = [{ where, orderBy: orderBy([...keys, seq]) }];
  return { facet, keys, from, join, ranges, pageOrder: pageOrderOf(keys) };
}

/** Selects that together contain the first page of rows that meet the conditions, or no row if `when` is false. */
function scanInOrder<Row>(
  { joins, seq }: ListSource<Row>,
  order: Order,
  conditions: SQL[],
  { from = order.from, when = sql`1` } = {},
): SQL[] {
  const columns = commaList([sql`${seq} as seq`, ...order.keys.map((key, i) => sql`${key} as ${sql.raw(`key${i}`)}`)]);
  return order.ranges.map(
    // SQLite evaluates a limit once, and a condition for each row: so `when` is in the limit.
    ({ where, orderBy }) =>
      sql`select ${columns} from ${from} ${joins} where ${allOf([...where, ...conditions])} order by ${orderBy} limit iif(${when}, ${PAGE_SIZE + 1}, 0)`,
  );
}

/**
 * The scans of a search. Up to 10,000 hits are sorted. With more hits, a scan in order soon finds a page of them. If the list
 * is sorted by a facet, the matching facets are scanned separately, so that the scan skips the rows of the other facets.
 */
function searchScans<Row>(source: ListSource<Row>, order: Order, { ctes, parts }: Search, conditions: SQL[]) {
  const otherParts = parts.filter(({ facet }) => !facet || facet !== order.facet);
  const distinctSeqs = (some: SearchPart[], limit: SQL) =>
    sql`(select distinct seq from (${unionAll(some.map((part) => selectSeqs(part, conditions)))}) limit ${limit})`;
  const rowsIn = (cte: "hits" | "others") =>
    sql`${sql.raw(cte)} cross join ${source.table} on ${source.seq} = ${sql.raw(cte)}.seq ${order.join}`;
  const areHitsMany = sql`${HIT_COUNT} > ${MAX_COUNTED}`;
  const areOthersMany = sql`(select count(*) from others) > ${MAX_SORTED}`;
  const isFacetHit = sql`${facets.seq} in (select seq from matching)`;
  const matchesOtherParts = sql`iif(${sql.join(
    otherParts.map((part) => part.matchesRow),
    sql` or `,
  )}, 1, 0)`;
  const sortedHits = scanInOrder(source, order, [], { from: rowsIn("hits"), when: sql`not ${areHitsMany}` });
  const hits = sql`hits as materialized ${distinctSeqs(parts, sql`${MAX_COUNTED + 1}`)}`;
  if (!order.facet) {
    const scanned = scanInOrder(source, order, [...conditions, matchesOtherParts], { when: areHitsMany });
    return { ctes: [...ctes, hits], scans: [...sortedHits, ...scanned] };
  }
  const others = distinctSeqs(otherParts, sql`iif(${areHitsMany}, ${MAX_SORTED + 1}, 0)`);
  const isNotFacetHit = sql`not ${isFacetHit}`;
  return {
    ctes: [...ctes, hits, sql`others as materialized ${others}`],
    scans: [
      ...sortedHits,
      ...scanInOrder(source, order, [isFacetHit, ...conditions], { when: areHitsMany }),
      ...scanInOrder(source, order, [isNotFacetHit], { from: rowsIn("others"), when: sql`not ${areOthersMany}` }),
      ...scanInOrder(source, order, [isNotFacetHit, ...conditions, matchesOtherParts], { when: areOthersMany }),
    ],
  };
}

const conditionsOf = <Row>({ where }: ListSource<Row>, view: SQL | undefined) => (view ? [where, view] : [where]);

const selectSeqs = ({ seq, from, where }: SearchPart, conditions: SQL[]) =>
  sql`select ${seq} as seq from ${from} where ${allOf([where, ...conditions])}`;

/** The number of rows that the filter selects, at most `MAX_COUNTED + 1`. */
const HIT_COUNT = sql`(select count(*) from hits)`;

const jsonObject = (values: Record<string, SQLWrapper>) =>
  sql`json_object(${commaList(Object.entries(values).map(([name, value]) => sql`${sql.raw(`'${name}'`)}, ${value}`))})`;

const withClause = (ctes: SQL[]) => (ctes.length > 0 ? sql`with ${commaList(ctes)}` : sql``);
const commaList = (parts: SQLWrapper[]) => sql.join(parts, sql`, `);
const allOf = (conditions: SQL[]) => (conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`1`);
/** SQLite allows an order and a limit in a part of a union only inside a subquery. */
const unionAll = (selects: SQL[]) =>
  sql.join(
    selects.map((each) => sql`select * from (${each})`),
    sql` union all `,
  );
