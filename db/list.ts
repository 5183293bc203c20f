import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { statements } from "./statements.ts";

/** How many rows a page of a list has at most. */
export const PAGE_SIZE = 100;
/** Totals are exact up to here: to count a million rows is to read them all. */
const COUNTED = 10_000;

/** Where the rows of a list come from. */
export type ListSource<Row, Sort extends string> = {
  /** The table and its joins: sql`grooms`. */
  from: SQL;
  /** Which of its rows there are at all. */
  where: SQL;
  /** The lasting number of a row. */
  seq: SQLWrapper;
  /** The search index: a table of trigrams whose rowid is `seq`. */
  search: string;
  /** What to sort by, for each column that can be sorted; never null, and indexed where the list is long. */
  sorts: Record<Sort, SQL>;
  row: { [Name in keyof Row & string]: SQLWrapper };
};

/** Where a page begins: at an end of the list, or beside the row of that `seq`. */
export type Place = { kind: "first" } | { kind: "last" } | { kind: "after" | "before"; seq: number };

export type ListRequest<Sort extends string> = {
  /** The view's condition; none for all rows. */
  view?: SQL | undefined;
  /** What is searched for in the text as displayed; empty for everything. */
  q: string;
  sort: Sort;
  descending: boolean;
  place: Place;
};

export type ListPageRead<Row> = { rows: Row[]; total: number; hasBefore: boolean; hasAfter: boolean };

/**
 * One page of a list, and how many rows there are: one select. Pages are found by the key of the row beside which they
 * begin, so the last one of a million costs what the first one does.
 */
export function listPage<Row, Sort extends string>(source: ListSource<Row, Sort>, request: ListRequest<Sort>) {
  const { place } = request;
  // From the end, rows are read in reverse and turned round.
  const isReversed = place.kind === "last" || place.kind === "before";
  const direction = sql.raw(request.descending === isReversed ? "asc" : "desc");
  const key = source.sorts[request.sort];
  const conditions = sql.join(
    [source.where, ...(request.view ? [request.view] : []), ...matching(source, request.q)],
    sql` and `,
  );
  const beside =
    "seq" in place
      ? sql` and (${key}, ${source.seq}) ${sql.raw(request.descending === isReversed ? ">" : "<")} ((select ${key} from ${source.from} where ${source.seq} = ${place.seq}), ${place.seq})`
      : sql``;
  const pairs = Object.entries<SQLWrapper>(source.row).map(([name, value]) => sql`${sql.raw(`'${name}'`)}, ${value}`);
  const rows = sql`select json_object(${sql.join(pairs, sql`, `)}) as record from ${source.from} where ${conditions}${beside} order by ${key} ${direction}, ${source.seq} ${direction} limit ${PAGE_SIZE + 1}`;
  return statements
    .select({
      rows: sql`(select json_group_array(json(record)) from (${rows}))`.mapWith(
        (json: string) => JSON.parse(json) as Row[],
      ),
      total: sql<number>`(select count(*) from (select 1 from ${source.from} where ${conditions} limit ${COUNTED + 1}))`,
    })
    .from(sql`(select 1)`);
}

/** Turns what `listPage` read into the page that is shown. */
export function pageOf<Row>(read: { rows: Row[]; total: number } | undefined, place: Place): ListPageRead<Row> {
  const { rows = [], total = 0 } = read ?? {};
  const hasMore = rows.length > PAGE_SIZE;
  const shown = rows.slice(0, PAGE_SIZE);
  const isReversed = place.kind === "last" || place.kind === "before";
  return isReversed
    ? { rows: shown.reverse(), total, hasBefore: hasMore, hasAfter: place.kind === "before" }
    : { rows: shown, total, hasBefore: place.kind === "after", hasAfter: hasMore };
}

/** Three letters and more are found by the index; what is shorter has no trigram, and is looked for row by row. */
function matching({ seq, search }: { seq: SQLWrapper; search: string }, q: string): SQL[] {
  if (!q) return [];
  const index = sql.identifier(search);
  if ([...q].length >= 3) {
    return [sql`${seq} in (select rowid from ${index} where ${index} match ${`"${q.replaceAll('"', '""')}"`})`];
  }
  const pattern = `%${q.replace(/[\\%_]/g, "\\$&")}%`;
  return [sql`${seq} in (select rowid from ${index} where text like ${pattern} escape '\\')`];
}
