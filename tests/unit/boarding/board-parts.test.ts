import { expect, test } from "vitest";
import type { PastHorse } from "#app/domain/barn/horse-history.ts";
import { plusDays } from "#app/domain/basics/calendar.ts";
import { totalOf } from "#app/domain/bills/charges.ts";
import {
  type BilledLine,
  type BoardBasis,
  type BoardPart,
  daysInWords,
  type Payer,
} from "#app/domain/boarding/board-parts.ts";
import {
  billedPartsOf,
  boardOf,
  describeBillable,
  isWhollyBilled,
  linesOf,
} from "#app/domain/boarding/boarding-month.ts";
import { DEFAULT_CHARGES, type HorseFacts, NEW_HORSE } from "#app/domain/boarding/monthly-charges.ts";
import { randomFrom } from "#db/seed/random.ts";

const FACTS: HorseFacts = {
  ...{ customerId: "maeve", responsibleParty: "Maeve", location: "florida" },
  ...{ checkInDate: "2026-01-01", checkOutDate: null, hasBlanket: false, isBillable: true },
  ...NEW_HORSE,
};
const HORSE = {
  ...{ ...FACTS, ...DEFAULT_CHARGES, createdAt: "2026-01-01T15:00:00.000Z", deletedAt: null },
  changes: [] as PastHorse[],
};
const PRIYA = { customerId: "priya", responsibleParty: "Priya" };
const OMAR = { customerId: "omar", responsibleParty: "Omar" };
const FREE = { isBillable: false };
const SOLD_EARLY: States = [{}, ["2026-11-05", PRIYA]];
const ON_LONG_ISLAND = { location: "long-island" } as const;

/** The states of a horse, the first one first, each but the first with the instant from which it held; a day stands for its noon. */
type States = [first: Partial<HorseFacts>, ...changes: [at: string, change: Partial<HorseFacts>][]];

function horseOf([first, ...changes]: States) {
  const states: HorseFacts[] = [{ ...FACTS, ...first }];
  for (const [, change] of changes) states.push({ ...(states.at(-1) as HorseFacts), ...change });
  const past = changes.map(([at], n) => ({
    ...(states[n] as HorseFacts),
    at: at.length === 10 ? `${at}T17:00:00.000Z` : at,
    ...{ seq: n, actor: null },
  }));
  return { ...HORSE, ...(states.at(-1) as HorseFacts), changes: past.reverse() };
}

const inWords = (part: Omit<BoardPart, "stay">) =>
  `${part.facts.responsibleParty} ${part.facts.location === "florida" ? "FL" : "LI"} ${daysInWords(part)}`;

