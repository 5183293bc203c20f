import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { createClient } from "@libsql/client/http";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { command as admin } from "#bin/admin.ts";
import { command as backup } from "#bin/backup.ts";
import { backUpIfDue } from "#bin/backups/daily-backups.ts";
import { readBackupFile } from "#bin/backups/read-backup-file.ts";
import { command as migrate, migrateDatabase } from "#bin/migrate.ts";
import { UserFacingError } from "#bin/process/user-facing-error.ts";
import { command as restore } from "#bin/restore.ts";
import { FIRST_VERSION } from "#db/backup/tables.ts";
import { seedBarn } from "#db/seed/seed.ts";
import { SCHEMA_VERSION } from "#db/version.ts";
import { mountSmallDisk } from "#lab/support/small-disk.ts";
import { ended, runCommand } from "#tests/support/commands/command.ts";
import { type HostedDatabase, startHostedDatabase } from "#tests/support/database/hosted-database.ts";

/* `npm run backup`, `npm run restore` and the daily backups of `npm start`. The databases are compared by selects of this file. */

const TODAY = "2026-11-23";
const SESSION = "the id of a session";

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "hayloft-backup-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function run(args: string[], { env }: Pick<HostedDatabase, "env">): Promise<[code: number | null, said: string]> {
  const command = runCommand(args, env);
  return [await ended(command), command.said()];
}

/** Values that are easily lost: beyond 2^53, with NUL, line breaks and letters outside the alphabet. */
async function addOddRows({ rows }: HostedDatabase): Promise<void> {
  await rows(
    `insert into column_choices (email, screen, hidden) values ('a' || char(0) || 'b' || char(10) || '{"é🐴\\', '', '[]')`,
  );
  await rows(
    "insert into services (seq, id, product_service_name, name_sort, price, public, needs_groom, created_at, updated_at) values (4000000000, 'odd', 'é', 'e', 9223372036854775807, 0, 0, '2026', '2026')",
  );
  await rows(`insert into activity (rowid, id, at, actor, action, content, topics, before, "after")
    values (77, 'late', '2026', 'a@b.example', 'test', printf('%.*c', 1800000, '"'), '[]', '[]', '[]')`);
  await rows("insert into sessions (id, email, since, last_seen) values (?, 'a@b.example', '2026', '2026')", [SESSION]);
}

async function openBarn(options?: Parameters<typeof startHostedDatabase>[0]): Promise<HostedDatabase> {
  const database = await startHostedDatabase(options);
  await migrateDatabase(database);
  await seedBarn({ ...database, today: TODAY });
  await addOddRows(database);
  return database;
}

/** Every table with its rows, in the notation of SQL literals, but for those that no backup has. */
async function everyRow({ rows, tables }: HostedDatabase): Promise<Record<string, unknown[]>> {
  const names = (await tables()).filter((name) => !/^(sessions|backups|__drizzle|sqlite|libsql)|_search/.test(name));
  const found = names.map(async (name) => {
    const columns = (await rows(`select name from pragma_table_info('${name}')`)).map((row) => `quote("${row.name}")`);
    return [
      name,
      await rows(`select rowid as k, ${columns.join(" || ' ' || ")} as r from ${name} order by 1`),
    ] as const;
  });
  return Object.fromEntries(await Promise.all(found));
}

/** The schema, in which a table that was renamed and renamed back has other quotation marks. */
const schemaOf = async (database: HostedDatabase) =>
  (await partsOf(database)).map((part) => JSON.stringify(part).replaceAll("`", '\\"'));
const partsOf = ({ rows }: HostedDatabase) =>
  rows(
    "select type, name, sql from sqlite_schema where name not like '%\\_search\\_%' escape '\\' and name <> '__drizzle_migrations' and sql is not null order by 1, 2",
  );

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

/** The backup of the first test. */
let whole: Buffer;

/** Compares a restored barn with the original, in which admins were added since. */
async function expectSame(barn: HostedDatabase, other: HostedDatabase): Promise<void> {
  const original = await everyRow(barn);
  const restored = await everyRow(other);
  // What was written meanwhile is in both of its tables, or in none.
  const count = "(select count(*) from";
  const [counts] = await other.rows(`select ${count} admins where email like 'w%@b.example') as a,
    ${count} activity where action = 'write') as w`);
  expect(Number(counts?.a)).toBeGreaterThan(5);
  expect(counts?.w).toBe(counts?.a);
  for (const [table, rows] of Object.entries(original)) {
    const isWritten = /^(admins|activity)/.test(table);
    // An activity row of the restore is counted.
    if (table === "totals") continue;
    const expected = isWritten ? rows.slice(0, restored[table]?.length) : rows;
    expect([table, restored[table]]).toEqual([table, expected]);
  }
  expect(restored.activity?.length).toBeGreaterThan(0);
  expect(await schemaOf(other)).toEqual(await schemaOf(barn));
  expect(await other.rows("select * from sessions union all select place, at, '', '', '' from backups")).toEqual([]);
}

