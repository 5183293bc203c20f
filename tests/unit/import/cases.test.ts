import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readImportFile, sourcesOf } from "#app/domain/import/import-files.ts";
import { forTables, type ImportTable, type KnownRecord, type KnownRecords } from "#app/domain/import/import-plan.ts";
import { type Choice, groupFindings, type ProblemChoices } from "#app/domain/import/import-reader.ts";
import { planImport } from "#app/domain/import/import-records.ts";

/* Files of barns that were read wrongly before, in `cases/`, each from its bytes to the rows that come in. */

const NOW = "2026-11-21T12:00:00.000Z";
type Rows = { [table in ImportTable]?: { [column: string]: unknown }[] };
/** What the database has, as `knownRecords` selects it. */
const knownOf = (rows: Rows): KnownRecords =>
  forTables(
    (table) =>
      new Map(
        (rows[table] ?? []).map((row) => [
          String(row.id),
          { created_at: "2026-01-01", deleted_at: null, ...row } as unknown as KnownRecord,
        ]),
      ),
  );

/** The files of a folder of `cases/`. */
const filesOf = (folder: string) =>
  readdirSync(join(import.meta.dirname, "cases", folder))
    .map((name) => ({ name, path: join(import.meta.dirname, "cases", folder, name) }))
    .filter(({ path }) => statSync(path).isFile())
    .map(({ name, path }) => ({ name, bytes: new Uint8Array(readFileSync(path)) }));

async function planOf(folder: string, known = knownOf({}), choices?: ProblemChoices) {
  const readings = (await Promise.all(filesOf(folder).map((file) => readImportFile(file)))).flat();
  expect(readings.flatMap(({ problem }) => problem ?? [])).toEqual([]);
  const plan = planImport(sourcesOf(readings), known, NOW, choices);
  const said = groupFindings(plan.findings).map(({ findings, reason, choice }) => [findings.length, choice, reason]);
  return { ...plan, readings, said };
}

/** The plan with a choice for the group of problems with this reason. */
async function chosen(folder: string, known: KnownRecords, reason: RegExp, choice: Choice) {
  const { findings } = await planOf(folder, known);
  const { key = "" } = findings.find((each) => reason.test(each.reason)) ?? {};
  return planOf(folder, known, new Map([[key, choice]]));
}

const named = (rows: readonly { [column: string]: unknown }[]) => rows.map(({ name }) => name);

test("times that are all midnight in UTC are days, and both readings are said", async () => {
  const { rows, findings, notes } = await planOf("01-utc-midnight");
  expect(findings).toEqual([]);
  expect(rows).toMatchObject({
    horses: [{ check_in_date: "2026-10-01", check_out_date: "2026-11-30" }, { check_in_date: "2026-10-01" }],
    bill_items: [{ date: "2026-11-01" }],
    grooms: [{ start_date: "2026-06-01" }],
    payroll: [{ date: "2026-11-02", payment_date: "2026-11-09" }],
  });
  expect(notes).toContain(
    "Check-in Date of horses: every time is midnight in UTC, so it is a day: 10/01/2026, and not 09/30/2026",
  );
});

test("a year of two digits after the next one is of the 1900s", async () => {
  const { rows, findings } = await planOf("02-two-digit-years");
  expect(rows).toMatchObject({
    grooms: [{ start_date: "2000-01-01" }, { start_date: "2000-01-01" }, { start_date: "2024-06-15" }],
    horses: [{ check_in_date: "2000-01-01" }, { check_in_date: "2025-09-01" }],
  });
  expect(findings.map(({ value }) => value)).toEqual(["9/1/97", "6/15/98", "3-Jan-99"]);
});

test("a column with a 13th month is day first as a whole, and it is said", async () => {
  const { rows, notes } = await planOf("03-day-first");
  expect(rows.horses.map(({ check_in_date }) => check_in_date)).toEqual(["2026-10-13", "2026-10-05", "2026-11-02"]);
  expect(notes).toEqual([expect.stringContaining("05/10/2026 is 10/05/2026")]);
});