test.each<[what: string, month: string, states: States, parts: string[]]>([
  ["a month without changes", "2026-11", [{}], ["Maeve FL 11/01 to 11/30"]],
  ["sold on the first day", "2026-11", [{}, ["2026-11-01", PRIYA]], ["Priya FL 11/01 to 11/30"]],
  ["sold on the second", "2026-11", [{}, ["2026-11-02", PRIYA]], ["Maeve FL 11/01", "Priya FL 11/02 to 11/30"]],
  ["sold within", "2026-11", [{}, ["2026-11-15", PRIYA]], ["Maeve FL 11/01 to 11/14", "Priya FL 11/15 to 11/30"]],
  ["sold on the last day", "2026-11", [{}, ["2026-11-30", PRIYA]], ["Maeve FL 11/01 to 11/29", "Priya FL 11/30"]],
  ["sold on the day after", "2026-11", [{}, ["2026-12-01", PRIYA]], ["Maeve FL 11/01 to 11/30"]],
  [
    "sold a minute before midnight in New York",
    "2026-11",
    [{}, ["2026-12-01T04:59:00.000Z", PRIYA]],
    ["Maeve FL 11/01 to 11/29", "Priya FL 11/30"],
  ],
  ["sold at midnight", "2026-11", [{}, ["2026-12-01T05:00:00.000Z", PRIYA]], ["Maeve FL 11/01 to 11/30"]],
  [
    "sold in the hour that comes twice as daylight-saving time ends",
    "2026-11",
    [{}, ["2026-11-01T05:30:00.000Z", PRIYA], ["2026-11-01T06:30:00.000Z", OMAR]],
    ["Omar FL 11/01 to 11/30"],
  ],
  [
    "sold a minute after midnight in summer time",
    "2026-10",
    [{}, ["2026-10-20T04:01:00.000Z", PRIYA]],
    ["Maeve FL 10/01 to 10/19", "Priya FL 10/20 to 10/31"],
  ],
  ["sold in February", "2026-02", [{}, ["2026-02-28", PRIYA]], ["Maeve FL 02/01 to 02/27", "Priya FL 02/28"]],
  [
    "sold twice",
    "2026-11",
    [{}, ["2026-11-10", PRIYA], ["2026-11-20", OMAR]],
    ["Maeve FL 11/01 to 11/09", "Priya FL 11/10 to 11/19", "Omar FL 11/20 to 11/30"],
  ],
  [
    "sold and bought back",
    "2026-11",
    [{}, ["2026-11-10", PRIYA], ["2026-11-20", { customerId: "maeve", responsibleParty: "Maeve" }]],
    ["Maeve FL 11/01 to 11/09", "Priya FL 11/10 to 11/19", "Maeve FL 11/20 to 11/30"],
  ],
  [
    "a wrong owner, corrected on the same day",
    "2026-11",
    [
      {},
      ["2026-11-10T15:00:00.000Z", PRIYA],
      ["2026-11-10T16:00:00.000Z", { customerId: "maeve", responsibleParty: "Maeve" }],
    ],
    ["Maeve FL 11/01 to 11/30"],
  ],
  ["moved", "2026-11", [{}, ["2026-11-20", ON_LONG_ISLAND]], ["Maeve FL 11/01 to 11/19", "Maeve LI 11/20 to 11/30"]],
  [
    "sold and moved on one day",
    "2026-11",
    [{}, ["2026-11-20", { ...PRIYA, ...ON_LONG_ISLAND }]],
    ["Maeve FL 11/01 to 11/19", "Priya LI 11/20 to 11/30"],
  ],
  [
    "moved, and sold later",
    "2026-11",
    [{}, ["2026-11-05", ON_LONG_ISLAND], ["2026-11-20", PRIYA]],
    ["Maeve FL 11/01 to 11/04", "Maeve LI 11/05 to 11/19", "Priya LI 11/20 to 11/30"],
  ],
  ["another price only", "2026-11", [{}, ["2026-11-15", { boarding: 350_000 }]], ["Maeve FL 11/01 to 11/30"]],
  [
    "away, and the same owner",
    "2026-11",
    [
      {},
      ["2026-11-09", { checkOutDate: "2026-11-10" }],
      ["2026-11-20", { checkInDate: "2026-11-20", checkOutDate: null }],
    ],
    ["Maeve FL 11/01 to 11/10", "Maeve FL 11/20 to 11/30"],
  ],
  [
    "back on the day after it left",
    "2026-11",
    [
      {},
      ["2026-11-10", { checkOutDate: "2026-11-10" }],
      ["2026-11-11", { checkInDate: "2026-11-11", checkOutDate: null }],
    ],
    ["Maeve FL 11/01 to 11/10", "Maeve FL 11/11 to 11/30"],
  ],
  [
    "sold while it was away",
    "2026-11",
    [
      {},
      ["2026-11-09", { checkOutDate: "2026-11-10" }],
      ["2026-11-14", PRIYA],
      ["2026-11-20", { checkInDate: "2026-11-20", checkOutDate: null }],
    ],
    ["Maeve FL 11/01 to 11/10", "Priya FL 11/20 to 11/30"],
  ],
  [
    "sold and back, entered five days late",
    "2026-11",
    [
      {},
      ["2026-11-09", { checkOutDate: "2026-11-10" }],
      ["2026-11-25", { ...PRIYA, ...ON_LONG_ISLAND, checkInDate: "2026-11-20", checkOutDate: null }],
    ],
    ["Maeve FL 11/01 to 11/10", "Priya LI 11/20 to 11/30"],
  ],
  [
    "leaving and coming back entered together, late",
    "2026-11",
    [
      {},
      ["2026-11-25T15:00:00.000Z", { checkOutDate: "2026-11-10" }],
      ["2026-11-25T15:01:00.000Z", { ...PRIYA, checkInDate: "2026-11-20", checkOutDate: null }],
    ],
    ["Maeve FL 11/01 to 11/10", "Priya FL 11/20 to 11/30"],
  ],
  [
    "sold while its return is planned",
    "2026-11",
    [
      { checkOutDate: "2026-11-10" },
      ["2026-11-03", { checkInDate: "2026-11-20", checkOutDate: null }],
      ["2026-11-06", PRIYA],
    ],
    ["Maeve FL 11/01 to 11/05", "Priya FL 11/06 to 11/10", "Priya FL 11/20 to 11/30"],
  ],
  [
    "sold on the last day of a stay",
    "2026-11",
    [{ checkOutDate: "2026-11-10" }, ["2026-11-10", PRIYA]],
    ["Maeve FL 11/01 to 11/09", "Priya FL 11/10"],
  ],
  [
    "sold after it left",
    "2026-11",
    [{ checkOutDate: "2026-11-10" }, ["2026-11-11", PRIYA]],
    ["Maeve FL 11/01 to 11/10"],
  ],
  ["not billable from the second day", "2026-11", [{}, ["2026-11-02", FREE]], ["Maeve FL 11/01"]],
  ["not billable from the first day", "2026-11", [{}, ["2026-11-01", FREE]], []],
  ["not billable on the last day", "2026-11", [{}, ["2026-11-30", FREE]], ["Maeve FL 11/01 to 11/29"]],
  ["billable from the last day", "2026-11", [FREE, ["2026-11-30", { isBillable: true }]], ["Maeve FL 11/30"]],
  [
    "not billable for some days",
    "2026-11",
    [{}, ["2026-11-10", FREE], ["2026-11-12", { isBillable: true }]],
    ["Maeve FL 11/01 to 11/09", "Maeve FL 11/12 to 11/30"],
  ],
  [
    "not billable and billable again on one day",
    "2026-11",
    [{}, ["2026-11-10T15:00:00.000Z", FREE], ["2026-11-10T16:00:00.000Z", { isBillable: true }]],
    ["Maeve FL 11/01 to 11/30"],
  ],
  [
    "sold to an owner who does not pay",
    "2026-11",
    [{}, ["2026-11-15", { ...PRIYA, ...FREE }]],
    ["Maeve FL 11/01 to 11/14"],
  ],
  [
    "not billable while it was away",
    "2026-11",
    [
      {},
      ["2026-11-09", { checkOutDate: "2026-11-10" }],
      ["2026-11-14", FREE],
      ["2026-11-20", { checkInDate: "2026-11-20", checkOutDate: null, isBillable: true }],
    ],
    ["Maeve FL 11/01 to 11/10", "Maeve FL 11/20 to 11/30"],
  ],
])("%s", (_, month, states, parts) => {
  expect(boardOf(horseOf(states), month).parts.map(inWords)).toEqual(parts);
});