test("a backup that was made while writes went on is restored elsewhere with every value, and its writes whole or not at all", async () => {
  const [barn, other] = await Promise.all([openBarn({ hasManyWriters: true }), startHostedDatabase()]);
  const file = join(newFolder(), "barn.backup.gz");
  const client = createClient(barn);
  // An import that was interrupted has left its rows, which are no data of the barn.
  await client.execute("insert into import_rows values ('x', 0, '2026', 'horses', '[]')");
  let isDone = false;
  let writes = 0;
  const write = async () => {
    for (; !isDone; writes += 1) {
      // Two tables: the backup reads the end of the activity in a later request than the admins.
      const admin = `insert into admins (email, created_at, updated_at) values ('w${writes}@b.example', '2026', '2026')`;
      const change = `insert into activity (id, at, actor, action, content, topics, before, "after") values ('w${writes}', '2026', 'a@b.example', 'write', '', '[]', '[]', '[]')`;
      await client.batch([admin, change], "write");
    }
  };
  const writing = write();
  await expect.poll(() => writes).toBeGreaterThan(5);
  const made = await run(["backup", file], barn);
  isDone = true;
  await writing;
  await client.execute("delete from import_rows");
  expect(made).toEqual([
    0,
    expect.stringMatching(
      new RegExp(`^${barn.name} is in .*barn.backup.gz: [\\d,]+ rows, [\\d.]+ MB, in [\\d.]+ seconds.\n$`),
    ),
  ]);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(join(file, ".."))).toEqual(["barn.backup.gz"]);
  whole = readFileSync(file);
  expect(gunzipSync(whole).includes(SESSION)).toBe(false);
  expect(await refusalOf(() => backup([file]), barn)).toBe(
    `${file} is there already; name a new file, or add --replace.`,
  );

  const [code, said] = await run(["restore", file], other);
  expect([code, said]).toEqual([
    0,
    expect.stringMatching(/^\S+ holds the barn of 2\S+ now: [\d,]+ rows in \d+ tables.*\nChecked: /),
  ]);
  await expectSame(barn, other);

  // The restored barn works: search, triggers, numbers of changes.
  const found = "select rowid from shows_search where shows_search match '\"show\"'";
  expect(await other.rows(found)).toEqual(await barn.rows(found));
  expect((await other.rows(found)).length).toBeGreaterThan(0);
  const newest = "select max(rowid) as n from activity";
  const last = await other.rows(newest);
  vi.spyOn(console, "log").mockImplementation(() => {});
  await inEnvironment(other, () => admin(["add", "new@b.example"]));
  expect(await other.rows(newest)).not.toEqual(last);

  expect(await refusalOf(() => restore([file]), other)).toBe(
    `${other.name} is not empty, and a backup is restored to an empty database only; it stays as it was.`,
  );
});

const firstLineOf = (file: Buffer) =>
  gunzipSync(file)
    .toString()
    .replace(/(?<=\n).*$/s, "");

