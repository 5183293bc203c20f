import { expect, test } from "vitest";
import { readImportFile, sourcesOf } from "#app/domain/import/import-files.ts";
import { forTables, type ImportTable, type KnownRecord, type KnownRecords } from "#app/domain/import/import-plan.ts";
import { namesOfPlan, previewRows } from "#app/domain/import/import-preview.ts";
import { type Choice, groupFindings } from "#app/domain/import/import-reader.ts";
import { planImport } from "#app/domain/import/import-records.ts";

/* Standing charges of a table (docs/moving-in.md, 'Standing charges'). */

const NOW = "2026-11-21T17:00:00.000Z";

type Stored = { [column: string]: unknown; id: string };
const knownOf = (rows: { [table in ImportTable]?: readonly Stored[] }): KnownRecords =>
  forTables(
    (table) =>
      new Map(
        (rows[table] ?? []).map((row) => [row.id, { created_at: "2026", deleted_at: null, ...row } as KnownRecord]),
      ),
  );

const CUSTOMERS = [
  { id: "ann", name: "Ann Lee", emails: "[]" },
  { id: "bo", name: "Bo Hill", emails: "[]" },
];
const BARN = {
  customers: CUSTOMERS,
  horses: [
    { id: "bella", name: "Bella", customer_id: "ann" },
    { id: "duke", name: "Duke", customer_id: "ann" },
    { id: "duke-2", name: "Duke", customer_id: "bo" },
    { id: "gone", name: "Gone", customer_id: "bo", deleted_at: "2026-10-01" },
  ],
  services: [
    { id: "lesson", product_service_name: "Private lesson", price: 12_000 },
    { id: "farrier", product_service_name: "Farrier", price: 8_000 },
    { id: "training", product_service_name: "Training", price: 0 },
  ],
  grooms: [{ id: "luz", name: "Luz Moreno" }],
};
const KNOWN = knownOf(BARN);
/** The barn with these charges as an earlier plan would have stored them. */
const withCharges = (charges: readonly { [column: string]: unknown }[]) =>
  knownOf({ ...BARN, standing_charges: charges as readonly Stored[] });

type Tables = { [name: string]: string };

async function planOf(tables: Tables, known = KNOWN, choose?: readonly [reason: RegExp, choice: Choice]) {
  const files = Object.entries(tables).map(([name, text]) => ({ name, bytes: new TextEncoder().encode(text) }));
  const readings = (await Promise.all(files.map((file) => readImportFile(file)))).flat();
  expect(readings.map(({ problem }) => problem)).toEqual(readings.map(() => null));
  const sources = sourcesOf(readings);
  const { findings } = planImport(sources, known, NOW);
  const choices = findings.flatMap(({ key, reason }) => (choose?.[0].test(reason) ? [[key, choose[1]] as const] : []));
  const plan = planImport(sources, known, NOW, new Map(choices));
  const said = plan.findings.map(({ name, reason, choice, isRefused }) => [name, reason, isRefused ? "" : choice]);
  return { ...plan, readings, said, charges: plan.rows.standing_charges };
}

const HEAD = "Horse,Service,How Often,From,Until,Quantity,Price,Groom,Comments,Owner\n";
/** A row of a charge; a field that is not given is empty. */
const rowOf = (fields: { [heading: string]: string }) => {
  const all: { [heading: string]: string } = { Horse: "Bella", Service: "Private lesson", From: "11/3/26", ...fields };
  return `${HEAD.trim()
    .split(",")
    .map((heading) => `"${all[heading] ?? ""}"`)
    .join()}\n`;
};
const LESSON = { "How Often": "Tue" };
const fileOf = (...rows: { [heading: string]: string }[]) => ({
  "charges.csv": HEAD + rows.map((row) => rowOf({ ...LESSON, ...row })).join(""),
});

