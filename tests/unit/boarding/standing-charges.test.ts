import { expect, test } from "vitest";
import type { PastHorse } from "#app/domain/barn/horse-history.ts";
import { boardingCharges } from "#app/domain/bills/charges.ts";
import type { BilledLine } from "#app/domain/boarding/board-parts.ts";
import {
  billedPartsOf,
  billingStateOf,
  boardOf,
  differenceFromUsual,
  type HorseOfMonth,
  isPartlyBilled,
  isWhollyBilled,
  missingCharges,
} from "#app/domain/boarding/boarding-month.ts";
import { comingBoard, comingLines } from "#app/domain/boarding/coming-board.ts";
import { DEFAULT_CHARGES, NEW_HORSE } from "#app/domain/boarding/monthly-charges.ts";
import {
  chargeAt,
  chargeSince,
  dueDays,
  priceIn,
  type StandingCharge,
  standingInWords,
  withDates,
} from "#app/domain/boarding/standing-charges.ts";
import { unbilledBoard } from "#app/domain/boarding/unbilled-board.ts";
import { paramsOf, readChoice } from "#app/routes/boarding/horses-billing.ts";
import { standingChoices } from "#app/routes/boarding/standing-words.ts";

const MONTH = "2026-11";
const LESSON: StandingCharge = {
  ...{
    id: "c1",
    seq: 1,
    serviceId: "lesson",
    service: "Private lesson",
    quantity: 1,
    ownPrice: null,
    servicePrice: 12_000,
  },
  ...{ prices: [], weekdays: ["Tue"], from: "2026-01-01", until: null, groomId: null, comments: "" },
  ...{ leftOut: [], toggled: [], logged: [] },
};
const FARRIER: StandingCharge = {
  ...LESSON,
  ...{ id: "c2", seq: 2, serviceId: "farrier", service: "Farrier", servicePrice: 8_000, weekdays: [] },
};
const HORSE: HorseOfMonth = {
  ...{ customerId: "maeve", responsibleParty: "Maeve", location: "florida" },
  ...{ checkInDate: "2026-01-01", checkOutDate: null, hasBlanket: false, isBillable: true },
  ...NEW_HORSE,
  ...DEFAULT_CHARGES,
  ...{ createdAt: "2026-01-01T15:00:00.000Z", deletedAt: null, changes: [] },
  ...{ billed: [], logged: [], billedLately: null },
  ...{ usesToday: false, usesOtherPrices: false, isOver: false, payer: null, asOf: null },
  ...{ isProrated: true, isListed: true, isNotOwed: false },
};
const day = (n: number) => `${MONTH}-${String(n).padStart(2, "0")}`;
const before = (n: number, change: Partial<PastHorse>): PastHorse[] => [
  { ...HORSE, ...change, at: `${day(n)}T17:00:00.000Z`, seq: 1, actor: null },
];

