import { expect, test } from "vitest";
import type { BillCheck } from "#app/domain/exports/checks.ts";
import {
  type BilledFor,
  type BillsToCheck,
  countSimple,
  judgeBills,
  type PendingBill,
} from "#app/domain/exports/judge-bills.ts";
import { billFindings } from "#app/domain/exports/sum-findings.ts";

/* The rules of the checks of bills, in a barn with the horse Bella, its owner Ana and the service Clipping (docs/product.md, 'Check'). */

const TODAY = "2026-11-18";

let seq = 0;
const billedFor = (change: Partial<BilledFor> = {}): BilledFor => {
  seq += 1;
  return {
    seq,
    horseId: "bella",
    serviceId: "clip",
    date: "2026-11-01",
    ...{ period: null, firstDay: null, lastDay: null },
    ...change,
  };
};
const bill = (change: Partial<PendingBill> = {}): PendingBill => ({
  ...{ id: `bill ${seq + 1}`, version: 1, customerId: "ana", quantity: 1, value: 6_500 },
  ...{ unitPrice: null, isValueTyped: false, rider: null, showDate: null },
  ...billedFor(change),
  ...change,
});

const record = (id: string, name = id) => ({ id, name, version: 1, isDeleted: false });
const service = (id: string, change: Partial<BillsToCheck["services"][number]> = {}) => ({
  ...{ ...record(id), price: 6_500, lastBills: [] },
  ...change,
});
const STAY = { checkInDate: "2020-01-01", checkOutDate: null };
type Horse = BillsToCheck["horses"][number];
const horse = (
  id: string,
  customerId: string | null,
  changes: (Partial<Horse["changes"][number]> & { at: string })[] = [],
): Horse => ({
  ...{ ...record(id), ...STAY, customerId },
  changes: changes.map((change) => ({ ...STAY, customerId, ...change })),
});
const barn = (bills: PendingBill[], change: Partial<BillsToCheck> = {}): BillsToCheck => ({
  ...{ bills, others: [], fine: [], ofHorses: [], grooms: [] },
  horses: [horse("bella", "ana"), horse("max", "ana")],
  customers: [
    { ...record("ana", "Ana"), riders: [] },
    { ...record("bob", "Bob"), riders: ["Zoe"] },
    { ...record("cat", "Cat"), riders: [] },
  ],
  services: [service("clip"), service("boarding", { price: 290_000 }), service("blanket")],
  ...change,
});

/** The bills of the list that a check finds. */
const foundBy = (check: BillCheck, bills: PendingBill[], change: Partial<BillsToCheck> = {}) =>
  judgeBills(barn(bills, change), TODAY).flatMap(({ bill, checks }) => (checks.includes(check) ? [bill] : []));

const ONE: [BillCheck, change: Partial<PendingBill>, isFound: boolean][] = [
  ["future", { date: "2026-11-19" }, true],
  ["future", { date: TODAY }, false],
  ["old", { date: "2026-09-18" }, true],
  ["old", { date: "2026-09-19" }, false],
  ["zero", { value: 0 }, true],
  ["zero", { value: 1 }, false],
  ["unknown", { customerId: null }, true],
  ["unknown", {}, false],
  // The product of the quantity and the price when the bill was made, unless a person typed the value.
  ["offPrice", { quantity: 3, value: 19_500, unitPrice: 6_500 }, false],
  ["offPrice", { quantity: 3, unitPrice: 6_500 }, true],
  ["offPrice", { quantity: 3, value: 19_501, unitPrice: 6_500 }, true],
  ["offPrice", { quantity: 3, unitPrice: 6_500, isValueTyped: true }, false],
  ["offPrice", { quantity: 3 }, false],
  ["offPrice", { quantity: 3, value: 0, unitPrice: 0 }, false],
  // The price of the service today times or divided by 2, 10 or 100.
  ["mistyped", {}, false],
  ["mistyped", { value: 13_000 }, true],
  ["mistyped", { value: 3_250 }, true],
  ["mistyped", { value: 65_000 }, true],
  ["mistyped", { value: 650 }, true],
  ["mistyped", { value: 650_000 }, true],
  ["mistyped", { value: 65 }, true],
  ["mistyped", { quantity: 3, value: 39_000 }, true],
  ["mistyped", { quantity: 2, value: 13_000 }, false],
  ["mistyped", { value: 19_500 }, false],
  ["mistyped", { value: 13_001 }, false],
  ["mistyped", { value: 0 }, false],
  ["mistyped", { serviceId: "boarding", value: 580_000 }, false],
  // A show's own price, such as the half of a cost that two horses divide.
  ["mistyped", { value: 3_250, showPrice: 3_250 }, false],
  ["mistyped", { value: 32_500, showPrice: 3_250 }, true],
];
test.each(ONE)("%s: of a bill with %o: %s", (check, change, isFound) => {
  expect(foundBy(check, [bill(change)])).toHaveLength(isFound ? 1 : 0);
});

