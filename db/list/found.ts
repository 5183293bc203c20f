import { type SQL, sql } from "drizzle-orm";
import { totals } from "#db/schema.ts";
import { allOf, jsonObject, unionAll } from "./clauses.ts";
import {
  conditionsOf,
  type KeptColumns,
  keptColumns,
  type ListFilter,
  type ListRequest,
  type ListSource,
  MAX_COUNTED,
  type PageParts,
  type TextIndex,
  type WordIndex,
} from "./list-source.ts";
import { firstPage, isAscending, type Order, orderOf, PAGE_SIZE, scanInOrder, seqAndKeys } from "./order.ts";
import { hasTexts, rowsWithTexts } from "./search.ts";
import { isOtherHit, placeOf, searchHits, type WordHits, wholeFacets } from "./word-index.ts";

/*
 * The pages of a search.
 *
 * SQLite evaluates a materialized common table expression once but compiles it anew, with all that it refers to, at each
 * reference. So a condition here names each of them once: compiling takes longer than running.
 */

/** Up to this many hits of a long list are sorted. With more, a scan in the order of an index soon has a page of them. */
const MAX_SORTED = 1_000;

/** Up to this many hits of a long list are counted beside those that `totals` knows: each costs two rows. */
const MAX_OTHERS = 200;

/** A page of the rows that a search finds. */
export function readFound<Row>(source: ListSource<Row>, request: ListRequest, words: readonly string[]): PageParts {
  const search = indexOf(source);
  return "words" in search ? readByWords(source, search, request, words) : readByTexts(source, search, request, words);
}

function indexOf<Row>({ search }: ListSource<Row>): TextIndex | WordIndex {
  if (!search) throw new TypeError("This list has no search");
  return search;
}

/** The first page of rows that are put in order, given a select of their `seq`; no row if `when` is false. */
export function sortedPage<Row>({ table, joins, seq }: ListSource<Row>, order: Order, seqs: SQL, when: SQL): SQL {
  const from = sql`${seqs} found cross join ${table} on ${seq} = found.seq ${order.join} ${joins}`;
  return firstPage(seqAndKeys(seq, order.keys), from, order.whole, when);
}

/** A select of the `seq` of every row that a search finds. */
export function foundSeqs<Row>(
  source: ListSource<Row>,
  filter: ListFilter,
  words: readonly string[],
): { ctes: SQL[]; seqs: SQL } {
  const { table, seq } = source;
  const search = indexOf(source);
  if ("words" in search) {
    const { ctes, seq: found, from, where } = searchHits(search, filter, words);
    return { ctes, seqs: sql`select ${found} as seq from ${from} where ${where}` };
  }
  const rows = rowsWithTexts(search, words, table, seq);
  const all = allOf([rows.where, ...conditionsOf(source, filter)]);
  return { ctes: [], seqs: sql`select ${rows.seq} as seq from ${rows.from} where ${all}` };
}

function readByTexts<Row>(
  source: ListSource<Row>,
  index: TextIndex,
  request: ListRequest,
  words: readonly string[],
): PageParts {
  const order = orderOf(source, request);
  const conditions = [...conditionsOf(source, request), sql`iif(${hasTexts(index, words, source.seq)}, 1, 0)`];
  const { seqs } = foundSeqs(source, request, words);
  const areFew = sql`(select count(*) from hits) <= ${MAX_COUNTED}`;
  const scans = scanInOrder(source, order, conditions, { when: sql`not (${areFew})` });
  return {
    ctes: [sql`hits as materialized (${seqs} limit ${MAX_COUNTED + 1})`],
    records: recordsOf(source, order, [sortedPage(source, order, sql`(select seq from hits)`, areFew), ...scans]),
    counts: counted(source, sql`hits`, MAX_COUNTED),
  };
}

/** The records of a page, from selects that together have its rows. */
function recordsOf<Row>({ table, seq, joins, row }: ListSource<Row>, order: Order, scans: SQL[]): SQL {
  const page = sql`select * from (${unionAll(scans)}) page order by ${order.pageOrder} limit ${order.whole.limit}`;
  // A cross join takes the rows of the page in their order.
  return sql`select ${jsonObject(row)} as record from (${page}) page cross join ${table} on ${seq} = page.seq ${joins}`;
}

