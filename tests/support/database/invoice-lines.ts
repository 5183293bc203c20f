import { type LocalDate, plusDays } from "#app/domain/basics/calendar.ts";
import type { Location } from "#app/domain/basics/locations.ts";
import type { Cents } from "#app/domain/basics/money.ts";
import { type Month, monthOf, nameOfMonth } from "#app/domain/basics/months.ts";
import { escapeFormula } from "#app/domain/basics/text.ts";
import { amountOf, type ExportChoices, rateOf, TERM_DAYS, UNKNOWN } from "#app/domain/exports/invoices.ts";

/* The lines of an export by a calculation of its own (docs/product.md, 'Export'), which tests compare with the export. */

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

type InvoiceLine = {
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
  { amounts, dates }: ExportChoices,
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