test.each<[what: string, states: States, reasons: string[], days: number]>([
  ["switched off", [{}, ["2026-11-12", FREE]], ["not billable since 11/12/2026"], 30],
  ["switched on", [FREE, ["2026-11-12", { isBillable: true }]], ["billable since 11/12/2026"], 30],
  [
    "off for some days",
    [{}, ["2026-11-10", FREE], ["2026-11-12", { isBillable: true }]],
    ["not billable 11/10 to 11/11"],
    30,
  ],
  ["never billable", [FREE], [], 30],
])("a horse whose Billable was %s says so, and was on the property on all days", (_, states, reasons, days) => {
  const board = boardOf(horseOf(states), "2026-11");
  expect([describeBillable(board), board.part.days]).toEqual([reasons, days]);
});

test.each<[what: string, deletedAt: string, states: States, parts: string[]]>([
  ["in the month", "2026-11-12T17:00:00.000Z", [{}], ["Maeve FL 11/01 to 11/12"]],
  ["a minute before midnight in New York", "2026-11-12T04:59:00.000Z", [{}], ["Maeve FL 11/01 to 11/11"]],
  ["on the first day", "2026-11-01T17:00:00.000Z", [{}], ["Maeve FL 11/01"]],
  ["on the last day", "2026-12-01T04:59:00.000Z", [{}], ["Maeve FL 11/01 to 11/30"]],
  ["before the month", "2026-11-01T03:59:00.000Z", [{}], []],
  ["after the month", "2026-12-24T17:00:00.000Z", [{}], ["Maeve FL 11/01 to 11/30"]],
  ["after it left", "2026-11-12T17:00:00.000Z", [{ checkOutDate: "2026-11-05" }], ["Maeve FL 11/01 to 11/05"]],
  ["before its last day", "2026-11-12T17:00:00.000Z", [{ checkOutDate: "2026-11-25" }], ["Maeve FL 11/01 to 11/12"]],
  ["before it came", "2026-11-12T17:00:00.000Z", [{ checkInDate: "2026-11-20" }], []],
  [
    "before it was to come back",
    "2026-11-12T17:00:00.000Z",
    [{ checkOutDate: "2026-11-10" }, ["2026-11-03", { checkInDate: "2026-11-20", checkOutDate: null }]],
    ["Maeve FL 11/01 to 11/10"],
  ],
  ["after it was sold", "2026-11-12T17:00:00.000Z", SOLD_EARLY, ["Maeve FL 11/01 to 11/04", "Priya FL 11/05 to 11/12"]],
  ["on the day on which it was added", "2026-01-01T23:00:00.000Z", [{}], []],
])("a horse that was deleted %s has its days until then", (_, deletedAt, states, parts) => {
  expect(boardOf({ ...horseOf(states), deletedAt }, "2026-11").parts.map(inWords)).toEqual(parts);
});