function readByWords<Row>(
  source: ListSource<Row>,
  index: WordIndex,
  request: ListRequest,
  words: readonly string[],
): PageParts {
  const kept = keptColumns(source, request.view);
  if (!kept) throw new TypeError("A list with facets has only views that `totals` counts");
  const hits = searchHits(index, request, words, kept);
  const count = request.restrictions?.length ? countFiltered(source, hits) : countHits(source, index, hits, words);
  const page =
    request.sort === "date" ? pageInOrder(source, index, request, hits) : pageSorted(source, request, hits, kept);
  return { ctes: [...hits.ctes, ...count.ctes, ...page.ctes], records: page.records, counts: count.counts };
}

type Page = { ctes: SQL[]; records: SQL };
type Count = { ctes: SQL[]; counts: SQL };

/** The next hits of the index after a place. */
function pageInOrder<Row>(
  { table, seq, joins, row }: ListSource<Row>,
  index: WordIndex,
  request: ListRequest,
  hits: WordHits,
): Page {
  const { place, size = PAGE_SIZE } = request;
  const isUp = isAscending(request);
  const start = "seq" in place && sql`(select ${placeOf(index)} from ${table} where ${seq} = ${place.seq})`;
  const isBeyond = start ? sql` and ${hits.place} ${sql.raw(isUp ? ">" : "<")} ${start}` : sql``;
  const page = sql`select ${hits.seq} as seq from ${hits.from} where ${hits.where}${isBeyond} order by ${hits.place} ${sql.raw(isUp ? "asc" : "desc")} limit ${size + 1}`;
  return {
    ctes: [],
    records: sql`select ${jsonObject(row)} as record from (${page}) page cross join ${table} on ${seq} = page.seq ${joins}`,
  };
}

/** The hits in another order: sorted if they are few, or found by a scan in that order. */
function pageSorted<Row>(source: ListSource<Row>, request: ListRequest, hits: WordHits, kept: KeptColumns): Page {
  const order = orderOf(source, request);
  const seqs = sql`select ${hits.seq} as seq from ${hits.from} where ${hits.where}`;
  const all = sql`(select coalesce(max(${kept.rows}), 0) from ${totals} where ${totals.list} = ${kept.list} and ${totals.kind} = '' and ${totals.key} = '')`;
  // To sort takes four rows for each hit; to scan for a page of them, 100 times all rows, divided by the hits.
  const areFew = sql`(select n <= ${MAX_SORTED} and n * n <= 25 * ${all} from (select count(*) as n from found))`;
  const { where, seq } = source;
  const conditions = [where, ...(request.view ? [request.view] : []), sql`iif(${seq} in (${seqs}), 1, 0)`];
  const scans = scanInOrder(source, order, conditions, { when: sql`not ${areFew}` });
  return {
    ctes: [sql`found as materialized (${seqs} limit ${MAX_SORTED + 1})`],
    records: recordsOf(source, order, [sortedPage(source, order, sql`(select seq from found)`, areFew), ...scans]),
  };
}

/** The number and the sum of the hits that pass the filters. */
function countFiltered<Row>(source: ListSource<Row>, { seq, from, where }: WordHits): Count {
  const some = sql`counted as materialized (select ${seq} as seq from ${from} where ${where} limit ${MAX_COUNTED + 1})`;
  return { ctes: [some], counts: counted(source, sql`counted`, MAX_COUNTED) };
}

/** The number and the sum of all hits: those of whole facets, as `totals` has them, and the others, which are counted. */
function countHits<Row>(source: ListSource<Row>, index: WordIndex, { seq }: WordHits, words: readonly string[]): Count {
  const others = sql`others as materialized (select ${seq} as seq from ${sql.identifier(index.words)} where ${isOtherHit(index)} limit ${MAX_OTHERS + 1})`;
  return {
    ctes: [wholeFacets(words), others],
    counts: sql`select coalesce((select rows from whole), 0) + total as total, coalesce((select sum from whole), 0) + sum as sum, is_exact from (${counted(source, sql`others`, MAX_OTHERS)})`,
  };
}

/** The number of rows of a table expression with a `seq`, at most `most`, and their sum, for which a larger number is not read. */
function counted<Row>({ table, seq, summary }: ListSource<Row>, name: SQL, most: number): SQL {
  const sum = sql`select coalesce(sum(${summary?.of ?? 0}), 0) from ${name} cross join ${table} on ${seq} = ${name}.seq`;
  const sumOfAll = summary ? sql`iif(count(*) <= ${most}, (${sum}), 0)` : sql`0`;
  return sql`select min(number, ${most}) as total, sum, number <= ${most} as is_exact from (select count(*) as number, ${sumOfAll} as sum from ${name})`;
}