test("a charge comes in with the horse, the service and the groom that it names", async () => {
  const { charges, findings, readings } = await planOf(
    fileOf({
      Horse: "BELLA",
      Quantity: "2",
      Price: "$110 each",
      Until: "12/31/2026",
      Groom: "Moreno, Luz",
      Comments: "x",
    }),
  );
  expect(findings).toEqual([]);
  expect(readings[0]?.collection).toBe("standing_charges");
  expect(charges).toEqual([
    {
      ...{ id: "standing_charge-bella", horse_id: "bella", service_id: "lesson", groom_id: "luz" },
      ...{ repeats: "weekdays", weekdays: '["Tue"]', quantity: 2, price: 11_000, comments: "x" },
      ...{ from_date: "2026-11-03", until_date: "2026-12-31", created_at: NOW, updated_at: NOW, deleted_at: null },
    },
  ]);
});

test("an empty price is that of the service, and other empty fields have what the form has", async () => {
  const { charges, filledIn } = await planOf(fileOf({ Price: "-", Groom: "none" }));
  expect(charges).toMatchObject([{ price: null, quantity: 1, groom_id: null, until_date: null, comments: "" }]);
  expect(filledIn).toEqual([{ collection: "standing_charges", column: "Quantity", value: "1", count: 1 }]);
});

test.each<[often: string, days: string]>([
  ["Monthly", ""],
  ["every month", ""],
  ["Tue", "Tue"],
  ["Tuesdays", "Tue"],
  ["Mon/Wed/Fri", "Mon,Wed,Fri"],
  ["Wed, Mon", "Mon,Wed"],
  ["Mon & Thurs.", "Mon,Thu"],
  ["weekly on Tuesday", "Tue"],
  ["every Monday and Friday", "Mon,Fri"],
])("'%s' is how often a charge is due", async (often, days) => {
  const { charges, findings } = await planOf(fileOf({ "How Often": often }));
  expect(findings).toEqual([]);
  const weekdays = days ? days.split(",") : [];
  expect(charges).toMatchObject([{ repeats: days ? "weekdays" : "monthly", weekdays: JSON.stringify(weekdays) }]);
});

const OFTEN = "It is not Monthly or days of the week, such as Mon, Wed.";

test.each<[fields: { [heading: string]: string }, reason: string]>([
  [{ Horse: "Bela" }, "There is no horse of this name."],
  [{ Horse: "" }, "It is missing."],
  [{ Horse: "Gone" }, "There is no horse of this name."],
  [{ Horse: "Duke" }, "Several horses have this name."],
  [{ Horse: "Duke", Owner: "Cy Dunn" }, "There is no horse of this name and customer."],
  [{ Owner: "Bo Hill" }, "There is no horse of this name and customer."],
  [{ Service: "Massage" }, "There is no service of this name."],
  [{ Service: "training" }, "Hayloft bills this service by the facts of the horse."],
  [{ Groom: "Sam" }, "There is no groom of this name."],
  [{ Until: "11/2/26" }, "Until is before From."],
  [{ From: "" }, "It is missing."],
  [{ From: "13/13/26" }, "It is not a date from 01/01/2000 to 12/31/2099."],
  [{ Quantity: "0" }, "It is not a whole number from 1."],
  [{ Quantity: "1.5" }, "It is not a whole number from 1."],
  [{ Quantity: "1000" }, "Quantity can be at most 999."],
  [{ Price: "-5" }, "It is below 0."],
  [{ Price: "1000000.01" }, "It is above $1,000,000.00."],
  [{ Price: "free" }, "It is not an amount."],
  [{ "How Often": "" }, "It is missing."],
  ...["weekly", "weekdays", "Funday", "Mon-Fri", "every other Tuesday", "MWF", "Monthly Tue", "17"].map(
    (often): [{ [heading: string]: string }, string] => [{ "How Often": often }, OFTEN],
  ),
])("%o is a problem, and the row stays out", async (fields, reason) => {
  const { charges, said, skipped } = await planOf(fileOf(fields, { Service: "Farrier" }));
  expect(charges).toMatchObject([{ service_id: "farrier" }]);
  expect(said).toEqual([[expect.any(String), reason, ""]]);
  expect(skipped.standing_charges).toMatchObject({ count: 1, csv: expect.stringContaining('"charges.csv, row 2"') });
});

