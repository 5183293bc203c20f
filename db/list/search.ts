import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { facets } from "#db/schema.ts";

/** What a search finds, in two ways: by indexes, which is quick where it is little; and row by row, where any walk meets it. */
export type Search = {
  /** Tables of the search's own, `name as (select …)`. */
  tables: SQL[];
  /** All that is found; a row may be in several parts. */
  parts: SearchPart[];
};

export type SearchPart = {
  /** What all rows of the part have in common with what is searched for. */
  facet?: string;
  seq: SQLWrapper;
  from: SQL;
  where: SQL;
  /** Whether a row of the table is found. */
  test: SQL;
};

/** Finds by an index of each row's text as displayed: a table of trigrams whose rowid is `seq`. */
export function searchRows(index: string, table: SQLWrapper, seq: SQLWrapper) {
  return (q: string): Search => {
    const { where, ...part } = indexed(index, table, seq, q);
    return { tables: [], parts: [{ ...part, where, test: isIndexed(index, seq, where) }] };
  };
}

type FacetColumns = {
  table: SQLWrapper;
  seq: SQLWrapper;
  /** The column of each facet, indexed. */
  columns: Record<string, SQLWrapper>;
  /** A column of free text, where there is one, and its table of trigrams. */
  text?: { column: SQLWrapper; index: string };
};

/** Finds by the few values that many rows share, whose texts are in `facets`, and by a column of free text. */
export function searchFacets({ table, seq, columns, text }: FacetColumns) {
  return (q: string): Search => {
    const meets = matches(sql`facets_search`, q);
    return {
      tables: [
        sql`matching as materialized (select ${facets.seq}, ${facets.kind}, ${facets.key} from facets_search cross join ${facets} on ${facets.seq} = facets_search.rowid where ${meets})`,
      ],
      parts: [
        ...Object.entries(columns).map(([facet, column]) => ({
          facet,
          seq,
          from: sql`matching cross join ${table} on ${column} = matching.key`,
          where: sql`matching.kind = ${facet}`,
          test: sql`${column} in (select key from matching where kind = ${facet})`,
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
  const { where, ...part } = indexed(index, table, seq, q);
  return { ...part, where, test: hasText(column, q, isIndexed(index, seq, where)) };
}

/** The table is joined for what is asked of its rows, and not looked at where nothing is. */
function indexed(index: string, table: SQLWrapper, seq: SQLWrapper, q: string) {
  const name = sql.identifier(index);
  return {
    seq: sql`${name}.rowid`,
    from: sql`${name} left join ${table} on ${seq} = ${name}.rowid`,
    where: matches(name, q),
  };
}

const isIndexed = (index: string, seq: SQLWrapper, where: SQL) =>
  sql`${seq} in (select rowid from ${sql.identifier(index)} where ${where})`;

/** Whether a text has `q` in it. The index, which is read whole for that, is asked only where letters may have accents. */
function hasText(text: SQLWrapper, q: string, isFoundByIndex: SQL): SQL {
  if (!isLong(q)) return like(text, q);
  const mayDiffer = /^[\t-~]*$/.test(q) ? sql`${text} glob '*[^\t-~]*'` : sql`1`;
  return sql`(${like(text, q)} or (${mayDiffer} and ${isFoundByIndex}))`;
}

/** Three letters and more are found by trigrams; what is shorter has none, and is looked for row by row. */
const isLong = (q: string) => [...q].length >= 3;

function matches(index: SQLWrapper, q: string): SQL {
  return isLong(q) ? sql`${index} match ${`"${q.replaceAll('"', '""')}"`}` : like(sql`${index}.text`, q);
}

function like(text: SQLWrapper, q: string): SQL {
  return sql`${text} like ${`%${q.replace(/[\\%_]/g, "\\$&")}%`} escape '\\'`;
}
