import { getTableColumns, getTableName, is } from "drizzle-orm";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import { expect, test } from "vitest";
import { changedColumns, inSentence, pairsOf, type StoredRecord } from "#app/domain/activity/activity.ts";
import { describeChanges, WORDS } from "#app/domain/activity/changes.ts";
import * as schema from "#db/schema.ts";
import { fieldsInWords } from "#db/write/records.ts";

test.each(Object.entries(WORDS))("the words for what people set in %s are of its columns", (name, words) => {
  const table = Object.values(schema).find((each) => is(each, SQLiteTable) && getTableName(each) === name);
  const columns = Object.values(getTableColumns(table as SQLiteTable)).map((column) => column.name);
  // The notice of a merge divides the labels at their commas.
  expect(Object.values(words).filter(([label]) => label.includes(","))).toEqual([]);
  expect(Object.keys(words).filter((column) => !columns.includes(column))).toEqual(
    name === "bill_items" ? ["follows"] : [],
  );
});

const [bill, service] = [{ table: "bill_items" }, { table: "services" }];
const NAMES = { c1: "Ann Lee", c2: "Élan Vital", c3: null };
const charge = { table: "standing_charges", id: "s1" };
const horse = (values: StoredRecord) => ({ table: "horses", id: "h1", ...values });

test("weekdays are said as the list shows them", () => {
  const [before, after] = [{ weekdays: '["Tue"]' }, { weekdays: '["Mon","Thu"]' }];
  expect(describeChanges([{ ...charge, ...before }], [{ ...charge, ...after }], {})).toBe("Weekdays: Tue → Mon, Thu");
});

test.each<[string, StoredRecord, StoredRecord, string]>([
  ["nothing", { boarding: 1 }, { boarding: 1 }, ""],
  ["stamps only", { version: 1, updated_at: "a" }, { version: 2, updated_at: "b" }, ""],
  ["an amount", { boarding: 290_000 }, { boarding: 305_000 }, "Boarding: $2,900.00 → $3,050.00"],
  ["zero", { training: 0 }, { training: 1 }, "Training: $0.00 → $0.01"],
  ["an empty date", { check_out_date: null }, { check_out_date: "2026-11-02" }, "Check-out Date: none → 11/02/2026"],
  ["a flag", { is_billable: 1 }, { is_billable: 0 }, "Billable: yes → no"],
  ["a place", { location: "florida" }, { location: "long-island" }, "Location: Florida → Long Island"],
  [
    "a list",
    { table: "customers", riders: "[]" },
    { table: "customers", riders: '["Ann","Bo"]' },
    "Riders: none → Ann, Bo",
  ],
  ["a reference", { customer_id: "c1" }, { customer_id: "c2" }, "Responsible Party: Ann Lee → Élan Vital"],
  ["no reference", { customer_id: null }, { customer_id: "c3" }, "Responsible Party: none → Unknown"],
  ["a reference of another record", { customer_id: null }, { customer_id: "c4" }, ""],
  ["an empty text", { ...bill, comments: null }, { ...bill, comments: "hock; left" }, "Comments: none → hock; left"],
  [
    "another label",
    { ...service, sales_description: "A" },
    { ...service, sales_description: "B" },
    "Description: A → B",
  ],
  ["a deletion", { deleted_at: null }, { deleted_at: "2026-11-02" }, ""],
  ["what nobody sets", { failure: null }, { failure: "late" }, ""],
  [
    "two",
    { table: "shows", name: "Ocala I", quantity: 1 },
    { table: "shows", name: "Ocala II", quantity: 2 },
    "Show Name: Ocala I → Ocala II; Quantity: 1 → 2",
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
  ["schedule", "Automatic"],
  ["undo generate payroll", "Undo run payroll"],
  ["mark due", "Mark payments as paid"],
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
  expect(fieldsInWords(fields)).toBe(words);
});
