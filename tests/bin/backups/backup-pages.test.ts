import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, onTestFinished, test } from "vitest";
import { writeBackupFile } from "#bin/backups/backup-file.ts";
import { readBackupFile } from "#bin/backups/read-backup-file.ts";
import { restoreInto } from "#bin/backups/restoring.ts";
import { MIGRATIONS_TABLE, migrateDatabase } from "#bin/migrate.ts";
import { seedBarn } from "#db/seed/seed.ts";
import { SCHEMA_VERSION } from "#db/version.ts";
import { type HostedDatabase, startHostedDatabase } from "#tests/support/database/hosted-database.ts";

/* A backup has every row of every table, in however many pages they are read; what is made from rows is not compared. */

function newFile(): string {
  const folder = mkdtempSync(join(tmpdir(), "hayloft-pages-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, "barn.backup.gz");
}

async function openBarn(): Promise<HostedDatabase> {
  const database = await startHostedDatabase();
  await migrateDatabase(database);
  return database;
}

async function restore(file: string, keepsLinks = true): Promise<HostedDatabase & { ended: number }> {
  const database = await startHostedDatabase();
  const named = { ...database, isLocal: false, app: undefined };
  const ended = await restoreInto(named, { file, keepsLinks, ...(await readBackupFile(file)) });
  return { ...database, ended };
}

type Column = { name: string; type: string; pk: number };
type Table = { name: string; columns: Column[] };

/** The tables that a backup has, with their columns, by a query of this file. */
async function tablesOf({ rows, tables }: HostedDatabase): Promise<Table[]> {
  const left =
    /^(sessions|backups|totals|import_files|import_rows|__drizzle_migrations|sqlite_.*|libsql_.*|\w+_search(_\w+)?)$/;
  const names = (await tables()).filter((name) => !left.test(name));
  return Promise.all(
    names.map(async (name) => ({
      name,
      columns: (await rows(`select name, type, pk from pragma_table_info('${name}')`)) as Column[],
    })),
  );
}

const columnsOf = ({ columns }: Table, left: RegExp) => {
  const names = columns.map(({ name }) => name).filter((name) => !left.test(name));
  return columns.some(({ type, pk }) => type === "INTEGER" && pk > 0) && columns.filter(({ pk }) => pk > 0).length === 1
    ? names
    : ["rowid", ...names];
};

const rowsOf = async ({ rows }: HostedDatabase, table: string, columns: string[]) =>
  (await rows(`select json_array(${columns.map((name) => `"${name}"`)}) as line from "${table}" order by rowid`)).map(
    ({ line }) => String(line),
  );

/** The columns that are made from others. */
const MADE = /^(\w+_sort|search_text)$/;

test("a backup has all rows of every table, when each takes more than one page", async () => {
  const [barn, wide, file] = [await openBarn(), await startHostedDatabase(), newFile()];
  const tables = await tablesOf(barn);
  // The same tables and columns without their rules, so that any row will do.
  for (const { name, columns } of tables) {
    const key = columns.filter(({ pk }) => pk > 0).map((column) => `"${column.name}"`);
    const values = columns.map(({ type, name: column }) =>
      type === "INTEGER" ? "n" : `printf('%s %d %.*c', '${column}', n, 1000, 'x')`,
    );
    await wide.rows(
      `create table "${name}" (${columns.map((each) => `"${each.name}" ${each.type}`)}, primary key (${key})) strict`,
    );
    await wide.rows(
      `insert into "${name}" with recursive t(n) as (select 1 union all select n + 1 from t where n < 120) select ${values} from t`,
    );
  }
  await wide.rows(MIGRATIONS_TABLE);
  for (const { hash, created_at } of await barn.rows("select * from __drizzle_migrations"))
    await wide.rows("insert into __drizzle_migrations (hash, created_at) values (?, ?)", [
      String(hash),
      String(created_at),
    ]);

  await writeBackupFile(wide, file, new Date());
  const found = new Map<string, string[]>();
  const { header } = await readBackupFile(file, {
    lines: async ({ table, lines }) => void found.set(table, [...(found.get(table) ?? []), ...lines]),
  });
  expect(header.tables).toEqual(
    tables.map((table) => ({ name: table.name, columns: columnsOf(table, MADE), rows: 120 })),
  );
  for (const table of tables)
    expect([table.name, found.get(table.name)]).toEqual([
      table.name,
      await rowsOf(wide, table.name, columnsOf(table, MADE)),
    ]);
});

test("a barn with many frozen statements, and a question about the last of them, is restored", async () => {
  const [barn, file] = [await openBarn(), newFile()];
  await seedBarn({ ...barn, today: "2026-11-23" });
  await barn.rows(`insert into statement_links (id, token_hash, customer_id, first, last, ends_on, frozen, digest, actor, created_at)
    with recursive t(n) as (select 1 union all select n + 1 from t where n < 60)
    select 'link ' || n, printf('%064d', n), (select id from customers limit 1), '2026-10-01', '2026-10-31', '2026-12-31',
      json_array(printf('%.*c', 40000, 'x')), printf('%064d', n), 'a@b.example', '2026' from t`);
  await barn.rows(`insert into statement_questions (id, link_id, bill_item_id, line, question, asked_at)
    select 'question', 'link 60', id, 'line', 'Why?', '2026' from bill_items limit 1`);
  await writeBackupFile(barn, file, new Date());
  const restored = await restore(file);
  const links = "select id, length(frozen) as length from statement_links order by rowid";
  expect(await restored.rows(links)).toEqual(await barn.rows(links));
  expect(await restored.rows("select link_id from statement_questions")).toEqual([{ link_id: "link 60" }]);
  expect(restored.ended).toBe(0);
});

test("a restore turns off every link to a statement that could be opened, because it may have been turned off since", async () => {
  const [barn, file] = [await openBarn(), newFile()];
  await seedBarn({ ...barn, today: "2026-11-23" });
  await barn.rows(`insert into statement_links (id, token_hash, customer_id, first, last, ends_on, frozen, digest, actor, created_at, stopped_at, stopped_by)
    select id, printf('%064d', n), (select id from customers limit 1), '2026-10-01', '2026-10-31', last, frozen, printf('%064d', n), 'a@b.example', '2026', stopped, stopped
    from (select column1 as id, column2 as n, column3 as last, column4 as frozen, column5 as stopped from (values
      ('live', 1, '2100-01-01', null, null), ('frozen', 2, '2100-01-01', '[]', null), ('expired', 3, '2026-11-01', '[]', null), ('stopped', 4, '2100-01-01', '', '2026')))`);
  await writeBackupFile(barn, file, new Date());
  const restored = await restore(file, false);
  expect(restored.ended).toBe(2);
  expect(await restored.rows("select id, stopped_by, frozen from statement_links order by token_hash")).toEqual([
    { id: "live", stopped_by: "restore", frozen: null },
    { id: "frozen", stopped_by: "restore", frozen: "" },
    { id: "expired", stopped_by: null, frozen: "[]" },
    { id: "stopped", stopped_by: "2026", frozen: "" },
  ]);
});

test("a backup whose pages lack rows of a table is refused by name, and leaves no file", async () => {
  const [barn, file] = [await openBarn(), newFile()];
  // A column of this name hides the numbers by which the pages go on.
  await barn.rows("create table odd (rowid integer, note text)");
  await barn.rows("insert into odd (note) values ('a'), ('b')");
  await expect(writeBackupFile(barn, file, new Date())).rejects.toThrow("has 2 rows of odd, of which 0 were read");
  expect(readdirSync(join(file, ".."))).toEqual([]);
});

test("the sort keys of long comments, of which the server reads only some at once, are made by a restore", async () => {
  const [barn, file] = [await openBarn(), newFile()];
  await seedBarn({ ...barn, today: "2026-11-23" });
  const [counted] = await barn.rows("select count(*) as n from bill_items");
  await barn.rows("update bill_items set comments = replace(hex(zeroblob(1000)), '0', '🐴')");
  await barn.rows("update bill_items set comments_sort = comments");
  expect(Number(counted?.n)).toBeGreaterThan(800);
  await barn.rows(
    `insert into bill_items (id, horse_id, service_id, date, quantity, value, location, created_at, comments, comments_sort)
     select 'again ' || id, horse_id, service_id, date, quantity, value, location, created_at, comments, comments_sort from bill_items`,
  );
  await writeBackupFile(barn, file, new Date());
  const wrong = "select count(*) as n from bill_items where comments_sort is not comments";
  expect(await (await restore(file)).rows(wrong)).toEqual([{ n: 0 }]);
});

/** A backup as the versions before wrote it: with the sort keys, and without the numbers of rows in its first line. */
async function writeOldFile(barn: HostedDatabase, file: string): Promise<void> {
  const tables = (await tablesOf(barn)).map((table) => ({
    name: table.name,
    columns: columnsOf(table, /^search_text$/),
  }));
  const lines = [
    JSON.stringify({
      format: "hayloft backup 1",
      version: SCHEMA_VERSION,
      createdAt: "2026-11-23T08:30:00.000Z",
      tables,
    }),
  ];
  const end: object[] = [];
  for (const { name, columns } of tables) {
    const rows = await rowsOf(barn, name, columns);
    lines.push(JSON.stringify({ table: name }), ...rows);
    const sha256 = createHash("sha256")
      .update(rows.map((row) => `${row}\n`).join(""))
      .digest("hex");
    end.push({ table: name, rows: rows.length, sha256 });
  }
  writeFileSync(file, gzipSync(`${[...lines, JSON.stringify({ end })].join("\n")}\n`));
}

test.each([
  ["a backup", (barn: HostedDatabase, file: string) => writeBackupFile(barn, file, new Date())],
  ["a backup of an older version", writeOldFile],
])(
  "%s of a row without its sort key is restored, and the key is made",
  async (_, write) => {
    const [barn, file] = [await openBarn(), newFile()];
    await seedBarn({ ...barn, today: "2026-11-23" });
    const keys = "select id, name_sort from horses order by seq";
    const before = await barn.rows(keys);
    await barn.rows("update horses set name_sort = '' where seq = 3");
    await write(barn, file);
    expect(await (await restore(file)).rows(keys)).toEqual(before);
  },
  60_000,
);
