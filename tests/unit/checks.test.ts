import { expect, test } from "vitest";
import {
  BILL_CHECKS,
  CHECKS,
  type CheckedName,
  checkedWeeks,
  checkNames,
  type FoundBill,
  foldName,
  isRefusedName,
  RECORD_CHECKS,
} from "#app/domain/checks.ts";
import { type CheckResults, describeBeforeExport, describeFindings } from "#app/domain/findings.ts";

test.each([
  ["Ann Smith", "ann smith", true],
  ["Ann Smith", "AnnSmith", true],
  ["Ann Smith", "Ann\u00a0 Smith ", true],
  ["Zoë", "zoe", true],
  ["Zoë", "Zoe\u0308", true],
  ["Señorita", "SENORITA", true],
  ["Ann Smith", "Ann Smyth", false],
  ["Ann-Smith", "Ann Smith", false],
  ["日本", "日", false],
])("QuickBooks takes '%s' and '%s' for one name: %s", (one, other, isOne) => {
  expect(foldName(one) === foldName(other)).toBe(isOne);
});

test.each([
  ["a".repeat(100), false],
  ["a".repeat(101), true],
  ["🐎".repeat(100), false],
  ["Boarding: full", true],
  ["Boarding; full", false],
])("QuickBooks refuses the name '%s': %s", (name, isRefused) => {
  expect(isRefusedName(name)).toBe(isRefused);
});

const name = (id: string, text: string, change: Partial<CheckedName> = {}): CheckedName => ({
  ...{ id, kind: "customer", name: text, isUsed: false },
  ...change,
});

test("names are compared among customers and among services, not between them", () => {
  const names = [
    name("1", "Ann"),
    name("2", "Training"),
    name("3", "ann"),
    name("4", "training", { kind: "service" }),
    name("5", "Bill: old", { kind: "service" }),
    name("6", "ANN"),
  ];
  const { refused, merged } = checkNames(names);
  expect(refused.map(({ id }) => id)).toEqual(["5"]);
  expect(merged.map((group) => group.map(({ id }) => id))).toEqual([["1", "3", "6"]]);
});

test("the weeks of four Mondays are checked, from this week back", () => {
  expect(checkedWeeks("2026-11-18")).toEqual(["2026-11-16", "2026-11-09", "2026-11-02", "2026-10-26"]);
  expect(checkedWeeks("2026-01-04")).toEqual(["2025-12-29", "2025-12-22", "2025-12-15", "2025-12-08"]);
});

const bill: FoundBill = {
  ...{ id: "b", date: "2026-11-01", customer: "Ann", horse: "Bella", service: "Clipping", quantity: 1, value: 65_000 },
  ...{ horseId: "h", serviceId: "s", alike: 1, usualQuantity: 1, usualValue: 13_000, usualValueFor: 2 },
};
const none = { count: 0, rows: [] };
const results = (change: Partial<CheckResults["bills"]> & Partial<CheckResults["records"]> = {}): CheckResults => ({
  bills: Object.assign(Object.fromEntries(BILL_CHECKS.map((check) => [check, none])), change) as CheckResults["bills"],
  records: Object.assign(
    Object.fromEntries(RECORD_CHECKS.map((check) => [check, none])),
    change,
  ) as CheckResults["records"],
  names: [],
});

test("each check is described, whether it found something or not", () => {
  const findings = describeFindings(results(), "2026-11-18", "");
  expect(findings.map(({ id, count }) => [id, count])).toEqual(CHECKS.map((check) => [check, 0]));
  // Whether there was an export before is not known here.
  expect(findings.find(({ id }) => id === "old")?.why).toBe("Pending bills with a date more than 60 days ago.");
});

test.each([
  [{ farAbove: { count: 1, rows: [bill] } }, "farAbove", "/billing/b/edit", "Ann: $650.00 each, usually $65.00"],
  [
    { farAbove: { count: 1, rows: [{ ...bill, quantity: 10 }] } },
    "farAbove",
    "/billing/b/edit",
    "Ann: quantity 10, usually 1",
  ],
  [
    { duplicates: { count: 1, rows: [{ ...bill, alike: 3 }] } },
    "duplicates",
    "/billing?view=all&q=11%2F01%2F2026&sort=horse&horse=h&service=s&from=2026-11-01&to=2026-11-01",
    "3 bills",
  ],
  [{ zero: { count: 1, rows: [{ ...bill, value: 0 }] } }, "zero", "/billing/b/edit", "Ann: $0.00"],
])("a row of a bill leads to where it is mended, and says what is striking", (found, check, to, note) => {
  const finding = describeFindings(results(found), "2026-11-18", "").find(({ id }) => id === check);
  expect(finding?.rows[0]).toEqual({ key: "b", links: [{ to, text: "11/01/2026, Bella, Clipping" }], note });
});

test("a horse without an owner, a show and a groom lead to where they are mended", () => {
  const record = (change: object) => ({
    count: 1,
    rows: [{ id: "r", name: "Bella", date: null, other: null, ...change }],
  });
  const findings = describeFindings(
    results({
      ownerless: record({ other: "Ann" }),
      shows: record({ date: "2026-11-17", other: "Bella" }),
      grooms: record({ name: "Gus", date: "2026-11-16" }),
    }),
    "2026-11-18",
    "",
  );
  const rows = findings.flatMap(({ rows }) => rows.map(({ links, note }) => [links[0]?.to, note]));
  expect(rows).toEqual([
    ["/horses/r/edit", "Ann (deleted)"],
    ["/shows/r/edit", "11/17/2026, Bella"],
    ["/payroll?view=all&q=Gus", "week of 11/16/2026"],
  ]);
});

test("a check tells how many rows it found, and the rows that are not shown can be shown once", () => {
  const zero = { count: 1_509, rows: Array.from({ length: 20 }, () => bill) };
  const find = (all: string) => describeFindings(results({ zero }), "2026-11-18", all).find(({ id }) => id === "zero");
  expect(find("")).toMatchObject({ count: 1_509, hasMore: true });
  expect(find("zero")).toMatchObject({ count: 1_509, hasMore: false });
});

test("before an export, only the names of its bills count", () => {
  const names = [
    name("1", "Ann"),
    name("2", "ann"),
    name("3", "Bob"),
    name("4", "bob", { isUsed: true }),
    name("5", "a:b"),
  ];
  const { bills } = results({ duplicates: { count: 1, rows: [] }, old: { count: 1_509, rows: [] } });
  expect(describeBeforeExport(bills, names)).toEqual([
    { check: "duplicates", text: "1 possible duplicate." },
    { check: "old", text: "1,509 bills are more than 60 days old." },
    { check: "mergedNames", text: "1 group of names is one name for QuickBooks." },
  ]);
  expect(describeBeforeExport(results().bills, names.slice(0, 3))).toEqual([]);
});