test("a price is not mistyped if that of the service is $0.00", () => {
  const bills = [bill({ value: 100 }), bill({ value: 0 })];
  expect(foundBy("mistyped", bills, { services: [service("clip", { price: 0 })] })).toEqual([]);
});

const OTHER: [BillCheck, first: Partial<PendingBill>, second: Partial<PendingBill>, isFound: boolean][] = [
  ["duplicates", {}, { value: 1, quantity: 3, customerId: null }, true],
  ["duplicates", {}, { date: "2026-11-02" }, false],
  ["duplicates", {}, { horseId: "max" }, false],
  ["duplicates", {}, { serviceId: "blanket" }, false],
  ["duplicates", { serviceId: "boarding" }, { serviceId: "boarding" }, false],
  ["boardTwice", {}, {}, false],
  ["boardTwice", { serviceId: "boarding", period: "2026-11" }, { serviceId: "boarding", period: "2026-11" }, true],
  ["boardTwice", { serviceId: "boarding", period: "2026-11" }, { serviceId: "boarding", date: "2026-11-30" }, true],
  ["boardTwice", { serviceId: "boarding", period: "2026-11" }, { serviceId: "boarding", date: "2026-12-01" }, false],
  [
    "boardTwice",
    { serviceId: "boarding", period: "2026-11" },
    { serviceId: "boarding", date: "2026-12-01", period: "2026-11" },
    true,
  ],
  ["boardTwice", { serviceId: "boarding", period: "2026-11" }, { serviceId: "boarding", period: "2026-10" }, false],
  ["boardTwice", { serviceId: "boarding" }, { serviceId: "blanket" }, false],
  ["boardTwice", { serviceId: "boarding" }, { serviceId: "boarding", horseId: "max" }, false],
];
test.each(OTHER)("%s: of %o and %o: %s, pending or exported", (check, first, second, isFound) => {
  expect(foundBy(check, [bill(first), bill(second)])).toHaveLength(isFound ? 2 : 0);
  expect(foundBy(check, [bill(first)], { others: [billedFor(second)] })).toHaveLength(isFound ? 1 : 0);
});

test("bills that are alike are counted with those that are exported, and the last one is known", () => {
  const bills = [bill(), bill(), bill({ date: "2026-11-02" })];
  const exported = billedFor();
  const alike = { count: 3, latest: exported.seq };
  const found = judgeBills(barn(bills, { others: [exported] }), TODAY);
  expect(found.map(({ beside }) => beside.alike)).toEqual([alike, alike]);
});

