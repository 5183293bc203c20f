import { afterAll, beforeAll, expect, test } from "vitest";
import type { FoundHits } from "#app/domain/shell/hits.ts";
import { horseRecords } from "#db/queries/barn/horses.ts";
import { findRecords } from "#db/queries/shell/find-hits.ts";
import { setFields } from "#db/write/records.ts";
import { openDatabase } from "#tests/support/database/database.ts";

let database: Awaited<ReturnType<typeof openDatabase>>;

beforeAll(async () => {
  database = await openDatabase();
  await database.rows(
    `insert into customers (id, name, emails, phone, riders, created_at, updated_at) values ('go-customer', 'Zoë O''Brannigan', '["bills@brann.example"]', '631 555 7788', '["Wim Zqvar"]', '2020', '2020')`,
  );
  await database.rows(
    `insert into horses (id, name, customer_id, check_in_date, created_at, updated_at) values ('go-horse', 'Qälx', 'go-customer', '2020-01-01', '2020', '2020')`,
  );
  await database.rows(
    `insert into exports (id, at, date, actor, amounts, first_invoice, invoice_count, bill_count, total) values ('go-export', '2026-01-02', '2026-01-02', 'test', 'bill-value', 987654, 1, 1, 1)`,
  );
  await database.rows(
    `insert into invoices (export_id, number, customer_id, horse_id, date, line_count, total) values ('go-export', 987654, 'go-customer', 'go-horse', '2026-01-02', 1, 1)`,
  );
});
afterAll(() => database.close());

const ACTOR = "go-to@hayloft.example";

async function find(q: string): Promise<FoundHits> {
  const [[row]] = [await database.connect().read(findRecords(q, ACTOR))];
  if (!row) throw new Error("The search returned no row");
  return row.found;
}
const NOTHING = { recent: [], horses: [], customers: [], grooms: [], shows: [], standing: [], invoices: [] };

test.each(["zoe", "obrannigan", "O’Brannigan zoë", "brann"])("'%s' finds the customer by its name first", async (q) => {
  // Another customer has a rider called Zoë, and comes after it.
  const [first] = (await find(q)).customers;
  expect(first).toEqual({ to: "/customers/go-customer", text: "Zoë O'Brannigan", note: "" });
});

test.each(["bills@brann.example", "555 7788", "zqvar"])("'%s' finds the customer who has it", async (q) => {
  expect((await find(q)).customers.map(({ to }) => to)).toEqual(["/customers/go-customer"]);
});

test.each(["qalx", "QÄLX", "qä"])("'%s' finds the horse, with its customer", async (q) => {
  expect((await find(q)).horses).toContainEqual({ to: "/horses/go-horse", text: "Qälx", note: "Zoë O'Brannigan" });
});

test("a number finds the invoice", async () => {
  expect((await find("#987654")).invoices).toEqual([
    { to: "/billing/invoices/987654", text: "Invoice 987654", note: "Zoë O'Brannigan · 01/02/2026" },
  ]);
  await database.rows("update exports set voided_at = '2026-01-03' where id = 'go-export'");
  expect((await find("987654")).invoices[0]?.note).toBe("Zoë O'Brannigan · 01/02/2026 · voided");
});

test("grooms and shows of the demo barn are found by their names", async () => {
  const [groom] = await database.rows("select id, name from grooms where deleted_at is null limit 1");
  const [show] = await database.rows("select id, name from shows where deleted_at is null order by seq desc limit 1");
  expect((await find(String(groom?.name))).grooms[0]?.to).toBe(`/grooms/${groom?.id}`);
  expect((await find(String(show?.name))).shows.map(({ to }) => to)).toContain(`/shows/${show?.id}/edit?view=all`);
});

test.each(["", "--'\"", "zzzzzz", `"`, "x".repeat(5_000), `${"x".repeat(99)}🐴`, "a\u0000b%_' or 1=1", "^*:NEAR( AND"])(
  "the query %j finds nothing",
  async (q) => expect(await find(q)).toEqual(NOTHING),
);

test("a deleted record is not found", async () => {
  await database.rows("update customers set deleted_at = '2026-01-01' where id = 'go-customer'");
  expect((await find("obrannigan")).customers).toEqual([]);
});

test("without words the records that the person changed last come first, and those of others do not", async () => {
  const db = database.connect();
  const horses = await database.rows("select id, name from horses where deleted_at is null order by seq limit 8");
  for (const [n, horse] of horses.entries()) {
    const at = new Date(Date.UTC(2026, 5, 1, 12, n));
    const actor = n < 7 ? ACTOR : "other@hayloft.example";
    await db.write(setFields(horseRecords, [String(horse.id)], { training: 123_400 + n }, { actor, at }));
  }
  const names = horses.slice(2, 7).map(({ name }) => name);
  expect((await find("")).recent.map(({ text }) => text)).toEqual(names.toReversed());
  expect((await find("bella")).recent).toEqual([]);
});
