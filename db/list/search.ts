import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { facets, totals } from "#db/schema.ts";
import type { KeptColumns, Search } from "./list-source.ts";

/** Searches an FTS5 trigram index of the displayed text of each row, with `seq` as its rowid. */
export function searchRows(index: string, table: SQLWrapper, seq: SQLWrapper) {
  return (q: string): Search => {
    const { where, ...part } = indexPart(index, table, seq, q);
    return { ctes: [], parts: [{ ...part, where, matchesRow: isInIndex(index, seq, where) }] };
  };
}

type FacetColumns = {
  /** The name of the list in `totals`. */
  list: string;
  table: SQLWrapper;
  seq: SQLWrapper;
  /** The column of each facet, indexed. */
  columns: Record<string, SQLWrapper>;
  /** The facets whose texts have no letters: dates and numbers. */
  numeric: readonly string[];
  /** A column of free text, if the table has one, and its trigram index. */
  text?: { column: SQLWrapper; index: string };
};

/** Searches the texts in `facets`, the values that many rows share, and a column of free text. */
export function searchFacets({ list, table, seq, columns, numeric, text }: FacetColumns) {
  const named = Object.keys(columns).filter((facet) => !numeric.includes(facet));
  return (q: string, kept?: KeptColumns): Search => {
    const matches = (facet: string) =>
      sql`matching cross join json_each(matching.keys) facet on matching.kind = ${facet}`;
    const keys = (facet: string) => sql`select facet.value from ${matches(facet)}`;
    return {
      ctes: [matchingFacets(list, isNumeric(q) ? Object.keys(columns) : named, q, kept)],
      parts: [
        ...Object.entries(columns).map(([facet, column]) => ({
          facet,
          seq,
          from: sql`${matches(facet)} cross join ${table} on ${column} = facet.value`,
          where: sql`1`,
          matchesRow: sql`${column} in (${keys(facet)})`,
          keys: keys(facet),
        })),
        ...(text ? [textPart(text, table, seq, q)] : []),
      ],
    };
  };
}

/** One row for each kind of facet that matches: the keys as a JSON array, and the number and the sum of their rows. */
function matchingFacets(list: string, kinds: string[], q: string, kept?: KeptColumns): SQL {
  const isOfFacet = sql`${totals.list} = ${list} and ${totals.kind} = ${facets.kind} and ${totals.key} = ${facets.key}`;
  // Facets of other lists have no totals in this one.
  const from = hasTrigram(q)
    ? sql`facets_search cross join ${facets} on ${facets.seq} = facets_search.rowid cross join ${totals} on ${isOfFacet} where ${matchesQuery(sql`facets_search`, q)}`
    : sql`${totals} cross join ${facets} on ${isOfFacet} where ${totals.list} = ${list} and ${totals.kind} in ${kinds} and ${like(facets.text, q)}`;
  return sql`matching as materialized (select ${facets.kind}, json_group_array(${facets.key}) as keys, sum(${kept?.rows ?? 0}) as rows, sum(${kept?.sum ?? 0}) as sum from ${from} group by ${facets.kind})`;
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

/** Whether a text can occur in a date or a number. */
const isNumeric = (q: string) => /^[\d/$,.]*$/.test(q);

/** A query of fewer than three characters has no trigram and is searched by LIKE. */
const hasTrigram = (q: string) => [...q].length >= 3;

function matchesQuery(index: SQLWrapper, q: string): SQL {
  return hasTrigram(q) ? sql`${index} match ${`"${q.replaceAll('"', '""')}"`}` : like(sql`${index}.text`, q);
}

function like(text: SQLWrapper, q: string): SQL {
  return sql`${text} like ${`%${q.replace(/[\\%_]/g, "\\$&")}%`} escape '\\'`;
}
