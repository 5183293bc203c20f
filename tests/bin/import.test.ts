import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { IMPORT_TABLES } from "#app/domain/import-records.ts";
import { command } from "#bin/import.ts";
import { findFreePort } from "#bin/ports.ts";
import { startSqld } from "#bin/sqld.ts";
import { withClient } from "#db/client.ts";
import { ended, runCommand } from "#tests/support/command.ts";

/* `npm run import`: what it says of files, right and wrong (docs/operating.md, 'Moving in'). */

let folder: string;
let directories = 0;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "hayloft-import-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
afterEach(() => void vi.unstubAllEnvs());

/** Makes a directory with these files. */
function filesOf(files: Record<string, string | Buffer>): string {
  directories += 1;
  const directory = mkdtempSync(join(folder, `files-${directories}-`));
  for (const [name, content] of Object.entries(files)) writeFileSync(join(directory, name), content);
  return directory;
}

/** What the command says or throws, in this process. */
async function saidBy(args: string[], dataDir = join(folder, "data")): Promise<string> {
  vi.stubEnv("DATA_DIR", dataDir);
  const said = vi.spyOn(console, "log").mockImplementation(() => {});
  try {
    await command(args);
    return said.mock.calls.join("\n");
  } catch (error) {
    return [...said.mock.calls, (error as Error).message].join("\n");
  } finally {
    said.mockRestore();
  }
}

const HORSE = {
  id: "h1",
  name: "Bella",
  checkInDate: "2026-01-01",
  boarding: 2900,
  boardingSurcharge: 150,
  training: 0,
};

test.each<[what: string, files: Record<string, string | Buffer>, says: RegExp]>([
  ["no known file", { "horse.json": "[]" }, /has none of params\.json, .*customers\.csv\.$/],
  ["broken JSON", { "horses.json": '[{"id":"h1"' }, /horses\.json is not JSON: /],
  [
    "a text in the place of records",
    { "horses.json": '"Bella"' },
    /horses\.json is neither an array nor an object of records\./,
  ],
  ["a record that is none", { "horses.json": '[{"id":"h1"},7]' }, /horses\.json: record 2 is not a record\./],
  ["a record without an id", { "horses.json": '[{"name":"Bella"}]' }, /horses\.json: record 1 has no id\./],
  [
    "an id that is no text",
    { "horses.json": '[{"id":{"toString":1}}]' },
    /horses\.json: the id of record 1 is not a text\./,
  ],
  ["text that is not UTF-8", { "horses.json": Buffer.from([0x5b, 0xff, 0x5d]) }, /horses\.json is not UTF-8 text\./],
  [
    "a file and a table",
    { "horses.json": "[]", "horses.csv": "Name\n" },
    /horses\.json and .*horses\.csv are the same collection/,
  ],
  ["an unknown column", { "horses.csv": "Name,Colour\nBella,bay\n" }, /horses\.csv: there is no column 'Colour'/],
  ["a table without names", { "horses.csv": "Location\nFlorida\n" }, /horses\.csv has no column 'Name'\./],
  ["a ragged table", { "horses.csv": "Name,Location\nBella\n" }, /horses\.csv is not a table .*line 2/],
  ["a cell too many", { "horses.csv": "Name,Location\nBella,Florida,bay\n" }, /horses\.csv is not a table .*line 2/],
  [
    "a key twice",
    { "horses.json": '{"h1":{},\n"h1":{}}' },
    /horses\.json has the key 'h1' twice in one object, in line 2\.$/,
  ],
  [
    "JSON of 200,000 levels",
    { "horses.json": `[{"id":"h1","name":${"[".repeat(200_000)}${"]".repeat(200_000)}}]` },
    /horses\.json has values that are nested more than 100 deep\.$/,
  ],
])("%s is refused, and the place named", async (_, files, says) => {
  expect(await saidBy([filesOf(files), "--apply"])).toMatch(says);
});

test.each([[[]], [["a", "b"]], [["a", "--aply"]]])("wrong words get the usage (%j)", async (args) => {
  expect(await saidBy(args)).toMatch(/^Name the directory with the exported files: npm run import -- DIR/);
});

test("a directory that is none is said", async () => {
  expect(await saidBy([join(folder, "nowhere")])).toMatch(
    /nowhere is not a directory; name the one with the exported files\.$/,
  );
});

test("a file of 900 MB is refused before it is read", async () => {
  const directory = filesOf({ "billItems.json": "[" });
  truncateSync(join(directory, "billItems.json"), 900_000_000);
  expect(await saidBy([directory])).toMatch(/billItems\.json has 900 MB, and at most 200 MB can be read\.$/);
});

