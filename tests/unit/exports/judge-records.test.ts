import { expect, test } from "vitest";
import { type FoundRecord, RECORD_CHECKS } from "#app/domain/exports/checks.ts";
import { judgeRecords, type RecordsToCheck } from "#app/domain/exports/judge-records.ts";

/* What the checks find among the records that they read; tests/db/exports/checks.test.ts has what is read. */

const MONDAY = "2026-11-16";

const none: RecordsToCheck = { horses: [], shows: [], showsWithoutBill: [], grooms: [], weeksRun: [], fine: [] };
const judge = (read: Partial<RecordsToCheck>, shown = 20) => judgeRecords({ ...none, ...read }, () => shown);

const record = (name: string, change: Partial<FoundRecord> = {}): FoundRecord => ({
  ...{ id: name.toLowerCase(), name, date: null, other: null, ownerId: null, amount: null },
  ...change,
});
const horse = { ...record("Bella", { other: "Ann", ownerId: "ann" }), isBillable: true, hasOwner: true };
const groom = { ...record("Gus"), startDate: null, endDate: null, salaryChanges: [], made: [], dismissedWeeks: [] };

test.each<[string, Partial<RecordsToCheck["grooms"][number]>, boolean]>([
  ["of any time", {}, true],
  ["from the Sunday of the week", { startDate: "2026-11-22" }, true],
  ["from the Monday after it", { startDate: "2026-11-23" }, false],
  ["until its Monday", { endDate: MONDAY }, true],
  ["until the Sunday before it", { endDate: "2026-11-15" }, false],
  ["of one day in it", { startDate: "2026-11-18", endDate: "2026-11-18" }, true],
  [
    "of a stay that ended in it",
    {
      startDate: "2026-12-07",
      salaryChanges: [{ at: "2026-11-24T15:00:00Z", startDateBefore: "", endDateBefore: "2026-11-17" }],
    },
    true,
  ],
  ["with a salary of the week", { made: ["2026-11-09", MONDAY] }, false],
  ["with salaries of the weeks beside it", { made: ["2026-11-09", "2026-11-23"] }, true],
  ["whose salary of the week is not owed", { dismissedWeeks: [MONDAY] }, false],
  ["whose salaries of the weeks beside it are not owed", { dismissedWeeks: ["2026-11-09", "2026-11-23"] }, true],
])("a groom %s is found for the week: %s", (_, change, isFound) => {
  const { rows } = judge({ grooms: [{ ...groom, ...change }], weeksRun: [MONDAY] }).grooms;
  expect(rows.map(({ id, date }) => [id, date])).toEqual(isFound ? [["gus", MONDAY]] : []);
});

test("no groom is found for a week without a run, and each groom has the last week first", () => {
  const grooms = [groom, { ...groom, ...record("Ike") }];
  expect(judge({ grooms }).grooms).toEqual({ count: 0, sum: null, rows: [] });
  const { rows } = judge({ grooms, weeksRun: [MONDAY, "2026-11-02"] }).grooms;
  expect(rows.map(({ id, date }) => `${id} ${date}`)).toEqual(
    ["gus", "ike"].flatMap((name) => [`${name} ${MONDAY}`, `${name} 2026-11-02`]),
  );
});

const WITHOUT = { hasOwner: false, other: "Unknown", ownerId: null };

test.each<[string, Partial<typeof horse | typeof WITHOUT>, string[], string[]]>([
  ["billable horse with an owner", {}, [], []],
  ["horse that is not billable", { isBillable: false }, [], ["notBillable"]],
  ["horse without an owner", WITHOUT, [], ["ownerless"]],
  ["horse of a deleted owner", { hasOwner: false }, [], ["ownerless"]],
  ["horse of both kinds", { isBillable: false, hasOwner: false }, [], ["notBillable", "ownerless"]],
  ["horse that is fine", { isBillable: false }, ["notBillable bella ann"], []],
  ["horse that is fine without an owner", WITHOUT, ["ownerless bella "], []],
  ["horse that was fine with another owner", { isBillable: false }, ["notBillable bella bob"], ["notBillable"]],
  ["horse that is fine for the other check", { isBillable: false }, ["ownerless bella ann"], ["notBillable"]],
  ["horse beside another that is fine", { isBillable: false }, ["notBillable bel ann"], ["notBillable"]],
])("a %s is found by its checks only", (_, change, fine, found) => {
  const all = judge({ horses: [{ ...horse, ...change }], fine });
  expect(RECORD_CHECKS.filter((check) => all[check].count > 0)).toEqual(found);
});

test("each check tells how many rows it found and their sum, and has the first ones as they were read", () => {
  const shows = ["A", "B", "C"].map((name, n) => record(name, { amount: n * 100 }));
  const found = judge({ shows, showsWithoutBill: shows.slice(1) }, 2);
  expect(found.shows).toEqual({ count: 3, sum: 300, rows: shows.slice(0, 2) });
  expect(found.showsWithoutBill).toEqual({ count: 2, sum: 300, rows: shows.slice(1) });
});