// The horse was Bob's until 10/15, 11:30 PM in New York, then Cat's until 11/10, noon, and of Cat also after a change of its stall.
const SOLD = [
  { customerId: "bob", at: "2026-10-16T03:30:00.000Z" },
  { customerId: "cat", at: "2026-11-01T17:00:00.000Z" },
  { customerId: "cat", at: "2026-11-10T17:00:00.000Z" },
];
const OWNERS: [change: Partial<PendingBill>, isFound: boolean, owner?: string][] = [
  [{ customerId: "bob", date: "2026-10-01" }, false],
  [{ customerId: "bob", date: "2026-10-14" }, false],
  [{ customerId: "bob", date: "2026-10-15" }, true, "Cat"],
  [{ customerId: "cat", date: "2026-10-15" }, false],
  [{ customerId: "cat", date: "2026-10-14" }, true, "Bob"],
  [{ customerId: "cat", date: "2026-11-05" }, false],
  [{ customerId: "cat", date: "2026-11-09" }, false],
  [{ customerId: "cat", date: "2026-11-10" }, true, "Ana"],
  [{ customerId: "ana", date: "2026-11-10" }, false],
  [{ customerId: "ana", date: "2026-11-09" }, true, "Cat"],
  [{ customerId: null, date: "2026-11-09" }, false],
  // The rider of the bill may pay.
  [{ customerId: "bob", rider: "Zoe" }, false],
  [{ customerId: "bob", rider: "Zo" }, true, "Cat"],
  [{ customerId: "ana", rider: "Zoe" }, true, "Cat"],
  // Every owner in the month of a board bill.
  [{ customerId: "bob", date: "2026-11-12", period: "2026-10" }, false],
  [{ customerId: "cat", date: "2026-11-12", period: "2026-10" }, false],
  [{ customerId: "ana", date: "2026-11-12", period: "2026-10" }, true, "Cat"],
  [{ customerId: "bob", date: "2026-10-12", period: "2026-11" }, true, "Ana"],
  // The owner on the day of the show.
  [{ customerId: "bob", date: "2026-11-12", showDate: "2026-10-10" }, false],
  [{ customerId: "ana", date: "2026-11-12", showDate: "2026-10-10" }, true, "Bob"],
];
test.each(OWNERS)("not the owner's: %o: %s", (change, isFound, owner) => {
  const read = barn([bill(change)], { horses: [horse("bella", "ana", SOLD)] });
  const { rows } = billFindings(read, TODAY, () => 9);
  expect(rows.notOwner.map((row) => row.owner)).toEqual(isFound ? [owner] : []);
});

test("a horse may have had no owner", () => {
  const read = barn([bill()], {
    horses: [horse("bella", "ana", [{ customerId: null, at: "2026-11-10T17:00:00.000Z" }])],
  });
  const { rows } = billFindings(read, TODAY, () => 9);
  expect(rows.notOwner.map(({ owner }) => owner)).toEqual(["Unknown"]);
});

const ofQuantities = (...quantities: number[]) => quantities.map((quantity) => ({ quantity, value: quantity * 6_500 }));
const ofValues = (...values: number[]) => values.map((value) => ({ quantity: 1, value }));
const ONES = Array<number>(18).fill(1);
const USUAL: [lastBills: { quantity: number; value: number }[], change: Partial<PendingBill>, isFound: boolean][] = [
  ...(
    [
      [[1, 2, 3, 4, 1, 2, 1, 4], 40, true],
      [[1, 2, 3, 4, 1, 2, 1, 4], 13, true],
      [[1, 2, 3, 4, 1, 2, 1, 4], 12, false],
      [ONES, 10, true],
      [ONES, 9, false],
      [[...ONES, 40, 40], 40, true],
      [[...ONES, 20, 20, 20, 20], 20, false],
      [[2, 40], 40, true],
      [[40], 40, false],
      [[], 40, false],
    ] as [number[], number, boolean][]
  ).map(([quantities, quantity, isFound]): (typeof USUAL)[number] => [
    ofQuantities(...quantities),
    { quantity, value: quantity * 6_500 },
    isFound,
  ]),
  [ofQuantities(...ONES), { value: 19_500 }, false],
  [ofQuantities(...ONES), { value: 19_501 }, true],
  [ofQuantities(...ONES), { quantity: 2, value: 39_000 }, false],
  [ofQuantities(...ONES), { quantity: 2, value: 39_001 }, true],
  // This is said of the price already.
  [ofQuantities(...ONES), { value: 65_000 }, false],
  [ofValues(290_000, 250_000, 360_000, 290_000), { serviceId: "boarding", value: 870_001 }, true],
  [ofValues(290_000, 250_000, 360_000, 290_000), { serviceId: "boarding", value: 870_000 }, false],
  [ofValues(0, 0, 0), { serviceId: "blanket", value: 500 }, false],
];
test.each(USUAL)("far above the usual: after %o a bill with %o: %s", (lastBills, change, isFound) => {
  const each = bill(change);
  const services = [service("other", { lastBills: ofValues(1, 1, 1, 1) }), service(each.serviceId, { lastBills })];
  expect(foundBy("farAbove", [each], { services })).toHaveLength(isFound ? 1 : 0);
});

