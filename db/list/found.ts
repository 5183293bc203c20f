import { type SQL, sql } from "drizzle-orm";
import { facets, totals } from "#db/schema.ts";
import { allOf, jsonObject, unionAll } from "./clauses.ts";
import {
  conditionsOf,
  type KeptColumns,
  keptColumns,
  type ListRequest,
  type ListSource,
  MAX_COUNTED,
  type PageParts,
  type Search,
  type SearchPart,
} from "./list-source.ts";
import { firstPage, type Order, orderOf, scanInOrder, seqAndKeys } from "./order.ts";

/*
 * The pages of a search. In a list with facets, most hits belong to one kind of facet, such as the horse, and `totals` has
 * their number and sum. Only the other hits are counted row by row.
 *
 * SQLite evaluates a materialized common table expression once but compiles it anew, with all that it refers to, at each
 * reference. So a condition here names each of them once: compiling takes longer than running.
 */

/** Up to this many hits of a long list are sorted. With more, a scan in the order of an index soon has a page of them. */
const MAX_SORTED = 1_000;

type Found = {
  ctes: SQL[];
  /** A select of the `seq` of every hit. */
  seqs: SQL;
  /** The condition that it reads fewer rows to sort that many hits than to scan for a page of them. */
  isSortCheaper: (hits: SQL) => SQL;
  /** The condition that the hits are few enough to be sorted. */
  areFew: SQL;
  counts: SQL;
};

/** A page of the rows that a search finds. */
export function readFound<Row>(source: ListSource<Row>, request: ListRequest, words: readonly string[]): PageParts {
  const { table, joins, seq } = source;
  const kept = keptColumns(source, request.view);
  const { ctes, parts, every } = source.search(words, kept);
  const hasFacets = parts.some(({ facet }) => facet);
  if (hasFacets && !kept) throw new TypeError("A list with facets has only views that `totals` counts");
  const conditions = conditionsOf(source, request);
  const found = every
    ? findByRarest(source, { parts, every }, conditions, kept)
    : hasFacets && kept
      ? findByFacets(source, parts, conditions, kept)
      : findByText(source, parts, conditions);
  const facetOrder = orderOf(source, request, { isByFacet: true });
  const order = orderOf(source, request);
  const many = every
    ? scansOfAll(source, order, [...conditions, every], found)
    : scansOfMany(source, { facetOrder, order }, parts, conditions, found);
  const scans = [sortedPage(source, order, sql`(${found.seqs})`, found.areFew), ...many.scans];
  const page = sql`select * from (${unionAll(scans)}) page order by ${order.pageOrder} limit ${order.whole.limit}`;
  // A cross join takes the rows of the page in their order.
  const records = sql`select ${jsonObject(source.row)} as record from (${page}) page cross join ${table} on ${seq} = page.seq ${joins}`;
  return { ctes: [...ctes, ...found.ctes, ...many.ctes], records, counts: found.counts };
}

/** The first page of rows that are put in order, given a select of their `seq`; no row if `when` is false. */
export function sortedPage<Row>({ table, joins, seq }: ListSource<Row>, order: Order, seqs: SQL, when: SQL): SQL {
  const from = sql`${seqs} found cross join ${table} on ${seq} = found.seq ${order.join} ${joins}`;
  return firstPage(seqAndKeys(seq, order.keys), from, order.whole, when);
}

/** The hits in the texts of whole rows. */
function findByText<Row>(source: ListSource<Row>, parts: SearchPart[], conditions: SQL[]): Found {
  const hits = sql`hits as materialized (${distinctSeqs(parts, conditions)} limit ${MAX_COUNTED + 1})`;
  return {
    ctes: [hits],
    seqs: sql`select seq from hits`,
    isSortCheaper: (hits) => sql`${hits} <= ${MAX_SORTED}`,
    areFew: sql`(select count(*) from hits) <= ${MAX_COUNTED}`,
    counts: sql`select number as total, sum, number <= ${MAX_COUNTED} as is_exact from (${countAndSum(source, sql`hits`)})`,
  };
}