/** Files that are no good, and what is said of each. */
const BAD: [what: string, make: () => Buffer, sentence: RegExp][] = [
  ["is cut off", () => whole.subarray(0, whole.length - 2_000), /is cut off, and nothing of it was used/],
  [
    "is cut off at a line",
    () => gzipSync(gunzipSync(whole).toString().split("\n").slice(0, 90).join("\n").concat("\n")),
    /is cut off/,
  ],
  [
    "has a changed bit",
    () => Buffer.from(whole).fill((whole[5_000] ?? 0) ^ 8, 5_000, 5_001),
    /is damaged, and nothing of it was used/,
  ],
  [
    "has a changed value",
    () =>
      gzipSync(
        gunzipSync(whole)
          .toString()
          .replace('"Florida"', '"Floridx"')
          .replace(/290000/, "290001"),
      ),
    /is damaged/,
  ],
  [
    "lacks a row",
    () =>
      gzipSync(
        gunzipSync(whole)
          .toString()
          .replace(/\n\[.*/, ""),
      ),
    /is damaged/,
  ],
  [
    "has another number of rows in its first line",
    () =>
      gzipSync(
        gunzipSync(whole)
          .toString()
          .replace(/"rows":1\}/, '"rows":2}'),
      ),
    /is damaged/,
  ],
  ["has lines after its end", () => gzipSync(`${gunzipSync(whole)}[1]\n`), /is damaged/],
  [
    "is of a newer schema",
    () => gzipSync(gunzipSync(whole).toString().replace(`"version":${SCHEMA_VERSION}`, '"version":999')),
    /is of version 999 of the schema, and this Hayloft knows version \d+; update it first/,
  ],
  [
    "is of a schema before the first migration",
    () => gzipSync(gunzipSync(whole).toString().replace(`"version":${SCHEMA_VERSION}`, '"version":26')),
    /is of version 26 of the schema, and this Hayloft restores version 27 and newer ones only\.$/,
  ],
  ["is of another format", () => gzipSync('{"format":"hayloft backup 2"}\n'), /was made by a newer Hayloft/],
  ["is not compressed", () => Buffer.from("horses"), /is no backup of Hayloft/],
  ["is something else", () => gzipSync("horses\n"), /is no backup of Hayloft/],
  [
    "has a line of 900 MB",
    () => Buffer.concat(Array(100).fill(gzipSync("{".repeat(9_000_000)))),
    /is no backup of Hayloft/,
  ],
  [
    "has rows of 900 MB",
    () => Buffer.concat([gzipSync(firstLineOf(whole)), ...Array(100).fill(gzipSync("[".repeat(9_000_000)))]),
    /is damaged/,
  ],
  [
    "has a first line without sense",
    () => gzipSync('{"format":"hayloft backup 1","version":"x","tables":7}\n'),
    /is damaged/,
  ],
  [
    "has a first line of 200,000 levels",
    () => gzipSync(`{"format":"hayloft backup 1","version":${"[".repeat(200_000)}${"]".repeat(200_000)}}\n`),
    /is damaged/,
  ],
  ["is empty", () => Buffer.from(""), /(is no backup of Hayloft|is cut off)/],
];

/** Runs `npm run restore` in this process, and returns its sentence; that it is one, `run.mjs` relies on. */
async function refusalOf(command: () => Promise<unknown>, { env }: Pick<HostedDatabase, "env">): Promise<string> {
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  const error = await command().catch((reason: unknown) => reason);
  vi.unstubAllEnvs();
  expect(error).toBeInstanceOf(UserFacingError);
  return (error as Error).message;
}

test("a restore refuses a wrong file with one sentence, and leaves the database as it was", async () => {
  const folder = newFolder();
  const database = await startHostedDatabase();
  const cases = BAD.map(([what, make, sentence]): [string, RegExp] => {
    const file = join(folder, `${what}.gz`);
    writeFileSync(file, make());
    return [file, sentence];
  });
  cases.push([join(folder, "missing"), /missing cannot be read: no such file or directory/]);
  cases.push([folder, /cannot be read: illegal operation on a directory/]);
  for (const [file, sentence] of cases) {
    expect([file, await refusalOf(() => restore([file]), database)]).toEqual([file, expect.stringMatching(sentence)]);
  }
  expect(await database.tables()).toEqual([]);
});

