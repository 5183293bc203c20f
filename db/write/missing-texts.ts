import type { InStatement, ResultSet } from "@libsql/client/http";
import { getTableName, sql } from "drizzle-orm";
import { normalize, orderKey } from "#app/domain/basics/search-text.ts";
import { entry } from "#app/domain/records/entry.ts";
import { toStatement } from "#db/statements.ts";
import { makeTexts, SEARCHED } from "./search-texts.ts";
import { SORT_KEYS } from "./sort-keys.ts";

/* The sort keys and search texts of rows that were written without them: by the demo barn, and by a restore. */

/** How many rows one statement completes. A transaction of more than 5 seconds fails once another write waits. */
const CHUNK = 10_000;

/** The first of some rows of `seq` and `text`: the server answers with at most 10 MB, and takes a text of at most 4 MB. */
const firstOf = (rows: string) =>
  `select seq, text from (select *, sum(octet_length(text)) over (order by seq) as bytes from (${rows} order by seq limit ${CHUNK}))
    where bytes <= 1500000 or bytes = octet_length(text) order by seq`;

/** The statements that make the missing search texts of records that have their sort keys. */
export const missingTexts = (): InStatement[] =>
  SEARCHED.map((searched) => toStatement(makeTexts(searched, sql`${searched.table.searchText} is null`)));

/** The client that writes the texts. */
export type Executor = { execute(statement: InStatement): Promise<ResultSet> };

type IsAsked = (table: string) => boolean;

/** Makes every sort key and search text that a database lacks, or those of some tables. */
export async function makeMissingTexts(client: Executor, isAsked: IsAsked = () => true): Promise<void> {
  await makeSortKeys(client, isAsked);
  for (const searched of SEARCHED) if (isAsked(getTableName(searched.table))) await makeRowTexts(client, searched);
  if (isAsked("activity_entries")) await makeEntryTexts(client);
}

/** Makes every sort key that a database lacks, or those of some tables. */
export async function makeSortKeys(client: Executor, isAsked: IsAsked = () => true): Promise<void> {
  for (const [table, columns] of Object.entries(SORT_KEYS))
    if (columns && isAsked(table)) await makeKeysOf(client, table, columns);
}

async function makeKeysOf(client: Executor, table: string, [text, key]: readonly [string, string]): Promise<void> {
  const missing = firstOf(`select seq, ${text} as text from ${table} where seq > ? and ${key} = '' and ${text} <> ''`);
  for (let last = 0; ; ) {
    const { rows } = await client.execute({ sql: missing, args: [last] });
    if (rows.length === 0) return;
    const keys = rows.map((row) => [row.seq, orderKey(String(row.text))]);
    await client.execute({
      sql: `update ${table} set ${key} = made.value ->> 1 from json_each(?) made where ${table}.seq = made.value ->> 0`,
      args: [JSON.stringify(keys)],
    });
    last = Number(rows.at(-1)?.seq);
  }
}

async function makeRowTexts(client: Executor, searched: (typeof SEARCHED)[number]): Promise<void> {
  const { table } = searched;
  const { rows } = await client.execute(
    `select coalesce(max(seq), 0) from ${getTableName(table)} where search_text is null`,
  );
  for (let from = 0; from < Number(rows[0]?.[0]); from += CHUNK) {
    const isMissing = sql`${table.searchText} is null and ${table.seq} > ${from} and ${table.seq} <= ${from + CHUNK}`;
    await client.execute(toStatement(makeTexts(searched, isMissing)));
  }
}

async function makeEntryTexts(client: Executor): Promise<void> {
  const missing = firstOf(
    `select seq, json_object('action', action, 'actor', actor, 'date', date, 'records', records) as text from activity_entries
      where seq > ? and search_text is null`,
  );
  const searched = entry.fields.filter(({ listed }) => listed.searchable !== false);
  for (let last = 0; ; ) {
    const { rows } = await client.execute({ sql: missing, args: [last] });
    if (rows.length === 0) return;
    const texts = rows.map((row) => {
      const read = JSON.parse(String(row.text));
      return [row.seq, normalize(searched.map(({ text }) => text(read)).join("\n"))];
    });
    await client.execute({
      sql: "update activity_entries set search_text = made.value ->> 1 from json_each(?) made where seq = made.value ->> 0",
      args: [JSON.stringify(texts)],
    });
    last = Number(rows.at(-1)?.seq);
  }
}