/** The hits of several words in a list with facets. If they are more than can be sorted, their number is not known. */
function findByRarest<Row>(
  source: ListSource<Row>,
  found: Pick<Search, "parts" | "every">,
  conditions: SQL[],
  kept: KeptColumns | undefined,
): Found {
  const hits = sql`hits as materialized (${foundSeqs(source, found, conditions)} limit ${MAX_SORTED + 1})`;
  return {
    ctes: [hits],
    seqs: sql`select seq from hits`,
    isSortCheaper: isSortCheaperThanScan(kept),
    areFew: isSortCheaperThanScan(kept)(sql`(select count(*) from hits)`),
    counts: sql`select min(number, ${MAX_SORTED}) as total, sum, number <= ${MAX_SORTED} as is_exact from (${countAndSum(source, sql`hits`)})`,
  };
}

/**
 * The condition that fewer rows are read to sort some hits, four for each, than to scan for a page of them: 100 rows, times all
 * rows, divided by the hits.
 */
function isSortCheaperThanScan(kept: KeptColumns | undefined): Found["isSortCheaper"] {
  if (!kept) return (hits) => sql`(${hits} <= ${MAX_SORTED})`;
  const all = sql`(select coalesce(max(${kept.rows}), 0) from ${totals} where ${totals.list} = ${kept.list} and ${totals.kind} = '' and ${totals.key} = '')`;
  return (hits) => sql`(select n <= ${MAX_SORTED} and n * n <= 25 * ${all} from (select ${hits} as n))`;
}

/**
 * The hits of the kind of facet that has most of them, which `totals` has counted, and the hits of the other parts. Some of
 * these also belong to the largest kind.
 */
function findByFacets<Row>(source: ListSource<Row>, parts: SearchPart[], conditions: SQL[], kept: KeptColumns): Found {
  const restrict = (part: SearchPart, is: SQL) => ({ ...part, where: sql`${is} and ${part.where}` });
  const facetParts = parts.filter(({ facet }) => facet);
  const otherParts = parts.map((part) => (part.facet ? restrict(part, sql`not matching.is_largest`) : part));
  const ofLargest = facetParts.map((part) => selectSeqs(restrict(part, sql`matching.is_largest`), conditions));
  const isOfLargest = sql.join(
    facetParts.map(({ facet, matchesRow }) => sql`when ${facet} then ${matchesRow}`),
    sql` `,
  );
  const { table, seq } = source;
  const candidates = sql`candidates cross join ${table} on ${seq} = candidates.seq`;
  const total = sql`coalesce(largest.rows, 0) + counted.number`;
  const isSortCheaper = isSortCheaperThanScan(kept);
  const areOthersFew = sql`together - coalesce(rows, 0) <= ${MAX_SORTED}`;
  const areCandidatesFew = sql`${areOthersFew} and (select count(*) from candidates) <= ${MAX_SORTED}`;
  return {
    ctes: [
      // SQLite takes the other columns from the row with the maximum.
      sql`largest as materialized (select kind, max(iif(is_largest, rows, null)) as rows, sum, coalesce(sum(rows), 0) as together from matching)`,
      sql`candidates as materialized (${distinctSeqs(otherParts, conditions)} limit (select iif(${areOthersFew}, ${MAX_SORTED + 1}, 0) from largest))`,
      sql`others as materialized (select ${seq} as seq from ${candidates} where not case (select kind from largest) ${isOfLargest} else 0 end)`,
    ],
    seqs: sql`select seq from others union all ${unionAll(ofLargest)}`,
    isSortCheaper,
    areFew: sql`(select ${isSortCheaper(sql`together`)} and ${areCandidatesFew} from largest)`,
    counts: sql`select ${total} as total, coalesce(largest.sum, 0) + counted.sum as sum, ${areCandidatesFew} and ${total} <= ${MAX_COUNTED} as is_exact
      from largest cross join (${countAndSum(source, sql`others`)}) counted`,
  };
}

