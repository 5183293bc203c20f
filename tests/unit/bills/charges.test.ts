import { expect, test } from "vitest";
import { MAX_AMOUNT } from "#app/domain/basics/money.ts";
import { boardingCharges, type ChargedHorse, showCharges, totalOf } from "#app/domain/bills/charges.ts";
import { boardingLines } from "#app/domain/boarding/boarding.ts";
import {
  amountSource,
  type ChargedFacts,
  DEFAULT_CHARGES,
  HORSE_AMOUNTS,
  MONTHLY_CHARGES,
  NEW_HORSE,
} from "#app/domain/boarding/monthly-charges.ts";

type Charged = ChargedHorse & ChargedFacts;
const HORSE: Charged = {
  id: "bella",
  customerId: "maeve",
  ...NEW_HORSE,
  hasBlanket: true,
  location: "long-island",
  ...DEFAULT_CHARGES,
};
const MONTH = "2026-11";
const chargesOf = (horse: Charged) => boardingCharges(horse, boardingLines(horse), MONTH);

test("each bill of a horse has its horse, customer and location, and quantity 1", () => {
  const rest = { customerId: "maeve", horseId: "bella", showId: null, quantity: 1, location: "long-island" };
  const common = { ...rest, period: MONTH, firstDay: null, lastDay: null, comments: null, split: null };
  expect(chargesOf(HORSE)).toEqual([
    { ...common, serviceId: "boarding", unitPrice: 290_000, value: 290_000 },
    { ...common, serviceId: "boarding-surcharge", unitPrice: 15_000, value: 15_000 },
    { ...common, serviceId: "long-island-surcharge", unitPrice: 25_027, value: 25_027 },
    { ...common, serviceId: "blanket", unitPrice: 10_000, value: 10_000 },
    { ...common, serviceId: "training", unitPrice: 175_000, value: 175_000 },
  ]);
});

test("the bills of a horse without a customer have no customer", () => {
  expect(chargesOf({ ...HORSE, customerId: null }).map(({ customerId }) => customerId)).toEqual(Array(5).fill(null));
});

test("the bill of a show is price times quantity, with the customer of the show and the location of the horse", () => {
  const show = {
    id: "cup",
    customerId: "liam",
    horseId: "bella",
    serviceId: "braiding",
    quantity: 3,
    name: "Spring Cup",
    date: "2026-04-05",
  };
  expect(showCharges(show, 3_275, "long-island")[0]).toEqual({
    customerId: "liam",
    horseId: "bella",
    serviceId: "braiding",
    showId: "cup",
    quantity: 3,
    unitPrice: 3_275,
    value: 9_825,
    location: "long-island",
    ...{ period: null, firstDay: null, lastDay: null },
    comments: "Spring Cup, 04/05/2026",
    split: null,
  });
});

/** Returns the charges of a month in cents, computed with integers. The surcharge is rounded to the cent, half cents up. */
function expectedTotal({ boarding, boardingSurcharge, training, hasBlanket, location }: Charged): bigint {
  const cent = 10_000n;
  const exact = location === "long-island" ? BigInt(boarding) * 863n : 0n;
  const rest = exact % cent;
  const rounded = exact - rest + (rest * 2n >= cent ? cent : 0n);
  return (BigInt(boarding + boardingSurcharge + training + (hasBlanket ? 10_000 : 0)) * cent + rounded) / cent;
}

test("the totals of thousands of horses match integer arithmetic to the cent, for each horse and together", () => {
  const horses: Charged[] = [];
  for (const start of [0, 4_990, 14_990, 289_990, MAX_AMOUNT - 500]) {
    for (let n = 0; n <= 500; n += 1) {
      const location = n % 3 === 0 ? "florida" : "long-island";
      const boardingSurcharge = n % 4 === 0 ? 0 : 15_000 + n;
      const training = n % 5 === 0 ? 0 : 175_000 + n;
      horses.push({ ...HORSE, boarding: start + n, boardingSurcharge, training, hasBlanket: n % 2 === 0, location });
    }
  }
  const wrong = horses.filter((horse) => BigInt(totalOf(chargesOf(horse))) !== expectedTotal(horse));
  expect(wrong).toEqual([]);
  const total = horses.reduce((sum, horse) => sum + expectedTotal(horse), 0n);
  expect(BigInt(totalOf(horses.flatMap((horse) => chargesOf(horse))))).toBe(total);
});

test("the list says where the amount of each fixed service comes from, as it is charged", () => {
  const sources = MONTHLY_CHARGES.map(({ id, field }) => [field ?? id, amountSource({ id, ...DEFAULT_CHARGES })]);
  const shared = { "long-island-surcharge": "8.63% of boarding", blanket: "$100.00 a month" };
  const ofHorses = Object.fromEntries(HORSE_AMOUNTS.map((field) => [field, "per horse"]));
  expect(Object.fromEntries(sources)).toEqual({ ...shared, ...ofHorses });
  const others = { blanketCharge: 12_550, longIslandRate: 900 };
  expect(amountSource({ id: "blanket", ...others })).toBe("$125.50 a month");
  expect(amountSource({ id: "long-island-surcharge", ...others })).toBe("9% of boarding");
  expect(amountSource({ id: "clipping", ...DEFAULT_CHARGES })).toBeUndefined();
  const charged = (boarding: number) =>
    Object.fromEntries(chargesOf({ ...HORSE, boarding }).map((each) => [each.serviceId, each.value]));
  expect(charged(1_000_000)).toMatchObject({ "long-island-surcharge": 86_300, blanket: 10_000 });
});
