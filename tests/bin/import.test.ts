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
import { IMPORT_TABLES } from "#app/domain/import/import-plan.ts";
import { startSqld } from "#bin/database/sqld.ts";
import { command } from "#bin/import.ts";
import { findFreePort } from "#bin/running/ports.ts";
import { withClient } from "#db/client.ts";
import journal from "#db/migrations/meta/_journal.json";
import { ended, runCommand } from "#tests/support/commands/command.ts";

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
  [
    "no known file",
    { "horse.txt": "[]" },
    /has none of params\.json, .*, customers\.csv, horses\.csv, services\.csv, grooms\.csv\.$/,
  ],
  ["broken JSON", { "horses.json": '[{"id":"h1"' }, /horses\.json is not JSON: /],
  [
    "a file and a table",
    { "horses.json": "[]", "horses.csv": "Name,Check-in Date\n" },
    /horses\.csv and horses\.json are the same collection/,
  ],
  [
    "an unknown column",
    { "horses.csv": "Name,Colour\nBella,bay\n" },
    /horses\.csv has columns that are not known: 'Colour'\. Add --column "horses\.Colour=Name"/,
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
  const [baseline] = journal.entries;
  const version = "create table __drizzle_migrations (hash, created_at)";
  const settings = "create table settings (id, new_boarding, new_boarding_surcharge, new_training)";
  const tables = [version, settings, ...IMPORT_TABLES.map((name) => `create table ${name} (id, name, deleted_at)`)];
  await withClient(sqld, (client) =>
    client.batch([...tables, `insert into __drizzle_migrations values ('', ${baseline?.when})`]),
  );
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

test("a file whose name does not say which records it has stops the import, and so does every other problem", async () => {
  const directory = filesOf({
    ...{ "export.csv": "Name\n", "horses.xlsx": "PK\x03\x04", ".DS_Store": "x", "read me.txt": "x", "photo.png": "x" },
    "Customers (1).CSV": "Name,Shoe size\nAnn,38\n",
  });
  expect((await saidBy([directory])).replaceAll(`${directory}: `, "").split("\n")).toEqual([
    `Customers (1).CSV has columns that are not known: 'Shoe size'. Add --column "customers.Shoe size=Name" with the column that it is, or nothing after '=' to leave it out.`,
    "export.csv does not say which records it has; give it a name such as horses.csv or billItems.json.",
    "horses.xlsx is a ZIP archive; unpack it and take the files in it.",
  ]);
});

test("--column says what a heading is, or leaves it out", async () => {
  const directory = filesOf({
    "customers.csv": "Name\nAnn\n",
    "Horses 2026.csv": "Horse;Owner;Arrived;Colour\nBella;Ann;1/3/26;bay\n",
  });
  const columns = [
    "horses.Horse=name",
    "horses.Owner=Responsible Party",
    "horses.Arrived=check-in date",
    "horses.Colour=",
  ];
  const said = await saidBy([directory, ...columns.flatMap((column) => ["--column", column])]);
  expect(said).toContain("  horses: 1, $3,050.00\n");
  expect(said).not.toContain("without Responsible Party");
  expect(said).not.toContain("Problems");
  expect(await saidBy([directory, "--column", "horses.Owner=Boss"])).toBe(
    '--column "horses.Owner=Boss": the columns of horses are Name, Responsible Party, Customer ID, Check-in Date, Check-out Date, Boarding, Boarding Surcharge, Training, Blanket, Billable, Location, ID.',
  );
  for (const wrong of ["Owner=Name", "cats.Owner=Name", "horses.Owner"])
    expect(await saidBy([directory, "--column", wrong])).toMatch(/ is not COLLECTION\.HEADING=COLUMN, as /);
});

test("--defaults fills in what cannot come in, where there is a default", async () => {
  const directory = filesOf({
    "horses.json": JSON.stringify([
      { ...HORSE, id: "d1", boarding: "a lot" },
      { ...HORSE, id: "d2", name: "Star", checkInDate: "never" },
    ]),
  });
  const said = await saidBy([directory, "--defaults"]);
  expect(said).toContain("  horses: 1, $3,050.00 (of 2 in the files)");
  expect(said).toContain("  1 horse without Boarding: $2,900.00\n");
  expect(said).toContain("  1 horse, boarding: It is not an amount. The default comes in.\n    Bella (d1): a lot");
  expect(said).toContain("Problems: 2. Records that do not come in: 1.");
});

test("bills below 0 are listed as credits, with their sum, and do not stop the import", async () => {
  const bill = { horseId: "k1", serviceId: "lunging", date: "2026-05-01", exported: true };
  const directory = filesOf({
    "horses.json": JSON.stringify([{ ...HORSE, id: "k1" }]),
    "services.csv": "ID,Name\nlunging,Lunging\n",
    "billItems.json": JSON.stringify([
      { ...bill, id: "k1", value: 5 },
      { ...bill, id: "k2", value: -12.5 },
      ...["a", "b", "c", "d", "e"].map((id) => ({ ...bill, id, exported: false, value: "(100.00)" })),
    ]),
  });
  const problems = join(folder, "credits.txt");
  const said = await saidBy([directory, "--apply", "--problems", problems]);
  const credits = "Credits to enter in QuickBooks: 6, $512.50. Bills below 0 do not come in.";
  expect(said).toContain(
    `${credits}\n  2026-05-01, Unknown, Bella, Lunging (k2): $12.50\n  2026-05-01, Unknown, Bella, Lunging (a): $100.00, not exported\n`,
  );
  expect(said).toContain("  and 1 more\n");
  expect(said).toContain("bills: 1, $5.00 on both sides");
  expect(readFileSync(problems, "utf8").split("\n")).toEqual(
    expect.arrayContaining([credits, "  2026-05-01, Unknown, Bella, Lunging (e): $100.00, not exported"]),
  );
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
