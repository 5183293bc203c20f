import { expect, test } from "vitest";
import type { PastHorse } from "#app/domain/barn/horse-history.ts";
import type { BilledLine } from "#app/domain/boarding/board-parts.ts";
import {
  type BilledPart,
  billedPartsOf,
  billingStateOf,
  boardOf,
  type HorseOfMonth,
  isPartlyBilled,
  isWhollyBilled,
} from "#app/domain/boarding/boarding-month.ts";
import { DEFAULT_CHARGES, type HorseFacts, MONTHLY_CHARGES, NEW_HORSE } from "#app/domain/boarding/monthly-charges.ts";
import { type Random, randomFrom } from "#db/seed/random.ts";

const MONTH = "2026-11";
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

/** The bills of services for the days from `first` to `last`. */
const bills = (services: string[], first = 1, last = 30): BilledLine[] =>
  services.map((serviceId) => ({ serviceId, first: day(first), last: day(last), date: day(12) }));

/** The horse before a change at noon of a day of the month. */
const before = (n: number, change: Partial<HorseFacts>): PastHorse[] => [
  { ...HORSE, ...change, at: `${day(n)}T17:00:00.000Z`, seq: 1, actor: null },
];

const made = (horse: HorseOfMonth) =>
  billedPartsOf(boardOf(horse, MONTH), horse).flatMap(({ part, days, lines }) =>
    lines.map(
      ({ serviceId, value }) => `${serviceId} ${days ? `${part.from.slice(8)}-${part.to.slice(8)} ` : ""}${value}`,
    ),
  );

const ALL = ["boarding", "boarding-surcharge", "training"];

test.each<[what: string, change: Partial<HorseOfMonth>, made: string[] | null, reasons: string[]]>([
  ["all charges", { billed: bills(ALL) }, null, ["already billed 11/12/2026"]],
  [
    "all but training",
    { billed: bills(["boarding", "boarding-surcharge"]) },
    ["training 175000"],
    ["Boarding and Boarding Surcharge already billed 11/12/2026"],
  ],
  [
    "all but boarding",
    { billed: bills(["boarding-surcharge", "training"]) },
    ["boarding 290000"],
    ["Boarding Surcharge and Training already billed 11/12/2026"],
  ],
  [
    "boarding only",
    { billed: bills(["boarding"]) },
    ["boarding-surcharge 15000", "training 175000"],
    ["Boarding already billed 11/12/2026"],
  ],
  [
    "all but training of a partial month that is billed in full",
    { checkOutDate: day(10), isProrated: false, billed: bills(["boarding", "boarding-surcharge"]) },
    ["training 175000"],
    ["Boarding and Boarding Surcharge already billed 11/12/2026", "on the property until 11/10/2026"],
  ],
  [
    "all but the blanket",
    { hasBlanket: true, billed: bills(ALL) },
    ["blanket 10000"],
    ["Boarding, Boarding Surcharge and Training already billed 11/12/2026"],
  ],
  [
    "all, and the blanket for the days of the first owner",
    {
      ...{ hasBlanket: true, customerId: "priya", changes: before(15, { hasBlanket: true }) },
      billed: [...bills(ALL), ...bills(["blanket"], 1, 14)],
    },
    null,
    ["already billed 11/12/2026", "owner changed 11/15/2026"],
  ],
  [
    "all before training began in the running month",
    { billed: bills(["boarding", "boarding-surcharge"]), changes: before(15, { training: 0 }) },
    ["training 175000"],
    ["Boarding and Boarding Surcharge already billed 11/12/2026", "price changed 11/15/2026"],
  ],
  [
    "all before training began in a month that is over",
    { billed: bills(["boarding", "boarding-surcharge"]), changes: before(15, { training: 0 }), isOver: true },
    null,
    ["already billed 11/12/2026", "price changed 11/15/2026"],
  ],
  [
    "all before the horse moved to Long Island",
    { billed: bills(ALL), location: "long-island", changes: before(20, {}) },
    ["long-island-surcharge 20-30 9177"],
    ["Boarding, Boarding Surcharge and Training already billed 11/12/2026", "location changed 11/20/2026"],
  ],
  [
    "all before another owner, with training, had it",
    {
      ...{ billed: bills(["boarding", "boarding-surcharge"]), customerId: "priya", responsibleParty: "Priya" },
      changes: before(15, { training: 0 }),
    },
    ["training 15-30 93333"],
    [
      "Boarding and Boarding Surcharge already billed 11/12/2026",
      "owner changed 11/15/2026",
      "price changed 11/15/2026",
    ],
  ],
  [
    "the days before it came back, but for training",
    {
      billed: bills(["boarding", "boarding-surcharge"], 1, 10),
      checkInDate: day(20),
      changes: before(20, { checkOutDate: day(10) }),
    },
    ["training 01-10 58333", "boarding 20-30 106333", "boarding-surcharge 20-30 5500", "training 20-30 64167"],
    ["Boarding and Boarding Surcharge 11/01 to 11/10 already billed 11/12/2026"],
  ],
  [
    "all but a charge of $0.00",
    { boardingSurcharge: 0, billed: bills(["boarding", "training"]) },
    null,
    ["already billed 11/12/2026"],
  ],
  [
    "all charges, by another system",
    { hasBlanket: true, billed: [{ ...bills([""])[0], serviceId: null } as BilledLine] },
    null,
    ["already billed 11/12/2026"],
  ],
  [
    "a service that is no charge",
    { billed: bills(["clipping"]) },
    ["boarding 290000", "boarding-surcharge 15000", "training 175000"],
    [],
  ],
])("if %s was billed, a run bills the rest of the charges", (_, change, rest, reasons) => {
  const horse = { ...HORSE, ...change };
  const board = boardOf(horse, MONTH);
  const state = billingStateOf(horse, board, MONTH, day(28));
  expect([isWhollyBilled(board), state.kind]).toEqual([rest === null, rest ? "billed" : "optional"]);
  expect(state.reasons.filter((reason) => !reason.startsWith("on the property until 11/10/2026 and"))).toEqual(reasons);
  // Ticked although all is billed, a horse is billed as if nothing were.
  expect(made(horse)).toEqual(rest ?? made({ ...horse, billed: [] }));
});

