import { type Client, createClient, LibsqlError } from "@libsql/client/http";
import { readMigrationFiles } from "drizzle-orm/migrator";
import { todayInNewYork } from "#app/domain/basics/calendar.ts";
import { FIXED_SERVICE_IDS } from "#app/domain/boarding/monthly-charges.ts";
import type { NamedDatabase } from "#bin/database/named-database.ts";
import { MIGRATIONS, MIGRATIONS_TABLE, migrateDatabase, statementsOf } from "#bin/migrate.ts";
import { createSha256 } from "#bin/process/sha256.ts";
import { reasonOf, UserFacingError } from "#bin/process/user-facing-error.ts";
import type { BackupHeader, TableSum } from "#db/backup/format.ts";
import { readCounts, readTables } from "#db/backup/make.ts";
import { Snapshot } from "#db/backup/snapshot.ts";
import {
  ACTIVITY_ASIDE,
  type BackupTable,
  COLUMNS_QUERY,
  FIRST_VERSION,
  insertLines,
  isBackedUp,
  tablesOf,
  UNFINISHED,
} from "#db/backup/tables.ts";
import { PATIENCE_MS, retryWhileBusy } from "#db/client.ts";
import { faultOf } from "#db/faults.ts";
import { searchTableOf } from "#db/list/search.ts";
import { LONG_TABLES, recount } from "#db/long-tables.ts";
import { makeMissingTexts, makeSortKeys } from "#db/write/missing-texts.ts";
import { readBackupFile } from "./read-backup-file.ts";

type Restore = {
  file: string;
  header: BackupHeader;
  end: TableSum[];
  /** Whether links to statements go on: one may have been ended after the backup. */
  keepsLinks: boolean;
};

/** What sqlite_schema says of a table, index, trigger or view. */
type Part = { type: string; name: string; table: string; sql: string };

/**
 * Fills an empty database with a backup that was read to its end before. From the first change to the last, a row of
 * `__drizzle_migrations` says that the restore is not finished, and the table `activity` is set aside: the app answers
 * 503, and commands refuse the database. The last change, which is one transaction, undoes both; then the newer
 * migrations are applied. Returns how many links to statements it has ended.
 * @throws UserFacingError if the database is not empty, or the result is not what the backup says, or as
 * `migrateDatabase`
 */
export async function restoreInto(
  database: NamedDatabase,
  { file, header, end, keepsLinks }: Restore,
): Promise<number> {
  const client = createClient({ url: database.url, authToken: database.authToken });
  try {
    await begin(client, database, header.version);
    const tables = await tablesLike(client, header, file);
    const parts = (await readParts(client)).filter(({ type }) => type === "trigger" || type === "index");
    await client.migrate([
      ...parts.map(({ type, name }) => `drop ${type} ${quote(name)}`),
      ...tables.map(({ source }) => `delete from ${quote(source)}`),
    ]);
    await load(client, file, tables);
    await checkRows(database, tables, end);
    // The sort keys come before the indexes on them.
    await makeSortKeys(client);
    // One index at a time: to index a million rows takes seconds.
    for (const { sql } of parts.filter(({ type }) => type === "index")) await client.execute(sql);
    await makeMissingTexts(client);
    for (const table of Object.keys(LONG_TABLES)) {
      const search = searchTableOf(table);
      await client.execute(`insert into ${search} (${search}) values ('rebuild')`);
      await client.execute(recount(table));
    }
    await client.batch(
      parts.filter(({ type }) => type === "trigger").map(({ sql }) => sql),
      "write",
    );
    await checkReferences(client, database);
    // The end of the restore. One transaction, after which the database is a barn of the version of the backup.
    const hasLinks = header.tables.some(({ name }) => name === "statement_links");
    const links = hasLinks && !keepsLinks ? await endLinks(client) : { ended: 0, statements: [] };
    await client.migrate([
      ...links.statements,
      `alter table ${ACTIVITY_ASIDE} rename to activity`,
      `delete from __drizzle_migrations where hash = '${UNFINISHED}'`,
    ]);
    await migrateDatabase(database);
    return links.ended;
  } catch (error) {
    // A file with the right hashes may still have rows that the tables refuse.
    if (!(error instanceof LibsqlError) || faultOf(error, "write")) throw error;
    throw notRestored(database, `the rows of ${file} cannot be stored: ${reasonOf(error)}`);
  } finally {
    client.close();
  }
}