/** A backup whose rows were changed, and its numbers of rows and hashes with them. */
function tamper(file: Buffer, change: (text: string) => string): Buffer {
  const [header = "", ...lines] = change(gunzipSync(file).toString()).trimEnd().split("\n").slice(0, -1);
  const end: { table: string; rows: number; sha256: string }[] = [];
  const sections = lines.join("\n").split(/^(?=\{"table":)/m);
  for (const section of sections) {
    const [marker = "", ...rows] = section.trimEnd().split("\n");
    const sha256 = createHash("sha256").update(rows.map((row) => `${row}\n`).join(""));
    end.push({ table: JSON.parse(marker).table, rows: rows.length, sha256: sha256.digest("hex") });
  }
  const first = JSON.parse(header);
  for (const each of first.tables) each.rows = end.find(({ table }) => table === each.name)?.rows;
  return gzipSync(`${[JSON.stringify(first), ...lines, JSON.stringify({ end })].join("\n")}\n`);
}

test("rows that were tampered with, and their hashes with them, are refused in words", async () => {
  const [barn, other, folder] = [await startHostedDatabase(), await startHostedDatabase(), newFolder()];
  await migrateDatabase(barn);
  await barn.rows("insert into admins (email, created_at, updated_at) values ('ann@b.example', '2026', '2026')");
  const file = join(folder, "barn.gz");
  vi.spyOn(console, "log").mockImplementation(() => {});
  await inEnvironment(barn, () => backup([file]));
  const good = readFileSync(file);
  const admin = /^\[.*ann@b\.example.*$/m;
  const cases: [change: (text: string) => string, sentence: RegExp][] = [
    [(text) => text.replace(admin, "[1,"), /the rows of .* cannot be stored: .*malformed JSON/],
    [
      (text) => text.replace(admin, "[".repeat(200_000) + "]".repeat(200_000)),
      /the rows of .* cannot be stored: .*malformed JSON/,
    ],
    [(text) => text.replace(admin, "[]"), /the rows of .* cannot be stored: .*NOT NULL constraint failed: admins/],
    [
      (text) => text.replace(admin, (row) => `${row}\n${row}`),
      /the rows of .* cannot be stored: .*UNIQUE constraint failed/,
    ],
    [(text) => text.replace(admin, (row) => `${row}],${row.slice(0, -1)}`), /was not restored: /],
    [(text) => text.replace(/^\{"table":"admins"\}$/m, '{"table":"horses"}'), /is damaged/],
    [
      (text) => text.replace(/\{"name":"admins",.*?\},/, "").replace(/^\{"table":"admins"\}\n.*\n/m, ""),
      /does not have the table admins\./,
    ],
  ];
  for (const [change, sentence] of cases) {
    writeFileSync(file, tamper(good, change));
    expect(await refusalOf(() => restore([file]), other)).toMatch(sentence);
  }
  writeFileSync(
    file,
    tamper(good, (text) => text),
  );
  await inEnvironment(other, () => restore([file]));
});

test("a backup that cannot be made says why in one sentence, and leaves no file", async () => {
  const folder = newFolder();
  const [empty, file] = [await startHostedDatabase(), join(folder, "barn.backup.gz")];
  const wrong = { env: { ...empty.env, DATABASE_AUTH_TOKEN: "eyJhbGciOiJFZERTQSJ9.e30.bm8" } };
  expect(await refusalOf(() => backup([file]), empty)).toMatch(/ holds no barn, so nothing was backed up\.$/);
  expect(await refusalOf(() => backup([file]), wrong)).toMatch(
    /: The database refused the token in DATABASE_AUTH_TOKEN\.$/,
  );
  expect(await refusalOf(() => backup([join(folder, "no", "barn")]), empty)).toMatch(
    /barn cannot be written: no such file or directory\.$/,
  );
  expect(await refusalOf(() => backup([]), empty)).toMatch(/^Name the file of the backup/);
  expect(readdirSync(folder)).toEqual([]);
});

test.skipIf(process.getuid?.() !== 0)(
  "a backup on a full disk leaves no file, and the one that it was to replace",
  async () => {
    const disk = mountSmallDisk(1);
    if (!disk) return;
    onTestFinished(() => disk.remove());
    const database = await startHostedDatabase();
    await migrateDatabase(database);
    const file = join(disk.folder, "barn.backup.gz");
    writeFileSync(file, "the last backup");
    disk.fill();
    expect(await refusalOf(() => backup([file, "--replace"]), database)).toMatch(
      /barn.backup.gz cannot be written: no space left on device\.$/,
    );
    expect([readdirSync(disk.folder), readFileSync(file, "utf8")]).toEqual([["barn.backup.gz"], "the last backup"]);
  },
);

test("a restore that failed leaves a database that no command uses, until it is restored", async () => {
  const [broken, other] = await Promise.all([startHostedDatabase(), startHostedDatabase()]);
  await migrateDatabase(broken);
  // A bill of a horse that is missing: its foreign key is not looked at while the rows are loaded.
  const bill = `insert into salary_changes (groom_id, at, salary_before) values ('no one', '2026', 1)`;
  await createClient(broken).migrate([bill]);
  const folder = newFolder();
  const [bad, good] = [join(folder, "bad.gz"), join(folder, "good.gz")];
  writeFileSync(good, whole);
  vi.spyOn(console, "log").mockImplementation(() => {});
  await inEnvironment(broken, () => backup([bad]));
  expect(await refusalOf(() => restore([bad]), other)).toMatch(
    /was not restored: a row of salary_changes refers to one of grooms that is missing\./,
  );

  const unfinished = / A restore of the database is not finished; wait for it, or run npm run restore again\.$/;
  expect(await refusalOf(() => admin(["list"]), other)).toMatch(unfinished);
  expect(await refusalOf(() => migrate(), other)).toMatch(unfinished);
  expect(await refusalOf(() => backup([join(folder, "of it")]), other)).toMatch(
    /holds a restore that was not finished, so nothing was backed up/,
  );
  // An app of an older version, too, fails to write, because the table of activity is set aside.
  expect(await other.tables()).not.toContain("activity");

  await inEnvironment(other, () => restore([good]));
  await inEnvironment(other, () => admin(["list"]));
  expect(await other.rows("select count(*) as n from __drizzle_migrations")).toEqual([
    { n: SCHEMA_VERSION - FIRST_VERSION + 1 },
  ]);
});

test.each([
  ["a setting", "update settings set barn_name = 'Willow Creek', version = 2"],
  [
    "a service",
    "insert into services (id, product_service_name, price, public, needs_groom, created_at, updated_at) values ('x', 'Bath', 1, 0, 0, '2026', '2026')",
  ],
])("a database with nothing but %s of the barn is not restored over", async (_, statement) => {
  const [database, folder] = [await startHostedDatabase(), newFolder()];
  await migrateDatabase(database);
  await database.rows(statement);
  const file = join(folder, "barn.gz");
  writeFileSync(file, whole);
  expect(await refusalOf(() => restore([file]), database)).toMatch(/ is not empty, .* it stays as it was\.$/);
});

test("daily backups are made once a day, kept for 14 days, and shown by Overview", async () => {
  const [database, dataDir] = [await startHostedDatabase(), newFolder()];
  await migrateDatabase(database);
  const folder = join(dataDir, "backups");
  mkdirSync(folder);
  const old = Array.from({ length: 14 }, (_, i) => `2026-11-${String(i + 1).padStart(2, "0")}T04-10-00Z.backup.gz`);
  for (const name of [...old, "mine.backup.gz", "2026-11-14T04-10-00Z.backup.gz.1.part"])
    writeFileSync(join(folder, name), "");
  const make = (at: string) => backUpIfDue({ database, dataDir }, new Date(at));
  expect(await make("2026-11-15T04:09:59Z")).toBeNull();
  const name = "2026-11-15T04-10-00Z.backup.gz";
  expect(await make("2026-11-15T04:10:00Z")).toBe(name);
  expect(await make("2026-11-15T05:00:00Z")).toBeNull();
  expect(readdirSync(folder).sort()).toEqual([...old.slice(1), name, "mine.backup.gz"].sort());
  expect((await readBackupFile(join(folder, name))).header.version).toBe(SCHEMA_VERSION);
  expect(await database.rows("select place, at from backups")).toEqual([
    { place: "folder", at: "2026-11-15T04:10:00.000Z" },
  ]);
});

test("a backup dated in the future does not keep the daily backups from being made, and stays", async () => {
  const [database, dataDir] = [await startHostedDatabase(), newFolder()];
  await migrateDatabase(database);
  const folder = join(dataDir, "backups");
  mkdirSync(folder);
  writeFileSync(join(folder, "2031-01-01T00-00-00Z.backup.gz"), "");
  const make = (at: string) => backUpIfDue({ database, dataDir }, new Date(at));
  const name = "2026-11-15T04-10-00Z.backup.gz";
  expect(await make("2026-11-15T04:10:00Z")).toBe(name);
  expect(await make("2026-11-16T04:09:59Z")).toBeNull();
  expect(readdirSync(folder).sort()).toEqual([name, "2031-01-01T00-00-00Z.backup.gz"]);
});

test("a daily backup that cannot be recorded for Overview succeeds, and says so", async () => {
  const [database, dataDir] = [await startHostedDatabase(), newFolder()];
  await migrateDatabase(database);
  await database.rows("create trigger full before insert on activity begin select raise(abort, 'full'); end");
  const said = vi.spyOn(console, "error").mockImplementation(() => {});
  expect(await backUpIfDue({ database, dataDir }, new Date("2026-11-15T04:10:00Z"))).not.toBeNull();
  expect(said).toHaveBeenLastCalledWith(
    "Overview does not show this backup: it could not be recorded in the database.",
  );
  said.mockClear();
});

async function inEnvironment({ env }: HostedDatabase, use: () => Promise<unknown>): Promise<void> {
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  await use();
  vi.unstubAllEnvs();
}
