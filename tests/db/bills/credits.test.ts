import { afterAll, beforeAll, expect, test } from "vitest";
import { OBSTACLES } from "#app/domain/activity/obstacles.ts";
import { CREDIT_MEMO } from "#app/domain/bills/corrections.ts";
import { statementOf, sumsOf } from "#app/domain/statements/statement.ts";
import { ConflictError } from "#db/errors.ts";
import { shortList } from "#db/list/short-list.ts";
import { creditChoices } from "#db/queries/bills/mend-bills.ts";
import { addCredit, correctionRecords, setEntered } from "#db/queries/bills/stored-corrections.ts";
import { incomeOf } from "#db/queries/overview/overview-totals.ts";
import { allStatements, customerStatement } from "#db/queries/statements/customer-statement.ts";
import { openDatabase } from "#tests/support/database/database.ts";
import { undoByKey } from "#tests/support/database/undo.ts";

/* Credits, which belong to no bill (docs/product.md, 'Credits'). The tests go on from each other. */

let database: Awaited<ReturnType<typeof openDatabase>>;
let values: Parameters<typeof addCredit>[1];

const KEY = crypto.randomUUID();
const by = { actor: "alex@hayloft.example", at: new Date("2026-11-22T02:00:00Z") };
const MONTH = { first: "2026-03-01", last: "2026-03-31" };
const LATER = { first: "2026-04-01", last: "2026-04-30" };

beforeAll(async () => {
  database = await openDatabase();
  const [horse] = await database.rows(
    "select id, customer_id as customerId from horses where customer_id is not null and deleted_at is null limit 1",
  );
  const [horseId, customerId] = [String(horse?.id), String(horse?.customerId)];
  values = { customerId, horseId, serviceId: "boarding", amount: 25_027, date: "2026-03-15", reason: "Away for days" };
  await database.rows(
    "update bill_items set deleted_at = '2026-11-21T00:00:00.000Z' where customer_id = ? and date >= '2026-03-01'",
    [customerId],
  );
});
afterAll(() => database.close());

async function statement({ first, last } = MONTH) {
  const { customerId } = values;
  const period = { first, last };
  const [found] = await database.connect().read(customerStatement(customerId, period, "2026-11-21"));
  const read = found?.statement;
  if (!read) throw new Error("There is no statement");
  const made = statementOf(read, customerId);
  return { made, sums: sumsOf(made, period).map(([label, amount]) => [label, amount]) };
}

const boardingInMarch = async () => {
  const [found] = await database.connect().read(incomeOf(2026, false));
  const ofMonth = found?.sums.filter(({ serviceId, month }) => serviceId === "boarding" && month === "2026-03") ?? [];
  return ofMonth.reduce((total, { sum }) => total + sum, 0);
};

const listed = async () => {
  const rows = (await database.connect().read(shortList(correctionRecords, {})))[0]?.rows ?? [];
  return rows.filter(({ id }) => id === KEY);
};

test("a credit is a line of its statement, an entry in Corrections, and less income, once however often it is sent", async () => {
  const [before, income] = [await statement(), await boardingInMarch()];
  expect(await database.connect().write(addCredit(KEY, values, by))).toBe("written");
  expect(await database.connect().write(addCredit(KEY, values, by))).toBe("repeated");
  const { made, sums } = await statement();
  expect(made.horses.flatMap(({ lines }) => lines)).toEqual([
    expect.objectContaining({ service: "Credit: Boarding", amount: -25_027, kind: "credit", date: "2026-03-15" }),
  ]);
  expect(made.total).toBe(before.made.total - 25_027);
  expect(sums.at(-1)).toEqual(["Credit to come", before.made.pending - 25_027]);
  expect(await boardingInMarch()).toBe(income - 25_027);
  expect(await listed()).toMatchObject([{ amount: -25_027, invoiceNumber: CREDIT_MEMO, reason: "Away for days" }]);
});

test("all statements of the month have the customer of a credit without bills", async () => {
  const all = await database.connect().read(allStatements(MONTH, 1));
  expect(all.map(({ statement: { customer } }) => customer.id)).toContain(values.customerId);
});

