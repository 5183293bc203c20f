import { expect, test } from "vitest";
import { DEFAULT_CHARGES, NEW_HORSE } from "#app/domain/boarding/monthly-charges.ts";
import { unbilledBoard } from "#app/domain/boarding/unbilled-board.ts";
import {
  BILL_CHECKS,
  type BillCheck,
  type CheckedName,
  checkedWeeks,
  checkNames,
  fineKeyOf,
  fineText,
  foldName,
  isRefusedName,
  NAME_CHECKS,
  RECORD_CHECKS,
} from "#app/domain/exports/checks.ts";
import { fineKeyOfBill } from "#app/domain/exports/judge-bills.ts";
import type { BillFindings, FoundBill } from "#app/domain/exports/sum-findings.ts";
import { foundBillRow } from "#app/routes/exports/bill-findings.ts";
import { DESCRIPTIONS } from "#app/routes/exports/finding-texts.ts";
import { describeFindings, type RecordFindings } from "#app/routes/exports/findings.ts";
import { describeBeforeExport } from "#app/routes/exports/new/before-export.ts";
import { describeMonth } from "#app/routes/exports/unbilled-months.ts";

test("the check of board that is billed twice names every charge", () => {
  expect(DESCRIPTIONS.boardTwice.why).toMatch(
    /^Bills of boarding, its surcharges, training.* or blankets for a month /,
  );
});

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
  ...{ id, kind: "customer", name: text, version: 1, isUsed: false },
  ...change,
});

const NAMES = [
  name("1", "Ann"),
  name("2", "Training"),
  name("3", "ann", { version: 4 }),
  name("4", "training", { kind: "service" }),
  name("5", "Bill: old", { kind: "service", version: 2 }),
  name("6", "ANN"),
];

const NOTHING = Object.fromEntries(NAME_CHECKS.map((check) => [check, []]));
/** The ids of the names that each check finds, those of a group together. */
const idsOf = (names: CheckedName[], fine: string[] = []) =>
  Object.fromEntries(
    Object.entries(checkNames(names, fine)).map(([check, groups]) => [
      check,
      groups.map((group) => group.map(({ id }) => id).join(" ")),
    ]),
  );

test("names are compared among customers and among services, not between them", () => {
  expect(idsOf(NAMES)).toEqual({ ...NOTHING, refusedNames: ["5"], mergedNames: ["1 3 6"] });
});

test("names that are marked fine are left out until one of them changes or another is like them", () => {
  const fine = ["refusedNames 5 5.2", "mergedNames 1 1.1 3.4 6.1"];
  expect(idsOf(NAMES, fine)).toEqual(NOTHING);
  expect(NAMES.slice(4, 5).map((each) => fineText("refusedNames", fineKeyOf([each])))).toEqual([fine[0]]);
  const renamed = NAMES.map((each) => ({ ...each, version: each.version + 1 }));
  expect(idsOf(renamed, fine)).toMatchObject({ refusedNames: ["5"], mergedNames: ["1 3 6"] });
  expect(checkNames([...NAMES, name("7", "aNN")], fine).mergedNames).toHaveLength(1);
  // One goes and another one with the same name comes.
  expect(checkNames([...NAMES.slice(0, 5), name("7", "aNN")], fine).mergedNames).toHaveLength(1);
  // What is fine for one check is not for another.
  expect(checkNames(NAMES, ["mergedNames 5 2"]).refusedNames).toHaveLength(1);
});

test.each<[one: string, other: string, isSimilar: boolean]>([
  ["O'Brien, Maeve", "Maeve O’Brien", true],
  ["Maeve O`Brien", "MAEVE OBRIEN", true],
  ["Blue Heron Stables, LLC", "Blue Heron Stables LLC", true],
  ["Ana-Lucía Peña", "Peña Ana Lucia", true],
  ["Maeve O'Brien", "Maeve O'Brian", false],
  ["Ann Smith", "Ann Smith Jr", false],
  // QuickBooks takes these for one: another check finds them.
  ["Zoë", "zoe", false],
  ["Ann Smith", "AnnSmith", false],
  ["...", "!!", false],
])("the names '%s' and '%s' are similar: %s", (one, other, isSimilar) => {
  const found = idsOf([name("1", one), name("2", other)]);
  expect(found.similarNames).toEqual(isSimilar ? ["1 2"] : []);
  expect(idsOf([name("1", one), name("2", other, { kind: "service" })]).similarNames).toEqual([]);
});

