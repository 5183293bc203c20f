import type { Location } from "./boarding.ts";
import { type LocalDate, plusDays } from "./calendar.ts";
import { type Cents, formatDollars } from "./money.ts";
import { type Month, monthOf, nameOfMonth } from "./months.ts";
import { escapeFormula } from "./text.ts";

/*
 * The rules of an export for the accounting package (docs/product.md, 'Export'). db/queries/exports.ts implements the same
 * rules in SQL, which turns tens of thousands of bills into lines in one statement. The tests compare the two.
 */

/** The two ways to compute a line's amount: quantity times the bill's value, or the bill's value alone. */
export const AMOUNTS = ["quantity-x-value", "bill-value"] as const;
export type Amounts = (typeof AMOUNTS)[number];

/** The two ways to date invoices: each line as its bill, or each invoice as its latest bill. */
export const DATES = ["line", "invoice"] as const;
export type Dates = (typeof DATES)[number];

/** The choices of an export. */
export type Choices = { amounts: Amounts; dates: Dates };

/** The payment terms of every invoice, and their length in days. */
export const TERMS = "Net 15";
export const TERM_DAYS = 15;
/** The customer's name on an invoice without a customer. */
export const UNKNOWN = "Unknown";

/** The largest number of bills in one export. Other writes wait while an export is written. */
export const MAX_BILLS = 50_000;

/** The limits of QuickBooks Online: invoices and rows per file, and characters of an invoice number. */
export const MAX_FILE_INVOICES = 100;
export const MAX_FILE_ROWS = 1_000;
export const MAX_NUMBER_LENGTH = 21;

/** The due date of an invoice: 15 days after its date. */
export function dueDate(date: LocalDate): LocalDate {
  return plusDays(date, TERM_DAYS);
}

/** The description of an invoice line: 'Boarding for Bella-November'. */
export function describeLine(service: string, horse: string, month: Month): string {
  return `${service} for ${horse}-${nameOfMonth(month)}`;
}

/** The accounting class of a location: 'LONG ISLAND'. */
export function classOf(location: Location): string {
  return location.replace("-", " ").toUpperCase();
}

/** The amount of an invoice line, in cents. */
export function amountOf({ quantity, value }: { quantity: number; value: Cents }, amounts: Amounts): Cents {
  return amounts === "quantity-x-value" ? quantity * value : value;
}

/** The maximum number of decimals of a rate. */
export const RATE_DECIMALS = 7;

/**
 * The rate of a line in dollars, with two to seven decimals: as few as make quantity times rate equal the amount, rounded to
 * the cent (docs/product.md, 'Export').
 */
export function rateOf(amount: Cents, quantity: number): string {
  const [total, count] = [BigInt(amount), BigInt(quantity)];
  for (let decimals = 2; ; decimals++) {
    const unitsPerCent = 10n ** BigInt(decimals - 2);
    const rate = (2n * total * unitsPerCent + count) / (2n * count);
    const error = rate * count - total * unitsPerCent;
    const isExact = 2n * (error < 0n ? -error : error) < unitsPerCent;
    if (!isExact && decimals < RATE_DECIMALS) continue;
    const digits = String(rate).padStart(decimals + 1, "0");
    return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
  }
}

export type BillToExport = {
  id: string;
  seq: number;
  date: LocalDate;
  /** The month that a boarding bill is for; null of other bills. */
  period: Month | null;
  horse: { id: string; name: string };
  customer: { id: string; name: string } | null;
  service: string;
  quantity: number;
  value: Cents;
  location: Location;
};

export type InvoiceLine = {
  bill: string;
  invoice: number;
  date: LocalDate;
  dueDate: LocalDate;
  customer: string;
  serviceDate: LocalDate;
  item: string;
  description: string;
  quantity: number;
  rate: string;
  class: string;
  amount: Cents;
};

/**
 * The lines of an export, with one invoice per horse and customer (docs/product.md, 'Export'). Invoices are numbered from
 * `first`, sorted by the name of the horse, then of the customer. Lines are sorted by date, then by creation.
 */
