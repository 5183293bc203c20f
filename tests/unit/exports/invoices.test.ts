import { expect, test } from "vitest";
import { monthOf } from "#app/domain/basics/months.ts";
import { amountOf, excessOf, fileName, formerName, isNumberTooLong, rateOf } from "#app/domain/exports/invoices.ts";
import {
  type BillToExport,
  classOf,
  describeLine,
  dueDate,
  invoiceLines,
} from "#tests/support/database/invoice-lines.ts";

test.each([
  ["2026-11-21", "2026-12-06"],
  ["2024-02-14", "2024-02-29"],
  ["2024-02-15", "2024-03-01"],
  ["2023-02-14", "2023-03-01"],
  ["2100-02-14", "2100-03-01"],
  ["2026-12-16", "2026-12-31"],
  ["2026-12-17", "2027-01-01"],
  ["2026-12-31", "2027-01-15"],
  ["2099-12-31", "2100-01-15"],
])("a bill of %s is due on %s", (date, due) => {
  expect(dueDate(date)).toBe(due);
});

test.each([
  ["2026-01-01", "Boarding for Bella-January"],
  ["2026-01-31", "Boarding for Bella-January"],
  ["2024-02-29", "Boarding for Bella-February"],
  ["2026-09-09", "Boarding for Bella-September"],
  ["2026-12-31", "Boarding for Bella-December"],
])("the description of a line of %s is '%s'", (date, text) => {
  expect(describeLine("Boarding", "Bella", monthOf(date))).toBe(text);
});

test.each([
  ["Maeve O’Brien", "Maeve O’Brien", null],
  ["Maeve Obrien", "Maeve O’Brien", "Maeve Obrien"],
  ["Unknown", null, null],
  ["'@ the barn", "@ the barn", null],
  ["'@ the barn", "The barn", "'@ the barn"],
])("for an invoice to '%s' of the customer %j, the page names the file's %j", (inFile, today, former) => {
  expect(formerName(inFile, today)).toBe(former);
});

test("the class is the location in capitals, without a hyphen", () => {
  expect([classOf("florida"), classOf("long-island")]).toEqual(["FLORIDA", "LONG ISLAND"]);
});

test("the amount of a line is its quantity times its value, or its value", () => {
  const bill = { quantity: 3, value: 12_000 };
  expect([amountOf(bill, "quantity-x-value"), amountOf(bill, "bill-value")]).toEqual([36_000, 12_000]);
});

test.each([
  [290_000, 1, "2900.00"],
  [0, 1, "0.00"],
  [0, 7, "0.00"],
  [5, 1, "0.05"],
  [1, 2, "0.005"],
  [100, 8, "0.125"],
  [9_000, 2, "45.00"],
  [10_000, 3, "33.333"],
  [20_000, 3, "66.667"],
  [1, 3, "0.003"],
  [1, 1_000, "0.00001"],
  [999, 1_000, "0.00999"],
  [100_001, 1_000, "1.00001"],
  [100_000_000_000, 1, "1000000000.00"],
  [100_000_000_000, 7, "142857142.857"],
])("a rate for %i cents and quantity %i is %s", (amount, quantity, rate) => {
  expect(rateOf(amount, quantity)).toBe(rate);
});

test("the rate times the quantity is the amount to the cent, with at most seven decimals", () => {
  for (let quantity = 1; quantity <= 1_000; quantity += 1) {
    for (const amount of [1, 99, 100, 8_637, 123_457, 290_000 * quantity, 99_999_999, 100_000_000_000]) {
      const rate = rateOf(amount, quantity);
      const decimals = rate.split(".")[1] ?? "";
      expect(decimals.length).toBeLessThanOrEqual(7);
      const scaled = (text: string) =>
        BigInt(text.replace(".", "")) * BigInt(quantity) * 10n ** BigInt(9 - decimals.length);
      const difference = scaled(rate) - BigInt(amount) * 10n ** 7n;
      expect([amount, quantity, difference > -5_000_000n && difference < 5_000_000n]).toEqual([amount, quantity, true]);
      if (amount % quantity === 0) expect(decimals.length).toBe(2);
    }
  }
});

let billCount = 0;
const bill = (horse: string, customer: string | null, change: Partial<BillToExport> = {}): BillToExport => {
  billCount += 1;
  return {
    id: `bill ${billCount}`,
    seq: billCount,
    date: "2026-11-21",
    period: null,
    horse: { id: `horse ${horse}`, name: horse },
    customer: customer === null ? null : { id: `customer ${customer}`, name: customer },
    service: "Clipping",
    quantity: 1,
    value: 5_000,
    location: "florida",
    ...change,
  };
};