test.each<[customer: string, groom: string, isOne: boolean]>([
  ["José Ramírez", "José Ramírez", true],
  ["Ramirez, Jose", "José Ramírez", true],
  ["José Ramírez Jr", "José Ramírez", false],
])("the customer '%s' and the groom '%s' have one name: %s", (customer, groom, isOne) => {
  const names = [name("1", customer), name("2", groom, { kind: "groom" })];
  expect(idsOf(names)).toEqual({ ...NOTHING, groomNames: isOne ? ["1 2"] : [] });
  // Two grooms of one name are no customers.
  expect(idsOf(names.map((each) => ({ ...each, kind: "groom" })))).toEqual(NOTHING);
});

test.each<[name: string, kind: CheckedName["kind"], lost: string]>([
  ["Señorita Flor, ½ ø", "horse", ""],
  ["Zoe\u0308", "customer", ""],
  ["Łukasz Wałęsa", "customer", "Ł ł ę"],
  ["Maeve O’Brien", "customer", "’"],
  ["Bella 🐎", "horse", "🐎"],
  ["Łukasz", "groom", ""],
])("QuickBooks Desktop loses of the name '%s' of a %s: '%s'", (text, kind, lost) => {
  const findings = describeAll({}, { names: [name("1", text, { kind })] });
  const rows = findings.find(({ id }) => id === "lostCharacters")?.rows ?? [];
  expect(rows.map(({ facts, links }) => [facts, links[0]?.to])).toEqual(
    lost ? [[`${kind}, loses ${lost}`, `/${kind}s/1/edit`]] : [],
  );
});

test("the weeks of four Mondays are checked, from this week back", () => {
  expect(checkedWeeks("2026-11-18")).toEqual(["2026-11-16", "2026-11-09", "2026-11-02", "2026-10-26"]);
  expect(checkedWeeks("2026-01-04")).toEqual(["2025-12-29", "2025-12-22", "2025-12-15", "2025-12-08"]);
});

const bill: FoundBill = {
  ...{ id: "b", seq: 7, version: 3, date: "2026-11-01", customerId: "a", horseId: "h", serviceId: "s" },
  ...{ period: null, firstDay: null, lastDay: null },
  ...{ quantity: 1, value: 65_000, unitPrice: 6_500, isValueTyped: false, rider: null, showDate: null },
  ...{ slot: "2026-11-01", alike: { count: 1, latest: 7 }, usual: { quantity: 1, value: 13_000, valueFor: 2 } },
  ...{ usualOfHorse: null, isHere: true, price: 6_500, owners: ["b"], isEnteredAgain: false, hasRider: false },
  ...{ customer: "Ann", horse: "Bella", service: "Clipping", owner: "Bob" },
};
const none = { count: 0, sum: null, rows: [] };
const records = (change: Partial<RecordFindings> = {}): RecordFindings =>
  Object.assign(Object.fromEntries(RECORD_CHECKS.map((check) => [check, none])), change) as RecordFindings;
const counts = (change: Partial<BillFindings["counts"]> = {}) =>
  Object.assign(Object.fromEntries(BILL_CHECKS.map((check) => [check, 0])), change) as BillFindings["counts"];
const rows = Object.fromEntries(BILL_CHECKS.map((check) => [check, []])) as unknown as BillFindings["rows"];
const describeAll = (change: Partial<RecordFindings>, bills: Partial<BillFindings> = {}) =>
  describeFindings(
    { ...{ checked: 0, counts: counts(), sums: counts(), rows, names: [], fine: [] }, ...bills },
    records(change),
    { shown: () => 20, today: "2026-11-18" },
  );

test("each check is described, whether it found something or not, with the number and the sum of what it found", () => {
  const all = describeAll({}, { counts: counts({ old: 2 }), sums: counts({ old: 123_450 }) });
  expect(all.map(({ id, count }) => [id, count])).toEqual(
    [...BILL_CHECKS, ...NAME_CHECKS, ...RECORD_CHECKS].map((check) => [check, check === "old" ? 2 : 0]),
  );
  expect(all.find(({ id }) => id === "old")).toMatchObject({
    heading: "More than 60 days old: 2 bills",
    amount: "$1,234.50",
  });
});

