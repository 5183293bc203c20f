import type { Barn } from "./barn.ts";

/**
 * Drops the triggers of a table while `act` runs. They take most of the time of inserting thousands of rows, which then have no
 * search texts and are not counted.
 */
export async function withoutTriggers({ rows }: Pick<Barn, "rows">, table: string, act: () => Promise<void>) {
  const triggers = await rows("select name, sql from sqlite_schema where type = 'trigger' and tbl_name = ?", [table]);
  for (const { name } of triggers) await rows(`drop trigger ${name}`);
  await act();
  for (const { sql } of triggers) await rows(String(sql));
}