/** The horse after a change of owner, location, blanket, training or stay on a day of the month. */
function changed(horse: HorseOfMonth, n: number, random: Random): HorseOfMonth {
  const past = { ...horse, at: `${day(n)}T17:00:00.000Z`, seq: n, actor: null };
  const change: Partial<HorseFacts> = random.pick([
    { customerId: random.pick(["maeve", "priya", null]) },
    { location: random.pick(["florida", "long-island"] as const) },
    { hasBlanket: random.chance(0.5), training: random.pick([0, 1, 99_999]) },
    horse.checkOutDate === null ? { checkOutDate: day(n - 1) } : { checkInDate: day(n), checkOutDate: null },
  ]);
  return { ...horse, ...change, changes: [past, ...horse.changes] };
}

const newHorse = (random: Random): HorseOfMonth => ({
  ...{ ...HORSE, hasBlanket: random.chance(0.5), isOver: random.chance(0.5) },
  boarding: random.int(1, 400_000),
});

function randomHorse(random: Random): HorseOfMonth {
  let horse = newHorse(random);
  for (let n = 2; n <= 30; n += 1) if (random.chance(0.08)) horse = changed(horse, n, random);
  return horse;
}

/** The bills of a run, as the database stores them. */
const billsOf = (parts: BilledPart[]) =>
  parts.flatMap(({ part, days, lines }) =>
    lines.map(({ serviceId, value }) => ({
      ...{ serviceId, value, owner: part.facts.customerId, date: day(30) },
      ...(days ? { first: days.from, last: days.to } : { first: day(1), last: day(30) }),
    })),
  );
type Bill = ReturnType<typeof billsOf>[number];

test("at random, through runs and voids, each charge of each day is billed once or listed, and all add up to one run", () => {
  const random = randomFrom("owed charges");
  let reruns = 0;
  for (let n = 0; n < 400; n += 1) {
    const horse = randomHorse(random);
    const oneRun = billsOf(billedPartsOf(boardOf(horse, MONTH), horse));
    const owed = chargedDays(oneRun);
    let standing: Bill[] = [];
    for (let step = 0; step < 6; step += 1) {
      standing = standing.filter(() => !random.chance(0.3));
      const board = boardOf({ ...horse, billed: standing }, MONTH);
      const rest = isWhollyBilled(board) ? [] : billsOf(billedPartsOf(board, horse));
      expect([n, chargedDays([...standing, ...rest])]).toEqual([n, owed]);
      if (isPartlyBilled(board)) reruns += 1;
      if (random.chance(0.7)) standing = [...standing, ...rest];
    }
    const last = boardOf({ ...horse, billed: standing }, MONTH);
    if (!isWhollyBilled(last)) standing.push(...billsOf(billedPartsOf(last, horse)));
    expect([n, inOrder(standing)]).toEqual([n, inOrder(oneRun)]);
  }
  expect(reruns).toBeGreaterThan(200);
});

test("at random, while the horse changes between the runs, no run bills a day of a charge again, and none is left", () => {
  const random = randomFrom("owed charges day by day");
  let rests = 0;
  for (let n = 0; n < 300; n += 1) {
    let horse = { ...newHorse(random), isProrated: random.chance(0.5) };
    let standing: Bill[] = [];
    let [owed, rest] = [owedDays(horse), [] as Bill[]];
    let isSame = false;
    for (let today = 2; today <= 30; today += 1) {
      if (random.chance(0.1)) {
        horse = { ...horse, ...changed(horse, today, random) };
        owed = owedDays(horse);
        isSame = false;
      }
      if (random.chance(0.1)) {
        standing = standing.filter(() => !random.chance(0.3));
        isSame = false;
      }
      if (!isSame) {
        const board = boardOf({ ...horse, billed: standing }, MONTH);
        rest = isWhollyBilled(board) ? [] : billsOf(billedPartsOf(board, horse));
        const all = chargedDays([...standing, ...rest]);
        expect([n, today, all.length]).toEqual([n, today, new Set(all).size]);
        expect([n, today, owed.filter((each) => !all.includes(each))]).toEqual([n, today, []]);
        if (isPartlyBilled(board)) rests += 1;
      }
      isSame = !random.chance(0.2);
      if (!isSame) standing = [...standing, ...rest];
    }
  }
  expect(rests).toBeGreaterThan(500);
});

const owedDays = (horse: HorseOfMonth) => chargedDays(billsOf(billedPartsOf(boardOf(horse, MONTH), horse)));

/** Each charge with each day that a bill is for, as often as it is billed, in order; a charge that is never prorated once. */
const chargedDays = (billed: Bill[]) =>
  billed
    .flatMap(({ serviceId, first, last }) => {
      if (MONTHLY_CHARGES.find(({ id }) => id === serviceId)?.isNeverProrated) return [serviceId];
      const [from, to] = [Number(first.slice(8)), Number(last.slice(8))];
      return Array.from({ length: to - from + 1 }, (_, n) => `${serviceId} ${from + n}`);
    })
    .sort();
const inOrder = (billed: Bill[]) =>
  billed.map(({ serviceId, value, owner, first, last }) => `${serviceId} ${first} ${last} ${owner} ${value}`).sort();