test.each([
  ["2026-02", ["Tue"], 4, "28 days"],
  ["2026-02", ["Sun"], 4, "28 days, each weekday four times"],
  ["2028-02", ["Tue"], 5, "29 days that begin and end on it"],
  ["2028-02", ["Wed"], 4, "29 days"],
  ["2026-11", ["Sun", "Mon"], 10, "30 days, with the end of daylight saving on the first of them"],
  ["2026-11", ["Tue"], 4, "30 days"],
  ["2026-03", ["Sun"], 5, "31 days, with the start of daylight saving"],
  ["2026-03", ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"], 31, "every day"],
  ["2026-12", ["Thu"], 5, "31 days that end on it"],
])("%s has %j %i times: %s", (month, weekdays, count) => {
  const days = dueDays(
    { ...LESSON, weekdays },
    {
      from: `${month}-01`,
      to: `${month}-31`.replace("02-31", month < "2027" ? "02-28" : "02-29").replace("11-31", "11-30"),
    },
  );
  expect(days).toHaveLength(count);
  expect(new Set(days).size).toBe(count);
});

/** The bills of the standing charges of a horse: 'Private lesson 4 x $120.00: … | customer | days | cents'. */
const made = (standing: StandingCharge[], change: Partial<HorseOfMonth> = {}) => {
  const horse = { ...HORSE, standing, ...change };
  return billedPartsOf(boardOf(horse, MONTH), horse).flatMap(({ part, days, lines }) =>
    lines
      .filter(({ standing }) => standing)
      .map((line) =>
        [
          standingInWords(line),
          part.facts.customerId,
          days ? `${days.from.slice(8)}-${days.to.slice(8)}` : "all",
          line.value,
        ].join(" | "),
      ),
  );
};
const ALL = "Private lesson 4 x $120.00: 11/03, 11/10, 11/17, 11/24 | maeve | all | 48000";

test.each<[what: string, charge: StandingCharge, horse: Partial<HorseOfMonth>, bills: string[]]>([
  ["a weekly charge", LESSON, {}, [ALL]],
  ["with partial months in full", LESSON, { isProrated: false }, [ALL]],
  [
    "with a quantity and its own price",
    { ...LESSON, quantity: 2, ownPrice: 5_001 },
    {},
    ["Private lesson 8 x $50.01: 11/03, 11/10, 11/17, 11/24 | maeve | all | 40008"],
  ],
  [
    "that is free",
    { ...LESSON, ownPrice: 0 },
    {},
    ["Private lesson 4 x $0.00: 11/03, 11/10, 11/17, 11/24 | maeve | all | 0"],
  ],
  [
    "that begins on one of its days",
    { ...LESSON, from: day(10) },
    {},
    ["Private lesson 3 x $120.00: 11/10, 11/17, 11/24 | maeve | 10-30 | 36000"],
  ],
  [
    "that ends the day before one",
    { ...LESSON, until: day(16) },
    {},
    ["Private lesson 2 x $120.00: 11/03, 11/10 | maeve | 01-16 | 24000"],
  ],
  ["that ended before the month", { ...LESSON, until: "2026-10-31" }, {}, []],
  ["that begins after the month", { ...LESSON, from: "2026-12-01" }, {}, []],
  ["whose days have none of the weekday", { ...LESSON, from: day(4), until: day(9) }, {}, []],
  [
    "of a horse that leaves",
    LESSON,
    { checkOutDate: day(10) },
    ["Private lesson 2 x $120.00: 11/03, 11/10 | maeve | 01-10 | 24000"],
  ],
  [
    "of a horse that was not billable until a day",
    LESSON,
    { changes: before(11, { isBillable: false }) },
    ["Private lesson 2 x $120.00: 11/17, 11/24 | maeve | 11-30 | 24000"],
  ],
  ["of a horse that is absent", LESSON, { checkInDate: "2026-12-05", changes: [] }, []],
  [
    "of a horse that was sold on one of its days",
    LESSON,
    { changes: before(17, { customerId: "noor" }) },
    [
      "Private lesson 2 x $120.00: 11/03, 11/10 | noor | 01-16 | 24000",
      "Private lesson 2 x $120.00: 11/17, 11/24 | maeve | 17-30 | 24000",
    ],
  ],
  [
    "without one day",
    { ...LESSON, leftOut: [day(10)] },
    {},
    ["Private lesson 3 x $120.00: 11/03, 11/17, 11/24 | maeve | all | 36000"],
  ],
  [
    "without a day that the dialog brings back, and another",
    { ...LESSON, leftOut: [day(10)], toggled: [day(10), day(3)] },
    {},
    ["Private lesson 3 x $120.00: 11/10, 11/17, 11/24 | maeve | all | 36000"],
  ],
  ["without any of its days", { ...LESSON, toggled: [3, 10, 17, 24].map(day) }, {}, []],
  ["a monthly charge", FARRIER, {}, ["Farrier $80.00 | maeve | all | 8000"]],
  ["with a quantity", { ...FARRIER, quantity: 3 }, {}, ["Farrier 3 x $80.00 | maeve | all | 24000"]],
  ["of 10 days", { ...FARRIER, quantity: 3 }, { checkOutDate: day(10) }, ["Farrier $80.00 | maeve | 01-10 | 8000"]],
  ["of 7 days, half up to the cent", FARRIER, { checkOutDate: day(7) }, ["Farrier $18.67 | maeve | 01-07 | 1867"]],
  [
    "of 10 days in full",
    FARRIER,
    { checkOutDate: day(10), isProrated: false },
    ["Farrier $80.00 | maeve | all | 8000"],
  ],
  [
    "of two owners in full",
    FARRIER,
    { isProrated: false, changes: before(11, { customerId: "noor" }) },
    ["Farrier $26.67 | noor | 01-10 | 2667", "Farrier $53.33 | maeve | 11-30 | 5333"],
  ],
  ["that begins within the month", { ...FARRIER, from: day(16) }, {}, ["Farrier $40.00 | maeve | 16-30 | 4000"]],
  ["without the month", { ...FARRIER, toggled: [MONTH] }, {}, []],
  ["without another month", { ...FARRIER, leftOut: ["2026-10"] }, {}, ["Farrier $80.00 | maeve | all | 8000"]],
])("%s is billed", (_, charge, horse, bills) => {
  expect(made([charge], horse)).toEqual(bills);
});

const bill = (standingId: string, first = 1, last = 30): BilledLine => ({
  ...{ serviceId: "lesson", standingId, first: day(first), last: day(last), date: day(12) },
});
const BOARD: BilledLine[] = ["boarding", "boarding-surcharge", "training"].map((serviceId) => ({
  ...{ serviceId, first: day(1), last: day(30), date: day(12) },
}));

test.each<[what: string, standing: StandingCharge[], billed: BilledLine[], bills: string[], missing: string]>([
  ["a bill of the charge", [LESSON], [...BOARD, bill("c1")], [], ""],
  ["bills of the board only", [LESSON], BOARD, [ALL], "Private lesson"],
  [
    "a bill of another charge of the service",
    [LESSON, { ...LESSON, id: "c9" }],
    [...BOARD, bill("c9")],
    [ALL],
    "Private lesson",
  ],
  [
    "a bill of some days",
    [LESSON],
    [...BOARD, bill("c1", 1, 10)],
    ["Private lesson 2 x $120.00: 11/17, 11/24 | maeve | 11-30 | 24000"],
    "Private lesson",
  ],
  ["a bill of days after which there is none", [LESSON], [...BOARD, bill("c1", 1, 24)], [], ""],
  [
    "an imported bill of all charges",
    [LESSON],
    [{ serviceId: null, first: day(1), last: day(30), date: day(1) }],
    [],
    "",
  ],
])("after %s", (_, standing, billed, bills, missing) => {
  expect(made(standing, { billed })).toEqual(bills);
  const board = boardOf({ ...HORSE, standing, billed }, MONTH);
  expect(isWhollyBilled(board)).toBe(bills.length === 0);
  expect(isPartlyBilled(board)).toBe(bills.length > 0);
  const [found] = unbilledBoard([{ ...HORSE, standing, months: [{ month: MONTH, billed }] }], day(30));
  expect(found?.charges ?? "").toBe(missing);
  if (found) expect(missingCharges(board)).toBe(missing);
});

test.each<[what: string, change: Partial<HorseOfMonth>]>([
  ["by days", {}],
  ["in full", { isProrated: false }],
  ["of some days, by days", { checkInDate: day(16) }],
  ["of some days, in full", { checkInDate: day(16), isProrated: false }],
])("a part of a monthly charge that is voided is billed as before: %s", (_, change) => {
  const sold = { ...change, changes: before(23, { ...change, customerId: "noor" }) };
  const [first, second] = made([FARRIER], sold);
  const from = change.checkInDate ? 16 : 1;
  expect(made([FARRIER], { ...sold, billed: [...BOARD, bill("c2", from, 22)].map(ofFarrier) })).toEqual([second]);
  expect(made([FARRIER], { ...sold, billed: [...BOARD, bill("c2", 23, 30)].map(ofFarrier) })).toEqual([first]);
});
const ofFarrier = (line: BilledLine) => (line.standingId ? { ...line, serviceId: "farrier" } : line);

test("board that is billed again has no second bill of a standing charge", () => {
  const horse = { ...HORSE, standing: [LESSON], billed: [...BOARD, bill("c1")] };
  const again = billedPartsOf(boardOf(horse, MONTH), horse).flatMap(({ lines }) => lines);
  expect(again.map(({ serviceId }) => serviceId)).toEqual(["boarding", "boarding-surcharge", "training"]);
});

test("a horse with standing charges is as usual", () => {
  const horse = { ...HORSE, standing: [LESSON, FARRIER] };
  const board = boardOf(horse, MONTH);
  expect(billingStateOf(horse, board, MONTH, day(12)).reasons).toEqual([]);
  expect(differenceFromUsual(board, horse)).toBe(0);
});

const at = (text: string) => `${text}T17:00:00.000Z`;
test.each<[what: string, charge: Partial<StandingCharge>, isOver: boolean, cents: number]>([
  ["today's price of the service", {}, true, 12_000],
  ["its own price", { ownPrice: 9_000 }, true, 9_000],
  [
    "the price with which the month began",
    { prices: [{ key: "", at: at(day(2)), isOwn: false, price: 10_000 }] },
    true,
    10_000,
  ],
  [
    "that of its first day, if it changed on it",
    { prices: [{ key: "", at: at(day(1)), isOwn: false, price: 10_000 }] },
    true,
    12_000,
  ],
  [
    "the first of two changes",
    {
      prices: [
        { key: "", at: at(day(2)), isOwn: false, price: 10_000 },
        { key: "", at: at(day(9)), isOwn: false, price: 11_000 },
      ],
    },
    true,
    10_000,
  ],
  [
    "a price of its own that came later",
    { ownPrice: 9_000, prices: [{ key: "", at: at(day(9)), isOwn: true, price: null }] },
    true,
    12_000,
  ],
  [
    "the price of its service before it, too",
    {
      ownPrice: 9_000,
      prices: [
        { key: "", at: at(day(8)), isOwn: false, price: 7_000 },
        { key: "", at: at(day(9)), isOwn: true, price: null },
      ],
    },
    true,
    7_000,
  ],
  [
    "that of its own first day",
    { from: day(10), prices: [{ key: "", at: at(day(2)), isOwn: false, price: 10_000 }] },
    true,
    12_000,
  ],
  [
    "today's in a month that is not over",
    { prices: [{ key: "", at: at(day(2)), isOwn: false, price: 10_000 }] },
    false,
    12_000,
  ],
  [
    "the last evening of October in New York is before the month",
    { prices: [{ key: "", at: "2026-11-01T03:00:00.000Z", isOwn: false, price: 1 }] },
    true,
    12_000,
  ],
])("%s is billed", (_, charge, isOver, cents) => {
  expect(priceIn({ ...LESSON, ...charge }, MONTH, { isOver })).toBe(cents);
});

test("a price that changed in the evening is named with its day in New York", () => {
  const prices = [{ key: "", at: "2026-11-12T02:00:00.000Z", isOwn: false, price: 11_000 }];
  const noPrices = { nextBoarding: null, nextBoardingSurcharge: null, nextTraining: null, pricesFrom: null };
  const record = { id: "h1", seq: 1, version: 1, name: "Bella", shares: [], wasProrated: true };
  const horse = { ...HORSE, ...record, ...noPrices, isOver: true, standing: [{ ...LESSON, prices }] };
  const choice = { month: MONTH, isProrated: true, today: [], otherPrices: [], payer: {}, back: null };
  const [said] = standingChoices(horse, boardOf(horse, MONTH), choice);
  expect(said?.text).toBe("Private lesson · $120.00 since 11/11/2026");
});

test("each day of a charge on more than ten days has a link that leaves it out", () => {
  const record = { id: "h1", seq: 1, version: 1, name: "Bella", shares: [], wasProrated: true };
  const noPrices = { nextBoarding: null, nextBoardingSurcharge: null, nextTraining: null, pricesFrom: null };
  const daily = { ...LESSON, seq: 7, weekdays: ["Mon", "Wed", "Fri"], leftOut: [day(4)], toggled: [day(30)] };
  const horse = { ...HORSE, ...record, ...noPrices, standing: [daily] };
  const address = new URLSearchParams({ month: MONTH, prorate: "on", mark: markOfDays(7, [30]) });
  const [said] = standingChoices(horse, boardOf(horse, MONTH), readChoice(address, TODAY));
  expect(said?.text).toBe("Private lesson 11/04, 11/30 not billed");
  const days = ["02", "06", "09", "11", "13", "16", "18", "20", "23", "25", "27"];
  expect(said?.links.map(({ name }) => name)).toEqual([
    ...days.map((n) => `Without 11/${n}`),
    ...["Don’t bill", "Bill all"],
  ]);
  expect(said?.links.map(({ label }) => label).slice(0, 2)).toEqual(["Without 11/02", "11/06"]);
  const marks = said?.links.map(({ params }) => readChoice(new URLSearchParams(params), TODAY).toggled?.[7]);
  expect(marks?.slice(0, 2)).toEqual([
    [day(2), day(30)],
    [day(6), day(30)],
  ]);
  expect(marks?.at(-2)).toHaveLength(12);
  expect(marks?.at(-1)).toEqual([day(4)]);
});

const TODAY = "2026-11-20";
const markOfDays = (charge: number, days: number[]) =>
  `${charge}-${days.reduce((sum, n) => sum + 2 ** (n - 1), 0).toString(36)}`;

/** Cloudflare refuses longer addresses. */
const MAX_ADDRESS = 16_000;

test("an address has each day of the daily charges of 500 horses, and each of 150 other choices", () => {
  const all = Array.from({ length: 30 }, (_, n) => day(n + 1));
  const ids = Array.from({ length: 150 }, (_, n) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`);
  const toggled = Object.fromEntries(Array.from({ length: 500 }, (_, n) => [100_000 + n, n % 2 ? all : [MONTH]]));
  const choice = { ...readChoice(new URLSearchParams({ month: MONTH }), TODAY), toggled, today: ids };
  const address = paramsOf(choice);
  expect(address.length).toBeLessThan(MAX_ADDRESS);
  expect(readChoice(new URLSearchParams(address), TODAY)).toEqual(choice);
});

test.each([
  ["no month", { mark: "7-1" }],
  ["a month that is not offered", { month: "2020-01", mark: "7-1" }],
  ["a text", { month: MONTH, mark: "x-1" }],
  ["days that are no number", { month: MONTH, mark: "7-Z!" }],
  ["an id", { month: MONTH, mark: `c1~${MONTH}-03` }],
])("an address with %s has no marks", (_, params) => {
  expect(readChoice(new URLSearchParams(params), TODAY).toggled).toEqual({});
});

test("the bill has the charge, its groom, its days and its comments", () => {
  const horse = { ...HORSE, standing: [{ ...LESSON, quantity: 2, groomId: "luis", comments: "with Ana" }] };
  const [part] = billedPartsOf(boardOf(horse, MONTH), horse);
  const charges = boardingCharges({ ...HORSE, id: "bella" }, part?.lines ?? [], MONTH);
  expect(charges.at(-1)).toMatchObject({
    ...{ horseId: "bella", customerId: "maeve", serviceId: "lesson", standingChargeId: "c1", groomId: "luis" },
    ...{ quantity: 8, unitPrice: 12_000, value: 96_000, pay: { item: "Private lesson", value: 96_000 }, period: MONTH },
    comments: "11/03, 11/10, 11/17, 11/24 · with Ana",
  });
  expect(charges[0]).toMatchObject({
    standingChargeId: null,
    groomId: null,
    pay: null,
    comments: null,
    quantity: 1,
  });
});

test("the boarding of the next month has a column for the service", () => {
  const parts = comingBoard([{ ...HORSE, id: "bella", name: "Bella", standing: [LESSON] }], MONTH, "2026-10-20");
  const [head, line] = comingLines(parts, new Map());
  expect(head?.at(-2)).toBe("Private lesson");
  expect(line?.at(-2)).toBe("$480.00");
});

test("a charge is known as it was at an instant, and as it holds since then for a month", () => {
  const at = (n: number) => `${day(n)}T17:00:00.000Z`;
  const facts = { quantity: 1, weekdays: ["Tue"], from: "2026-01-01", until: null };
  const charge: StandingCharge = {
    ...{ ...LESSON, quantity: 3, weekdays: ["Thu"], until: day(20), ownPrice: 9_000 },
    past: [
      { ...facts, at: at(5) },
      { ...facts, at: at(10), quantity: 2 },
    ],
    prices: [
      { key: "", at: at(5), isOwn: true, price: null },
      { key: "", at: at(10), isOwn: false, price: 11_000 },
    ],
  };
  const known = ({ quantity, weekdays, until, ownPrice, servicePrice }: StandingCharge) => [
    ...[quantity, weekdays.join(), until, ownPrice, servicePrice],
  ];
  expect(known(chargeAt(charge, at(1)))).toEqual([1, "Tue", null, null, 11_000]);
  expect(known(chargeAt(charge, at(7)))).toEqual([2, "Tue", null, 9_000, 11_000]);
  expect(known(chargeAt(charge, at(11)))).toEqual([3, "Thu", day(20), 9_000, 12_000]);
  // What was billed before a change keeps its quantity in a month that had begun; a month ahead has the new one.
  expect(known(chargeSince(charge, MONTH, at(1))).slice(0, 3)).toEqual([1, "Tue", day(20)]);
  expect(known(chargeSince(charge, MONTH, at(11))).slice(0, 3)).toEqual([3, "Thu", day(20)]);
  expect(known(chargeSince(charge, "2026-12", at(1))).slice(0, 3)).toEqual([3, "Thu", day(20)]);
  expect(chargeSince({ ...charge, deletedAt: at(12) }, MONTH, at(1)).until).toBe(day(12));
  expect(chargeSince({ ...charge, deletedAt: at(25) }, MONTH, at(1)).until).toBe(day(20));
});

test.each([
  ["11/03, 11/10", "11/03", "11/03"],
  ["11/03, 11/10 · with Ana", "11/10", "11/10 · with Ana"],
  ["11/03 · 11/10 canceled", "11/10", "11/10 · 11/10 canceled"],
  ["11/03, 11/10 · with Ana", "", "with Ana"],
  ["11/03", "", ""],
  ["11/03 canceled", "11/10", "11/03 canceled"],
  ["Call first, 11/03", "11/10", "Call first, 11/03"],
  ["", "", ""],
])("the comments %j with the dates %j are %j", (comments, dates, expected) => {
  expect(withDates(comments, dates)).toBe(expected);
});
