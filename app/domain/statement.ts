import { type LocalDate, plusDays } from "./calendar.ts";
import { correctedSoFar } from "./corrections.ts";
import { type Amounts, amountOf } from "./invoices.ts";
import type { Cents } from "./money.ts";
import { firstDayOf, formatMonth, lastDayOf, type Month, monthOf } from "./months.ts";

/*
 * The lines of a customer's statement (docs/product.md, 'Statements'): what QuickBooks has of the customer's bills, what the
 * accountant has still to enter, and the pending bills as the next export writes them.
 */

/** The first and the last day of a statement. */
export type Period = { first: LocalDate; last: LocalDate };

/** A correction that was not undone. Its customer may be another than that of its bill. */
export type StatementEntry = {
  customerId: string | null;
  invoiceNumber: number | null;
  service: string;
  amount: Cents;
  isEntered: boolean;
};

/** A bill that the customer pays, or paid until it was corrected. Names are as they are now, those of the line as exported. */
export type StatementBill = {
  seq: number;
  customerId: string | null;
  date: LocalDate;
  period: Month | null;
  horseId: string;
  horse: string;
  service: string;
  quantity: number;
  value: Cents;
  /** Null while the bill is pending; without a date if it was invoiced before Hayloft. */
  line: { invoiceNumber: number; invoiceDate?: LocalDate; item: string; quantity: number; amount: Cents } | null;
  entries: StatementEntry[];
};

export type StatementLine = {
  key: string;
  date: LocalDate;
  /** 'Body clipping', or 'Correction: Body clipping'. */
  text: string;
  /** Null of a correction. */
  quantity: number | null;
  amount: Cents;
  /** The invoice that has the line; null while it is pending, and of a correction that goes to a new invoice. One from before Hayloft has no date. */
  invoice: { number: number; date: LocalDate | null } | null;
  kind: "invoiced" | "correction" | "pending";
  /** Whether QuickBooks has the line: it was exported, or is a correction that the accountant has entered. */
  isInvoiced: boolean;
};

/** The lines of a bill that one customer pays. `amounts` says how the next export computes the amount of a pending bill. */
export function statementLines(bill: StatementBill, customerId: string, amounts: Amounts): StatementLine[] {
  const { seq, date, line, entries } = bill;
  const month = bill.period && bill.period !== monthOf(date) ? ` for ${formatMonth(bill.period)}` : "";
  if (!line) {
    if (bill.customerId !== customerId) return [];
    const amount = amountOf(bill, amounts);
    const text = bill.service + month;
    return [
      { key: `${seq}`, date, text, quantity: bill.quantity, amount, invoice: null, kind: "pending", isInvoiced: false },
    ];
  }
  const { invoice } = correctedSoFar(line, bill.customerId, entries);
  const exported: StatementLine = {
    key: `${seq}`,
    date,
    text: line.item + month,
    quantity: line.quantity,
    amount: line.amount,
    invoice: { number: line.invoiceNumber, date: line.invoiceDate ?? null },
    kind: "invoiced",
    isInvoiced: true,
  };
  const corrected = entries.flatMap((entry, i): StatementLine[] =>
    entry.customerId === customerId
      ? [
          {
            key: `${seq}.${i}`,
            date,
            text: `Correction: ${entry.service}${month}`,
            quantity: null,
            amount: entry.amount,
            invoice: entry.invoiceNumber === null ? null : { number: entry.invoiceNumber, date: null },
            kind: "correction",
            isInvoiced: entry.isEntered,
          },
        ]
      : [],
  );
  return invoice?.customerId === customerId ? [exported, ...corrected] : corrected;
}

/** What was billed before the period and is on no invoice yet. */
export type Opening = { bills: Cents; corrections: Cents };

export type Statement = {
  /** In the order of the names of the horses, each with its lines by date. */
  horses: { id: string; name: string; lines: StatementLine[]; total: Cents }[];
  opening: Opening;
  /** The sum of the lines. */
  billed: Cents;
  /** The sum of the opening and the lines. */
  total: Cents;
  /** The part of the total that QuickBooks has, and the part that it has not. */
  invoiced: Cents;
  pending: Cents;
};

const sumOf = (lines: readonly StatementLine[]) => lines.reduce((sum, { amount }) => sum + amount, 0);

/** A customer's statement from the bills of a period. */
export function statementOf(
  bills: readonly StatementBill[],
  opening: Opening,
  customerId: string,
  amounts: Amounts,
): Statement {
  const horses = new Map<string, Statement["horses"][number]>();
  const ordered = bills.toSorted((a, b) => (a.date === b.date ? a.seq - b.seq : a.date < b.date ? -1 : 1));
  for (const bill of ordered) {
    const lines = statementLines(bill, customerId, amounts);
    if (lines.length === 0) continue;
    const horse = horses.get(bill.horseId) ?? { id: bill.horseId, name: bill.horse, lines: [], total: 0 };
    horse.lines.push(...lines);
    horse.total += sumOf(lines);
    horses.set(bill.horseId, horse);
  }
  const all = [...horses.values()].flatMap(({ lines }) => lines);
  const billed = sumOf(all);
  const invoiced = sumOf(all.filter(({ isInvoiced }) => isInvoiced));
  const total = opening.bills + opening.corrections + billed;
  const byName = (a: { name: string; id: string }, b: { name: string; id: string }) =>
    a.name.localeCompare(b.name, "en-US") || (a.id < b.id ? -1 : 1);
  return {
    horses: [...horses.values()].sort(byName),
    opening,
    billed,
    total,
    invoiced,
    pending: total - invoiced,
  };
}

/** About how many lines the statements of one part of a print have together. */
export const MAX_PART_LINES = 1_000;

/** The most bills of one statement; a longer period is split: see `shorterPeriods`. */
export const MAX_STATEMENT_BILLS = 2_000;

/** The month of a period, or null if it is not one whole month. */
export function monthOfPeriod({ first, last }: Period): Month | null {
  const month = monthOf(first);
  return first === firstDayOf(month) && last === lastDayOf(month) ? month : null;
}

/** Shorter periods that together are the period: its months or, within one month, spans of 7 days, or its days. */
export function shorterPeriods({ first, last }: Period): Period[] {
  const periods: Period[] = [];
  const isOneMonth = monthOf(first) === monthOf(last);
  const isWeek = plusDays(first, 6) >= last;
  for (let start = first; start <= last; ) {
    const end = isWeek ? start : isOneMonth ? plusDays(start, 6) : lastDayOf(monthOf(start));
    periods.push({ first: start, last: end < last ? end : last });
    start = plusDays(end, 1);
  }
  return periods;
}
