import { describe, expect, test } from "vitest";
import { IMPORTED_INVOICE } from "#app/domain/bills/imported.ts";
import { headlineOf } from "#app/domain/statements/shared-statement.ts";
import {
  describeInvoice,
  lateNoteOf,
  type Opening,
  type Period,
  periodsBeside,
  type StatementBill,
  type StatementEntry,
  shorterPeriods,
  statementLines,
  statementOf,
  sumsOf,
  textOfLine,
} from "#app/domain/statements/statement.ts";

/* The rules of docs/product.md, 'Statements'. */

const bill = (change: Partial<StatementBill> = {}): StatementBill => ({
  seq: 1,
  customerId: "ana",
  date: "2026-11-10",
  period: null,
  days: null,
  horseId: "bella",
  horse: "Bella",
  service: "Lesson",
  quantity: 2,
  value: 13_000,
  rider: "Ann",
  comments: "",
  line: null,
  entries: [],
  ...change,
});
const line = { invoiceNumber: 1001, dueDate: "2026-11-27", item: "Lesson", quantity: 2, amount: 26_000 };
const old = { invoiceNumber: IMPORTED_INVOICE, item: "Lesson", quantity: 2 };
const entry = (change: Partial<StatementEntry>): StatementEntry => ({
  customerId: "ana",
  invoiceNumber: 1001,
  service: "Lesson",
  amount: -5_000,
  isEntered: false,
  ...change,
});
const corrected = (value: number, customerId: string | null, entries: StatementEntry[], lineAmount = 26_000) =>
  bill({ value, customerId, entries, line: { ...line, amount: lineAmount } });

/** The kind, amount and invoice of each line, and whether QuickBooks has it. */
const linesOf = (of: StatementBill, customerId = "ana", amounts: "bill-value" | "quantity-x-value" = "bill-value") =>
  statementLines(of, customerId, amounts).map((each) => [
    each.kind,
    each.amount,
    each.invoice?.number ?? null,
    each.isInvoiced,
  ]);

const EXPORTED = ["invoiced", 26_000, 1001, true];

describe("the lines of a bill", () => {
  test.each<[string, StatementBill, unknown[]]>([
    ["a pending bill", bill(), [["pending", 13_000, null, false]]],
    ["a pending bill of another customer", bill({ customerId: "ben" }), []],
    ["a pending bill of nobody", bill({ customerId: null }), []],
    ["an exported bill, with the amount of its line", bill({ line }), [EXPORTED]],
    ["an exported bill of another customer", bill({ line, customerId: "ben" }), []],
    [
      "a correction of the amount",
      corrected(21_000, "ana", [entry({ isEntered: true })]),
      [EXPORTED, ["correction", -5_000, 1001, true]],
    ],
    [
      "a bill that a correction gave to somebody else",
      corrected(20_000, "ben", [
        entry({ amount: -26_000 }),
        entry({ customerId: "ben", invoiceNumber: null, amount: 20_000 }),
      ]),
      [EXPORTED, ["correction", -26_000, 1001, false]],
    ],
    [
      "a bill that a correction took from somebody else",
      corrected(20_000, "ana", [
        entry({ customerId: "ben", amount: -26_000 }),
        entry({ invoiceNumber: null, amount: 20_000 }),
      ]),
      [["correction", 20_000, null, false]],
    ],
    [
      "a bill that went to somebody else and came back",
      corrected(9_000, "ana", [
        entry({ amount: -26_000 }),
        entry({ customerId: "ben", invoiceNumber: null, amount: 20_000 }),
        entry({ customerId: "ben", invoiceNumber: null, amount: -20_000 }),
        entry({ amount: 9_000 }),
      ]),
      [EXPORTED, ["correction", -26_000, 1001, false], ["correction", 9_000, 1001, false]],
    ],
    [
      "a bill that was invoiced before Hayloft",
      bill({ line: { ...old, amount: 13_000 } }),
      [["invoiced", 13_000, IMPORTED_INVOICE, true]],
    ],
    [
      "a bill that was invoiced before Hayloft and that a correction gave to somebody else",
      bill({
        customerId: "ben",
        line: { ...old, amount: 13_000 },
        entries: [
          entry({ invoiceNumber: IMPORTED_INVOICE, amount: -13_000 }),
          entry({ customerId: "ben", invoiceNumber: null, amount: 13_000 }),
        ],
      }),
      [
        ["invoiced", 13_000, IMPORTED_INVOICE, true],
        ["correction", -13_000, IMPORTED_INVOICE, false],
      ],
    ],
    [
      "a line of $0.00 that a correction took from somebody else, whose customer is not known",
      corrected(500, "ana", [entry({ invoiceNumber: null, amount: 500 })], 0),
      [["correction", 500, null, false]],
    ],
  ])("%s", (_, of, lines) => expect(linesOf(of)).toEqual(lines));

  test("a pending bill has the amount that the next export writes", () => {
    expect(linesOf(bill(), "ana", "quantity-x-value")).toEqual([["pending", 26_000, null, false]]);
    expect(linesOf(bill({ line }), "ana", "bill-value")).toEqual([EXPORTED]);
    const imported = bill({ line: { ...old, amount: 13_000 } });
    expect(linesOf(imported, "ana", "quantity-x-value")).toEqual([["invoiced", 13_000, IMPORTED_INVOICE, true]]);
  });

  test.each([
    ["2026-11", "Lesson, November"],
    ["2026-10", "Lesson, October"],
    ["2025-12", "Lesson, December 2025"],
    [null, "Lesson"],
  ])("a bill of 11/10/2026 for the month %s reads '%s'", (period, text) => {
    expect(statementLines(bill({ period }), "ana", "bill-value").map(textOfLine)).toEqual([text]);
    expect(statementLines(bill({ period, line }), "ana", "bill-value").map(textOfLine)).toEqual([text]);
  });

  test.each<[string, StatementBill, string[]]>([
    ["of an export, with the day it is due", bill({ line }), ["1001, due 11/27/2026"]],
    ["of a pending bill", bill(), ["-"]],
    ["from before Hayloft", bill({ line: { ...old, amount: 1 } }), ["Before Hayloft"]],
    [
      "of a correction",
      corrected(21_000, "ana", [entry({})]),
      ["1001, due 11/27/2026", "Invoice 1001, credit to come"],
    ],
  ])("the invoice %s in words", (_, of, words) => {
    const described = statementLines(of, "ana", "bill-value").map(describeInvoice);
    expect(described.map(({ before, number, after }) => `${before}${number ?? ""}${after}`)).toEqual(words);
  });
});

