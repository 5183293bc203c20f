import { expect, test } from "vitest";
import { isUndoable, kindOfChange, oppositeOf } from "#app/domain/activity/activity.ts";
import {
  type DoneChange,
  describeChangedSince,
  labelOfOthers,
  textOfDone,
  withChangedFirst,
} from "#app/domain/activity/done.ts";

const TODAY = "2026-11-22";
const done: DoneChange = {
  ...{ key: "key", action: "edit horse", table: "horses", count: 1, recordId: "id", records: "Bella" },
  ...{ before: [], after: [], isUndone: false, fields: [], deletedPay: 0, paidPay: 0, unbilled: [] },
  ...{
    date: null,
    until: null,
    paid: false,
    total: 0,
    others: [],
    areOthersUndone: false,
    dismissed: null,
    groom: null,
    weeks: [],
    salaryWeeks: [],
    edited: 0,
  },
};
const run = (values: object) => [{ table: "billing_runs", ...values }];
const settings = { table: "settings", id: 1, last_payroll: "2026-11-16T11:00:00.000Z" };
const item = (id: string, paymentDate: string) => ({ id, paymentDate });

const raise = (change: Partial<DoneChange> = {}, dates: object = {}): Partial<DoneChange> => ({
  ...{ action: "edit groom", table: "grooms", records: "Luis" },
  before: [{ table: "grooms", weekly_salary: 60_000, start_date: null, end_date: null }],
  after: [{ table: "grooms", weekly_salary: 65_000, start_date: null, end_date: null, ...dates }],
  ...change,
});

