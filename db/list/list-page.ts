import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { PagePlace } from "#app/domain/list-state.ts";
import { facets } from "#db/schema.ts";
import { statements } from "#db/statements.ts";
import type { Search, SearchPart } from "./search.ts";

/** How many rows a page of a list has at most. */
export const PAGE_SIZE = 100;
/** Totals are exact up to here: to count a million rows is to read them all. */
const COUNTED = 10_000;
/** So few rows are put in order at once rather than looked for in order. */
const FEW = 1_000;

/** Where the rows of a list come from. */
export type ListSource<Row> = {
  table: SQLWrapper;
  /** What is displayed with a row, as left joins; they neither add rows nor take any away. */
  joins: SQL;
  /** Which of the table's rows there are at all, by its own columns. */
  where: SQL;
  /** The lasting number of a row. */
  seq: SQLWrapper;
  /** What is found by a text: see search.ts. */
  search: (q: string) => Search;
  /** The sort key of each column that can be sorted, by the id of the column. */
  sorts: Record<string, SortKey>;
  /** What a row consists of; it is read as one JSON object. */
  row: { [Name in keyof Row & string]: SQLWrapper };
  parse: (json: string) => Row;
  /** What is told of all rows that are shown, over all pages: sums and counts. */
  summary?: Record<string, SQL>;
};

/** An expression that is never null, and indexed where the list is long; or a facet of the rows. */
export type SortKey = SQL | FacetKey;

/**
 * A sort by what many rows share, such as the name of their customer: the few are in order, and the rows of each are found
 * by an index on `column`. To rename one of them costs nothing, and a search finds what it means without a look at the rows.
 */
export type FacetKey = { facet: string; column: SQLWrapper; by: "key" | "text" };

/** Which rows are shown, over all pages. */
export type ListFilter = {
  /** The view's condition on the table's own columns; none for all rows. */
  view?: SQL | undefined;
  /** What is searched for in the text as displayed; empty for everything. */
  q: string;
};

export type ListRequest = ListFilter & {
  sort: string;
  descending: boolean;
  place: PagePlace;
};

type Read<Row> = {
  rows: Row[];
  total: number;
  /** Null where there are more rows than are counted. */
  summary: Record<string, number> | null;
};

export type ListPageRead<Row> = Read<Row> & { hasBefore: boolean; hasAfter: boolean };

/** The `seq` of all rows that are shown, however many: a select. */
export function shownRows<Row>(source: ListSource<Row>, { view, q }: ListFilter): SQL {
  const there = thereIn(source, view);
  if (!q) return sql`select ${source.seq} as seq from ${source.table} where ${all(there)}`;
  const { tables, parts } = source.search(q);
  return sql`${withTables(tables)} select distinct seq from (${either(parts.map((part) => rowsOf(part, there)))})`;
}

/**
 * One page of a list, and how many rows there are: one select. Pages are found by the key of the row beside which they
 * begin, so the last one of a million costs what the first one does.
 */
export function listPage<Row>(source: ListSource<Row>, request: ListRequest) {
  const { table, joins, seq, summary = {} } = source;
  const there = thereIn(source, request.view);
  const order = orderOf(source, request);
  const { tables, legs } = request.q
    ? found(source, order, source.search(request.q), there)
    : {
        tables: [sql`hits as (select ${seq} as seq from ${table} where ${all(there)} limit ${COUNTED + 1})`],
        legs: walk(source, order, there),
      };
  const rows = sql`select ${jsonOf(source.row)} as record from (${either(legs)}) page cross join ${table} on ${seq} = page.seq ${joins} order by ${order.names} limit ${PAGE_SIZE + 1}`;
  const told = sql`iif(${COUNT} <= ${COUNTED}, (select ${jsonOf(summary)} from hits cross join ${table} on ${seq} = hits.seq), null)`;
  const columns = [
    sql`(select json_group_array(json(record)) from (${rows})) as rows`,
    sql`${COUNT} as total`,
    sql`${Object.keys(summary).length > 0 ? told : sql`null`} as summary`,
  ];
  return statements
    .select({
      rows: sql`rows`.mapWith((json: string): Row[] => JSON.parse(json)),
      total: sql<number>`total`,
      summary: sql`summary`.mapWith((json: string) => JSON.parse(json) as Record<string, number>),
    })
    .from(sql`(${withTables(tables)} select ${listOf(columns)})`);
}

/** Turns what `listPage` read into the page that is shown. */
export function pageOf<Row>(read: Read<Row> | undefined, place: PagePlace): ListPageRead<Row> {
  const { rows = [], total = 0, summary = null } = read ?? {};
  const hasMore = rows.length > PAGE_SIZE;
  const shown = rows.slice(0, PAGE_SIZE);
  const isReversed = place.kind === "last" || place.kind === "before";
  return isReversed
    ? { rows: shown.reverse(), total, summary, hasBefore: hasMore, hasAfter: place.kind === "before" }
    : { rows: shown, total, summary, hasBefore: place.kind === "after", hasAfter: hasMore };
}

type Order = {
  /** The facet that gives the order, if one does. */
  facet?: string;
  keys: SQLWrapper[];
  /** All rows in this order, without a sort where there are indexes. */
  from: SQL;
  /** What gives a row of the table its keys. */
  join: SQL;
  /** The rows from where the page begins on: in one range of an index, or in two, the first before the second. */
  ranges: { where: SQL[]; by: SQL }[];
  /** By the keys as a leg names them. */
  names: SQL;
};

