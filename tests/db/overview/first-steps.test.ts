import { afterAll, beforeAll, expect, test } from "vitest";
import type { SetUp } from "#app/domain/overview/set-up.ts";
import { connect } from "#db/connection.ts";
import { setUp } from "#db/queries/overview/set-up-state.ts";
import { makeEmptyBarn } from "#tests/support/database/empty-barn.ts";

let files: Awaited<ReturnType<typeof makeEmptyBarn>>;

beforeAll(async () => {
  files = await makeEmptyBarn();
});
afterAll(() => files.remove());

const HORSE =
  "insert into horses (id, name, check_in_date, created_at, updated_at) values ('h', 'Bella', '2026-01-01', '', '')";
const GROOM =
  "insert into grooms (id, name, weekly_salary, location, created_at, updated_at) values ('g', 'Ana', 1, 'florida', '', '')";
const SERVICE =
  "insert into services (id, product_service_name, price, sales_description, public, needs_groom, created_at, updated_at) values ('s', 'Braiding', 1, '', 1, 0, '', '')";
const adminsOf = (...emails: string[]) =>
  `insert into admins (email, created_at, updated_at) values ${emails.map((email) => `('${email}', '', '')`).join(", ")}`;
const BILL = `insert into bill_items (id, horse_id, service_id, date, quantity, value, location, created_at)
  values ('b', 'h', 'boarding', '2026-01-01', 1, 1, 'florida', '')`;

const CASES: [what: string, statements: string[], done: (keyof SetUp)[]][] = [
  ["an empty barn", [], []],
  ["an empty barn whose settings were saved otherwise", ["update settings set prorate = 1, version = 2"], []],
  ["a barn with a name", ["update settings set barn_name = 'Old Mill'"], ["settings"]],
  ["a barn with an address", ["update settings set barn_address = 'Wellington'"], ["settings"]],
  [
    "a customer",
    [
      "insert into customers (id, name, emails, phone, riders, created_at, updated_at) values ('c', 'Eve', '[]', '', '[]', '', '')",
    ],
    [],
  ],
  ["a horse", [HORSE], ["data"]],
  ["a deleted horse", [HORSE, "update horses set deleted_at = '2026'"], []],
  ["the fixed services, renamed", ["update services set product_service_name = 'Board ' || id"], []],
  ["another service", [SERVICE], ["services"]],
  ["a deleted service", [SERVICE, "update services set deleted_at = '2026' where id = 's'"], []],
  ["a groom", [GROOM], ["grooms"]],
  ["a deleted groom", [GROOM, "update grooms set deleted_at = '2026'"], []],
  [
    "the last payroll date",
    ["update settings set last_payroll = '2026-11-20T17:00:00.000Z', version = 2"],
    ["payroll"],
  ],
  ["the next invoice number", ["update settings set is_invoice_number_chosen = 1"], ["invoices"]],
  ["one admin", [adminsOf("a@barn.example")], []],
  ["two admins", [adminsOf("a@barn.example", "b@barn.example")], ["people"]],
  [
    "a second admin who was deleted",
    [adminsOf("a@barn.example", "b@barn.example"), "update admins set deleted_at = '2026' where email > 'b'"],
    [],
  ],
  ["a bill", [HORSE, BILL], ["data", "bills"]],
];

test.each(CASES)("%s ticks its step and no other", async (_, statements, done) => {
  const { address, rows } = await files.open();
  for (const statement of statements) await rows(statement);
  const [found] = await connect(address).read(setUp());
  expect(Object.entries(found ?? {}).flatMap(([name, isDone]) => (isDone ? [name] : []))).toEqual(done);
});
