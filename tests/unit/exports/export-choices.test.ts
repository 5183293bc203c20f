import { expect, test } from "vitest";
import { pluralOf } from "#app/domain/basics/pluralize.ts";
import { amountsChoice, datesChoice, differenceOf } from "#app/domain/exports/export-choices.ts";

/* What the export dialog asks (docs/product.md, 'Export'). */

const bill = { horse: "Bella", service: "Mane braiding", date: "2026-11-02" };
const totals = { "bill-value": 13_100, "quantity-x-value": 26_100 };

test("the question about amounts is about a bill of the export, with the line and the total of each answer", () => {
  const multiple = { ...bill, quantity: 2, value: 13_000 };
  expect(amountsChoice({ multiples: 3, multiple, totals })).toEqual({
    text: "Is $130.00 for both mane braidings, or for each?",
    example: "Mane braiding for Bella, 11/02/2026. 3 bills have a quantity above 1.",
    answers: [
      { value: "bill-value", label: "$130.00 for both", notes: ["2 × $65.00 = $130.00", "Total $131.00"] },
      { value: "quantity-x-value", label: "$130.00 each", notes: ["2 × $130.00 = $260.00", "Total $261.00"] },
    ],
    note: "The totals differ by $130.00 (99%).",
  });
});

test.each([
  [2, 13_000, "2 × $65.00 = $130.00", "2 × $130.00 = $260.00"],
  [3, 10_000, "3 × $33.333 = $100.00", "3 × $100.00 = $300.00"],
  [1_000, 123_456_700, "1,000 × $1,234.567 = $1,234,567.00", "1,000 × $1,234,567.00 = $1,234,567,000.00"],
  [2, 0, "2 × $0.00 = $0.00", "2 × $0.00 = $0.00"],
])("a bill of quantity %i and %i cents is either %s or %s", (quantity, value, byValue, byQuantity) => {
  const question = amountsChoice({ multiples: 1, multiple: { ...bill, quantity, value }, totals });
  expect(question?.answers.map(({ notes }) => notes[0])).toEqual([byValue, byQuantity]);
  const all = quantity === 2 ? "both" : `all ${quantity.toLocaleString("en-US")}`;
  expect(question?.text).toContain(` for ${all} mane braidings, or for each?`);
  expect(question?.answers[0]?.label).toContain(` for ${all}`);
});

test.each([
  ["Mane braiding", "mane braidings"],
  ["Grooming for a show", "groomings for a show"],
  ["Supplements", "supplements"],
  ["Delivery", "deliveries"],
  ["Stall day", "stall days"],
  ["Wash", "washes"],
  ["Class in hand", "classes in hand"],
  ["For", "fors"],
  ["IV drip", "of “IV drip”"],
  ["Lunging (20 min)", "of “Lunging (20 min)”"],
])("the plural of %s is %s", (name, plural) => expect(pluralOf(name)).toBe(plural));

test("nothing is asked of an export without quantities above 1 and without an invoice of several dates", () => {
  expect(amountsChoice({ multiples: 0, multiple: null, totals })).toBeNull();
  expect(datesChoice({ dated: null })).toBeNull();
});

test("the question about dates is about an invoice of the export, with the days of each answer", () => {
  const dated = { horse: "Bella", lines: 5, first: "2026-11-02", last: "2026-11-20" };
  expect(datesChoice({ dated })).toEqual({
    text: "Date invoices by service, or one date each?",
    example: "The invoice for Bella has 5 bills, from 11/02/2026 to 11/20/2026.",
    answers: [
      {
        value: "line",
        label: "Date every line",
        notes: ["11/02/2026, due 11/17/2026", "to 11/20/2026, due 12/05/2026"],
      },
      { value: "invoice", label: "Date each invoice", notes: ["11/20/2026, due 12/05/2026", "on all lines"] },
    ],
    note: "Every line keeps the date of its service.",
  });
});

test.each([
  [949_231, 1_072_631, "The totals differ by $1,234.00 (13%)."],
  [100, 200, "The totals differ by $1.00 (100%)."],
  [1_000, 1_005, "The totals differ by $0.05 (1%)."],
  [1_000, 1_004, "The totals differ by $0.04 (less than 1%)."],
  [1, 1_000, "The totals differ by $9.99 (99,900%)."],
  [0, 0, "The totals are the same."],
  [500, 500, "The totals are the same."],
])("totals of %i and %i cents: %s", (byValue, byQuantity, text) => {
  expect(differenceOf({ "bill-value": byValue, "quantity-x-value": byQuantity })).toBe(text);
});
