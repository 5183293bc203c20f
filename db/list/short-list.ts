import { sql } from "drizzle-orm";
import { statements } from "#db/statements.ts";
import { allOf, jsonObject } from "./clauses.ts";
import type { ListFilter, RowSource } from "./list-source.ts";

/** All rows of a short list in a view, and whether the list has rows in any view. */
export type ShortListRead<Row> = { rows: Row[]; hasRows: boolean };

/** Selects the rows of a short list in a view, in the order of their insertion, in one row (docs/architecture.md, 'One list'). */
export function shortList<Row>({ table, joins, where, seq, row }: RowSource<Row>, { view }: Pick<ListFilter, "view">) {
  const records = sql`select ${jsonObject(row)} as record from ${table} ${joins} where ${allOf(view ? [where, view] : [where])} order by ${seq}`;
  return statements
    .select({
      rows: sql`(select json_group_array(json(record)) from (${records}))`.mapWith(
        (json: string) => JSON.parse(json) as Row[],
      ),
      hasRows: sql`exists (select 1 from ${table} where ${where})`.mapWith(Boolean),
    })
    .from(sql`(select 1)`);
}
