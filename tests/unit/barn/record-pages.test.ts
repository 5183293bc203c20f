import { describe, expect, test } from "vitest";
import { horseHistory, type PastHorse, staysOf } from "#app/domain/barn/horse-history.ts";
import { NO_NEXT_PRICES } from "#app/domain/barn/next-prices.ts";
import { OF_GROOM, presenceOf } from "#app/domain/barn/presence.ts";
import { NEW_HORSE } from "#app/domain/boarding/monthly-charges.ts";
import { type PaySums, paymentFigure, salaryChangesOf } from "#app/domain/payroll/groom-pay.ts";
import type { HorseRow } from "#app/domain/records/horse.ts";

const state = (change: Partial<HorseRow> = {}): HorseRow => ({
  id: "bella",
  seq: 1,
  version: 1,
  name: "Bella",
  customerId: "ana",
  responsibleParty: "Ana",
  checkInDate: "2026-01-10",
  checkOutDate: null,
  ...{ ...NEW_HORSE, training: 0 },
  hasBlanket: false,
  isBillable: true,
  location: "florida",
  blanketCharge: 10_000,
  ...NO_NEXT_PRICES,
  shares: [],
  ...change,
});
/** The states before each change, the newest first. */
const past = (...changes: Partial<HorseRow>[]): PastHorse[] =>
  changes.map((change, i) => ({
    ...state(change),
    seq: 9 - i,
    at: `2026-0${9 - i}-01`,
    actor: "alex@hayloft.example",
  }));

describe("the changes of a horse", () => {
  test("each change says what it set, from the state before it to that before the next one", () => {
    const now = state({ boarding: 310_000, customerId: "ben", responsibleParty: "Ben", hasBlanket: true });
    const history = horseHistory(
      now,
      past({ boarding: 305_000, customerId: "ben", responsibleParty: "Ben" }, { boarding: 305_000 }, {}),
    );
    expect(
      history.map(({ fields }) => fields.map(({ label, before, after }) => `${label}: ${before} > ${after}`)),
    ).toEqual([
      ["Boarding: $3,050.00 > $3,100.00", "Blanket: No > Yes"],
      ["Responsible Party: Ana > Ben"],
      ["Boarding: $2,900.00 > $3,050.00"],
    ]);
    expect(history.map(({ at }) => at)).toEqual(["2026-09-01", "2026-08-01", "2026-07-01"]);
  });

  test("an owner is another one with the same name", () => {
    const [change] = horseHistory(state({ customerId: "other ana" }), past({}));
    expect(change?.fields).toEqual([{ label: "Responsible Party", before: "Ana", after: "Ana" }]);
  });
});

test.each<[string, Partial<HorseRow>, Partial<HorseRow>[], string[]]>([
  ["a horse that never left", {}, [], ["2026-01-10 null"]],
  ["a check-out date that was set", { checkOutDate: "2026-03-01" }, [{}], ["2026-01-10 2026-03-01"]],
  ["a corrected check-in date", { checkInDate: "2026-01-12" }, [{}], ["2026-01-12 null"]],
  [
    "a horse that came back, in one change",
    { checkInDate: "2026-06-01" },
    [{ checkOutDate: "2026-03-01" }, {}],
    ["2026-06-01 null", "2026-01-10 2026-03-01"],
  ],
  [
    "a horse that came back, in two changes",
    { checkInDate: "2026-06-01" },
    [{}, { checkOutDate: "2026-03-01" }],
    ["2026-06-01 null", "2026-01-10 2026-03-01"],
  ],
  [
    "a check-out date that was corrected before the horse came back",
    { checkInDate: "2026-06-01" },
    [{ checkOutDate: "2026-03-02" }, { checkOutDate: "2026-03-01" }],
    ["2026-06-01 null", "2026-01-10 2026-03-02"],
  ],
])("the stays of %s", (_, now, changes, stays) => {
  expect(
    staysOf(state(now), past(...changes)).map(({ checkInDate, checkOutDate }) => `${checkInDate} ${checkOutDate}`),
  ).toEqual(stays);
});

const NOTHING: PaySums = { owed: 0, paidInYear: 0, overdue: 0, overdueSince: null, next: null };

test.each<[Partial<PaySums>, ReturnType<typeof paymentFigure>]>([
  [
    { overdue: 82_500, overdueSince: "2026-11-23", next: { date: "2026-11-30", sum: 100 } },
    { label: "Overdue", value: "$825.00", note: "since 11/23/2026", isOverdue: true },
  ],
  [{ next: { date: "2026-11-27", sum: 100 } }, { label: "Due today", value: "$1.00", note: "11/27/2026" }],
  [{ next: { date: "2026-11-30", sum: 100 } }, { label: "Next payment", value: "$1.00", note: "11/30/2026" }],
  [{}, { label: "Next payment", value: "-", note: "nothing is unpaid" }],
])("of %j, the payment to make first is %j", (sums, figure) => {
  expect(paymentFigure({ ...NOTHING, ...sums }, "2026-11-27")).toEqual(figure);
});

test.each([
  [null, null, "Active"],
  ["2026-11-27", "2026-11-27", "Active"],
  ["2026-11-28", null, "Starts 11/28/2026"],
  ["2020-01-01", "2026-11-26", "Left 11/26/2026"],
])("from %j to %j a groom is, on 11/27/2026, %j", (first, last, text) => {
  expect(presenceOf(first, last, "2026-11-27", OF_GROOM).text).toBe(text);
});

test.each<[name: string, before: number[], shown: [before: number, after: number][]]>([
  ["no change", [], []],
  [
    "two raises",
    [650, 600],
    [
      [650, 700],
      [600, 650],
    ],
  ],
  ["a raise between two changes of the start date", [700, 650, 650], [[650, 700]]],
  ["changes of the start date alone", [700, 700], []],
])("of %s, the page of a groom shows the changes of the salary", (_, before, shown) => {
  const changes = before.map((each, n) => ({ seq: 9 - n, at: "2026-11-16T12:00:00Z", before: each }));
  expect(salaryChangesOf(changes, 700).map((change) => [change.before, change.after])).toEqual(shown);
});
