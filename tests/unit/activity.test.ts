import { getTableColumns, getTableName } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { expect, test } from "vitest";
import {
  changedColumns,
  describeChanges,
  EDITED_COLUMNS,
  inSentence,
  pairsOf,
  type StoredRecord,
  UNSAID_COLUMNS,
} from "#app/domain/activity.ts";
import { inWords } from "#db/records.ts";
import * as schema from "#db/schema.ts";

const { billItems, corrections, customers, grooms, horses, payrollItems, services, settings, shows } = schema;

/** Whether a change of the column reads well without words of its own. */
const isText = ({ name, columnType }: SQLiteColumn) => columnType === "SQLiteText" && !/date$|_id$|_at$/.test(name);

test.each([billItems, corrections, customers, grooms, horses, payrollItems, services, settings, shows])(
  "every number, day, choice and reference that people edit has words in the activity (%#)",
  (table) => {
    const columns = Object.values(getTableColumns(table)).filter(
      (column) => !isText(column) || column.enumValues?.length,
    );
    const without = columns
      .map(({ name }) => name)
      .filter((name) => !UNSAID_COLUMNS.has(name) && !EDITED_COLUMNS[name]);
    expect([getTableName(table), without]).toEqual([getTableName(table), []]);
  },
);

const NAMES = { c1: "Ann Lee", c2: "Élan Vital" };
const horse = (values: StoredRecord) => ({ table: "horses", id: "h1", ...values });
const kept = { deleted_at: null };

test.each<[string, StoredRecord, StoredRecord, string]>([
  ["nothing", { boarding: 1 }, { boarding: 1 }, ""],
  ["stamps only", { version: 1, updated_at: "a" }, { version: 2, updated_at: "b" }, ""],
  ["an amount", { boarding: 290_000 }, { boarding: 305_000 }, "Boarding: $2,900.00 → $3,050.00"],
  ["zero", { training: 0 }, { training: 1 }, "Training: $0.00 → $0.01"],
  ["an empty date", { check_out_date: null }, { check_out_date: "2026-11-02" }, "Check-out Date: none → 11/02/2026"],
  ["a flag", { is_billable: 1 }, { is_billable: 0 }, "Billable: yes → no"],
  ["a place", { location: "florida" }, { location: "long-island" }, "Location: Florida → Long Island"],
  ["a list", { riders: "[]" }, { riders: '["Ann","Bo"]' }, "Riders: none → Ann, Bo"],
  ["a reference", { customer_id: "c1" }, { customer_id: "c2" }, "Customer: Ann Lee → Élan Vital"],
  ["no reference", { customer_id: null }, { customer_id: "c3" }, "Customer: none → Unknown"],
  ["an empty text", { ...kept, comments: null }, { ...kept, comments: "hock; left" }, "Comments: none → hock; left"],
  ["a long name", { ...kept, sales_description: "A" }, { ...kept, sales_description: "B" }, "Sales Description: A → B"],
  ["a deletion", { deleted_at: null }, { deleted_at: "2026-11-02" }, ""],
  ["a text of a run", { failure: null }, { failure: "late" }, ""],
  [
    "two",
    { ...kept, name: "Bela", quantity: 1 },
    { ...kept, name: "Bella", quantity: 2 },
    "Name: Bela → Bella; Quantity: 1 → 2",
  ],
])("a change of %s in words", (_, before, after, text) => {
  expect(describeChanges([horse(before)], [horse(after)], NAMES)).toBe(text);
});

test("what many records have in common is said once, and a new record has nothing before it", () => {
  const all = (boarding: number) => ["h1", "h2", "h3"].map((id) => ({ table: "horses", id, boarding }));
  expect(describeChanges(all(100), all(200), {})).toBe("Boarding: $1.00 → $2.00");
  expect(describeChanges([], all(200), {})).toBe("");
});

test("records are paired by table and id, an admin by the address", () => {
  const before = [
    { table: "horses", id: "1" },
    { table: "admins", email: "a@b.c", version: 1 },
  ];
  const after = [
    { table: "admins", email: "a@b.c", version: 2 },
    { table: "customers", id: "1" },
  ];
  expect(pairsOf(before, after)).toEqual([
    { before: before[1], after: after[0] },
    { before: undefined, after: after[1] },
  ]);
  expect(changedColumns(before[1] as StoredRecord, after[0] as StoredRecord)).toEqual(["version"]);
});

test.each([
  ["edit horse", "Edit horse"],
  ["visitor", "Visitor"],
  ["alex@hayloft.example", "alex@hayloft.example"],
  ["", ""],
])("%j in the list is %j", (text, shown) => {
  expect(inSentence(text)).toBe(shown);
});

test.each([
  [["isBillable"], "billable"],
  [["checkInDate", "hasBlanket"], "check in date, blanket"],
  [["horseId"], "horse"],
  [["paid"], "paid"],
  [["isolated"], "isolated"],
])("the fields %j in an action are %j", (fields, words) => {
  expect(inWords(fields)).toBe(words);
});
