import { expect, test } from "vitest";
import { MAX_AMOUNT } from "#app/domain/basics/money.ts";
import { boardingLines } from "#app/domain/boarding/boarding.ts";
import {
  type ChargedFacts,
  DEFAULT_CHARGES,
  longIslandSurcharge,
  MONTHLY_CHARGES,
  NEW_HORSE,
} from "#app/domain/boarding/monthly-charges.ts";
import { horse } from "#app/domain/records/horse.ts";

const HORSE: ChargedFacts = { ...NEW_HORSE, hasBlanket: false, location: "florida", ...DEFAULT_CHARGES };

const BOARDING = { serviceId: "boarding", value: 290_000 };
const SURCHARGE = { serviceId: "boarding-surcharge", value: 15_000 };
const LONG_ISLAND = { serviceId: "long-island-surcharge", value: 25_027 };
const BLANKET = { serviceId: "blanket", value: 10_000 };
const TRAINING = { serviceId: "training", value: 175_000 };

test("a new horse has the default charges", () => {
  expect(NEW_HORSE).toMatchObject({ boarding: 290_000, boardingSurcharge: 15_000, training: 175_000 });
  expect(DEFAULT_CHARGES).toEqual({ blanketCharge: 10_000, longIslandRate: 863 });
});

test("every amount of a horse is charged", () => {
  const amounts = horse.fields.filter(({ input }) => input?.kind === "dollars").map(({ name }) => name);
  expect(MONTHLY_CHARGES.flatMap(({ field }) => field ?? []).sort()).toEqual(amounts.sort());
});

test("the charges of the barn are those of its settings", () => {
  const charges = { blanketCharge: 12_500, longIslandRate: 900 };
  const lines = boardingLines({ ...HORSE, ...charges, location: "long-island", hasBlanket: true });
  expect(lines.slice(2, 4).map(({ value }) => value)).toEqual([26_100, 12_500]);
  const none = { blanketCharge: 0, longIslandRate: 0 };
  expect(boardingLines({ ...HORSE, ...none, location: "long-island", hasBlanket: true })).toEqual(boardingLines(HORSE));
});

test("a horse in Florida is billed for boarding, surcharge and training", () => {
  expect(boardingLines(HORSE)).toEqual([BOARDING, SURCHARGE, TRAINING]);
});

test("a blanket is billed before training", () => {
  expect(boardingLines({ ...HORSE, hasBlanket: true })).toEqual([BOARDING, SURCHARGE, BLANKET, TRAINING]);
});

test("the Long Island surcharge is 8.63% of boarding and comes after the boarding surcharge", () => {
  expect(boardingLines({ ...HORSE, location: "long-island" })).toEqual([BOARDING, SURCHARGE, LONG_ISLAND, TRAINING]);
});

test("a horse on Long Island with a blanket has five lines in a fixed order", () => {
  expect(boardingLines({ ...HORSE, location: "long-island", hasBlanket: true })).toEqual([
    BOARDING,
    SURCHARGE,
    LONG_ISLAND,
    BLANKET,
    TRAINING,
  ]);
});

test("a horse without training has no line for training", () => {
  expect(boardingLines({ ...HORSE, training: 0 })).toEqual([BOARDING, SURCHARGE]);
  expect(boardingLines({ ...HORSE, training: 0, location: "long-island", hasBlanket: true })).toEqual([
    BOARDING,
    SURCHARGE,
    LONG_ISLAND,
    BLANKET,
  ]);
});

test("training of one cent is billed", () => {
  expect(boardingLines({ ...HORSE, training: 1 }).at(-1)).toEqual({ serviceId: "training", value: 1 });
});

test("boarding and surcharges of $0.00 are billed", () => {
  const free = { ...HORSE, boarding: 0, boardingSurcharge: 0, training: 0, location: "long-island" as const };
  expect(boardingLines(free)).toEqual([
    { serviceId: "boarding", value: 0 },
    { serviceId: "boarding-surcharge", value: 0 },
    { serviceId: "long-island-surcharge", value: 0 },
  ]);
});

test.each([
  [0, 0],
  [1, 0],
  // 0.4315 and 0.5178 cents.
  [5, 0],
  [6, 1],
  // Exact half cents round up.
  [5_000, 432],
  [15_000, 1_295],
  [25_000, 2_158],
  [95_000, 8_199],
  [4_999, 431],
  [5_001, 432],
  [100_000, 8_630],
  [245_000, 21_144],
  [275_050, 23_737],
  [290_000, 25_027],
  [MAX_AMOUNT, 8_630_000],
])("the Long Island surcharge on %i cents of boarding is %i cents", (boarding, expected) => {
  expect(longIslandSurcharge(boarding, 863)).toBe(expected);
});

test("the Long Island surcharge is rounded to the nearest cent, half cents up, for every amount", () => {
  const exact = (boarding: number) => {
    const tenThousandths = BigInt(boarding) * 863n;
    const [cents, rest] = [tenThousandths / 10_000n, tenThousandths % 10_000n];
    return Number(rest >= 5_000n ? cents + 1n : cents);
  };
  const wrong: number[] = [];
  for (const start of [0, 290_000, MAX_AMOUNT - 20_000]) {
    for (let boarding = start; boarding <= start + 20_000; boarding += 1) {
      if (longIslandSurcharge(boarding, 863) !== exact(boarding)) wrong.push(boarding);
    }
  }
  expect(wrong).toEqual([]);
});