test("what is missing may be filled in if the admin says so", async () => {
  const [often, from, groom] = [{ "How Often": "" }, { From: "" }, { Groom: "Sam" }];
  const missing = /missing/;
  expect((await planOf(fileOf(often), KNOWN, [missing, "default"])).charges).toMatchObject([{ repeats: "monthly" }]);
  expect((await planOf(fileOf(from), KNOWN, [missing, "default"])).charges).toMatchObject([
    { from_date: "2026-11-21" },
  ]);
  expect((await planOf(fileOf(groom), KNOWN, [/no groom/, "default"])).charges).toMatchObject([{ groom_id: null }]);
});

test("the customer tells two horses of one name apart", async () => {
  const { charges, findings } = await planOf(
    fileOf({ Horse: "Duke", Owner: "Ann Lee" }, { Horse: "Duke", Owner: "Hill, Bo" }),
  );
  expect(findings).toEqual([]);
  expect(charges).toMatchObject([{ horse_id: "duke" }, { horse_id: "duke-2" }]);
});

const BOTH = fileOf(
  {},
  { "How Often": "Thu" },
  { "How Often": "Monthly" },
  { Service: "Farrier", Until: "11/30/26" },
  { Service: "Farrier", From: "12/1/26" },
);

test("charges of other days, or of another time, are others, and the same file adds nothing", async () => {
  const first = await planOf(BOTH);
  expect([first.charges.length, first.findings]).toEqual([5, []]);
  const again = await planOf(BOTH, withCharges(first.charges));
  expect([again.charges, again.findings, again.kept.standing_charges]).toEqual([[], [], 5]);
});

test.each<[what: string, fields: { [heading: string]: string }, reason: string]>([
  ["price", { Price: "90" }, "It is there already, with another Own Price, and stays as it is."],
  ["groom", { Groom: "Luz Moreno" }, "It is there already, with another Groom, and stays as it is."],
  ["first day", { From: "12/1/26" }, "It is there already, with another From, and stays as it is."],
])("a charge with another %s stays, or comes in as another one", async (_, fields, reason) => {
  const known = withCharges((await planOf(fileOf({}))).charges);
  const { charges, said } = await planOf(fileOf(fields), known);
  expect([charges, said]).toEqual([[], [["Private lesson for Bella", reason, "as-is"]]]);
  const other = await planOf(fileOf(fields), known, [/already/, "new"]);
  expect(other.charges).toMatchObject([{ id: "standing_charge-bella-2" }]);
});

test("a charge is noted whose horse has the service on other days, as after a change of the weekdays", async () => {
  const known = withCharges((await planOf(fileOf({ Until: "12/31/26" }))).charges);
  const { charges, said } = await planOf(fileOf({ "How Often": "Wed" }, { "How Often": "Wed", From: "1/1/27" }), known);
  expect(said.filter(([, reason]) => /other days/.test(String(reason)))).toEqual([
    ["Private lesson for Bella", "The horse has this service on other days, too.", "as-is"],
  ]);
  expect(charges).toMatchObject([{ weekdays: '["Wed"]' }]);
});

test("a second row of one horse, service and days is asked about", async () => {
  const same = await planOf(fileOf({}, {}));
  expect([same.charges.length, same.said.map(([, reason]) => reason)]).toEqual([
    1,
    ["The row is there more than once: it is imported once."],
  ]);
  const rows = fileOf({}, { Comments: "second" });
  const { charges, said } = await planOf(rows);
  expect(charges).toHaveLength(1);
  expect(said).toEqual([["Private lesson for Bella", "Another row has this horse, service and days.", ""]]);
  const both = await planOf(rows, KNOWN, [/Another row/, "new"]);
  expect(both.charges.map(({ id, comments }) => [id, comments])).toEqual([
    ["standing_charge-bella", ""],
    ["standing_charge-bella-2", "second"],
  ]);
});