/** Empties the database, which holds no records, and makes the tables of a version of the schema. One transaction. */
async function begin(client: Client, { name }: NamedDatabase, version: number): Promise<void> {
  const parts = await readParts(client);
  const isUnfinished = await hasUnfinishedRestore(client, parts);
  if (!isUnfinished && !(await isEmpty(client, parts))) {
    throw new UserFacingError(
      `${name} is not empty, and a backup is restored to an empty database only; it stays as it was.`,
    );
  }
  await client.migrate([
    ...dropAll(parts),
    MIGRATIONS_TABLE,
    ...readMigrationFiles({ migrationsFolder: MIGRATIONS })
      .slice(0, version - FIRST_VERSION + 1)
      .flatMap(statementsOf),
    // The row is newer than every migration, so that none is applied to the database.
    `insert into __drizzle_migrations (hash, created_at) values ('${UNFINISHED}', ${Number.MAX_SAFE_INTEGER})`,
    `alter table activity rename to ${ACTIVITY_ASIDE}`,
  ]);
}

/** How many links to statements can be opened, and the statements that end them. */
async function endLinks(client: Client) {
  const now = new Date();
  const isOpen = `stopped_at is null and ends_on >= '${todayInNewYork(now)}'`;
  const { rows } = await client.execute(`select count(*) from statement_links where ${isOpen}`);
  const set = `stopped_at = '${now.toISOString()}', stopped_by = 'restore', frozen = iif(frozen is null, null, '')`;
  return { ended: Number(rows[0]?.[0]), statements: [`update statement_links set ${set} where ${isOpen}`] };
}

async function readParts(client: Client): Promise<Part[]> {
  const { rows } = await client.execute(
    `select s.type, s.name, s.tbl_name, s.sql, l.type as kind from sqlite_schema s left join pragma_table_list l on l.schema = 'main' and l.name = s.name
     where s.sql is not null and s.name not like 'sqlite_%' and s.name not like 'libsql_%' and coalesce(l.type, '') <> 'shadow'`,
  );
  return rows.map((row) => ({
    type: row.kind === "virtual" ? "virtual" : String(row.type),
    name: String(row.name),
    table: String(row.tbl_name),
    sql: String(row.sql),
  }));
}

async function hasUnfinishedRestore(client: Client, parts: Part[]): Promise<boolean> {
  if (!parts.some(({ name }) => name === "__drizzle_migrations")) return false;
  const { rows } = await client.execute(`select count(*) from __drizzle_migrations where hash = '${UNFINISHED}'`);
  return rows[0]?.[0] !== 0;
}

/** The rows that the tables have as soon as the migrations have run. */
const ROWS_OF_MIGRATIONS: Readonly<Record<string, string>> = {
  __drizzle_migrations: "true",
  totals: "true",
  settings: "version = 1",
  services: `id in (${FIXED_SERVICE_IDS.map((id) => `'${id}'`).join(", ")})`,
};

/** Whether a database has no tables, or no rows but those of the migrations. */
async function isEmpty(client: Client, parts: Part[]): Promise<boolean> {
  const tables = parts.filter(({ type }) => type === "table");
  if (tables.length === 0) return true;
  if (!tables.some(({ name }) => name === "__drizzle_migrations")) return false;
  const used = tables.map(
    ({ name }) => `exists (select 1 from ${quote(name)} where not ${ROWS_OF_MIGRATIONS[name] ?? "false"})`,
  );
  const { rows } = await client.execute(`select ${used.join(" or ")}`);
  return rows[0]?.[0] === 0;
}

