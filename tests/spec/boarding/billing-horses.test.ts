import { expect } from "vitest";
import { TODAY } from "#tests/spec/barn.ts";
import { spec, step } from "#tests/spec/spec.ts";
import { after, at, type Row, runs } from "#tests/spec/steps.ts";
import * as the from "#tests/spec/words.ts";

const QUESTION = "Are you sure you want to bill 3 horses? This action cannot be undone.";

/** A line of the bills of a horse: what is charged, and how much in cents. */
const charges = (says: string, horseId: string, serviceId: string, values: number[]) =>
  [
    says,
    ({ made }: { made: Row[] }) =>
      expect(
        made.filter((bill) => bill.horse_id === horseId && bill.service_id === serviceId).map(({ value }) => value),
      ).toEqual(values),
  ] as const;

spec("§2 Horses, §7 Billing horses", [
  ...runs(
    {
      path: "/horses",
      button: "Bill 3 Horses",
      title: "Confirm Billing",
      says: [QUESTION, "Runs"],
      running: "Billing...",
    },
    ({ rows }) => rows("select * from bill_items where billing_run_id is not null"),
    charges("boarding is charged as the horse has it", "bella", "boarding", [290_000]),
    charges("the boarding surcharge is charged as the horse has it", "bella", "boarding-surcharge", [15_000]),
    charges("training is charged as the horse has it", "bella", "training", [175_000]),
    charges("training of $0.00 is not charged", "atlas", "training", []),
    charges("§9 on Long Island 8.63% of boarding are charged, to the cent", "atlas", "long-island-surcharge", [21_579]),
    charges("in Florida no Long Island surcharge is charged", "bella", "long-island-surcharge", []),
    charges("§9 a blanket is charged $100.00", "atlas", "blanket", [10_000]),
    charges("without a blanket none is charged", "bella", "blanket", []),
    charges("a boarding surcharge of $0.00 is a bill, too", "flint", "boarding-surcharge", [0]),
    charges("a horse that is not billable is not charged", "comet", "boarding", []),
    charges("a horse that is not in the view is not charged", "ember", "boarding", []),
    [
      "the date of each bill is today",
      ({ made }) => expect(new Set(made.map(({ date }) => date))).toEqual(new Set([TODAY])),
    ],
    [
      "the quantity of each bill is 1",
      ({ made }) => expect(new Set(made.map(({ quantity }) => quantity))).toEqual(new Set([1])),
    ],
    [
      "the customer of each bill is that of the horse",
      ({ made }) =>
        expect(new Set(made.map((bill) => `${bill.horse_id} ${bill.customer_id}`))).toEqual(
          new Set(["atlas zeller", "bella abbott", "flint brown"]),
        ),
    ],
    [
      "the location of each bill is that of the horse",
      ({ made }) =>
        expect(new Set(made.map((bill) => `${bill.horse_id} ${bill.location}`))).toEqual(
          new Set(["atlas long-island", "bella florida", "flint florida"]),
        ),
    ],
    ["no bill is exported", ({ made }) => expect(made.filter(({ export_id }) => export_id !== null)).toEqual([])],
  ),
  step(at("/horses"), [
    "N is the number of visible billable horses, billed or not",
    (seen) => expect(seen.text).toContain("Bill 3 Horses"),
  ]),
  step(
    after((person) => person.searches("bella")),
    ["N counts the rows that a search finds", (seen) => the.hasButton(seen, "Bill 1 Horse")],
  ),
]);