/** A select of the `number` of rows of a table expression with a `seq`, and of their `sum`. */
const countAndSum = <Row>({ table, seq, summary }: ListSource<Row>, name: SQL): SQL =>
  summary
    ? sql`select count(*) as number, coalesce(sum(${summary.of}), 0) as sum from ${name} cross join ${table} on ${seq} = ${name}.seq`
    : sql`select count(*) as number, 0 as sum from ${name}`;

/** The scans of a search for several words with many hits: each row is tested for all words. */
function scansOfAll<Row>(source: ListSource<Row>, order: Order, conditions: SQL[], { areFew }: Found) {
  return { ctes: [], scans: scanInOrder(source, order, conditions, { when: sql`not (${areFew})` }) };
}

/**
 * The scans of a search with many hits, in the order of an index. If the list is sorted by a facet, the matching facets are
 * scanned separately, so that this scan skips the rows of the other facets.
 */
function scansOfMany<Row>(
  source: ListSource<Row>,
  { facetOrder, order }: { facetOrder: Order; order: Order },
  parts: SearchPart[],
  conditions: SQL[],
  { areFew, isSortCheaper }: Found,
): { ctes: SQL[]; scans: SQL[] } {
  const areMany = sql`not (${areFew})`;
  const sorted = parts.find(({ facet }) => facet && facet === facetOrder.facet);
  const rest = parts.filter((part) => part !== sorted);
  const matchesRest = sql`iif(${sql.join(
    rest.map((part) => part.matchesRow),
    sql` or `,
  )}, 1, 0)`;
  if (!sorted) return { ctes: [], scans: scanInOrder(source, order, [...conditions, matchesRest], { when: areMany }) };
  const restOfFacets = sql`(select coalesce(sum(rows), 0) from matching where kind <> ${sorted.facet})`;
  const isRestSmall = isSortCheaper(restOfFacets);
  const limit = sql`iif(${areMany} and ${isRestSmall}, ${MAX_SORTED + 1}, 0)`;
  const isRestLarge = sql`(${areMany} and not (${isRestSmall} and (select count(*) from rest) <= ${MAX_SORTED}))`;
  const hasSorted = sql`exists (${sorted.keys})`;
  const isRest = sql`not ${sorted.matchesRow}`;
  const whole = { ...order.whole, where: [...order.whole.where, isRest] };
  return {
    ctes: [sql`rest as materialized (${distinctSeqs(rest, conditions)} limit ${limit})`],
    scans: [
      ...scanInOrder(source, facetOrder, [sql`${facets.key} in (${sorted.keys})`, ...conditions], {
        when: sql`${areMany} and ${hasSorted}`,
      }),
      sortedPage(source, { ...order, whole }, sql`rest`, sql`not (${isRestLarge})`),
      ...scanInOrder(source, order, [isRest, ...conditions, matchesRest], { when: isRestLarge }),
    ],
  };
}

/** A select of the `seq` of the rows that a search finds and that meet the conditions. */
export function foundSeqs<Row>(
  { table, seq }: ListSource<Row>,
  { parts, every }: Pick<Search, "parts" | "every">,
  conditions: SQL[],
): SQL {
  if (!every) return distinctSeqs(parts, conditions);
  // The conditions of the view let the parts use the partial indexes.
  const candidates = sql`(${distinctSeqs(parts, conditions)}) candidate cross join ${table} on ${seq} = candidate.seq`;
  return sql`select ${seq} as seq from ${candidates} where ${every}`;
}

/** A select of the `seq` of the rows that match a part, and the conditions. */
const selectSeqs = ({ seq, from, where }: SearchPart, conditions: SQL[]): SQL =>
  sql`select ${seq} as seq from ${from} where ${allOf([where, ...conditions])}`;

const distinctSeqs = (parts: SearchPart[], conditions: SQL[]): SQL =>
  sql`select distinct seq from (${unionAll(parts.map((part) => selectSeqs(part, conditions)))})`;