test("a deleted charge is restored with the values of the file, without a question if its import was undone", async () => {
  const [stored] = (await planOf(fileOf({}))).charges;
  const deleted = { ...stored, id: "c1", created_at: "2026-11-01", deleted_at: "2026-11-20T17:00:00.000Z" };
  const { charges, restored, said } = await planOf(fileOf({ Price: "90" }), withCharges([deleted]));
  expect(charges).toMatchObject([{ id: "c1", price: 9_000, deleted_at: null }]);
  expect([restored.standing_charges, said]).toEqual([
    ["c1"],
    [["Private lesson for Bella", "It was deleted on 11/20/2026.", "restore"]],
  ]);
  const undone = await planOf(fileOf({}), withCharges([{ ...deleted, created_at: deleted.deleted_at }]));
  expect([undone.restored.standing_charges, undone.findings]).toEqual([["c1"], []]);
});

test("after a rename the old name of a horse is that of none", async () => {
  const horses = [{ id: "bella", name: "Bella Luna", customer_id: "ann" }];
  const { charges, said } = await planOf(fileOf({}), knownOf({ ...BARN, horses }));
  expect([charges, said]).toEqual([[], [["Private lesson for Bella", "There is no horse of this name.", ""]]]);
});

test("horses, services, grooms and their charges come in together", async () => {
  const tables = {
    "horses.csv": "Horse,Owner,Arrival\nOpal,Meg Hill,1/3/26\nOnyx,Meg Hill,never\n",
    "services.csv": "Service,Price\nMassage,75\n",
    "grooms.csv": "Name,Start Date\nSam Roe,1/3/26\n",
    "standing charges.csv":
      "Horse,Service,Weekdays,From,Groom\nOpal,massage,Mon,1/3/26,Sam Roe\nOnyx,Massage,Mon,1/3/26,\n",
  };
  const { rows, said } = await planOf(tables, knownOf({}));
  expect(rows).toMatchObject({
    standing_charges: [
      { horse_id: rows.horses[0]?.id, service_id: rows.services[0]?.id, groom_id: rows.grooms[0]?.id },
    ],
  });
  expect(said.slice(-1)).toEqual([["Massage for Onyx", "Its horse is skipped.", ""]]);
});

test("JSON has ids, and the names of the fields", async () => {
  const charge = { id: "c1", horseId: "bella", serviceId: "farrier", weekdays: "monthly", fromDate: "2026-11-01" };
  const { charges, findings } = await planOf({ "standing_charges.json": JSON.stringify([charge]) });
  expect([charges, findings]).toMatchObject([[{ id: "c1", horse_id: "bella", service_id: "farrier" }], []]);
});

test("the preview says names, weekdays and amounts", async () => {
  const plan = await planOf(
    fileOf({ Price: "90", Groom: "Luz Moreno" }, { Service: "Farrier", "How Often": "Monthly" }),
  );
  const { columns, rows } = previewRows("standing_charges", plan.charges, namesOfPlan(plan, KNOWN));
  expect(columns.map(({ label }) => label)).toEqual(["Horse", "Service", "Weekdays", "Own Price", "Groom"]);
  expect(rows.map(({ cells }) => cells)).toEqual([
    ["Bella", "Private lesson", "Tue", "$90.00", "Luz Moreno"],
    ["Bella", "Farrier", "Monthly", "", ""],
  ]);
});

test("two customers of one name with other e-mail addresses come in once, however often the file does", async () => {
  const file = { "customers.csv": "Name,Email\nAnn Lee,a@b.co\nAnn Lee,c@d.co\nAnn Lee,c@d.co\n" };
  const first = await planOf(file, knownOf({}));
  expect(groupFindings(first.findings)).toMatchObject([
    { reason: expect.stringContaining("more than once"), count: 1 },
  ]);
  expect(first.rows.customers).toHaveLength(2);
  const again = await planOf(file, knownOf({ customers: first.rows.customers }));
  expect([again.rows.customers, again.kept.customers]).toEqual([[], 2]);
});