test.each<[Partial<DoneChange>, string]>([
  [raise(), "Luis saved: $650.00 from the week of 11/16"],
  [raise({ salaryWeeks: ["2026-11-09"] }), "Luis saved: $650.00 from the week of 11/16"],
  [raise({ salaryWeeks: ["2026-11-09", "2026-11-16"] }), "Luis saved: $650.00 from the week of 11/23"],
  [raise({}, { start_date: "2026-12-02" }), "Luis saved: $650.00 from the week of 11/30"],
  [raise({ salaryWeeks: ["2026-11-16"] }, { end_date: "2026-11-22" }), "Luis saved"],
  [raise({ salaryWeeks: ["2026-11-16"] }, { end_date: "2026-11-23" }), "Luis saved: $650.00 from the week of 11/23"],
  [raise({}, { weekly_salary: 60_000 }), "Luis saved"],
  [raise({ count: 2 }), "Luis saved"],
  [
    raise({ action: "set weekly salary of groom", fields: ["weeklySalary"] }),
    "Saved: Weekly Salary of Luis: $650.00 from the week of 11/16",
  ],
  [{ action: "add horse" }, "Bella added"],
  [{ action: "add horse", count: 3 }, "3 horses added"],
  [{ action: "edit horse" }, "Bella saved"],
  [{ action: "edit horse, merged: Phone" }, "Bella saved"],
  [{ action: "delete horse" }, "Bella was deleted."],
  [{ action: "delete horse", count: 3 }, "3 horses were deleted."],
  [{ action: "set boarding of horse", fields: ["boarding"] }, "Saved: Boarding of Bella"],
  [
    { action: "set x of horse", fields: ["checkInDate", "isBillable"], count: 4 },
    "Saved: Check-in Date, Billable of 4 horses",
  ],
  [
    { action: "bill horses", after: run({ bill_count: 60, horse_count: 12, total: 5_800_000 }) },
    "Billed 12 horses: 60 bills, $58,000.00.",
  ],
  [{ action: "bill shows", after: run({ bill_count: 1, total: 15_000 }) }, "Billed 1 show: 1 bill, $150.00."],
  [{ action: "generate payroll", after: [{ item_count: 2, total: 150_000 }] }, "Ran payroll: 2 items, $1,500.00."],
  [
    { action: "generate payroll", after: [{ item_count: 1, total: 1 }], groom: "Ana", weeks: ["2026-09-28"] },
    "Ran payroll for Ana, week of 09/28: 1 item, $0.01.",
  ],
  [
    { action: "undo bill horses", table: "billing_runs", after: run({ bill_count: 60, total: 5_800_000 }), edited: 2 },
    "Undid 60 bills: $58,000.00. 2 of them were edited since: those edits are gone.",
  ],
  [
    { action: "undo generate payroll", table: "payroll_runs", after: [{ item_count: 1, total: 100 }, settings] },
    "Undid 1 item: $1.00. The last payroll run is 11/16/2026 again: the next run adds the weeks since.",
  ],
  [{ action: "void bills", records: "Body clipping for Bella" }, "Body clipping for Bella was voided."],
  [
    { action: "void bills", count: 2, deletedPay: 1, paidPay: 2, unbilled: ["Fall Classic"] },
    "2 bills were voided. 1 unpaid payroll item was deleted with them. 2 payroll items are paid and stay. Fall Classic is unbilled again.",
  ],
  [
    { action: "void bills", records: "Show for Bella", deletedPay: 2, unbilled: ["A", "B"] },
    "Show for Bella was voided. 2 unpaid payroll items were deleted with it. 2 shows are unbilled again.",
  ],
  [{ action: "mark date", count: 3, date: "2026-11-16", paid: true }, "Marked 3 items of 11/16/2026 paid."],
  [
    { action: "mark date", count: 1, date: "2026-11-16", others: [item("a", "2026-12-07")] },
    "Marked 1 item of 11/16/2026 unpaid; one of them is payable on 12/07/2026.",
  ],
  [
    {
      action: "mark date",
      count: 9,
      date: "2026-11-16",
      paid: true,
      others: [item("a", "2026-12-07"), item("b", "2026-12-21")],
    },
    "Marked 9 items of 11/16/2026 paid; 2 of them are payable on 12/07/2026 and 12/21/2026.",
  ],
  [
    { action: "mark due", count: 2, until: "2026-11-23", total: 25_000, paid: true },
    "Marked 2 items due by 11/23/2026 ($250.00) paid.",
  ],
  [
    {
      action: "mark salary not to pay",
      dismissed: { kind: "salary", name: "Ana", scopes: ["2026-09-28", "2026-10-05"] },
    },
    "Won't pay: Ana, week of 09/28/2026 and 1 more.",
  ],
  [{ action: "mark OK", dismissed: { kind: "zero", name: "Bella", scopes: ["1"] } }, "Marked OK: Bella."],
  [
    { action: "undo correct bill", count: 1, records: "Body clipping for Bella, Body clipping for Bella" },
    "Undid the correction of Body clipping for Bella.",
  ],
  [{ action: "void export", after: [{ bill_count: 3, total: 200_100 }] }, "Voided the export of 3 bills, $2,001.00."],
  [{ action: "undo delete horse" }, "Bella is back."],
  [{ action: "undo delete horse", count: 3 }, "3 horses are back."],
  [{ action: "undo delete horse", records: "" }, "1 horse is back."],
  [{ action: "delete horse again" }, "Bella was deleted."],
  [{ action: "undo add horse" }, "Bella removed."],
  [
    { action: "undo set boarding of horse", before: [{ id: "id", boarding: 2 }], after: [{ id: "id", boarding: 1 }] },
    "Undone: Boarding of Bella.",
  ],
  [
    { action: "set boarding of horse again", before: [{ id: "id", boarding: 1 }], after: [{ id: "id", boarding: 2 }] },
    "Saved: Boarding of Bella",
  ],
  [
    {
      action: "undo edit horse",
      before: [{ id: "id", name: "B", training: 2 }],
      after: [{ id: "id", name: "A", training: 1 }],
    },
    "Undone: Name, Training of Bella.",
  ],
  [{ action: "bill shows again", after: run({ bill_count: 2, total: 15_000 }) }, "Billed 2 shows: 2 bills, $150.00."],
  [{ action: "undo mark OK", table: "dismissals" }, "Undone: mark OK: Bella."],
  [{ action: "answer question again", records: "Ann, Training" }, "Answer question again: Ann, Training."],
])("the notice of %j", (values, text) => {
  expect(textOfDone({ ...done, ...values }, TODAY)).toBe(text);
});