export function invoiceLines(
  bills: readonly BillToExport[],
  first: number,
  { amounts, dates }: Choices,
): InvoiceLine[] {
  const keyed = bills.map((bill) => ({ bill, invoice: invoiceKey(bill), line: [bill.date, bill.seq] }));
  keyed.sort((a, b) => compare(a.invoice, b.invoice) || compare(a.line, b.line));
  let number = first - 1;
  const numbers = keyed.map(({ invoice }, i) => {
    const previous = keyed[i - 1];
    if (!previous || compare(previous.invoice, invoice) !== 0) number++;
    return number;
  });
  // The lines of an invoice are in the order of their dates.
  const latest = new Map(keyed.map(({ bill }, i) => [numbers[i], bill.date]));
  return keyed.map(({ bill }, i) => {
    const invoice = numbers[i] ?? first;
    const date = dates === "invoice" ? (latest.get(invoice) ?? bill.date) : bill.date;
    const amount = amountOf(bill, amounts);
    return {
      bill: bill.id,
      invoice,
      date,
      dueDate: dueDate(date),
      serviceDate: bill.date,
      customer: escapeFormula(bill.customer?.name ?? UNKNOWN),
      item: escapeFormula(bill.service),
      description: escapeFormula(describeLine(bill.service, bill.horse.name, bill.period ?? monthOf(bill.date))),
      quantity: bill.quantity,
      rate: rateOf(amount, bill.quantity),
      class: classOf(bill.location),
      amount,
    };
  });
}

const invoiceKey = ({ horse, customer }: BillToExport) => [
  toAsciiLowerCase(horse.name),
  toAsciiLowerCase(customer?.name ?? UNKNOWN),
  horse.id,
  customer?.id ?? "",
];

/** Lower-cases ASCII letters only, like `lower` in SQLite. */
const toAsciiLowerCase = (text: string) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

function compare(a: (string | number)[], b: (string | number)[]): number {
  for (const [i, left] of a.entries()) {
    const right = b[i];
    if (left === right) continue;
    const isLess = typeof left === "number" ? left < Number(right) : isBefore([...left], [...String(right)]);
    return isLess ? -1 : 1;
  }
  return 0;
}

/** Compares by code points, which is the byte order of UTF-8 in SQLite. */
function isBefore(left: string[], right: string[]): boolean {
  const at = left.findIndex((character, i) => character !== right[i]);
  if (at < 0 || right[at] === undefined) return at < 0;
  return (left[at]?.codePointAt(0) ?? 0) < (right[at].codePointAt(0) ?? 0);
}

/** The part of an export that goes into one file: its first and last line, counted from 1, and its invoice numbers. */
export type Part = { first: number; last: number; firstInvoice: number; lastInvoice: number };

/** Splits an export into parts of whole invoices. An invoice above the row limit gets a part of its own. */
export function partsOf(lines: readonly { invoice: number }[]): Part[] {
  const parts: Part[] = [];
  for (let start = 0; start < lines.length; ) {
    const invoice = lines[start]?.invoice ?? 0;
    let end = start;
    while (lines[end]?.invoice === invoice) end++;
    const part = parts.at(-1);
    const fits = part && end - part.first + 1 <= MAX_FILE_ROWS && invoice - part.firstInvoice < MAX_FILE_INVOICES;
    if (fits) Object.assign(part, { last: end, lastInvoice: invoice });
    else parts.push({ first: start + 1, last: end, firstInvoice: invoice, lastInvoice: invoice });
    start = end;
  }
  return parts;
}

/** The two ways to compute amounts, side by side: the bill of the example, its line either way, and the difference of the totals. */
export type Comparison = { bill: string; lines: Record<Amounts, string>; difference: string };

/** Compares the two ways to compute amounts; null if no bill has a quantity above 1. */
export function compareAmounts({ example, totals }: Pick<Preview, "example" | "totals">): Comparison | null {
  if (!example) return null;
  const lines = {
    "bill-value": multiplicationOf(example, "bill-value"),
    "quantity-x-value": multiplicationOf(example, "quantity-x-value"),
  };
  return { bill: `${example.service} for ${example.horse}`, lines, difference: differenceOf(totals) };
}