const statementFrom = (bills: StatementBill[], opening: Opening, late: StatementBill[] = []) =>
  statementOf({ bills, late, opening, amounts: "bill-value" }, "ana");

test("a statement has its lines by horse and date, and says what QuickBooks has", () => {
  const bills = [
    bill({ seq: 4, date: "2026-11-20", value: 100 }),
    bill({ seq: 3, date: "2026-11-20", value: 20 }),
    bill({ seq: 5, date: "2026-11-01", line, entries: [entry({})] }),
    bill({ seq: 1, horseId: "ayla", horse: "ayla", value: 3 }),
    bill({ seq: 2, customerId: "ben" }),
  ];
  const { horses, ...sums } = statementFrom(bills, { bills: 1_000, corrections: -40 });
  expect(horses.map(({ name, total, lines }) => [name, total, lines.map(({ key }) => key)])).toEqual([
    ["ayla", 3, ["1"]],
    ["Bella", 21_120, ["5", "5.0", "3", "4"]],
  ]);
  expect(sums).toEqual({
    opening: { bills: 1_000, corrections: -40 },
    late: [],
    lateInvoiced: 0,
    billed: 21_123,
    total: 22_083,
    invoiced: 26_000,
    pending: -3_917,
  });
});

test("a statement without bills has the opening only", () => {
  expect(statementFrom([], { bills: 7, corrections: 0 })).toMatchObject({
    billed: 0,
    total: 7,
    pending: 7,
  });
});

test.each([
  ["2026-03-01", "2026-03-31", "2026-02-01 2026-02-28", "2026-04-01 2026-04-30"],
  ["2026-12-01", "2026-12-31", "2026-11-01 2026-11-30", "2027-01-01 2027-01-31"],
  ["2026-01-10", "2026-01-16", "2026-01-03 2026-01-09", "2026-01-17 2026-01-23"],
  ["2026-03-01", "2026-03-01", "2026-02-28 2026-02-28", "2026-03-02 2026-03-02"],
  ["2000-01-01", "2000-01-31", null, "2000-02-01 2000-02-29"],
  ["2099-12-01", "2099-12-31", "2099-11-01 2099-11-30", null],
])("beside the period from %s to %s are %s and %s", (first, last, earlier, later) => {
  const beside = periodsBeside({ first, last });
  const inWords = (period: Period | null) => period && `${period.first} ${period.last}`;
  expect([inWords(beside.earlier), inWords(beside.later)]).toEqual([earlier, later]);
});