test("the items with another payment date have an Undo of their own", () => {
  const others = [item("a", "2026-12-07"), item("b", "2026-12-21")];
  expect([[], others.slice(1), others].map((each) => labelOfOthers({ ...done, others: each }))).toEqual([
    null,
    "Undo that one",
    "Undo those 2",
  ]);
  expect(labelOfOthers({ ...done, others, areOthersUndone: true })).toBeNull();
});

test.each([
  [["Bella"], "Bella was changed since, so nothing was undone."],
  [["Bella", "Rocky"], "Bella, Rocky were changed since, so nothing was undone."],
  [["A", "B", "C", "D", "E"], "A, B, C and 2 more were changed since, so nothing was undone."],
  [[], "This was undone or changed since. Load the list again."],
])("a refusal names %j", (names, text) => {
  expect(describeChangedSince(names)).toBe(text);
});

test.each([
  ["edit horse", "undo edit horse", "restore"],
  ["undo edit horse", "edit horse again", "restore"],
  ["edit horse again", "undo edit horse", "restore"],
  ["add horse", "undo add horse", "delete"],
  ["delete horse", "undo delete horse", "restore"],
  ["undo delete horse", "delete horse again", "delete"],
  ["void bills", "undo void bills", "restore"],
  ["log service", "undo log service", "delete"],
  ["bill horses", "undo bill horses", "delete"],
  ["undo bill horses", "bill horses again", "restore"],
  ["correct bill", "undo correct bill", "delete"],
])("the undo of '%s' is '%s', of the kind '%s'", (action, opposite, kind) => {
  expect([oppositeOf(action), kindOfChange(oppositeOf(action))]).toEqual([opposite, kind]);
});

test.each(["export bills", "void export", "invite admin", "undo delete admin"])(
  "'%s' is not undone from a list",
  (action) => {
    expect(isUndoable(action)).toBe(false);
  },
);

const horses = (...billable: number[]) =>
  billable.map((on, n) => ({ table: "horses", id: `h${n}`, is_billable: on, version: 1, updated_at: "2026" }));
const saved = (...billable: number[]) =>
  horses(...billable).map((each) => ({ ...each, version: 2, updated_at: "2027" }));
const LATER = { table: "settings", id: 1, version: 2 };

test.each<[what: string, Partial<DoneChange>, Partial<DoneChange>, first: string[]]>([
  [
    "all of three",
    { before: horses(1, 1, 1), after: saved(0, 0, 0) },
    { count: 3, records: "A, B" },
    ["h0", "h1", "h2"],
  ],
  ["the last two", { before: horses(0, 1, 1), after: saved(0, 0, 0) }, { count: 2, records: "" }, ["h1", "h2"]],
  ["none", { before: horses(0, 0), after: saved(0, 0) }, { count: 2, records: "A, B" }, ["h0", "h1"]],
  ["what it added", { before: [], after: horses(1, 1) }, { count: 2, records: "A, B" }, ["h0", "h1"]],
  ["what it removed", { before: horses(1), after: [] }, { count: 1, records: "A, B" }, []],
  ["one kind of two", { before: horses(0, 1), after: [...saved(0, 0), LATER] }, { count: 1, records: "" }, ["h1", "1"]],
  [
    "more than are read",
    { before: horses(0, 0, 0), after: saved(0, 0, 0), count: 300 },
    { count: 300, records: "A, B" },
    ["h0", "h1", "h2"],
  ],
])("a change that changed %s says so", (_, { before = [], after = [], count }, expected, first) => {
  const kinds = (after.length > 0 ? after : before).filter(({ table }) => table === "horses");
  const read = { ...done, before, after, count: count ?? kinds.length, records: "A, B" };
  const found = withChangedFirst(read);
  expect(found).toMatchObject(expected);
  expect(found.after.map(({ id }) => String(id))).toEqual(first);
  expect(found.recordId).toBe(first[0] ?? "h0");
});