test("a rehearsal without a database makes none, and says every value that is filled in", async () => {
  const directory = filesOf({
    "horses.csv": "Name,Check-in Date,Training,\nBella,01/02/2026,,\nStar,01/03/2026,$5.005,\n,,,\n,,,,,\n",
    "params.json": '{"lastPayroll":"2098-01-01"}',
  });
  const dataDir = join(folder, "none");
  const said = await saidBy([directory], dataDir);
  expect(said.split("\n")).toEqual(
    expect.arrayContaining([
      "  horses: 2, $6,105.01, $6,105.005 before its amounts were rounded to the cent",
      "  2 horses without Responsible Party: 'Unknown'",
      "  2 horses without Boarding: $2,900.00",
      "  2 horses without Boarding Surcharge: $150.00",
      "  1 horse without Training: $0.00",
      "  2 horses without Billable: yes",
      "Problems: 2. Records that do not come in: 1.",
      "  1 setting, lastPayroll: It is in the future: no payroll would be made until then. Does not come in.",
      "    params: 2098-01-01",
      "  1 horse, training: It is rounded to the cent.",
      "    Star (horse-star): $5.005",
      `Nothing was written to ${dataDir}: this was a rehearsal. --apply writes it.`,
    ]),
  );
  expect(existsSync(dataDir)).toBe(false);
  mkdirSync(dataDir);
  expect(await saidBy([directory], dataDir)).toBe(said);
  expect(readdirSync(dataDir)).toEqual([]);
});

test("a rehearsal with a database of an older version leaves it at that version", async () => {
  const dataDir = join(folder, "older");
  const sqld = await startSqld({ dataDir, port: await findFreePort() });
  const version = "create table __drizzle_migrations (hash, created_at)";
  const tables = [version, ...[...IMPORT_TABLES, "settings"].map((name) => `create table ${name} (id)`)];
  await withClient(sqld, (client) => client.batch([...tables, "insert into __drizzle_migrations values ('', 1)"]));
  await sqld.stop();
  const directory = filesOf({ "horses.json": JSON.stringify([HORSE]) });
  expect(await saidBy([directory], dataDir)).toMatch(/ this was a rehearsal\. /);
  expect(existsSync(join(dataDir, "backups"))).toBe(false);
});

test("a rehearsal writes nothing, and --apply writes what it said", async () => {
  const directory = filesOf({
    "horses.json": JSON.stringify([
      { ...HORSE, customerId: "nobody" },
      { ...HORSE, id: "h2", boarding: -1 },
    ]),
  });
  const problems = join(folder, "problems.txt");
  const rehearsed = await saidBy([directory, "--problems", problems]);
  expect(rehearsed).toContain("horses: 1, $3,050.00");
  const said = [
    "  1 horse, boarding: It is below 0. Does not come in.",
    "    Bella (h2): -1",
    "  1 horse, customerId: There is no such customer: the record is kept, its customer is 'Unknown'.",
    "    Bella (h1): nobody",
  ];
  expect(rehearsed).toContain(["Problems: 2. Records that do not come in: 1.", ...said].join("\n"));
  expect(rehearsed).toMatch(/Nothing was written to .*: this was a rehearsal\. --apply writes it\.$/);
  expect(readFileSync(problems, "utf8").split("\n")).toEqual([...said.map((line) => line.slice(2)), ""]);
  expect(statSync(problems).mode & 0o777).toBe(0o600);
  expect(await saidBy([directory, "--problems", problems])).toMatch(
    /problems\.txt cannot be made: .*; name a new file\.$/,
  );
  expect(await saidBy([directory, "--apply"])).toMatch(/mend the records that cannot come in, or add --leave-out/);
  const applied = runCommand(["import", directory, "--apply", "--leave-out"], { DATA_DIR: join(folder, "data") });
  expect([await ended(applied), applied.said()]).toEqual([
    0,
    expect.stringMatching(
      /horses: 1, \$3,050\.00 \(of 2 in the files\)[\s\S]*Sent 1 of 1\n[\s\S]*horses: 1, \$3,050\.00 on both sides/,
    ),
  ]);
  expect(await saidBy([directory, "--apply", "--leave-out"])).toContain("horses: 1, $3,050.00 on both sides");
});

test("tables come in with the columns of docs/moving-in.md, and the same the next time", async () => {
  const directory = filesOf({
    "customers.csv": '\ufeffName,Email(s),Phone,Riders\r\n"Lee, Ann","a@b.co; c@d.co",555,"Bo, Cy"\r\n',
    "horses.csv":
      'Name,Responsible Party,Check-in Date,Check-out Date,Boarding,Boarding Surcharge,Training,Blanket,Billable,Location\r\nStar,"Lee, Ann",01/02/2026,,"$2,000.00",100,0,yes,no,Long Island\r\n',
  });
  const said = await saidBy([directory, "--apply"]);
  expect(said).toContain("customers: 1, $0.00 on both sides");
  expect(said).toContain("horses: 1, $2,100.00 on both sides");
  expect(await saidBy([directory, "--apply"])).toContain("horses: 1, $2,100.00 on both sides");
});