test("a horse that was added and deleted on one day was a mistake: it has no days, also before that day", () => {
  const horse = { ...HORSE, createdAt: "2026-11-20T14:00:00.000Z", deletedAt: "2026-11-20T17:00:00.000Z" };
  expect(boardOf(horse, "2026-11").part.days).toBe(0);
  expect(boardOf({ ...horse, deletedAt: "2026-11-21T17:00:00.000Z" }, "2026-11").part.days).toBe(21);
});

test("at today's facts, all days are billable or none", () => {
  const daysBilled = (states: States) => boardOf({ ...horseOf(states), usesToday: true }, "2026-11").parts.map(inWords);
  expect(daysBilled([FREE, ["2026-11-12", { isBillable: true }]])).toEqual(["Maeve FL 11/01 to 11/30"]);
  expect(daysBilled([{}, ["2026-11-12", FREE]])).toEqual([]);
});

test("a horse that was added late has the owner of the day on which it was added for the days before, too", () => {
  const horse = {
    ...horseOf([{ checkInDate: "2026-11-03" }, ["2026-11-15", PRIYA]]),
    createdAt: "2026-11-10T15:00:00.000Z",
  };
  expect(boardOf(horse, "2026-11").parts.map(inWords)).toEqual(["Maeve FL 11/03 to 11/14", "Priya FL 11/15 to 11/30"]);
});

