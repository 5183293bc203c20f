import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { facets, inOrder } from "#db/schema.ts";
import { allOf, commaList } from "./clauses.ts";
import type { ListRequest, ListSource, SortKey } from "./list-source.ts";

/** The maximum number of rows on a page. */
export const PAGE_SIZE = 100;

/** `limit` is one more than the rows of a page. */
type Range = { where: SQL[]; orderBy: SQL; limit: number };

export type Order = {
  /** The facet whose order the scan follows. */
  facet?: string;
  keys: SQLWrapper[];
  /** The tables of a scan in this order. If the keys are indexed, SQLite needs no sort. */
  from: SQL;
  /** Joins the tables of the keys to a row of the list's table. */
  join: SQL;
  /** The ranges of the index from the start of the page on: one, or two of which all rows of the first come first. */
  ranges: Range[];
  /** The same rows as those of all ranges, as one range of no index. */
  whole: Range;
  /** The order of the page, by the column names of a scan. */
  pageOrder: SQL;
};

/** Whether a page is read upwards. One that ends at a known row is read in reverse order; `pageOf` turns it round. */
export const isAscending = ({ place, descending }: Pick<ListRequest, "place" | "descending">): boolean =>
  descending === (place.kind === "last" || place.kind === "before");

/** The order of a page. `isByFacet` scans the facets of the sort key, which a search may restrict. */
export function orderOf<Row>(source: ListSource<Row>, request: ListRequest, { isByFacet = false } = {}): Order {
  const { table, joins, seq } = source;
  const { place, size = PAGE_SIZE } = request;
  const limit = size + 1;
  const isUp = isAscending(request);
  const isBeyond = sql.raw(isUp ? ">" : "<");
  const orderBy = (keys: SQLWrapper[]) => commaList(keys.map((key) => sql`${key} ${sql.raw(isUp ? "asc" : "desc")}`));
  const pageOrderOf = (keys: SQLWrapper[]) => orderBy([...keys.map((_, i) => sql.raw(`page.key${i}`)), sql`page.seq`]);
  const key = source.sorts[request.sort];
  if (!key) throw new TypeError(`There is no sort by ${request.sort}`);
  const sort = isByFacet ? key : columnOf(key);
  if (!("facet" in sort)) {
    const start = "seq" in place && sql`(select ${sort} from ${table} ${joins} where ${seq} = ${place.seq})`;
    const order = { keys: [sort], from: sql`${table}`, join: sql``, pageOrder: pageOrderOf([sort]) };
    const all = { where: [], orderBy: orderBy([sort, seq]), limit };
    if (!start) return { ...order, ranges: [all], whole: all };
    const isLater = sql`${sort} ${isBeyond} ${start}`;
    const isNext = [sql`${sort} = ${start}`, sql`${seq} ${isBeyond} ${place.seq}`];
    return {
      ...order,
      ranges: [
        { where: isNext, orderBy: orderBy([seq]), limit },
        { ...all, where: [isLater] },
      ],
      whole: { ...all, where: [sql`(${isLater} or (${allOf(isNext)}))`] },
    };
  }
  const { facet, column } = sort;
  const keys = sort.by === "text" ? [inOrder(facets.text), facets.seq] : [facets.key];
  const allKeys = commaList(keys);
  const join = sql`cross join ${facets} on ${facets.kind} = ${facet} and ${facets.key} = ${column}`;
  const where = [sql`${facets.kind} = ${facet}`];
  if ("seq" in place) {
    const start = sql`(select ${allKeys} from ${table} ${join} where ${seq} = ${place.seq})`;
    const end = isUp ? -1 : Number.MAX_SAFE_INTEGER;
    where.push(
      sql`(${allKeys}) ${isBeyond}= ${start}`,
      sql`${seq} ${isBeyond} iif((${allKeys}) = ${start}, ${place.seq}, ${end})`,
    );
  }
  const from = sql`${facets} cross join ${table} on ${column} = ${facets.key}`;
  const whole = { where, orderBy: orderBy([...keys, seq]), limit };
  return { facet, keys, from, join, ranges: [whole], whole, pageOrder: pageOrderOf(keys) };
}

/** The index on the column of a facet is in the order of the key, so a scan by key can do without the facets. */
function columnOf(key: SortKey): SortKey {
  return "facet" in key && key.by === "key" ? sql`${key.column}` : key;
}

/** Selects that together contain the first page of rows that meet the conditions, or no row if `when` is false. */
export function scanInOrder<Row>(
  { joins, seq }: ListSource<Row>,
  { keys, from, ranges }: Order,
  conditions: SQL[],
  { when, columns = seqAndKeys(seq, keys) }: { when?: SQL; columns?: SQL } = {},
): SQL[] {
  return ranges.map((range) =>
    firstPage(columns, sql`${from} ${joins}`, { ...range, where: [...range.where, ...conditions] }, when),
  );
}

/** The first page of some rows in an order, or no row if `when` is false. */
export function firstPage(columns: SQL, from: SQL, { where, orderBy, limit: most }: Range, when?: SQL): SQL {
  // SQLite evaluates a limit once, and a condition for each row: so `when` is in the limit.
  const limit = when ? sql`iif(${when}, ${most}, 0)` : sql`${most}`;
  return sql`select ${columns} from ${from} where ${allOf(where)} order by ${orderBy} limit ${limit}`;
}

export const seqAndKeys = (seq: SQLWrapper, keys: SQLWrapper[]) =>
  commaList([sql`${seq} as seq`, ...keys.map((key, i) => sql`${key} as ${sql.raw(`key${i}`)}`)]);