test("line ends may be mixed", async () => {
  expect((await planOf("05-mixed-line-endings")).rows.customers.map(({ name }) => name)).toEqual([
    "Ana Bell",
    "Bo Carr",
    "Cy Dunn",
  ]);
});

test("records of different names never share an id", async () => {
  const { rows, findings } = await planOf("04-id-collisions");
  expect(findings).toEqual([]);
  for (const [table, count] of [
    ["customers", 7],
    ["services", 2],
  ] as const) {
    const ids = rows[table].map(({ id }) => id);
    expect([new Set(ids).size, ids.length]).toEqual([count, count]);
    for (const id of ids) expect(id).toMatch(/^[\w-]{1,64}$/);
  }
});

test("a customer with a similar name is another one, as is one who was renamed since", async () => {
  const hill = { id: "customer-hill-dale", name: "Hill & Dale", emails: "[]" };
  const second = await planOf("04b-second-import/step2", knownOf({ customers: [hill] }));
  expect(second.rows.customers).toMatchObject([{ id: "customer-hill-dale-2", name: "Hill/Dale" }]);
  expect(second.rows.horses).toMatchObject([{ customer_id: "customer-hill-dale-2" }]);
  const anna = { id: "customer-anna-lee", name: "Anna Park", emails: "[]" };
  const renamed = await planOf("04d-renamed/step2", knownOf({ customers: [anna] }));
  expect(renamed.rows.customers).toMatchObject([{ name: "Anna Lee" }]);
  expect(renamed.rows.horses).toMatchObject([{ customer_id: renamed.rows.customers[0]?.id }]);
  expect([second.findings, renamed.findings]).toEqual([[], []]);
});

test("owners are found whatever their spaces, their order, their apostrophes and their points", async () => {
  const { rows, findings } = await planOf("08-owner-names");
  const [walsh, brien, cruz] = rows.customers.map(({ id }) => id);
  expect(findings).toEqual([]);
  expect(rows.horses.map(({ customer_id }) => customer_id)).toEqual([walsh, walsh, brien, cruz, walsh]);
});

test("two columns of one heading are two", async () => {
  const { rows, readings } = await planOf("11b-dup-known-heading");
  expect(readings[0]?.columns).toMatchObject([
    { field: "name" },
    { field: "phone" },
    { heading: "Phone (2)", field: "" },
  ]);
  expect(rows.customers).toMatchObject([{ phone: "631-555-0101" }]);
});

test("fields of JSON that do not come in are counted", async () => {
  const { notes } = await planOf("13-json-unknown-fields");
  expect(notes).toEqual([
    "Fields of customers that are not imported: email (1), phones (1), address (1)",
    "Fields of horses that are not imported: notes (1), stall (1), discount (1), boardng (1)",
  ]);
});

test("horses of one name and one owner are asked about, and those of two owners are two", async () => {
  const { rows, said } = await planOf("14-same-name-horses");
  expect(named(rows.horses)).toEqual(["Bella", "Bella", "Star"]);
  expect(said).toEqual([[1, "leave-out", "Another row has this name and owner."]]);
  const both = await chosen("14-same-name-horses", knownOf({}), /this name and owner/, "new");
  expect(named(both.rows.horses)).toEqual(["Bella", "Bella", "BELLA 2", "Star"]);
});

test("the files of Hayloft's own lists come in, with the blanket by what is charged for it", async () => {
  const { rows, said } = await planOf("15-own-csv-back");
  expect(rows.horses.length).toBeGreaterThanOrEqual(88);
  expect(rows.horses.filter(({ has_blanket }) => has_blanket)).not.toEqual([]);
  expect(said).toEqual([
    [1, "leave-out", "Another row has this name and owner."],
    [4, "as-is", "The row is there more than once: it is imported once."],
  ]);
});