function orderOf<Row>(source: ListSource<Row>, request: ListRequest): Order {
  const { table, joins, seq } = source;
  const { place, descending } = request;
  // From the end, rows are read in reverse and turned round.
  const isUp = descending === (place.kind === "last" || place.kind === "before");
  const beyond = sql.raw(isUp ? ">" : "<");
  const by = (keys: SQLWrapper[]) => listOf(keys.map((key) => sql`${key} ${sql.raw(isUp ? "asc" : "desc")}`));
  const namesOf = (keys: SQLWrapper[]) => by([...keys.map((_, i) => sql.raw(`page.key${i}`)), sql`page.seq`]);
  const sort = source.sorts[request.sort];
  if (!sort) throw new TypeError(`There is no sort by ${request.sort}`);
  if (!("facet" in sort)) {
    const start = "seq" in place && sql`(select ${sort} from ${table} ${joins} where ${seq} = ${place.seq})`;
    const rest = { where: start ? [sql`${sort} ${beyond} ${start}`] : [], by: by([sort, seq]) };
    const ranges = start
      ? [{ where: [sql`${sort} = ${start}`, sql`${seq} ${beyond} ${place.seq}`], by: by([seq]) }, rest]
      : [rest];
    return { keys: [sort], from: sql`${table}`, join: sql``, ranges, names: namesOf([sort]) };
  }
  const { facet, column } = sort;
  const keys = sort.by === "text" ? [sql`${facets.text} collate nocase`, facets.seq] : [facets.key];
  const key = listOf(keys);
  const join = sql`cross join ${facets} on ${facets.kind} = ${facet} and ${facets.key} = ${column}`;
  const where = [sql`${facets.kind} = ${facet}`];
  if ("seq" in place) {
    const start = sql`(select ${key} from ${table} ${join} where ${seq} = ${place.seq})`;
    const end = isUp ? -1 : Number.MAX_SAFE_INTEGER;
    where.push(sql`(${key}) ${beyond}= ${start}`, sql`${seq} ${beyond} iif((${key}) = ${start}, ${place.seq}, ${end})`);
  }
  const from = sql`${facets} cross join ${table} on ${column} = ${facets.key}`;
  return { facet, keys, from, join, ranges: [{ where, by: by([...keys, seq]) }], names: namesOf(keys) };
}

/** The first rows of the order that meet the conditions: selects that together have them. */
function walk<Row>(
  { joins, seq }: ListSource<Row>,
  order: Order,
  conditions: SQL[],
  { from = order.from, when = sql`1` } = {},
): SQL[] {
  const columns = listOf([sql`${seq} as seq`, ...order.keys.map((key, i) => sql`${key} as ${sql.raw(`key${i}`)}`)]);
  return order.ranges.map(
    // As a limit, what holds for all rows is asked once.
    ({ where, by }) =>
      sql`select ${columns} from ${from} ${joins} where ${all([...where, ...conditions])} order by ${by} limit iif(${when}, ${PAGE_SIZE + 1}, 0)`,
  );
}

/**
 * The rows that a search finds. Few of them are put in order; of many, a walk in order soon meets enough. Where the order is
 * that of a facet, the values that are found themselves come first, so that the walk does not pass over all that are not.
 */
function found<Row>(source: ListSource<Row>, order: Order, { tables, parts }: Search, there: SQL[]) {
  const others = parts.filter(({ facet }) => !facet || facet !== order.facet);
  const distinct = (some: SearchPart[], limit: SQL) =>
    sql`(select distinct seq from (${either(some.map((part) => rowsOf(part, there)))}) limit ${limit})`;
  const beside = (name: "hits" | "others") =>
    sql`${sql.raw(name)} cross join ${source.table} on ${source.seq} = ${sql.raw(name)}.seq ${order.join}`;
  const isMany = sql`${COUNT} > ${COUNTED}`;
  const areOthersMany = sql`(select count(*) from others) > ${FEW}`;
  const isMet = sql`${facets.seq} in (select seq from matching)`;
  const test = sql`iif(${sql.join(
    others.map((part) => part.test),
    sql` or `,
  )}, 1, 0)`;
  const few = walk(source, order, [], { from: beside("hits"), when: sql`not ${isMany}` });
  const hits = sql`hits as materialized ${distinct(parts, sql`${COUNTED + 1}`)}`;
  if (!order.facet) {
    return { tables: [...tables, hits], legs: [...few, ...walk(source, order, [...there, test], { when: isMany })] };
  }
  return {
    tables: [...tables, hits, sql`others as materialized ${distinct(others, sql`iif(${isMany}, ${FEW + 1}, 0)`)}`],
    legs: [
      ...few,
      ...walk(source, order, [isMet, ...there], { when: isMany }),
      ...walk(source, order, [sql`not ${isMet}`], { from: beside("others"), when: sql`not ${areOthersMany}` }),
      ...walk(source, order, [sql`not ${isMet}`, ...there, test], { when: areOthersMany }),
    ],
  };
}

const thereIn = <Row>({ where }: ListSource<Row>, view: SQL | undefined) => (view ? [where, view] : [where]);

const rowsOf = ({ seq, from, where }: SearchPart, there: SQL[]) =>
  sql`select ${seq} as seq from ${from} where ${all([where, ...there])}`;

/** How many rows there are, up to one more than are counted. */
const COUNT = sql`(select count(*) from hits)`;

const jsonOf = (values: Record<string, SQLWrapper>) =>
  sql`json_object(${listOf(Object.entries(values).map(([name, value]) => sql`${sql.raw(`'${name}'`)}, ${value}`))})`;

const withTables = (tables: SQL[]) => (tables.length > 0 ? sql`with ${listOf(tables)}` : sql``);
const listOf = (parts: SQLWrapper[]) => sql.join(parts, sql`, `);
const all = (conditions: SQL[]) => (conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`1`);
/** All rows of each; what has an order and a limit of its own stands in brackets. */
const either = (selects: SQL[]) =>
  sql.join(
    selects.map((each) => sql`select * from (${each})`),
    sql` union all `,
  );