/** Maeve's until 11/10; Priya's, with a higher price, from 11/20. */
const RETURNED: States = [
  {},
  ["2026-11-09", { checkOutDate: "2026-11-10" }],
  ["2026-11-20", { ...PRIYA, boarding: 350_000, checkInDate: "2026-11-20", checkOutDate: null }],
];
/** Maeve's until 11/14, Priya's from then on. */
const SOLD: States = [{}, ["2026-11-15", PRIYA]];

const IN_FULL = { ...DEFAULT_CHARGES, isProrated: false };
const PRORATED = { ...DEFAULT_CHARGES, isProrated: true };
const amountsOf = (states: States, settings = PRORATED, payer: Payer = null) =>
  billedPartsOf(boardOf({ ...horseOf(states), payer }, "2026-11"), settings).map(
    ({ part, lines }) => `${inWords(part)}: ${lines.map(({ value }) => value).join(" ")}`,
  );

test("each owner pays for the own days at the own price", () => {
  const board = boardOf(horseOf(RETURNED), "2026-11");
  const sums = billedPartsOf(board, PRORATED).map(({ part, lines }) => [part.facts.responsibleParty, totalOf(lines)]);
  expect(sums).toEqual([
    ["Maeve", 160_000],
    ["Priya", 198_000],
  ]);
});

test("the Long Island surcharge is for the days on Long Island only", () => {
  const moved: States = [{}, ["2026-11-20", ON_LONG_ISLAND]];
  const surcharges = linesOf(boardOf(horseOf(moved), "2026-11"), PRORATED).filter(
    ({ serviceId }) => serviceId === "long-island-surcharge",
  );
  // 8.63% of $2,900.00 is $250.27, of which 11 of 30 days are $91.7657.
  expect(surcharges).toEqual([{ serviceId: "long-island-surcharge", value: 9_177 }]);
});

test.each<[what: string, payer: Payer, amounts: string[]]>([
  ["by days", null, ["Maeve FL 11/01 to 11/10: 96667 5000 58333", "Priya FL 11/20 to 11/30: 128333 5500 64167"]],
  [
    "to the first owner",
    "first",
    ["Maeve FL 11/01 to 11/10: 96667 5000 58333", "Maeve FL 11/20 to 11/30: 106333 5500 64167"],
  ],
  [
    "to the last owner",
    "last",
    ["Priya FL 11/01 to 11/10: 116667 5000 58333", "Priya FL 11/20 to 11/30: 128333 5500 64167"],
  ],
  [
    "to Priya",
    { id: "priya" },
    ["Priya FL 11/01 to 11/10: 116667 5000 58333", "Priya FL 11/20 to 11/30: 128333 5500 64167"],
  ],
  [
    "to a customer who owned it at no time",
    { id: "omar" },
    ["Maeve FL 11/01 to 11/10: 96667 5000 58333", "Priya FL 11/20 to 11/30: 128333 5500 64167"],
  ],
])("the board of two owners, billed %s", (_, payer, amounts) => {
  expect(amountsOf(RETURNED, PRORATED, payer)).toEqual(amounts);
});

test("billed to one owner, a stay is one line, but for each location", () => {
  expect(amountsOf(SOLD, PRORATED, "first")).toEqual(["Maeve FL 11/01 to 11/30: 290000 15000 175000"]);
  const moved: States = [{}, ["2026-11-15", { ...PRIYA, ...ON_LONG_ISLAND }]];
  expect(amountsOf(moved, PRORATED, "first")).toEqual([
    "Maeve FL 11/01 to 11/14: 135333 7000 81667",
    "Maeve LI 11/15 to 11/30: 154667 8000 13348 93333",
  ]);
});