const MAEVE = { id: "c1", name: "Maeve O'Brien", phone: "631-555-0100", emails: "[]", riders: "[]" };
const KIM = { id: "c2", name: "Andrew Kim", phone: "631-555-0188", emails: "[]", riders: "[]" };
const APOLLO = { id: "h1", name: "Apollo", customer_id: "c2", check_in_date: "2026-06-15" };

test("records that are there already are named with what differs, and stay or come in as others", async () => {
  const known = knownOf({ customers: [MAEVE, KIM], horses: [APOLLO] });
  const { rows, kept, said } = await planOf("16-existing-customer", known);
  expect(rows).toMatchObject({ customers: [], horses: [{ name: "Nutmeg", customer_id: "c1" }] });
  expect(kept).toMatchObject({ customers: 2, horses: 1 });
  expect(said).toEqual([[1, "as-is", "It is there already, with another Phone, and stays as it is."]]);
  const other = await chosen("16-existing-customer", known, /another Phone/, "new");
  expect(other.rows.customers).toMatchObject([{ name: "Maeve O'Brien", phone: "631-555-0199" }]);
  expect(other.rows.horses).toMatchObject([{ name: "Nutmeg", customer_id: other.rows.customers[0]?.id }]);
});

test("a record that was deleted is restored, or comes in as another one", async () => {
  const deleted_at = "2026-11-20T17:00:00.000Z";
  const quinn = { id: "c1", name: "Quinn Abel", emails: "[]", deleted_at };
  const horse = { id: "h1", name: "Sea Oats", customer_id: "c1", deleted_at };
  const known = knownOf({ customers: [quinn], horses: [horse] });
  const { rows, restored, said } = await planOf("17-deleted-then-again", known);
  expect(rows).toMatchObject({
    customers: [{ id: "c1", deleted_at: null }],
    horses: [{ id: "h1", customer_id: "c1" }],
  });
  expect(restored).toMatchObject({ customers: ["c1"], horses: ["h1"] });
  expect(said).toEqual([
    [1, "restore", "It was deleted on 11/20/2026."],
    [1, "restore", "It was deleted on 11/20/2026."],
  ]);
  const other = await chosen("17-deleted-then-again", known, /deleted/, "new");
  expect(other.rows).toMatchObject({ customers: [{ name: "Quinn Abel" }], horses: [{ name: "Sea Oats" }] });
  const neverThere = { ...quinn, created_at: deleted_at };
  const again = await planOf("17-deleted-then-again", knownOf({ customers: [neverThere], horses: [] }));
  expect([again.restored.customers, again.said]).toEqual([["c1"], []]);
});

test("a sheet of horses with their owners brings in both", async () => {
  const { rows, said, readings } = await planOf("30-one-sheet");
  expect(readings[0]?.collection).toBe("horses");
  expect(rows.customers).toMatchObject([
    { name: "Kate Morrison", emails: '["kate@morrison.example"]', phone: "561-555-0111" },
    { name: "John Peters" },
    { name: "Smith Family", emails: '["smith@family.example"]', phone: "" },
    { name: "Lisa Wong" },
  ]);
  expect(named(rows.horses)).toEqual(["Thunder", "Moonlight", "Duke"]);
  expect(said).toEqual([
    [1, "leave-out", "It is not a date from 01/01/2000 to 12/31/2099."],
    [1, "leave-out", "Location must be Florida or Long Island."],
    [4, "as-is", "Named as the owner of a horse, and becomes a customer."],
  ]);
});

test("rows of totals and the marks of a printer are left out, and counted", async () => {
  const { rows, readings } = await planOf("31-totals");
  expect(named(rows.customers)).toEqual(["Smith"]);
  expect(readings[0]?.note).toBe("Left out: 3 rows of totals and page marks.");
});

