import { readFileSync } from "node:fs";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { OBSTACLES } from "#app/domain/activity/obstacles.ts";
import { connect } from "#db/connection.ts";
import { findSettings, saveSettings } from "#db/queries/barn/stored-settings.ts";
import { type EmptyBarn, makeEmptyBarn } from "#tests/support/database/empty-barn.ts";
import { planFor, undoOf, writePlan } from "#tests/support/database/import.ts";
import { undoByKey } from "#tests/support/database/undo.ts";

/* Who may set the next invoice number to what (docs/product.md, 'Export'). */

let files: Awaited<ReturnType<typeof makeEmptyBarn>>;
let barn: EmptyBarn;
let minutes = 0;

beforeAll(async () => {
  files = await makeEmptyBarn();
});
afterAll(() => files.remove());
beforeEach(async () => {
  barn = await files.open();
});

const by = () => {
  minutes += 1;
  return { actor: "a@barn.example", at: new Date(Date.parse("2026-11-21T12:00:00.000Z") + minutes * 60_000) };
};

const numberIs = async () =>
  (await barn.rows("select invoice_number as number, is_invoice_number_chosen as chosen from settings"))[0];

/** Stores an export with these invoice numbers, as an export of bills sets them. */
async function exportOf(first: number, count: number, id: string = crypto.randomUUID()): Promise<void> {
  const columns = "id, at, date, actor, amounts, first_invoice, invoice_count, bill_count, total";
  await barn.rows(
    `insert into exports (${columns}) values ('${id}', '2026', '2026-11-21', 'a', 'bill-value', ${first}, ${count}, ${count}, 0)`,
  );
  if (id === "import") return;
  await barn.rows(
    `update settings set invoice_number = ${first + count}, is_invoice_number_chosen = 1, version = version + 1`,
  );
}

/** Saves the next invoice number in the settings, and returns the key of the change. */
async function setNumber(invoiceNumber: number | null): Promise<string> {
  const database = connect(barn.address);
  const [found] = await database.read(findSettings());
  if (!found) throw new Error("There are no settings");
  const { id, seq: _seq, version, usedInvoice: _used, ...values } = found.record;
  const idempotencyKey = crypto.randomUUID();
  await database.write(saveSettings({ id, version, idempotencyKey }, { ...values, invoiceNumber }, by()));
  return idempotencyKey;
}

const undo = async (key: string) =>
  connect(barn.address).write(await undoByKey({ connect: () => connect(barn.address) }, key, by()));

/** Imports a file with this next invoice number, and returns the id of the import. */
async function importNumber(invoiceNumber: number): Promise<string> {
  const { at } = by();
  const plan = await planFor(barn.address, { params: [{ id: "main", fields: { invoiceNumber } }] }, at);
  return writePlan(barn.address, plan, { at });
}

const undoImport = async (id: string) => connect(barn.address).write(await undoOf(barn.address, id, by()));

test("a save that would set a used number writes nothing; bills that were exported before Hayloft use none", async () => {
  await exportOf(1, 1, "import");
  await setNumber(1);
  await exportOf(500, 10);
  await expect(setNumber(509)).rejects.toThrow();
  expect(await numberIs()).toEqual({ number: 510, chosen: 1 });
  await setNumber(510);
});

test("the undo of a raise sets the number back, unless it was used meanwhile", async () => {
  const said = await setNumber(2_000);
  await undo(said);
  expect(await numberIs()).toEqual({ number: 1_001, chosen: 0 });
  const raised = await setNumber(5_000);
  // Lowered again, used, and raised to where the undone change had left it.
  await setNumber(1_001);
  await exportOf(1_001, 5);
  await setNumber(5_000);
  await expect(undo(raised)).rejects.toThrow(OBSTACLES["number-used"].sentence);
  expect(await numberIs()).toEqual({ number: 5_000, chosen: 1 });
});

test("the undo of a lowering, which an undo made, is refused once a number in between was used", async () => {
  const raised = await setNumber(5_000);
  await undo(raised);
  await exportOf(1_001, 5);
  await expect(undo(`undo ${raised}`)).rejects.toThrow();
  expect(await numberIs()).toEqual({ number: 1_006, chosen: 1 });
});

test.each<[what: string, before: () => Promise<unknown>, imported: number, number: number]>([
  ["of a new barn", async () => {}, 2_345, 2_345],
  ["below the number that nobody has said", async () => {}, 500, 500],
  ["below what was said", () => setNumber(3_000), 2_345, 3_000],
  [
    "below what was used, after a setting was emptied",
    async () => {
      await exportOf(2_400, 10);
      await setNumber(null);
    },
    2_345,
    2_410,
  ],
])("an import of a next invoice number %s counts as said", async (_, before, imported, number) => {
  await before();
  await importNumber(imported);
  expect(await numberIs()).toEqual({ number, chosen: 1 });
});

test("the undo of an import sets the number back, but never to a used one, and leaves one that was set since", async () => {
  await undoImport(await importNumber(2_000));
  expect(await numberIs()).toEqual({ number: 1_001, chosen: 0 });
  const first = await importNumber(2_000);
  await setNumber(2_500);
  await undoImport(first);
  expect(await numberIs()).toEqual({ number: 2_500, chosen: 1 });
  const second = await importNumber(9_000);
  await setNumber(2_500);
  await exportOf(2_500, 10);
  await setNumber(9_000);
  await undoImport(second);
  expect(await numberIs()).toEqual({ number: 2_510, chosen: 1 });
});

test.each<[what: string, before: () => Promise<unknown>, chosen: number]>([
  ["a new barn", async () => {}, 0],
  ["a barn whose import had exported bills", () => exportOf(1, 1, "import"), 0],
  ["a barn whose import has set the number", () => barn.rows("update settings set invoice_number = 2345"), 1],
  [
    "a barn that has exported",
    () => exportOf(1_001, 1).then(() => barn.rows("update settings set invoice_number = 1001")),
    1,
  ],
])("after the migration %s is asked or not", async (_, before, chosen) => {
  await before();
  const [{ number } = { number: null }] = await barn.rows("select invoice_number as number from settings");
  await barn.rows("update settings set is_invoice_number_chosen = 0");
  const statements = readFileSync("db/migrations/0006_invoices-and-days.sql", "utf8").split("--> statement-breakpoint");
  await barn.rows(statements.find((each) => /update .settings. set .is_invoice_number_chosen/i.test(each)) ?? "");
  expect(await numberIs()).toEqual({ number, chosen });
});
