import { sql } from "drizzle-orm";
import { statements } from "#db/statements.ts";
import { allOf, jsonObject } from "./clauses.ts";
import { conditionsOf, type ListFilter, type RowSource } from "./list-source.ts";

/** All rows of a short list that pass its filters, and whether it has any in another view. */
export type ShortListRead<Row> = { rows: Row[]; hasRows: boolean };

/** Selects the rows of a short list in a view, in the order of their insertion, in one row (docs/architecture.md, 'Short lists'). */
export function shortList<Row>(source: RowSource<Row>, filter: Pick<ListFilter, "view" | "restrictions">) {
  const { table, joins, where, seq, row } = source;
  const records = sql`select ${jsonObject(row)} as record from ${table} ${joins} where ${allOf(conditionsOf(source, filter))} order by ${seq}`;
  return statements
    .select({
      rows: sql`(select json_group_array(json(record)) from (${records}))`.mapWith(
        (json: string) => JSON.parse(json) as Row[],
      ),
      hasRows: sql`exists (select 1 from ${table} where ${where})`.mapWith(Boolean),
    })
    .from(sql`(select 1)`);
}