test("if partial months are billed in full, owners share the amounts by their days", () => {
  expect(amountsOf(RETURNED, IN_FULL)).toEqual([
    "Maeve FL 11/01 to 11/10: 138095 7143 83333",
    "Priya FL 11/20 to 11/30: 183333 7857 91667",
  ]);
  const left: States = [{ checkOutDate: "2026-11-10" }];
  expect(amountsOf(left, IN_FULL)).toEqual(["Maeve FL 11/01 to 11/10: 290000 15000 175000"]);
});

test("each line is rounded half up on its own, so the parts of a month may add up to a cent more", () => {
  const halves: States = [{ boarding: 1, boardingSurcharge: 0, training: 0 }, ["2026-11-16", PRIYA]];
  expect(amountsOf(halves)).toEqual(["Maeve FL 11/01 to 11/15: 1 0", "Priya FL 11/16 to 11/30: 1 0"]);
});

test("the blanket is billed once a month, to the first owner with one", () => {
  const blanket: States = [{ hasBlanket: true }, ...(SOLD.slice(1) as [string, object][])];
  const blankets = (states: States, billed: BilledLine[] = []) =>
    billedPartsOf(boardOf({ ...horseOf(states), billed }, "2026-11"), PRORATED).map(
      ({ lines }) => lines.find(({ serviceId }) => serviceId === "blanket")?.value,
    );
  expect(blankets(blanket)).toEqual([10_000, undefined]);
  expect(blankets([{}, ["2026-11-15", { ...PRIYA, hasBlanket: true }]])).toEqual([undefined, 10_000]);
  const [first, last] = ["2026-11-01", "2026-11-14"];
  const lines = ["boarding", "boarding-surcharge", "training", "blanket"].map((serviceId) => ({
    ...{ serviceId, first, last, date: last },
  }));
  expect(blankets(blanket, lines)).toEqual([undefined]);
  expect(blankets(blanket, lines.slice(0, 3))).toEqual([10_000, undefined]);
});

/** A bill for all charges of some days. */
const line = (first: number, last: number): BilledLine => ({
  serviceId: null,
  first: `2026-11-${String(first).padStart(2, "0")}`,
  last: `2026-11-${String(last).padStart(2, "0")}`,
  date: "2026-11-28",
});

test.each<[what: string, billed: BilledLine[], toBill: string[]]>([
  ["nothing", [], ["Maeve FL 11/01 to 11/10", "Priya FL 11/20 to 11/30"]],
  ["the whole month", [line(1, 30)], []],
  ["the first stay", [line(1, 10)], ["Priya FL 11/20 to 11/30"]],
  ["the second stay", [line(20, 30)], ["Maeve FL 11/01 to 11/10"]],
  ["both stays", [line(1, 10), line(20, 30)], []],
  [
    "some days of a stay",
    [line(3, 5)],
    ["Maeve FL 11/01 to 11/02", "Maeve FL 11/06 to 11/10", "Priya FL 11/20 to 11/30"],
  ],
  ["the first day", [line(1, 1)], ["Maeve FL 11/02 to 11/10", "Priya FL 11/20 to 11/30"]],
  ["days of both", [line(8, 22)], ["Maeve FL 11/01 to 11/07", "Priya FL 11/23 to 11/30"]],
  ["days when it was away", [line(12, 15)], ["Maeve FL 11/01 to 11/10", "Priya FL 11/20 to 11/30"]],
  ["days twice", [line(1, 6), line(4, 10)], ["Priya FL 11/20 to 11/30"]],
  [
    "training of the first stay",
    [{ ...line(1, 10), serviceId: "training" }],
    ["Maeve FL 11/01 to 11/10", "Priya FL 11/20 to 11/30"],
  ],
])("if %s is billed, the run bills the other days", (_, billed, toBill) => {
  const board = boardOf({ ...horseOf(RETURNED), billed }, "2026-11");
  expect(isWhollyBilled(board)).toBe(toBill.length === 0);
  expect(board.toBill.map(inWords)).toEqual(toBill.length === 0 ? board.parts.map(inWords) : toBill);
});