const QUANTITIES: [quantities: number[], quantity: number, isFound: boolean][] = [
  [Array(10).fill(1), 4, true],
  [Array(10).fill(1), 3, false],
  [Array(9).fill(1), 4, false],
  [[...Array(9).fill(1), 4], 4, true],
  [[...Array(8).fill(1), 4, 4], 4, false],
  [Array(20).fill(2), 7, true],
  [Array(20).fill(2), 6, false],
];
test.each(QUANTITIES)(
  "far above the usual of the horse: after %j a quantity of %i: %s",
  (quantities, quantity, isFound) => {
    const ofHorse = (horseId: string, serviceId: string) => ({ horseId, serviceId, quantities });
    const found = (...ofHorses: BillsToCheck["ofHorses"]) =>
      foundBy("farAbove", [bill({ quantity, value: 1 })], { ofHorses });
    expect(found(ofHorse("bella", "clip"))).toHaveLength(isFound ? 1 : 0);
    expect(found(ofHorse("max", "clip"), ofHorse("bella", "blanket"))).toEqual([]);
  },
);

// Bella was here until 10/10, and is since 11/05, until 11/20.
const CAME_BACK: Horse = {
  ...horse("bella", "ana", [
    { at: "2026-11-05T17:00:00.000Z", checkOutDate: "2026-10-10" },
    { at: "2026-11-15T17:00:00.000Z", checkInDate: "2026-11-05" },
  ]),
  ...{ checkInDate: "2026-11-05", checkOutDate: "2026-11-20" },
};
test.each<[change: Partial<PendingBill>, isFound: boolean]>([
  [{ date: "2026-10-10" }, false],
  [{ date: "2026-10-11" }, true],
  [{ date: "2026-11-04" }, true],
  [{ date: "2026-11-05" }, false],
  [{ date: "2026-11-20" }, false],
  [{ date: "2026-11-21" }, true],
  [{ date: "2019-12-31" }, true],
  // Shows are elsewhere, and runs know the days.
  [{ date: "2026-11-21", showDate: "2026-10-20" }, false],
  [{ date: "2026-11-21", serviceId: "boarding", period: "2026-11" }, false],
  [{ date: "2026-11-21", serviceId: "boarding" }, true],
  [{ date: "2026-11-21", horseId: "max" }, false],
])("not on the property: of a bill with %o: %s", (change, isFound) => {
  expect(foundBy("notHere", [bill(change)], { horses: [CAME_BACK, horse("max", "ana")] })).toHaveLength(
    isFound ? 1 : 0,
  );
});

test("what is marked fine is not found by that check, until the bill changes or another one is like it", () => {
  const [zero, changed, one, two] = [
    bill({ value: 0, customerId: null, date: "2026-11-02" }),
    bill({ version: 2, value: 0, date: "2026-11-03" }),
    bill(),
    bill(),
  ];
  const fine = [`zero ${zero?.id} 1`, `zero ${changed?.id} 1`, `duplicates bella clip 2026-11-01 2 ${two?.seq}`];
  const checksOf = (bills: PendingBill[]) => judgeBills(barn(bills, { fine }), TODAY).map(({ checks }) => checks);
  expect(checksOf([zero, changed, one, two])).toEqual([["unknown"], ["zero"]]);
  expect(checksOf([one, two, bill()])).toEqual(Array(3).fill(["duplicates"]));
});