test("each pair of a horse and a customer has one invoice, in the order of their names", () => {
  const lines = invoiceLines(
    [
      bill("zephyr", "Ada"),
      bill("Apollo", "Zoe"),
      bill("bella", null),
      bill("Apollo", "ada"),
      bill("Zephyr", "Ada", { horse: { id: "another", name: "Zephyr" } }),
      bill("Bella", "Vera", { horse: { id: "horse bella", name: "bella" } }),
      bill("Apollo", "Zoe"),
    ],
    41,
    { amounts: "bill-value", dates: "line" },
  );
  expect(lines.map(({ invoice, customer, description }) => [invoice, customer, description.split("-")[0]])).toEqual([
    [41, "ada", "Clipping for Apollo"],
    [42, "Zoe", "Clipping for Apollo"],
    [42, "Zoe", "Clipping for Apollo"],
    [43, "Unknown", "Clipping for bella"],
    [44, "Vera", "Clipping for bella"],
    [45, "Ada", "Clipping for Zephyr"],
    [46, "Ada", "Clipping for zephyr"],
  ]);
});

test("the lines of an invoice are ordered by date, and then by the number of the bill", () => {
  const bills = [
    bill("A", "B"),
    bill("A", "B", { date: "2025-01-02" }),
    bill("A", "B"),
    bill("A", "B", { date: "2025-01-02" }),
  ];
  const lines = invoiceLines([...bills].reverse(), 1, { amounts: "bill-value", dates: "line" });
  expect(lines.map((line) => line.bill)).toEqual([1, 3, 0, 2].map((i) => bills[i]?.id));
});

test("a line has the values of the file, for both kinds of amounts", () => {
  const one = bill("=Bella", "O'Brien, M.", {
    date: "2026-12-20",
    quantity: 3,
    value: 10_000,
    location: "long-island",
  });
  const [line] = invoiceLines([one], 7, { amounts: "quantity-x-value", dates: "line" });
  expect(line).toEqual({
    bill: one.id,
    invoice: 7,
    date: "2026-12-20",
    dueDate: "2027-01-04",
    serviceDate: "2026-12-20",
    customer: "O'Brien, M.",
    item: "Clipping",
    description: "Clipping for =Bella-December",
    quantity: 3,
    rate: "100.00",
    class: "LONG ISLAND",
    amount: 30_000,
  });
  expect(invoiceLines([one], 7, { amounts: "bill-value", dates: "line" })[0]).toMatchObject({
    rate: "33.333",
    amount: 10_000,
  });
});

test.each([
  [100, 1_000, ""],
  [1, 1_001, "1,001 rows; QuickBooks takes 1,000"],
  [110, 120, "110 invoices; QuickBooks takes 100"],
  [90, 1_055, "1,055 rows; QuickBooks takes 1,000"],
  [1_200, 5_000, "5,000 rows; QuickBooks takes 1,000. 1,200 invoices; QuickBooks takes 100"],
])("a whole file of %i invoices with %i rows says why QuickBooks refuses it", (invoices, bills, reason) =>
  expect(excessOf({ invoices, bills })).toBe(reason),
);

test("an invoice number has at most 21 characters", () => {
  const isTooLong = (firstInvoice: number) => isNumberTooLong({ firstInvoice, invoices: 1 });
  expect([isTooLong(1_001), isTooLong(1e20), isTooLong(1e21)]).toEqual([false, false, true]);
});

test("the name of a file has its date, its first invoice number and the number of the part, and says if the export is voided", () => {
  const parts = [
    { first: 1, last: 900, firstInvoice: 1_001, lastInvoice: 1_100 },
    { first: 901, last: 950, firstInvoice: 1_101, lastInvoice: 1_120 },
  ];
  const made = { date: "2026-11-21", firstInvoice: 1_001, voidedAt: null, parts };
  const voided = { ...made, voidedAt: "2026-11-22T14:00:00.000Z" };
  expect([fileName(made), fileName(made, 1), fileName(made, 2), fileName(voided), fileName(voided, 2)]).toEqual([
    "invoices-2026-11-21-from-1001.csv",
    "invoices-2026-11-21-from-1001-part-1.csv",
    "invoices-2026-11-21-from-1101-part-2.csv",
    "voided-invoices-2026-11-21-from-1001.csv",
    "voided-invoices-2026-11-21-from-1101-part-2.csv",
  ]);
});

test("with one date per invoice, each line has the date of the latest bill of its invoice, and its own service date", () => {
  const lines = invoiceLines(
    [
      bill("A", "B", { date: "2026-11-02" }),
      bill("A", "B", { date: "2026-10-31" }),
      bill("A", "B", { date: "2026-12-20" }),
      bill("A", "C", { date: "2026-11-05" }),
      bill("D", null, { date: "2024-02-14" }),
      bill("D", null, { date: "2024-02-15" }),
    ],
    5,
    { amounts: "bill-value", dates: "invoice" },
  );
  expect(lines.map(({ invoice, date, dueDate, serviceDate }) => [invoice, date, dueDate, serviceDate])).toEqual([
    [5, "2026-12-20", "2027-01-04", "2026-10-31"],
    [5, "2026-12-20", "2027-01-04", "2026-11-02"],
    [5, "2026-12-20", "2027-01-04", "2026-12-20"],
    [6, "2026-11-05", "2026-11-20", "2026-11-05"],
    [7, "2024-02-15", "2024-03-01", "2024-02-14"],
    [7, "2024-02-15", "2024-03-01", "2024-02-15"],
  ]);
});