test("the rest of a month is prorated, whatever the choice", () => {
  const board = boardOf({ ...horseOf(RETURNED), billed: [line(1, 10)] }, "2026-11");
  expect(linesOf(board, IN_FULL)).toEqual(linesOf(board, PRORATED));
  expect(linesOf(board, PRORATED).map(({ value }) => value)).toEqual([128_333, 5_500, 64_167]);
});

test("at random, every billable day on the property has one part, with the owner and location at the end of that day", () => {
  const random = randomFrom("board parts");
  const owners = [{ customerId: "maeve", responsibleParty: "Maeve" }, PRIYA, OMAR];
  for (let n = 0; n < 400; n += 1) {
    const month = random.pick(["2026-02", "2026-03", "2026-06", "2026-10", "2026-11", "2028-02"]);
    const days = new Map<string, string>();
    const states: States = [{}];
    let facts = FACTS;
    let isThere = true;
    for (let day = `${month}-01`; day.startsWith(month); day = plusDays(day, 1)) {
      if (random.chance(0.15)) {
        const change = {
          ...random.pick(owners),
          location: random.pick(["florida", "long-island"] as const),
          isBillable: random.chance(0.8),
        };
        facts = { ...facts, ...change };
        states.push([day, change]);
      }
      if (random.chance(0.1)) {
        if (isThere) states.push([day, { checkOutDate: day }]);
        else states.push([day, { checkInDate: day, checkOutDate: null }]);
        isThere = !isThere;
        if (facts.isBillable) days.set(day, inWords({ from: day, to: day, facts }));
      } else if (isThere && facts.isBillable) days.set(day, inWords({ from: day, to: day, facts }));
    }
    const board = boardOf({ ...horseOf(states), createdAt: "2025-01-01T15:00:00.000Z" }, month);
    const found = board.parts.flatMap(({ from, to, facts }) => {
      const list: string[] = [];
      for (let day = from; day <= to; day = plusDays(day, 1)) list.push(inWords({ from: day, to: day, facts }));
      return list;
    });
    expect(found).toEqual([...days.values()]);
  }
});

/** $2,900.00 until 11/27, $3,500.00 since, and training from 11/15 on. */
const RAISED: States = [{ training: 0 }, ["2026-11-15", { training: 175_000 }], ["2026-11-28", { boarding: 350_000 }]];
const boardingOf = (states: States, basis: BoardBasis, month = "2026-11") =>
  billedPartsOf(boardOf({ ...horseOf(states), ...basis }, month), PRORATED).map(
    ({ part, lines }) => `${daysInWords(part)}: ${lines.map(({ value }) => value).join(" ")}`,
  );

test.each<[what: string, basis: BoardBasis, bills: string[]]>([
  ["of a month that is over", { isOver: true }, ["11/01 to 11/30: 290000 15000"]],
  [
    "of a month that is over, the others chosen",
    { isOver: true, usesOtherPrices: true },
    ["11/01 to 11/30: 350000 15000 175000"],
  ],
  ["of the running month", {}, ["11/01 to 11/30: 350000 15000 175000"]],
  ["of the running month, the others chosen", { usesOtherPrices: true }, ["11/01 to 11/30: 290000 15000"]],
  ["of today", { isOver: true, usesToday: true }, ["11/01 to 11/30: 350000 15000 175000"]],
])("the prices %s", (_, basis, bills) => {
  expect(boardingOf(RAISED, basis)).toEqual(bills);
});

const away = (change: object): States => [
  {},
  ["2026-11-09", { checkOutDate: "2026-11-10" }],
  ["2026-11-20", { ...change, checkInDate: "2026-11-20", checkOutDate: null }],
];
const raised = (at: string, ...more: [string, object][]): States => [{}, [at, { boarding: 350_000 }], ...more];