test("counts and sums are exact, and the first bills of each check are shown by horse and date", () => {
  const zeros = Array.from({ length: 130 }, (_, i) =>
    bill({ value: 0, date: i < 65 ? "2020-01-01" : "2026-11-01", horseId: i % 2 ? "max" : "bella" }),
  );
  const read = barn([
    ...zeros,
    bill({ value: 500, customerId: null, date: "2020-01-02", horseId: "max" }),
    bill({ date: "2026-11-03" }),
  ]);
  const { checked, counts, sums, rows } = billFindings(read, TODAY, (check) => (check === "old" ? 100 : 66));
  expect(checked).toBe(132);
  expect(counts).toMatchObject({ zero: 130, old: 66, unknown: 1, duplicates: 130 });
  expect(sums).toMatchObject({ zero: 0, old: 500, unknown: 500 });
  expect(rows.zero.map(({ horse: name }) => name)).toEqual([...Array(65).fill("bella"), "max"]);
  const dates = rows.old.map(({ horse: name, date }) => `${name} ${date}`);
  expect([dates.length, dates.at(-2), dates.at(-1)]).toEqual([66, "max 2020-01-01", "max 2020-01-02"]);
});

test("a name counts if it is not deleted, or if a pending bill has it", () => {
  const customers = ["ana", "bob"].map((id) => ({ ...record(id), isDeleted: true, riders: [] }));
  const { names, rows } = billFindings(
    barn([bill({ value: 0 })], { customers, services: [service("clip")], horses: [horse("bella", "ana")] }),
    TODAY,
    () => 1,
  );
  expect(names).toEqual([
    { id: "ana", kind: "customer", name: "ana", version: 1, isUsed: true },
    { id: "clip", kind: "service", name: "clip", version: 1, isUsed: true },
    { id: "bella", kind: "horse", name: "bella", version: 1, isUsed: true },
  ]);
  expect(rows.zero.map(({ customer }) => customer)).toEqual(["ana (deleted)"]);
});

test("the Overview counts as Check does, from groups of bills", () => {
  const bills = ONE.map(([, change]) => bill(change));
  const fine = { ...bill({ date: "2020-01-01", value: 0 }), check: "old" as const };
  const { counts } = billFindings(barn([...bills, fine], { fine: [`old ${fine.id} 1`] }), TODAY, () => 0);
  const groups = [...bills, fine].map((each) => ({ ...each, count: 1 }));
  const { old, future, unknown, zero } = counts;
  expect(countSimple({ groups, fine: [fine] }, TODAY)).toEqual({ old, future, unknown, zero });
  const three = groups.map((each) => ({ ...each, count: 3 }));
  expect(countSimple({ groups: three, fine: [] }, TODAY).old).toBe(3 * (old + 1));
});

test.each<[what: string, days: [first: number, last: number] | null, found: number]>([
  ["the other days", [15, 30], 0],
  ["a day of them", [14, 30], 2],
  ["the day after", [15, 15], 0],
  ["the same days", [1, 14], 2],
  ["days within", [5, 6], 2],
  ["the whole month", null, 2],
])("board of 11/01 to 11/14 is billed twice beside a bill for %s: %j", (_, days, found) => {
  const day = (of: number) => `2026-11-${String(of).padStart(2, "0")}`;
  const board = (first: number | null, last: number | null) =>
    bill({
      ...{ serviceId: "boarding", period: "2026-11" },
      ...{ firstDay: first && day(first), lastDay: last && day(last) },
    } as Partial<PendingBill>);
  const [first, last] = days ?? [null, null];
  expect(foundBy("boardTwice", [board(1, 14), board(first, last)])).toHaveLength(found);
});
