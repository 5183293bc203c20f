import { expect } from "vitest";
import { TODAY } from "./barn.ts";
import { spec, step, withJavaScript } from "./spec.ts";
import * as the from "./words.ts";

type Row = Record<string, unknown>;

const QUESTION = "Are you sure you want to bill 3 horses? This action cannot be undone.";

/** A line of the bills of a horse: what is charged, and how much in cents. */
const charges = (says: string, horseId: string, serviceId: string, values: number[]) =>
  [
    says,
    ({ bills }: { bills: Row[] }) =>
      expect(
        bills.filter((bill) => bill.horse_id === horseId && bill.service_id === serviceId).map(({ value }) => value),
      ).toEqual(values),
  ] as const;

spec("§2 Horses, §7 Billing horses", [
  step(
    async (person) => {
      await person.opens("/horses");
      await person.presses("Bill 3 Horses");
      return person.sees();
    },
    the.dialog("Confirm Billing", QUESTION, "Past runs"),
    the.button("Cancel", "Confirm"),
  ),
  step(
    async (person, barn) => {
      await person.answers("Cancel");
      return {
        seen: await person.sees(),
        bills: await barn.rows("select * from bill_items where billing_run_id is not null"),
      };
    },
    [
      "Cancel closes the dialog and bills nothing",
      ({ seen, bills }) => expect([the.dialogOf(seen), bills]).toEqual([undefined, []]),
    ],
  ),
  withJavaScript(
    step(
      async (person) => {
        await person.presses("Bill 3 Horses");
        return person.waitsAfter("Confirm", "Billing...");
      },
      the.disabled("Billing..."),
      [
        "the dialog cannot be closed while billing runs",
        (seen) => expect(the.dialogOf(seen)?.name).toBe("Confirm Billing"),
      ],
    ),
  ),
  step(
    async (person, barn) => {
      if (!person.hasJavaScript) {
        await person.presses("Bill 3 Horses");
        await person.answers("Confirm");
      }
      return {
        seen: await person.sees(),
        bills: await barn.rows("select * from bill_items where billing_run_id is not null"),
      };
    },
    ["success closes the dialog", ({ seen }) => expect(the.dialogOf(seen)).toBeUndefined()],
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
      ({ bills }) => expect(new Set(bills.map(({ date }) => date))).toEqual(new Set([TODAY])),
    ],
    [
      "the quantity of each bill is 1",
      ({ bills }) => expect(new Set(bills.map(({ quantity }) => quantity))).toEqual(new Set([1])),
    ],
    [
      "the customer of each bill is that of the horse",
      ({ bills }) =>
        expect(new Set(bills.map((bill) => `${bill.horse_id} ${bill.customer_id}`))).toEqual(
          new Set(["atlas zeller", "bella abbott", "flint brown"]),
        ),
    ],
    [
      "the location of each bill is that of the horse",
      ({ bills }) =>
        expect(new Set(bills.map((bill) => `${bill.horse_id} ${bill.location}`))).toEqual(
          new Set(["atlas long-island", "bella florida", "flint florida"]),
        ),
    ],
    ["no bill is exported", ({ bills }) => expect(bills.filter(({ export_id }) => export_id !== null)).toEqual([])],
  ),
  step(
    async (person) => {
      await person.opens("/horses");
      return person.sees();
    },
    [
      "N is the number of visible billable horses, billed or not",
      (seen) => expect(seen.text).toContain("Bill 3 Horses"),
    ],
  ),
  step(
    async (person) => {
      await person.searches("bella");
      return person.sees();
    },
    ["N counts the rows that a search finds", (seen) => expect(seen.text).toContain("Bill 1 Horse")],
  ),
]);
