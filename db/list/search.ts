import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { facets } from "#db/schema.ts";

/**
 * A search, in two forms. The parts find the matching rows by indexes, which is fast if few rows match. The condition
 * `matchesRow` of each part tests a single row, which is fast if many rows match and only one page of them is needed.
 */
export type Search = {
  /** Common table expressions that the parts refer to, each as `name as (select …)`. */
  ctes: SQL[];
  /** Selects that together find all matching rows. A row may be in several parts. */
  parts: SearchPart[];
};

export type SearchPart = {
  /** The facet that the part searches. Absent for a part that searches row texts. */
  facet?: string;
  seq: SQLWrapper;
  from: SQL;
  where: SQL;
  /** The condition that a row of the table matches this part. */
  matchesRow: SQL;
};

/** Searches an FTS5 trigram index of the displayed text of each row, with `seq` as its rowid. */
export function searchRows(index: string, table: SQLWrapper, seq: SQLWrapper) {
  return (q: string): Search => {
    const { where, ...part } = indexPart(index, table, seq, q);
    return { ctes: [], parts: [{ ...part, where, matchesRow: isInIndex(index, seq, where) }] };
  };
}

type FacetColumns = {
  table: SQLWrapper;
  seq: SQLWrapper;
  /** The column of each facet, indexed. */
  columns: Record<string, SQLWrapper>;
  /** A column of free text, if the table has one, and its trigram index. */
  text?: { column: SQLWrapper; index: string };
};

/** Searches the texts in `facets`, the values that many rows share, and a column of free text. */
export function searchFacets({ table, seq, columns, text }: FacetColumns) {
  return (q: string): Search => {
    const isMatch = matchesQuery(sql`facets_search`, q);
    return {
      ctes: [
        sql`matching as materialized (select ${facets.seq}, ${facets.kind}, ${facets.key} from facets_search cross join ${facets} on ${facets.seq} = facets_search.rowid where ${isMatch})`,
      ],
      parts: [
        ...Object.entries(columns).map(([facet, column]) => ({
          facet,
          seq,
          from: sql`matching cross join ${table} on ${column} = matching.key`,
          where: sql`matching.kind = ${facet}`,
          matchesRow: sql`${column} in (select key from matching where kind = ${facet})`,
        })),
        ...(text ? [textPart(text, table, seq, q)] : []),
      ],
    };
  };
}

function textPart(
  { column, index }: { column: SQLWrapper; index: string },
  table: SQLWrapper,
  seq: SQLWrapper,
  q: string,
) {
  const { where, ...part } = indexPart(index, table, seq, q);
  return { ...part, where, matchesRow: containsText(column, q, isInIndex(index, seq, where)) };
}

/** The left join gives access to the columns of the table. SQLite drops it if no condition uses them. */
function indexPart(index: string, table: SQLWrapper, seq: SQLWrapper, q: string) {
  const name = sql.identifier(index);
  return {
    seq: sql`${name}.rowid`,
    from: sql`${name} left join ${table} on ${seq} = ${name}.rowid`,
    where: matchesQuery(name, q),
  };
}

const isInIndex = (index: string, seq: SQLWrapper, where: SQL) =>
  sql`${seq} in (select rowid from ${sql.identifier(index)} where ${where})`;

/**
 * The condition that a text contains `q`. The index lookup reads the whole index, so it runs only if the text or `q` has
 * characters beyond ASCII: LIKE does not fold accents, the index does.
 */
function containsText(text: SQLWrapper, q: string, isFoundByIndex: SQL): SQL {
  if (!hasTrigram(q)) return like(text, q);
  const mayHaveAccents = /^[\t-~]*$/.test(q) ? sql`${text} glob '*[^\t-~]*'` : sql`1`;
  return sql`(${like(text, q)} or (${mayHaveAccents} and ${isFoundByIndex}))`;
}

/** A query of fewer than three characters has no trigram and is searched by LIKE. */
const hasTrigram = (q: string) => [...q].length >= 3;

function matchesQuery(index: SQLWrapper, q: string): SQL {
  return hasTrigram(q) ? sql`${index} match ${`"${q.replaceAll('"', '""')}"`}` : like(sql`${index}.text`, q);
}

function like(text: SQLWrapper, q: string): SQL {
  return sql`${text} like ${`%${q.replace(/[\\%_]/g, "\\$&")}%`} escape '\\'`;
}