test("a month that was not billed has its horses from A to Z with their amounts and days, and leads to the dialog", () => {
  const horse = {
    ...{ ...NEW_HORSE, ...DEFAULT_CHARGES, customerId: "a", responsibleParty: "Ann", hasBlanket: false },
    ...{
      location: "florida" as const,
      isBillable: true,
      isProrated: true,
      deletedAt: null,
      createdAt: "2026-01-01T15:00:00.000Z",
    },
    ...{ changes: [], months: [{ month: "2026-10", billed: [] }], checkInDate: "2026-01-01", checkOutDate: null },
  };
  const horses = [
    { ...horse, id: "c", name: "Comet" },
    { ...horse, id: "b", name: "Bella", checkOutDate: "2026-10-12" },
  ];
  const [month] = unbilledBoard(horses, "2026-11-18").map((each) => describeMonth(each, 20, "2026-11-18"));
  expect(month).toMatchObject({
    ...{ id: "2026-10", count: 2, heading: "October: 2 horses not billed", amount: "$6,658.06" },
    action: { to: "/horses/bill?month=2026-10&back=/billing/check", text: "Bill", label: "Bill October 2026" },
  });
  expect(month?.rows.map(({ facts, reason, amount, fine }) => [facts, reason, amount, fine])).toEqual([
    ["Ann", "12 of 31 days, left 10/12/2026", 185_806, { kind: "board", recordId: "b", scope: "2026-10" }],
    ["Ann", "", 480_000, { kind: "board", recordId: "c", scope: "2026-10" }],
  ]);
  const billed = ["boarding", "boarding-surcharge"].map((serviceId) => ({
    ...{ serviceId, first: "2026-10-01", last: "2026-10-31", date: "2026-10-01" },
  }));
  const without = horses.map((each) => ({ ...each, months: [{ month: "2026-10", billed }] }));
  const [rest] = unbilledBoard(without, "2026-11-18").map((each) => describeMonth(each, 20, "2026-11-18"));
  expect(rest).toMatchObject({ heading: "October: Training of 2 horses not billed", amount: "$2,427.42" });
  expect(rest?.rows.map(({ reason }) => reason)).toEqual([
    "only Training, 12 of 31 days, left 10/12/2026",
    "only Training",
  ]);
  expect(month?.rows[0]?.links).toEqual([
    { to: "/horses/bill?q=%22Bella%22&month=2026-10&back=/billing/check", text: "Bella" },
  ]);
});

const BOARD = { service: "Boarding", slot: "2026-10", alike: { count: 2, latest: 9 } };

test.each<[BillCheck, Partial<FoundBill>, string]>([
  ["duplicates", { alike: { count: 3, latest: 9 } }, "3 bills of this horse, service and day"],
  ["boardTwice", BOARD, "2 bills of this service for October 2026"],
  ["notOwner", {}, "Bob owned the horse"],
  ["notOwner", { owner: "Unknown" }, "The horse had no owner"],
  ["unknown", { customerId: null, customer: "Unknown" }, ""],
  ["offPrice", { quantity: 2, value: 6_500 }, "Not 2 × $65.00 = $130.00"],
  ["mistyped", {}, "$650.00 each, 10 times the price of $65.00"],
  ["mistyped", { quantity: 2, value: 26_000 }, "$130.00 each, 2 times the price of $65.00"],
  ["mistyped", { value: 3_250 }, "$32.50 each, half the price of $65.00"],
  ["mistyped", { value: 650 }, "$6.50 each, a tenth of the price of $65.00"],
  ["mistyped", { value: 65 }, "$0.65 each, a hundredth of the price of $65.00"],
  ["farAbove", {}, "$650.00 each, usually up to $65.00"],
  ["farAbove", { quantity: 10 }, "Quantity 10, usually up to 1"],
  ["farAbove", { quantity: 5, value: 32_500, usualOfHorse: 1 }, "Quantity 5, usually up to 1 for this horse"],
  ["farAbove", { quantity: 10, value: 65_000, usualOfHorse: 2 }, "Quantity 10, usually up to 2 for this horse"],
  ["farAbove", { quantity: 10, value: 65_000, usualOfHorse: 4 }, "Quantity 10, usually up to 1"],
  ["notHere", {}, ""],
  ["farAbove", { quantity: 9, value: 900_000 }, "$1,000.00 each, usually up to $65.00"],
  ["zero", { value: 0 }, ""],
  ["future", { date: "2026-11-19" }, ""],
  ["old", { date: "2026-09-18" }, "61 days old"],
])("what %s says of a bill", (check, change, text) => {
  expect(foundBillRow(check, { ...bill, ...change }, "2026-11-18").reason).toBe(text);
});

