import { type SQL, sql } from "drizzle-orm";
import { searchWords } from "#app/domain/basics/search-text.ts";
import { PAGE_SIZE, type PagePlace } from "#app/domain/fields/list-state.ts";
import { totals } from "#db/schema.ts";
import { statements } from "#db/statements.ts";
import { allOf, commaList, jsonObject, unionAll, withClause } from "./clauses.ts";
import {
  conditionsOf,
  type ListFilter,
  type ListRequest,
  type ListSource,
  MAX_COUNTED,
  tableOf,
} from "./list-source.ts";
import { firstHits, firstRows, keyColumnsOf, type Order, orderOf, pageOrder } from "./order.ts";
import { isFound, isWholeFound, MAX_FOUND, searchIn } from "./search.ts";

/*
 * The pages of a long list (docs/architecture.md, 'One list'). A page starts at the key of its neighbouring row, not at an
 * offset, so the last page costs as little as the first.
 */

type PageData<Row> = {
  rows: Row[];
  /** The number of rows; with a search or a filter at most 10,000. */
  total: number;
  /** False: there are more rows than `total`. */
  isTotalExact: boolean;
  /** Null if the total is not exact. */
  summary: Record<string, number> | null;
  /** Whether the list has rows in any view, without a search. */
  hasRows: boolean;
};

export type ListPageRead<Row> = PageData<Row> & {
  hasBefore: boolean;
  hasAfter: boolean;
  /** In a short list: the number of the page, from 1. */
  page?: number;
};

/** A select of the `seq` of every row that the filter selects, without a limit. */
export const filteredSeqs = <Row>(source: ListSource<Row>, filter: ListFilter): SQL =>
  sql`select ${source.seq} as seq from ${tableOf(source, filter)} where ${allOf([...conditionsOf(source, filter), ...isFound(source, filter)])}`;

/** `scans` are selects of the page's rows, `counts` one row with `total`, `sum` and `is_exact`. */
type Parts = { ctes: SQL[]; scans: SQL[]; counts: SQL };

/** One select that reads a page of a list, its total and its summary; `pageOf` turns the result into the page. */
export function listPage<Row>(source: ListSource<Row>, request: ListRequest) {
  const { table, joins, seq, row, where, summary, complete } = source;
  const order = orderOf(source, request);
  const { ctes, scans, counts } = isInOrder(source, request)
    ? readInOrder(source, request, order)
    : readHits(source, request, order);
  const start = order.start ? [sql`start as materialized (${order.start})`] : [];
  const page = sql`select * from (${unionAll(scans)}) page order by ${pageOrder(order)} limit ${order.size + 1}`;
  // A cross join takes the rows of the page in their order.
  const records = sql`select ${jsonObject(row)} as record from (${page}) page cross join ${table} on ${seq} = page.seq ${joins}`;
  const sum = summary ? sql`iif(is_exact, json_object(${sql.raw(`'${summary.name}'`)}, sum), null)` : sql`null`;
  const columns = [
    sql`(select json_group_array(json(record)) from (${records})) as rows`,
    sql`iif(is_exact, total, min(total, ${MAX_COUNTED})) as total`,
    sql`is_exact`,
    sql`${sum} as summary`,
    // The rows of any view are looked for only if this view is empty.
    sql`total > 0 or exists (select 1 from ${table} where ${where}) as has_rows`,
  ];
  return statements
    .select({
      rows: sql`rows`.mapWith((json: string): Row[] => {
        const rows: Row[] = JSON.parse(json);
        return complete ? rows.map(complete) : rows;
      }),
      total: sql<number>`total`,
      isTotalExact: sql`is_exact`.mapWith(Boolean),
      summary: sql`summary`.mapWith((json: string) => JSON.parse(json) as Record<string, number>),
      hasRows: sql`has_rows`.mapWith(Boolean),
    })
    .from(sql`(${withClause([...start, ...ctes])} select ${commaList(columns)} from (${counts}))`);
}

const isUnfiltered = ({ q, restrictions = [] }: ListFilter) => searchWords(q).length === 0 && restrictions.length === 0;

/** Whether an index has the rows of the request in its order: all rows in any order, those of the default view by their days. */
const isInOrder = <Row>({ current }: ListSource<Row>, request: ListRequest) =>
  isUnfiltered(request) && (!request.view || (request.view === current && request.sort === "date"));

function readInOrder<Row>(source: ListSource<Row>, request: ListRequest, order: Order): Parts {
  const conditions = conditionsOf(source, request);
  const scans = order.scans.map((scan) => firstRows(source.seq, scan, order, conditions));
  return { ctes: [], scans, counts: keptCounts(source, request) };
}

/** The number and the sum of the rows of a view, from the totals that triggers update, or from the list's own select. */
function keptCounts<Row>({ name, counts }: ListSource<Row>, { view }: ListFilter): SQL {
  if (counts) return sql`select total, sum, 1 as is_exact from (${counts})`;
  const [rows, sum] = view ? [totals.currentRows, totals.currentSum] : [totals.rows, totals.sum];
  return sql`select coalesce(max(${rows}), 0) as total, coalesce(max(${sum}), 0) as sum, 1 as is_exact from ${totals} where ${totals.list} = ${name}`;
}

