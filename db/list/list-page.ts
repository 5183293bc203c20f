import { type SQL, sql } from "drizzle-orm";
import type { PagePlace } from "#app/domain/list-state.ts";
import { searchWords } from "#app/domain/search-text.ts";
import { statements } from "#db/statements.ts";
import { allOf, commaList, jsonObject, unionAll, withClause } from "./clauses.ts";
import { foundSeqs, readFound } from "./found.ts";
import {
  conditionsOf,
  type ListFilter,
  type ListRequest,
  type ListSource,
  MAX_COUNTED,
  type PageParts,
} from "./list-source.ts";
import { orderOf, PAGE_SIZE, scanInOrder } from "./order.ts";
import { keptCounts, readRestricted } from "./restricted.ts";

type PageData<Row> = {
  rows: Row[];
  /** At most 10,000. */
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
export function filteredSeqs<Row>(source: ListSource<Row>, filter: ListFilter): SQL {
  const words = searchWords(filter.q);
  if (words.length === 0) {
    return sql`select ${source.seq} as seq from ${source.table} where ${allOf(conditionsOf(source, filter))}`;
  }
  const { ctes, seqs } = foundSeqs(source, filter, words);
  return sql`${withClause(ctes)} ${seqs}`;
}

/**
 * One select that reads a page of a list, its total and its summary; `pageOf` turns the result into the page. A page starts
 * at the key of its neighbouring row, not at an offset, so the last page costs as little as the first.
 */
export function listPage<Row>(source: ListSource<Row>, request: ListRequest) {
  const { ctes, records, counts } = readParts(source, request);
  const { table, where, summary, complete } = source;
  const summaryIfExact = summary
    ? sql`iif(counts.is_exact, json_object(${sql.raw(`'${summary.name}'`)}, counts.sum), null)`
    : sql`null`;
  const columns = [
    sql`(select json_group_array(json(record)) from (${records})) as rows`,
    sql`iif(counts.is_exact, counts.total, min(counts.total, ${MAX_COUNTED})) as total`,
    sql`counts.is_exact as is_exact`,
    sql`${summaryIfExact} as summary`,
    // The other view is looked at only if this one is empty.
    sql`counts.total > 0 or exists (select 1 from ${table} where ${where}) as has_rows`,
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
    .from(sql`(${withClause(ctes)} select ${commaList(columns)} from (${counts}) counts)`);
}

function readParts<Row>(source: ListSource<Row>, request: ListRequest): PageParts {
  const words = searchWords(request.q);
  if (words.length > 0) return readFound(source, request, words);
  return request.restrictions?.length && source.totals?.facets
    ? readRestricted(source, request)
    : readAll(source, request);
}

/** A page of all rows of the view. */
function readAll<Row>(source: ListSource<Row>, request: ListRequest): PageParts {
  const conditions = conditionsOf(source, request);
  const order = orderOf(source, request);
  const scans = scanInOrder(source, order, conditions, { columns: sql`${jsonObject(source.row)} as record` });
  // The rows of the first range come first, and a limit ends a union as soon as it has enough.
  const records =
    scans.length > 1 ? sql`select * from (${unionAll(scans)}) limit ${order.whole.limit}` : sql`${scans[0]}`;
  return { ctes: [], records, counts: countAll(source, request, conditions) };
}

/** The number and the sum of all rows of the view: as the triggers keep them, or counted. */
function countAll<Row>(source: ListSource<Row>, filter: ListFilter, conditions: SQL[]): SQL {
  const { table, summary } = source;
  const kept = keptCounts(source, filter);
  if (kept) return kept;
  const rows = sql`select ${summary?.of ?? 0} as term from ${table} where ${allOf(conditions)} limit ${MAX_COUNTED + 1}`;
  return sql`select count(*) as total, coalesce(sum(term), 0) as sum, count(*) <= ${MAX_COUNTED} as is_exact from (${rows})`;
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
