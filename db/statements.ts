import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/libsql/web";

/**
 * Builds SQL and cannot run it: reads leave through `Database.read`, writes through `Database.write`, so that no query
 * costs a round trip of its own and no change goes past the door.
 */
export const statements = drizzle.mock();

/**
 * All rows of a select as one JSON value. The client builds several objects for each row and defines every cell twice
 * over, so that a few hundred rows cost it milliseconds; JSON of the same rows costs a tenth.
 */
export function asList<Row>(columns: { [Name in keyof Row & string]: SQLWrapper }): SQL<Row[]> {
  const pairs = Object.entries<SQLWrapper>(columns).map(([name, column]) => sql`${sql.raw(`'${name}'`)}, ${column}`);
  return sql`json_group_array(json_object(${sql.join(pairs, sql`, `)}))`.mapWith(
    (json: string) => JSON.parse(json) as Row[],
  );
}

/** A condition as true or false in JSON. */
export function asFlag(condition: SQL | undefined): SQL {
  return sql`iif(${condition}, json('true'), json('false'))`;
}