test.each<Payer>(["first", "last", { id: "maeve" }])(
  "the stays of one owner keep their own prices if %j pays",
  (payer) => {
    const bills = ["11/01 to 11/10: 96667 5000 58333", "11/20 to 11/30: 128333 5500 64167"];
    expect(boardingOf(away({ boarding: 350_000 }), { payer })).toEqual(bills);
  },
);

test.each<[what: string, states: States, isOver: boolean, bills: string[]]>([
  ["raised on the first day", raised("2026-11-01"), true, ["11/01 to 11/30: 350000 15000 175000"]],
  ["raised on the second day", raised("2026-11-02"), true, ["11/01 to 11/30: 290000 15000 175000"]],
  ["raised on the last day", raised("2026-11-30"), true, ["11/01 to 11/30: 290000 15000 175000"]],
  ["raised after the month", raised("2026-12-01"), true, ["11/01 to 11/30: 290000 15000 175000"]],
  [
    "raised and lowered again",
    raised("2026-11-10", ["2026-11-20", { boarding: 290_000 }]),
    false,
    ["11/01 to 11/30: 290000 15000 175000"],
  ],
  [
    "another price of the second stay",
    away({ boarding: 350_000 }),
    true,
    ["11/01 to 11/10: 96667 5000 58333", "11/20 to 11/30: 128333 5500 64167"],
  ],
  [
    "raised after the horse left",
    [{ checkOutDate: "2026-11-10" }, ["2026-11-20", { boarding: 350_000 }]],
    false,
    ["11/01 to 11/10: 96667 5000 58333"],
  ],
  [
    "raised after the horse was not billable any more",
    [{}, ["2026-11-11", FREE], ["2026-11-20", { boarding: 350_000 }]],
    false,
    ["11/01 to 11/10: 96667 5000 58333"],
  ],
  [
    "raised before the horse became billable",
    [FREE, ["2026-11-10", { boarding: 350_000 }], ["2026-11-21", { isBillable: true }]],
    true,
    ["11/21 to 11/30: 116667 5000 58333"],
  ],
  [
    "raised while the horse was not billable",
    [{}, ["2026-11-11", FREE], ["2026-11-15", { boarding: 350_000 }], ["2026-11-21", { isBillable: true }]],
    true,
    ["11/01 to 11/10: 96667 5000 58333", "11/21 to 11/30: 96667 5000 58333"],
  ],
  [
    "raised with a new owner",
    [{}, ["2026-11-16", { ...PRIYA, boarding: 350_000 }]],
    true,
    ["11/01 to 11/15: 145000 7500 87500", "11/16 to 11/30: 175000 7500 87500"],
  ],
  [
    "raised before a new owner",
    raised("2026-11-10", ["2026-11-16", PRIYA]),
    true,
    ["11/01 to 11/15: 145000 7500 87500", "11/16 to 11/30: 175000 7500 87500"],
  ],
  [
    "raised before a move",
    raised("2026-11-10", ["2026-11-16", ON_LONG_ISLAND]),
    true,
    ["11/01 to 11/15: 145000 7500 87500", "11/16 to 11/30: 145000 7500 12514 87500"],
  ],
])("a price that was %s", (_, states, isOver, bills) => {
  expect(boardingOf(states, { isOver })).toEqual(bills);
});

test("every price that changed in the month is marked, with the days of each amount", () => {
  const { changedPrices } = boardOf({ ...horseOf(RAISED), isOver: true }, "2026-11");
  expect(
    changedPrices.map(({ field, amounts }) => [field, ...amounts.map((each) => `${daysInWords(each)} ${each.value}`)]),
  ).toEqual([
    ["boarding", "11/01 to 11/27 290000", "11/28 to 11/30 350000"],
    ["training", "11/01 to 11/14 0", "11/15 to 11/30 175000"],
  ]);
  expect(boardOf(horseOf(RAISED), "2026-10").changedPrices).toEqual([]);
  expect(boardOf({ ...horseOf(RAISED), usesToday: true }, "2026-11").changedPrices).toEqual([]);
});