/** The contents of an export before it is made; totals in cents. */
export type Preview = {
  bills: number;
  invoices: number;
  /** Number of bills with a quantity above 1, whose amount depends on `amounts`. */
  multiples: number;
  /** One of these bills, which shows the two ways to compute amounts; one with a value if there is one. */
  example: { horse: string; service: string; quantity: number; value: Cents } | null;
  /** The total for each way to compute amounts. */
  totals: Record<Amounts, Cents>;
  /** Number of bills without a customer, and of bills with an amount of $0.00. */
  unknown: number;
  zero: number;
  /** Number of shown bills that an earlier export contains. */
  leftOut: number;
  firstInvoice: number;
  /** The last choices. Whether `amounts` was ever chosen: it is not preselected before. */
  amounts: Amounts;
  isAmountsChosen: boolean;
  dates: Dates;
  /** Changes with the set of bills, their contents and the next invoice number. */
  fingerprint: string;
};

/** The multiplication of a line, as the file has it: '2 × $65.00 = $130.00'. */
export function multiplicationOf(bill: { quantity: number; value: Cents }, amounts: Amounts): string {
  const amount = amountOf(bill, amounts);
  const [whole, decimals] = rateOf(amount, bill.quantity).split(".");
  return `${bill.quantity.toLocaleString("en-US")} × $${Number(whole).toLocaleString("en-US")}.${decimals} = ${formatDollars(amount)}`;
}

/** How much the two totals of an export differ, in words: 'The totals differ by $1,234.00 (13%).' */
export function differenceOf(totals: Record<Amounts, Cents>): string {
  const less = totals["bill-value"];
  const difference = totals["quantity-x-value"] - less;
  if (difference === 0) return "The totals are the same.";
  const percent = Math.floor((200 * difference + less) / (2 * less));
  const share = percent < 1 ? "less than 1%" : `${percent.toLocaleString("en-US")}%`;
  return `The totals differ by ${formatDollars(difference)} (${share}).`;
}

/** Whether the two ways to compute amounts differ, so that the admin chooses. */
export const asksForAmounts = ({ multiples }: Pick<Preview, "multiples">) => multiples > 0;

/** Whether an invoice has several lines, so that the admin chooses how to date it. */
export const asksForDates = ({ bills, invoices }: Pick<Preview, "bills" | "invoices">) => bills > invoices;

/** The last invoice number of an export. */
export function lastInvoice({ firstInvoice, invoices }: Pick<Preview, "firstInvoice" | "invoices">): number {
  return firstInvoice + invoices - 1;
}

/** Why QuickBooks refuses an export as one file: '1,055 rows; QuickBooks takes 1,000'; '' if it does not. */
export function excessOf({ bills, invoices }: Pick<Preview, "bills" | "invoices">): string {
  const excess = [
    bills > MAX_FILE_ROWS &&
      `${bills.toLocaleString("en-US")} rows; QuickBooks takes ${MAX_FILE_ROWS.toLocaleString("en-US")}`,
    invoices > MAX_FILE_INVOICES &&
      `${invoices.toLocaleString("en-US")} invoices; QuickBooks takes ${MAX_FILE_INVOICES}`,
  ];
  return excess.filter((each) => each !== false).join(". ");
}

/** Whether the last invoice number exceeds the limit, so that QuickBooks would cut it off. */
export function isNumberTooLong(preview: Pick<Preview, "firstInvoice" | "invoices">): boolean {
  return BigInt(lastInvoice(preview)).toString().length > MAX_NUMBER_LENGTH;
}

/** What the name of a file is made of. */
export type NamedExport = { date: LocalDate; firstInvoice: number; voidedAt: string | null; parts: readonly Part[] };

/**
 * The file name of an export, 'invoices-2026-11-21-from-1001.csv', or of one of its parts, which are numbered from 1:
 * 'invoices-2026-11-21-from-1101-part-2.csv'. The name of a voided export begins with 'voided-'.
 */
export function fileName({ date, firstInvoice, voidedAt, parts }: NamedExport, part?: number | null): string {
  const first = (part && parts[part - 1]?.firstInvoice) || firstInvoice;
  return `${voidedAt ? "voided-" : ""}invoices-${date}-from-${first}${part ? `-part-${part}` : ""}.csv`;
}
