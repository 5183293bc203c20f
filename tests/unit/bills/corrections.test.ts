import { expect, test } from "vitest";
import { formatSigned } from "#app/domain/basics/money.ts";
import {
  correctedSoFar,
  correctionEntries,
  formatCorrection,
  formatInvoice,
  type Invoice,
} from "#app/domain/bills/corrections.ts";

/* The rule of docs/product.md, 'Correcting a bill'. */

type Side = [customer: string | null, service: string, cents: number];
type Entry = [...Side, invoice: number | null];

const charged = ([customerId, serviceId, amount]: Side) => ({ customerId, serviceId, amount });
const ANA: Invoice = { invoiceNumber: 1001, customerId: "ana" };
const UNKNOWN: Invoice = { invoiceNumber: 1001, customerId: null };

const CASES: [what: string, invoice: Invoice | null, now: Side, right: Side, entries: Entry[]][] = [
  ["nothing differs", ANA, ["ana", "clip", 6500], ["ana", "clip", 6500], []],
  ["too much", ANA, ["ana", "clip", 13_000], ["ana", "clip", 6500], [["ana", "clip", -6500, 1001]]],
  ["too little", ANA, ["ana", "clip", 6500], ["ana", "clip", 6501], [["ana", "clip", 1, 1001]]],
  ["not billable at all", ANA, ["ana", "clip", 6500], ["ana", "clip", 0], [["ana", "clip", -6500, 1001]]],
  ["a line of nothing", ANA, ["ana", "clip", 0], ["ana", "clip", 6500], [["ana", "clip", 6500, 1001]]],
  [
    "another customer",
    ANA,
    ["ana", "clip", 6500],
    ["ben", "clip", 6500],
    [
      ["ana", "clip", -6500, 1001],
      ["ben", "clip", 6500, null],
    ],
  ],
  [
    "another service of the same customer",
    ANA,
    ["ana", "clip", 6500],
    ["ana", "bath", 4000],
    [
      ["ana", "clip", -6500, 1001],
      ["ana", "bath", 4000, 1001],
    ],
  ],
  [
    "everything",
    ANA,
    ["ana", "clip", 6500],
    ["ben", "bath", 1],
    [
      ["ana", "clip", -6500, 1001],
      ["ben", "bath", 1, null],
    ],
  ],
  [
    "back to the customer of the line",
    ANA,
    ["ben", "clip", 6500],
    ["ana", "clip", 6500],
    [
      ["ben", "clip", -6500, null],
      ["ana", "clip", 6500, 1001],
    ],
  ],
  [
    "another amount of a second customer",
    ANA,
    ["ben", "clip", 6500],
    ["ben", "clip", 6000],
    [["ben", "clip", -500, null]],
  ],
  [
    "no customer any more",
    ANA,
    ["ana", "clip", 6500],
    [null, "clip", 6500],
    [
      ["ana", "clip", -6500, 1001],
      [null, "clip", 6500, null],
    ],
  ],
  [
    "a customer for a line without one",
    UNKNOWN,
    [null, "clip", 6500],
    ["ana", "clip", 6500],
    [
      [null, "clip", -6500, 1001],
      ["ana", "clip", 6500, null],
    ],
  ],
  ["another customer, nothing to pay", ANA, ["ana", "clip", 6500], ["ben", "clip", 0], [["ana", "clip", -6500, 1001]]],
  [
    "another customer of a line of nothing",
    ANA,
    ["ana", "clip", 0],
    ["ben", "clip", 6500],
    [["ben", "clip", 6500, null]],
  ],
  ["another customer, and nothing to enter", ANA, ["ana", "clip", 0], ["ben", "clip", 0], []],
  ["no invoice", null, [null, "clip", 100], [null, "clip", 200], [[null, "clip", 100, null]]],
];

test.each(CASES)("the entries of a correction: %s", (_, invoice, now, right, entries) => {
  const made = correctionEntries(invoice, charged(now), charged(right));
  expect(made.map((each) => [each.customerId, each.serviceId, each.amount, each.invoiceNumber])).toEqual(entries);
  // The invariant: what QuickBooks has, and what is entered, is what is right.
  expect(made.reduce((sum, { amount }) => sum + amount, now[2])).toBe(right[2]);
});

const line = { invoiceNumber: 1001, amount: 13_000 };
const on = (customerId: string | null, amount: number, invoiceNumber: number | null = 1001) => ({
  customerId,
  amount,
  invoiceNumber,
});

test.each([
  ["no correction", "ana", [], 13_000, ANA],
  ["no correction of a bill without a customer", null, [], 13_000, UNKNOWN],
  ["another amount", "ana", [on("ana", -6500)], 6500, ANA],
  ["another customer", "ben", [on("ana", -13_000), on("ben", 13_000, null)], 13_000, ANA],
  ["there and back", "ana", [on("ana", -13_000), on("ben", 1, null), on("ben", -1, null), on("ana", 2)], 2, ANA],
  ["from no customer", "ben", [on(null, -13_000), on("ben", 13_000, null)], 13_000, UNKNOWN],
  ["without an entry on the invoice", "ben", [on("ben", 5, null)], 13_005, null],
] as const)("what QuickBooks has after %s", (_, customerId, standing, amount, invoice) => {
  expect(correctedSoFar(line, customerId, standing)).toEqual({ amount, invoice });
});

test.each([
  [-13_000, "Credit $130.00"],
  [5_000, "Add $50.00"],
  [1, "Add $0.01"],
  [-123_456_789, "Credit $1,234,567.89"],
  [0, "$0.00"],
])("%i cents are shown as '%s'", (amount, text) => expect(formatCorrection(amount)).toBe(text));

test.each([
  [1001, "1001"],
  [0, "before Hayloft"],
  [null, "new invoice"],
])("the invoice %s of an entry reads '%s'", (number, text) => expect(formatInvoice(number)).toBe(text));

test.each([
  [-130_05, "($130.05)"],
  [50_00, "$50.00"],
  [0, "$0.00"],
])("in a file, a correction of %d cents is '%s'", (amount, text) => expect(formatSigned(amount)).toBe(text));