test("a workbook comes in with all its sheets", async () => {
  const { rows, readings, findings } = await planOf("32-workbook");
  expect(readings.map(({ sheet, collection, note }) => [sheet, collection, note])).toEqual([
    [
      "Board",
      "horses",
      "The headings are in line 4, below 'Cedar Hollow Stables'. Left out: 1 row of totals and page marks.",
    ],
    ["Staff", "grooms", null],
  ]);
  expect(rows.customers).toHaveLength(3);
  expect(rows.horses).toMatchObject([
    { name: "Juniper", check_in_date: "2026-03-01", boarding: 290_000, has_blanket: 0, location: "long-island" },
    { name: "Silver Oak", check_out_date: "2026-10-31", boarding: 310_050 },
    { name: "Bella", has_blanket: 1, location: "florida" },
    { name: "Bella", training: 0 },
  ]);
  expect(rows.grooms).toMatchObject([
    { name: "Luz Moreno", start_date: "2024-04-08", weekly_salary: 78_000 },
    { name: "Peter Aldous", weekly_salary: 72_550, location: "long-island" },
  ]);
  expect(findings.map(({ id }) => id)).toEqual(["Board, row 5", "Board, row 7", "Board, row 8"]);
});

const planOfText = async (name: string, text: string) => {
  const readings = await readImportFile({ name, bytes: new TextEncoder().encode(text) });
  return planImport(sourcesOf(readings), knownOf({}), NOW);
};

test("a first and a last name are one, and an owner is one in both orders", async () => {
  const split = await planOfText("clients.csv", "First Name,Last Name,Email\nAnn,Lee,a@b.co\n,Bo,\n");
  expect(named(split.rows.customers)).toEqual(["Ann Lee", "Bo"]);
  const board = 'Horse,Owner,In\nRosa,Ann Lee,1/3/26\nMax,"Lee, Ann",2/3/26\nUno,"Lee Farm, LLC",2/3/26\n';
  const { rows } = await planOfText("board.csv", board);
  const [ann, farm] = rows.customers.map(({ id }) => id);
  expect(named(rows.customers)).toEqual(["Ann Lee", "Lee Farm, LLC"]);
  expect(rows.horses.map(({ customer_id }) => customer_id)).toEqual([ann, ann, farm]);
});

test("rows that only look like totals or marks come in, and headings of two lines are found", async () => {
  const { rows } = await planOfText(
    "board.csv",
    'Boarder info,,Money,\n#,Horse,Owner,"Date In"\n1,Total Eclipse,Sum Won,1/3/26\n2,Report Card 2,Page Turner,1/3/26\n,Total,,\n',
  );
  expect(named(rows.horses)).toEqual(["Total Eclipse", "Report Card 2"]);
});

test("the file of skipped rows has their reasons, and comes in once it is mended", async () => {
  const { skipped } = await planOf("30-one-sheet");
  const { count, csv = "" } = skipped.horses ?? {};
  expect([count, csv.split("\r\n").slice(0, 2)]).toEqual([
    2,
    [
      "\ufeffName,Responsible Party,Responsible Party: E-mail,Check-in Date,Boarding,Location,Responsible Party: Phone,Training,Row,Problem",
      'Pepper,Smith Family,smith@family.example,last spring,2900,FL,,,"Boarders.csv, row 5",Check-in Date: It is not a date from 01/01/2000 to 12/31/2099.',
    ],
  ]);
  const mended = csv.replace("last spring", "4/1/2026").replace("Wellington", "Florida");
  const readings = await readImportFile({ name: "skipped-horses.csv", bytes: new TextEncoder().encode(mended) });
  const plan = planImport(sourcesOf(readings), knownOf({}), NOW);
  expect(named(plan.rows.horses)).toEqual(["Pepper", "Sugar"]);
  expect(named(plan.rows.customers)).toEqual(["Smith Family", "Lisa Wong"]);
});
