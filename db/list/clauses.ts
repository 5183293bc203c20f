import { type SQL, type SQLWrapper, sql } from "drizzle-orm";

/* Clauses of the selects of lists. */

export const jsonObject = (values: Record<string, SQLWrapper>) =>
  sql`json_object(${commaList(Object.entries(values).map(([name, value]) => sql`${sql.raw(`'${name}'`)}, ${value}`))})`;

export const withClause = (ctes: SQL[]) => (ctes.length > 0 ? sql`with ${commaList(ctes)}` : sql``);
export const commaList = (parts: SQLWrapper[]) => sql.join(parts, sql`, `);
export const allOf = (conditions: SQL[]) => (conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`1`);
/** SQLite allows an order and a limit in a part of a union only inside a subquery. */
export const unionAll = (selects: SQL[]) =>
  sql.join(
    selects.map((each) => sql`select * from (${each})`),
    sql` union all `,
  );
