import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/libsql/http";
import { SQLiteSyncDialect } from "drizzle-orm/sqlite-core";
import { jsonObject } from "./list/clauses.ts";

/**
 * Builds SQL and cannot run it. `Database.read` runs selects, several in one request; `Database.write` runs changes and
 * records them.
 */
export const statements = drizzle.mock();

/**
 * Selects all rows as one JSON array. The client builds several objects for each row and defines every cell twice, which
 * takes milliseconds for a few hundred rows. Parsing JSON takes a tenth of that.
 */
export function asList<Row>(columns: { [Name in keyof Row & string]: SQLWrapper }): SQL<Row[]> {
  return sql`json_group_array(${jsonObject(columns)})`.mapWith((json: string) => JSON.parse(json) as Row[]);
}

/** The value of a condition as a JSON boolean. */
export function asFlag(condition: SQL | undefined): SQL {
  return sql`iif(${condition}, json('true'), json('false'))`;
}

const dialect = new SQLiteSyncDialect({ casing: "snake_case" });

/** The text and the parameters of a statement, as the client of the database takes them. */
export function toStatement(query: SQLWrapper): { sql: string; args: (string | number | null)[] } {
  const { sql: text, params } = dialect.sqlToQuery(query.getSQL());
  return { sql: text, args: params as (string | number | null)[] };
}
