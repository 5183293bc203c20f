import type { Location } from "./boarding.ts";
import { type LocalDate, plusDays } from "./calendar.ts";
import type { Cents } from "./money.ts";

/*
 * What an accounting package is sent (spec section 9 'Export CSV', design section 6). db/queries/exports.ts says the same in
 * SQL, where tens of thousands of bills are made lines of; the tests hold the two against each other.
 */

/** What a line's amount is: its quantity times the bill's value, as specified, or the value, in which the quantity is already. */
export const AMOUNTS = ["quantity-x-value", "bill-value"] as const;
export type Amounts = (typeof AMOUNTS)[number];

export const TERMS = "Net 15";
export const TERM_DAYS = 15;
export const UNKNOWN = "Unknown";

/** The most bills of one export, which is written while everybody else waits. */
export const MAX_BILLS = 50_000;

/** What QuickBooks Online takes in one file, and as an invoice's number. */
export const MAX_FILE_INVOICES = 100;
export const MAX_FILE_ROWS = 1_000;
export const MAX_NUMBER_LENGTH = 21;

export const MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
] as const;

export function dueDate(date: LocalDate): LocalDate {
  return plusDays(date, TERM_DAYS);
}

/** 'Boarding for Bella-November'. */
export function describeLine(service: string, horse: string, date: LocalDate): string {
  return `${service} for ${horse}-${MONTHS[Number(date.slice(5, 7)) - 1]}`;
}

/** 'LONG ISLAND'. */
export function classOf(location: Location): string {
  return location.replace("-", " ").toUpperCase();
}

export function amountOf({ quantity, value }: { quantity: number; value: Cents }, amounts: Amounts): Cents {
  return amounts === "quantity-x-value" ? quantity * value : value;
}

/** The most decimals that a rate is written with. */
export const RATE_DECIMALS = 7;

/** Dollars for one, with two decimals or, where those are not enough, so many that `quantity` of them come to the amount. */
export function rateOf(amount: Cents, quantity: number): string {
  const [whole, of] = [BigInt(amount), BigInt(quantity)];
  for (let decimals = 2; ; decimals++) {
    const cent = 10n ** BigInt(decimals - 2);
    const rate = (2n * whole * cent + of) / (2n * of);
    const difference = rate * of - whole * cent;
    const isEnough = 2n * (difference < 0n ? -difference : difference) < cent;
    if (!isEnough && decimals < RATE_DECIMALS) continue;
    const digits = String(rate).padStart(decimals + 1, "0");
    return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
  }
}

/** A text that no spreadsheet takes for a formula. */
export function neutral(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}

export type BillToExport = {
  id: string;
  seq: number;
  date: LocalDate;
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
  item: string;
  description: string;
  quantity: number;
  rate: string;
  class: string;
  amount: Cents;
};

/**
 * The finished lines: an invoice for each horse, and for each customer of a horse, numbered from `first` in the order of the
 * horses' names, the customers' names and the ids; in each the lines by date, in the order in which the bills were made.
 */
export function invoiceLines(bills: readonly BillToExport[], first: number, amounts: Amounts): InvoiceLine[] {
  const keyed = bills.map((bill) => ({ bill, invoice: invoiceKey(bill), line: [bill.date, bill.seq] }));
  keyed.sort((a, b) => compare(a.invoice, b.invoice) || compare(a.line, b.line));
  let number = first - 1;
  return keyed.map(({ bill, invoice }, i) => {
    const before = keyed[i - 1];
    if (!before || compare(before.invoice, invoice) !== 0) number++;
    const amount = amountOf(bill, amounts);
    return {
      bill: bill.id,
      invoice: number,
      date: bill.date,
      dueDate: dueDate(bill.date),
      customer: neutral(bill.customer?.name ?? UNKNOWN),
      item: neutral(bill.service),
      description: neutral(describeLine(bill.service, bill.horse.name, bill.date)),
      quantity: bill.quantity,
      rate: rateOf(amount, bill.quantity),
      class: classOf(bill.location),
      amount,
    };
  });
}

const invoiceKey = ({ horse, customer }: BillToExport) => [
  withoutCase(horse.name),
  withoutCase(customer?.name ?? UNKNOWN),
  horse.id,
  customer?.id ?? "",
];

/** As the database does, which knows the letters of English only. */
const withoutCase = (text: string) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

function compare(a: (string | number)[], b: (string | number)[]): number {
  for (const [i, left] of a.entries()) {
    const right = b[i];
    if (left === right) continue;
    const isLess = typeof left === "number" ? left < Number(right) : isBefore([...left], [...String(right)]);
    return isLess ? -1 : 1;
  }
  return 0;
}

/** By code points, as UTF-8 is in order. */
function isBefore(left: string[], right: string[]): boolean {
  const at = left.findIndex((character, i) => character !== right[i]);
  if (at < 0 || right[at] === undefined) return at < 0;
  return (left[at]?.codePointAt(0) ?? 0) < (right[at].codePointAt(0) ?? 0);
}

/** Some invoices of an export that fit one file: the places of its lines, from 1 on, and the numbers of its invoices. */
export type Part = { first: number; last: number; firstInvoice: number; lastInvoice: number };

/** Cuts an export into parts of whole invoices; an invoice that is too long for any file is a part of its own. */
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

/** What an export would be, before it is made. */
export type Preview = {
  bills: number;
  invoices: number;
  /** Bills with a quantity above 1. */
  multiples: number;
  /** The two totals, of which only one can be right. */
  totals: Record<Amounts, Cents>;
  /** Bills without a customer's name, and bills that come to nothing. */
  unknown: number;
  zero: number;
  /** What is shown but was exported before. */
  leftOut: number;
  firstInvoice: number;
  amounts: Amounts;
  /** Tells this set of bills, and the next invoice's number, from any other. */
  fingerprint: string;
};

export function lastInvoice({ firstInvoice, invoices }: Pick<Preview, "firstInvoice" | "invoices">): number {
  return firstInvoice + invoices - 1;
}

/** Whether it is more than an accounting package takes in one file. */
export function isTooMuchForOneFile({ bills, invoices }: Pick<Preview, "bills" | "invoices">): boolean {
  return invoices > MAX_FILE_INVOICES || bills > MAX_FILE_ROWS;
}

/** Whether an accounting package would cut off the last invoice's number. */
export function isNumberTooLong(preview: Pick<Preview, "firstInvoice" | "invoices">): boolean {
  return BigInt(lastInvoice(preview)).toString().length > MAX_NUMBER_LENGTH;
}

/** 'invoices-2026-11-21.csv', 'invoices-2026-11-21-part-2.csv'. */
export function fileName(date: LocalDate, part?: number | null): string {
  return `invoices-${date}${part ? `-part-${part}` : ""}.csv`;
}