/** Up to 10,000 hits are sorted. With more, a scan in the order of the sort soon has a page of them. */
function readHits<Row>(source: ListSource<Row>, request: ListRequest, order: Order): Parts {
  const { seq, current } = source;
  const isWhole = isWholeFound(source, request);
  const search = searchIn(source, request, isWhole && sql`(select is_whole from whole)`);
  const areFew = sql`(select total <= ${MAX_COUNTED} from counted)`;
  const tests = [...inOrder(source, request), ...search.tests];
  const isCounted = isUnfiltered(request) && (!request.view || request.view === current);
  return {
    ctes: [
      ...(isWhole ? [sql`whole as materialized (select ${isWhole} as is_whole)`] : []),
      ...hitsOf(source, request, search, order),
      sql`counted as materialized (select count(*) as total, coalesce(sum(term), 0) as sum from hits)`,
    ],
    scans: [
      firstHits(order, areFew),
      ...order.scans.map((scan) => firstRows(seq, scan, order, tests, sql`not ${areFew}`)),
    ],
    counts: isCounted
      ? keptCounts(source, request)
      : sql`select total, sum, total <= ${MAX_COUNTED} as is_exact from counted`,
  };
}

/**
 * Selects the hits, at most one more than are counted: from the first rows that the index finds. If the index has more
 * such rows, and too few of the first ones are hits, all texts are read.
 */
function hitsOf<Row>(
  source: ListSource<Row>,
  request: ListFilter,
  search: ReturnType<typeof searchIn>,
  { keys, joins }: Order,
): SQL[] {
  const { table, seq, summary } = source;
  const columns = sql`${keyColumnsOf(seq, keys)}, ${summary?.of ?? 0} as term`;
  const conditions = conditionsOf(source, request);
  const byText = sql`select ${columns} from ${tableOf(source, request)} ${joins} where ${allOf([...conditions, ...search.tests])}`;
  const limit = sql`${MAX_COUNTED + 1}`;
  const found = search.hits;
  if (!found) return [sql`hits as materialized (${byText} limit ${limit})`];
  const tests = allOf([...conditions, ...search.beside]);
  const areAll = sql`((select count(*) <= ${MAX_FOUND} from found) or (select count(*) > ${MAX_COUNTED} from first_hits))`;
  return [
    sql`found as materialized (${found} limit ${MAX_FOUND + 1})`,
    sql`first_hits as materialized (select ${columns} from found cross join ${table} on ${seq} = found.seq ${joins} where ${tests} limit ${limit})`,
    sql`hits as materialized (${unionAll([sql`select * from first_hits limit iif(${areAll}, -1, 0)`, sql`${byText} limit iif(${areAll}, 0, ${limit})`])})`,
  ];
}

/**
 * The conditions of a scan in the order of the sort. Inside `iif` a condition keeps SQLite from another index, whose
 * rows it would have to sort.
 */
function inOrder<Row>(source: ListSource<Row>, { sort, view, restrictions = [] }: ListRequest): SQL[] {
  const isByDay = (i: number) => sort === "date" && "days" in (restrictions[i] ?? {});
  const [where, ...others] = conditionsOf(source, { restrictions });
  const ofView = view ? [sort === "date" ? view : sql`iif(${view}, 1, 0)`] : [];
  return [
    ...(where ? [where] : []),
    ...ofView,
    ...others.map((test, i) => (isByDay(i) ? test : sql`iif(${test}, 1, 0)`)),
  ];
}

/** A group of rows: its key, its name, and the number and the sum of its rows. */
export type RowGroup = { key: string; name: string; rows: number; sum: number };
/** The column that groups the rows, the name of a key, and the text of a name that is no name of a record. */
export type GroupBy = { column: SQL; nameOf: (key: SQL) => SQL; format?: (name: string) => string };

/** Selects the groups of the rows that a filter selects, in one row. */
export function groupRows<Row>(source: ListSource<Row>, filter: ListFilter, { column, nameOf }: GroupBy) {
  const { summary } = source;
  const conditions = [...conditionsOf(source, filter), ...isFound(source, filter)];
  const counted = sql`select ${column} as key, count(*) as rows, sum(${summary?.of ?? 0}) as sum from ${tableOf(source, filter)} where ${allOf(conditions)} group by 1`;
  const group = { key: sql`key`, name: nameOf(sql`key`), rows: sql`rows`, sum: sql`sum` };
  return statements
    .select({
      groups: sql`json_group_array(${jsonObject(group)})`.mapWith((json: string) => JSON.parse(json) as RowGroup[]),
    })
    .from(sql`(${counted})`);
}

/** Returns the page in display order, from the row that `listPage` read. */
export function pageOf<Row>(data: PageData<Row> | undefined, place: PagePlace): ListPageRead<Row> {
  const { rows = [], total = 0, isTotalExact = true, summary = null, hasRows = false } = data ?? {};
  const hasMore = rows.length > PAGE_SIZE;
  const shown = rows.slice(0, PAGE_SIZE);
  const isReversed = place.kind === "last" || place.kind === "before";
  const counted = { total, isTotalExact, summary, hasRows };
  return isReversed
    ? { ...counted, rows: shown.reverse(), hasBefore: hasMore, hasAfter: place.kind === "before" }
    : { ...counted, rows: shown, hasBefore: place.kind === "after", hasAfter: hasMore };
}