test("a later statement carries the credit forward until it is entered; then its own month has it as invoiced", async () => {
  const corrections = async () => (await statement(LATER)).made.opening.corrections;
  const before = await corrections();
  await database.connect().write(setEntered([KEY], { entered: true }, { ...by, at: new Date("2026-11-22T02:01:00Z") }));
  expect(await corrections()).toBe(before + 25_027);
  expect((await statement()).made.invoiced).toBe(-25_027);
});

test("the undo of a credit is refused while it is entered, and removes it afterwards", async () => {
  const undo = async () => database.connect().write(await undoByKey(database, KEY, by));
  await expect(undo()).rejects.toMatchObject({ message: expect.stringContaining(OBSTACLES.entered.sentence) });
  await database
    .connect()
    .write(setEntered([KEY], { entered: false }, { ...by, at: new Date("2026-11-22T02:02:00Z") }));
  expect(await undo()).toBe("written");
  expect((await statement()).made.horses).toEqual([]);
  expect(await listed()).toEqual([]);
});

test.each(["customers", "horses", "services"])("a credit with a deleted record of %s is refused", async (table) => {
  const column = { customers: "customerId", horses: "horseId", services: "serviceId" }[table] ?? "";
  const [deleted] = await database.rows(
    `update ${table} set deleted_at = '2026-01-01T00:00:00.000Z' where length(id) = 36 and id <> ? returning id`,
    [values.horseId],
  );
  // Of horses, one without a bill that stands.
  await database.rows("update bill_items set deleted_at = '2026-01-01T00:00:00.000Z' where horse_id = ?", [
    String(deleted?.id),
  ]);
  const credit = addCredit(crypto.randomUUID(), { ...values, [column]: String(deleted?.id) }, by);
  await expect(database.connect().write(credit)).rejects.toThrow(ConflictError);
});

test("the form offers a deleted horse that has bills, and tells horses of one name apart by their owners", async () => {
  const owned = `select h.id, h.name, c.name as owner from horses h join customers c on c.id = h.customer_id`;
  const [one, other] = await database.rows(
    `${owned} where h.id <> ? and h.id in (select horse_id from bill_items where deleted_at is null) limit 2`,
    [values.horseId],
  );
  const [gone, twin] = [String(one?.id), String(other?.id)];
  await database.rows("update horses set deleted_at = null where id = ?", [twin]);
  await database.rows("update horses set deleted_at = '2026-01-01T00:00:00.000Z' where id = ?", [gone]);
  const choices = async () => {
    const [found] = await database.connect().read(creditChoices());
    const nameOf = (horse: string) => found?.horseId.find(({ id }) => id === horse)?.name;
    return [nameOf(gone), nameOf(twin)];
  };
  expect(await choices()).toEqual([`${one?.name} (deleted)`, other?.name]);
  await database.rows(
    "update horses set (name, name_sort) = (select name, name_sort from horses where id = ?) where id = ?",
    [twin, values.horseId],
  );
  expect(await choices()).toEqual([`${one?.name} (deleted)`, `${other?.name} - ${other?.owner}`]);
  const { customerId, serviceId } = { ...values, serviceId: "boarding" };
  await database.rows("update customers set deleted_at = null where id = ?", [customerId]);
  const credit = addCredit(crypto.randomUUID(), { ...values, customerId, serviceId, horseId: gone }, by);
  expect(await database.connect().write(credit)).toBe("written");
  await database.rows("update bill_items set deleted_at = '2026-01-01T00:00:00.000Z' where horse_id = ?", [gone]);
  expect((await choices())[0]).toBeUndefined();
});

test.each([
  ["without a customer", { customer_id: null }],
  ["that adds", { amount: 1 }],
  ["on an invoice", { invoice_number: 1001 }],
])("the database refuses a credit %s", async (_, change) => {
  const row = {
    ...{ id: crypto.randomUUID(), correction_id: "x", date: "2026-03-15", bill_date: "2026-03-15", amount: -1 },
    ...{ customer_id: values.customerId, horse_id: values.horseId, service_id: "boarding", reason: "x", actor: "x" },
    ...{ created_at: "x", updated_at: "x", invoice_number: null },
    ...change,
  };
  const insert = `insert into corrections (${Object.keys(row)}) values (${Object.keys(row).map(() => "?")})`;
  await expect(database.rows(insert, Object.values(row) as string[])).rejects.toThrow("CHECK");
});