/** Views and triggers first: a table cannot go while they name it. */
function dropAll(parts: Part[]): string[] {
  return ["trigger", "view", "virtual", "table"].flatMap((type) =>
    parts
      .filter((part) => part.type === type)
      .map(({ name }) => `drop ${type === "virtual" ? "table" : type} ${quote(name)}`),
  );
}

/** The tables of the empty database with the columns of the backup, which may have derived ones, too. */
async function tablesLike(client: Client, header: BackupHeader, file: string): Promise<BackupTable[]> {
  const { rows } = await client.execute(COLUMNS_QUERY);
  const tables = tablesOf(rows.map((row) => String(row[0]))).map((table) =>
    table.name === ACTIVITY_ASIDE ? { ...table, name: "activity" } : table,
  );
  const missing = tables.find(({ name }) => !header.tables.some((each) => each.name === name));
  if (missing) throw new UserFacingError(`${file} does not have the table ${missing.name}.`);
  return header.tables.map(({ name, columns }) => {
    const table = tables.find((each) => each.name === name);
    if (table?.columns.join() === columns.filter(isBackedUp).join()) return { ...table, columns };
    throw new UserFacingError(
      `${file} does not have the tables of version ${header.version} of the schema: ${name} differs.`,
    );
  });
}

/** Sends the lines as they are: the database reads them as JSON. */
async function load(client: Client, file: string, tables: BackupTable[]): Promise<void> {
  const inserts = new Map(tables.map((table) => [table.name, insertLines(table)]));
  await readBackupFile(file, {
    async lines({ table, lines }) {
      const sql = inserts.get(table);
      if (!sql) throw new UserFacingError(`${file} has rows of ${table}, which its first line does not name.`);
      const insert = { sql, args: [`[${lines.join(",")}]`] };
      // sqld refuses a write while it moves its journal into the database.
      await retryWhileBusy(Date.now() + PATIENCE_MS, () => client.migrate([insert]));
    },
  });
}

const notRestored = ({ name }: NamedDatabase, what: string) =>
  new UserFacingError(`${name} was not restored: ${what}. Run the command again with another backup.`);

/**
 * Looks at the rows as they were loaded, before anything is made from them. They are counted by another query than the one that
 * reads them, which is that of the backup.
 * @throws UserFacingError if a table is not what the backup says
 */
async function checkRows(database: NamedDatabase, tables: BackupTable[], end: TableSum[]): Promise<void> {
  const snapshot = new Snapshot(database);
  try {
    const counts = await readCounts(snapshot, tables);
    const sums = await readTables({ snapshot, tables, createHash: createSha256 });
    for (const [i, { table, ...sum }] of sums.entries()) {
      const { rows, sha256 } = end.find((each) => each.table === table) ?? sum;
      if (rows !== counts[i]) throw notRestored(database, `${table} has ${counts[i]} rows, and ${rows} in the backup`);
      if (sha256 !== sum.sha256) throw notRestored(database, `the rows of ${table} differ from those of the backup`);
    }
  } finally {
    snapshot.close();
  }
}

/** @throws UserFacingError if a reference has no target, or a search index lacks a text */
async function checkReferences(client: Client, database: NamedDatabase): Promise<void> {
  const { rows } = await client.execute('select "table", parent from pragma_foreign_key_check limit 1');
  if (rows[0])
    throw notRestored(database, `a row of ${rows[0].table} refers to one of ${rows[0].parent} that is missing`);
  const indexes = (await readParts(client)).filter(({ type }) => type === "virtual");
  for (const { name } of indexes) {
    await client.execute(`insert into ${quote(name)} (${quote(name)}) values ('integrity-check')`).catch(() => {
      throw notRestored(database, `the search index ${name} is wrong`);
    });
  }
}

const quote = (name: string) => `"${name.replaceAll('"', '""')}"`;