const MONTH = { first: "2026-11-01", last: "2026-11-30" };
const NONE = { bills: 0, corrections: 0 };
test.each([
  ["a month", MONTH, NONE, [["Billed in November", 130, true]]],
  ["days", { first: "2026-11-01", last: "2026-11-15" }, NONE, [["Billed 11/01/2026 to 11/15/2026", 130, true]]],
  [
    "a month after bills that are not invoiced",
    MONTH,
    { bills: 20, corrections: 0 },
    [
      ["Earlier, not invoiced", 20],
      ["Billed in November", 130],
      ["Total", 150, true],
    ],
  ],
  // The total stays apart even if what is from before comes to nothing.
  [
    "a month after a bill and its credit",
    MONTH,
    { bills: 20, corrections: -20 },
    [
      ["Earlier, not invoiced", 20],
      ["Earlier corrections, not invoiced", -20],
      ["Billed in November", 130],
      ["Total", 130, true],
    ],
  ],
])("the sums of %s", (_, period, opening, sums) => {
  const statement = statementFrom([bill({ value: 130 })], opening);
  const shown = sumsOf(statement, period);
  expect(shown.slice(0, -2)).toEqual(sums);
  // The owner's page begins with what was billed, and names the total if that is another sum.
  const total = sums.find(([label]) => label === "Total");
  expect(headlineOf(shown)).toEqual({ billed: sums.find(([label]) => /^Billed/.test(String(label))), total });
});

test("the head of a statement that was frozen with other labels has its sums by their places", () => {
  expect(
    headlineOf([
      ["Before", 20],
      ["This period", 130],
      ["Total", 150, true],
      ["Not invoiced", 9],
    ]),
  ).toEqual({
    billed: ["This period", 130],
    total: ["Total", 150, true],
  });
  expect(headlineOf([["Total", 150, true]])).toEqual({ billed: ["Total", 150, true], total: undefined });
});

const EARLIER = "What is not invoiced yet is in “Earlier, not invoiced”";
test.each<[string, StatementBill[], Opening, string[], string]>([
  [
    "pending",
    [bill({ value: 20 })],
    { bills: 20, corrections: 0 },
    ["Earlier, not invoiced 20", "Total 150"],
    `${EARLIER}.`,
  ],
  [
    "exported",
    [bill({ line })],
    NONE,
    ["Since your last statement 26000", "Total 26130", "Already invoiced 26000"],
    "",
  ],
  [
    "exported, with a correction that is entered",
    [bill({ line, entries: [entry({ isEntered: true })] })],
    NONE,
    ["Since your last statement 21000", "Total 21130", "Already invoiced 21000"],
    "",
  ],
  [
    "exported, with a correction that is not entered",
    [bill({ line, entries: [entry({})] })],
    { bills: 0, corrections: -5_000 },
    [
      "Earlier corrections, not invoiced -5000",
      "Since your last statement 26000",
      "Total 21130",
      "Already invoiced 26000",
    ],
    "What is not invoiced yet is in “Earlier corrections, not invoiced”.",
  ],
  [
    "one exported and one pending",
    [bill({ line }), bill({ seq: 2, value: 20 })],
    { bills: 20, corrections: 0 },
    ["Earlier, not invoiced 20", "Since your last statement 26000", "Total 26150", "Already invoiced 26000"],
    `${EARLIER}.`,
  ],
  ["pending, of another customer now", [bill({ customerId: "ben" })], NONE, [], ""],
  ["pending, of $0.00", [bill({ value: 0 })], NONE, [], ""],
])("late entries that are %s are in one sum each", (_, late, opening, sums, note) => {
  const statement = statementFrom([bill({ seq: 9, value: 130 })], opening, late);
  const isOfAll = (label: string) => ["Billed in November", "Not invoiced yet", "Credit to come"].includes(label);
  const shown = sumsOf(statement, MONTH).filter(([label, amount]) => !isOfAll(label) && amount !== 0);
  expect(shown.map(([label, amount]) => `${label} ${amount}`)).toEqual(sums);
  expect(statement.total).toBe(statement.invoiced + statement.pending);
  expect(lateNoteOf(statement)).toBe(`Entered after the statement of their month.${note && ` ${note}`}`);
});

test("more credit than is billed and not invoiced is a credit to come", () => {
  const statement = statementFrom([bill({ line, entries: [entry({ amount: -25_027 })] })], NONE);
  expect(sumsOf(statement, MONTH).slice(-2)).toEqual([
    ["Already invoiced", 26_000],
    ["Credit to come", -25_027],
  ]);
});

test.each([
  ["2026-01-15", "2026-03-02", ["2026-01-15 2026-01-31", "2026-02-01 2026-02-28", "2026-03-01 2026-03-02"]],
  ["2026-12-25", "2027-01-01", ["2026-12-25 2026-12-31", "2027-01-01 2027-01-01"]],
  [
    "2026-02-01",
    "2026-02-28",
    ["2026-02-01 2026-02-07", "2026-02-08 2026-02-14", "2026-02-15 2026-02-21", "2026-02-22 2026-02-28"],
  ],
  ["2026-02-01", "2026-02-03", ["2026-02-01 2026-02-01", "2026-02-02 2026-02-02", "2026-02-03 2026-02-03"]],
])("the period from %s to %s has the shorter periods %j", (first, last, shorter) => {
  expect(shorterPeriods({ first, last }).map((each) => `${each.first} ${each.last}`)).toEqual(shorter);
});