test("a found bill has its day, service and customer, and its horse leads to where it is edited", () => {
  expect(foundBillRow("zero", { ...bill, quantity: 2 }, "2026-11-18")).toMatchObject({
    name: "Clipping for Bella, 11/01/2026",
    links: [{ to: "/billing/check/b/edit?all=zero", text: "Bella" }],
    facts: "11/01/2026 · 2 × Clipping · Ann",
    fine: { kind: "zero", recordId: "b", scope: "3" },
  });
});

test.each<[BillCheck, Partial<FoundBill>, string | null]>([
  ["duplicates", {}, "/billing?view=all&q=11%2F01%2F2026&sort=horse&horse=h&service=s&from=2026-11-01&to=2026-11-01"],
  ["boardTwice", BOARD, "/billing?view=all&sort=horse&horse=h&service=s"],
  ["old", {}, null],
])("%s leads to the bills that a bill is compared with", (check, change, address) => {
  expect(foundBillRow(check, { ...bill, ...change }, "2026-11-18").compared).toBe(address);
});

test("Fine remembers the version of a bill, and of bills that are alike their number and the last of them", () => {
  expect(fineKeyOfBill("old", bill, bill)).toEqual({ recordId: "b", scope: "3" });
  expect(fineKeyOfBill("boardTwice", bill, { ...bill, ...BOARD })).toEqual({ recordId: "h s 2026-10", scope: "2 9" });
});

test("a horse without an owner, a show and a groom lead to where they are mended, and It's OK is offered for the horse", () => {
  const record = (change: object) => ({
    ...{ count: 1, sum: null },
    rows: [{ id: "r", name: "Bella", date: null, other: null, ownerId: null, amount: null, ...change }],
  });
  const findings = describeAll({
    ownerless: record({ other: "Ann (deleted)", ownerId: "a" }),
    shows: { ...record({ date: "2026-11-17", other: "Bella", amount: 5_000 }), sum: 5_000 },
    grooms: record({ name: "Gus", date: "2026-11-16" }),
  });
  const found = findings.flatMap(({ heading, amount, rows }) =>
    rows.map(({ links, facts, fine }) => [heading, amount, links[0]?.to, facts, fine]),
  );
  expect(found).toEqual([
    [
      ...["Without an owner: 1 horse", "", "/horses/r/edit", "Ann (deleted)"],
      { kind: "ownerless", recordId: "r", scope: "a" },
    ],
    ["Shows not billed: 1 show", "$50.00", "/shows/r/edit", "11/17/2026 · Bella", null],
    ["Grooms without a weekly salary: 1 week", "", "/payroll?view=all&q=Gus", "week of 11/16/2026", null],
  ]);
});

test("before an export, only the names of its bills count", () => {
  const names = [
    name("1", "Ann"),
    name("2", "ann"),
    name("3", "Bob"),
    name("4", "bob", { isUsed: true }),
    name("5", "a:b"),
  ];
  const ofBills = counts({ duplicates: 1, boardTwice: 2, unknown: 1, zero: 2, old: 1_509 });
  expect(describeBeforeExport({ counts: ofBills, names, fine: [] })).toEqual([
    { check: "duplicates", text: "1 bill may be a duplicate." },
    { check: "boardTwice", text: "2 monthly bills repeat others." },
    { check: "unknown", text: "1 bill has no customer and is exported as “Unknown”." },
    { check: "zero", text: "2 bills have an amount of $0.00." },
    { check: "old", text: "1,509 bills are more than 60 days old." },
    { check: "mergedNames", text: "1 group of names QuickBooks will merge." },
  ]);
  expect(describeBeforeExport({ counts: ofBills, names, fine: ["mergedNames 3 3.1 4.1"] })).toHaveLength(5);
  expect(describeBeforeExport({ counts: counts(), names: names.slice(0, 3), fine: [] })).toEqual([]);
});
