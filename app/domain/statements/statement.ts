import {
  daysBetween,
  FIRST_DATE,
  formatUsDate,
  LAST_DATE,
  type LocalDate,
  plusDays,
} from "#app/domain/basics/calendar.ts";
import type { Cents } from "#app/domain/basics/money.ts";
import {
  firstDayOf,
  formatMonth,
  lastDayOf,
  type Month,
  monthOf,
  nameOfMonth,
  wholeMonth,
} from "#app/domain/basics/months.ts";
import { correctedSoFar } from "#app/domain/bills/corrections.ts";
import { IMPORTED_INVOICE } from "#app/domain/bills/imported.ts";
import { type Amounts, amountOf } from "#app/domain/exports/invoices.ts";
import { formatShare } from "#app/domain/fields/shares.ts";

/*
 * The lines of a customer's statement (docs/product.md, 'Statements'): bills that are in QuickBooks, corrections and credits that
 * the accountant has still to enter, and pending bills as the next export will write them.
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
  /** '11/01 to 11/14', of a boarding bill for a part of its month; else null. */
  days: string | null;
  horseId: string;
  horse: string;
  service: string;
  quantity: number;
  value: Cents;
  rider: string;
  comments: string;
  /** Null while the bill is pending; without a due date if it was invoiced before Hayloft. */
  line: { invoiceNumber: number; dueDate?: LocalDate; item: string; quantity: number; amount: Cents } | null;
  entries: StatementEntry[];
  /** The customer's share of a line that was divided among owners, in hundredths of a percent. */
  share?: number | null;
  /** Of a credit memo, which stands among the bills: whether the accountant has entered it. Its value is negative. */
  credit?: { isEntered: boolean };
};

export type StatementLine = {
  key: string;
  date: LocalDate;
  /** 'Body clipping', 'Body clipping (60 %)' of a share, 'Correction: Body clipping' or 'Credit: Body clipping'. */
  service: string;
  /** The month of board that the line is for; null if it is not for board. */
  month: Month | null;
  /** '11/01 to 11/14', if it is for a part of that month; else null. */
  days: string | null;
  /** Null of a correction. */
  quantity: number | null;
  amount: Cents;
  /** '' if the bill has none, or is another customer's now. */
  rider: string;
  comments: string;
  /** The invoice that has the line; null while it is pending, and of a correction that goes to a new invoice. One from before Hayloft has no due date. */
  invoice: { number: number; due: LocalDate | null } | null;
  kind: "invoiced" | "correction" | "credit" | "pending";
  /** Whether QuickBooks has the line: it was exported, or is a correction or a credit that the accountant has entered. */
  isInvoiced: boolean;
};

/** The lines of a bill that one customer pays. `amounts` says how the next export computes the amount of a pending bill. */
export function statementLines(bill: StatementBill, customerId: string, amounts: Amounts): StatementLine[] {
  const { seq, date, line, entries } = bill;
  const { period: month, days } = bill;
  const isOwn = bill.customerId === customerId;
  const notes = { rider: isOwn ? bill.rider : "", comments: isOwn ? bill.comments : "" };
  const share = bill.share == null ? "" : ` (${formatShare(bill.share)})`;
  if (bill.credit) return [creditLine(bill, bill.credit.isEntered)];
  if (!line) {
    if (!isOwn) return [];
    const amount = amountOf(bill, amounts);
    const common = {
      key: `${seq}`,
      date,
      service: bill.service + share,
      month,
      days,
      quantity: bill.quantity,
      amount,
      ...notes,
    };
    return [{ ...common, invoice: null, kind: "pending", isInvoiced: false }];
  }
  const { invoice } = correctedSoFar(line, bill.customerId, entries);
  const exported: StatementLine = {
    key: `${seq}`,
    date,
    service: line.item + share,
    ...{ month, days },
    quantity: line.quantity,
    amount: line.amount,
    ...notes,
    invoice: { number: line.invoiceNumber, due: line.dueDate ?? null },
    kind: "invoiced",
    isInvoiced: true,
  };
  const corrected = entries.flatMap((entry, i): StatementLine[] =>
    entry.customerId === customerId
      ? [
          {
            key: `${seq}.${i}`,
            date,
            service: `Correction: ${entry.service}`,
            ...{ month, days },
            quantity: null,
            amount: entry.amount,
            ...notes,
            invoice: entry.invoiceNumber === null ? null : { number: entry.invoiceNumber, due: null },
            kind: "correction",
            isInvoiced: entry.isEntered,
          },
        ]
      : [],
  );
  return invoice?.customerId === customerId ? [exported, ...corrected] : corrected;
}

const creditLine = ({ seq, date, service, value, comments }: StatementBill, isEntered: boolean): StatementLine => ({
  // The key of no bill: bills are numbered from 1.
  key: `0.${seq}`,
  date,
  service: `Credit: ${service}`,
  month: null,
  days: null,
  quantity: null,
  amount: value,
  rider: "",
  comments,
  invoice: null,
  kind: "credit",
  isInvoiced: isEntered,
});

/** A line in words: 'Lesson', 'Boarding, November', 'Boarding 11/01 to 11/14', or 'Boarding, December 2025' on a day of another year. */
export function textOfLine({
  service,
  month,
  days,
  date,
}: Pick<StatementLine, "service" | "month" | "days" | "date">): string {
  if (!month) return service;
  const isThisYear = month.slice(0, 4) === date.slice(0, 4);
  const text = days ? `${service} ${days}` : service;
  if (days && isThisYear) return text;
  return `${text}, ${isThisYear ? nameOfMonth(month) : formatMonth(month)}`;
}

/** What was billed before the period and is on no invoice yet. */
export type Opening = { bills: Cents; corrections: Cents };

export type Statement = {
  /** In the order of the names of the horses, each with its lines by date. */
  horses: { id: string; name: string; lines: StatementLine[]; total: Cents }[];
  opening: Opening;
  /** What was entered after the statement of its month, by date. */
  late: LateLine[];
  /** The part of the late entries that QuickBooks has; the rest is in the opening. */
  lateInvoiced: Cents;
  /** The sum of the lines. */
  billed: Cents;
  /** The sum of the opening, the late entries that QuickBooks has, and the lines. */
  total: Cents;
  /** The part of the total that QuickBooks has, and the part that it has not. */
  invoiced: Cents;
  pending: Cents;
};

/** A late entry: a line with its horse. */
export type LateLine = StatementLine & { horse: string };

/** What a statement is computed from. `late` are bills of earlier days that came after the statement of their month. */
export type StatementSource = {
  bills: readonly StatementBill[];
  late: readonly StatementBill[];
  opening: Opening;
  amounts: Amounts;
};

const sumOf = (lines: readonly StatementLine[]) => lines.reduce((sum, { amount }) => sum + amount, 0);
const invoicedOf = (lines: readonly StatementLine[]) => sumOf(lines.filter(({ isInvoiced }) => isInvoiced));

const byDate = (bills: readonly StatementBill[]) =>
  bills.toSorted((a, b) => (a.date === b.date ? a.seq - b.seq : a.date < b.date ? -1 : 1));

/** A customer's statement from the bills of a period. */
export function statementOf({ bills, opening, amounts, ...source }: StatementSource, customerId: string): Statement {
  const horses = new Map<string, Statement["horses"][number]>();
  for (const bill of byDate(bills)) {
    const lines = statementLines(bill, customerId, amounts);
    if (lines.length === 0) continue;
    const horse = horses.get(bill.horseId) ?? { id: bill.horseId, name: bill.horse, lines: [], total: 0 };
    horse.lines.push(...lines);
    horse.total += sumOf(lines);
    horses.set(bill.horseId, horse);
  }
  const all = [...horses.values()].flatMap(({ lines }) => lines);
  const billed = sumOf(all);
  const late = byDate(source.late).flatMap((bill) =>
    statementLines(bill, customerId, amounts).map((line) => ({ ...line, horse: bill.horse })),
  );
  const lateInvoiced = invoicedOf(late);
  const invoiced = lateInvoiced + invoicedOf(all);
  const total = opening.bills + opening.corrections + lateInvoiced + billed;
  const byName = (a: { name: string; id: string }, b: { name: string; id: string }) =>
    a.name.localeCompare(b.name, "en-US") || (a.id < b.id ? -1 : 1);
  return {
    horses: [...horses.values()].sort(byName),
    opening,
    late,
    lateInvoiced,
    billed,
    total,
    invoiced,
    pending: total - invoiced,
  };
}

const EARLIER = "Earlier, not invoiced";
const EARLIER_CORRECTIONS = "Earlier corrections, not invoiced";

/** The title of the section of late entries, and the label of those that are invoiced in the sums. */
export const LATE_TITLE = "Since your last statement";

/** The note of the section of late entries. It names the sums that have those that are not invoiced yet. */
export function lateNoteOf({ late, opening }: Pick<Statement, "late" | "opening">): string {
  const note = "Entered after the statement of their month.";
  const waiting = late.filter(({ isInvoiced }) => !isInvoiced);
  const labels = [
    waiting.some(({ kind }) => kind === "pending") && opening.bills !== 0 && EARLIER,
    waiting.some(({ kind }) => kind !== "pending") && opening.corrections !== 0 && EARLIER_CORRECTIONS,
  ].filter((label) => label !== false);
  if (labels.length === 0) return note;
  return `${note} What is not invoiced yet is in ${labels.map((label) => `“${label}”`).join(" and ")}.`;
}

/** The sums, each with its label; the strong one is what the statement comes to, before payments. */
export function sumsOf(
  { opening, lateInvoiced, billed, total, invoiced, pending }: Statement,
  { first, last }: Period,
): [label: string, amount: Cents, isStrong?: boolean][] {
  const month = wholeMonth(first, last);
  const label = `Billed ${month ? `in ${nameOfMonth(month)}` : nameOfPeriod({ first, last })}`;
  const earlier: [string, Cents][] = [
    [EARLIER, opening.bills],
    [EARLIER_CORRECTIONS, opening.corrections],
    [LATE_TITLE, lateInvoiced],
  ];
  const opened = earlier.filter(([, amount]) => amount !== 0);
  return [
    ...opened,
    ...(opened.length === 0
      ? [[label, billed, true] as [string, Cents, boolean]]
      : ([
          [label, billed],
          ["Total", total, true],
        ] as [string, Cents, boolean?][])),
    ["Already invoiced", invoiced],
    [pending < 0 ? "Credit to come" : "Not invoiced yet", pending],
  ];
}

/** The invoice of a line in words, before and after its number: '1001, due 12/06/2026', 'Before Hayloft', '-', 'Invoice 1001, credit to come'. */
export function describeInvoice({ kind, invoice, isInvoiced, amount }: StatementLine): {
  before: string;
  number: number | null;
  after: string;
} {
  if (kind === "pending") return { before: "-", number: null, after: "" };
  if (kind === "credit") return { before: isInvoiced ? "Credit memo" : "Credit to come", number: null, after: "" };
  const isImported = invoice?.number === IMPORTED_INVOICE;
  const number = invoice && !isImported ? invoice.number : null;
  if (kind === "invoiced") {
    if (number === null) return { before: "Before Hayloft", number, after: "" };
    return { before: "", number, after: `, due ${formatUsDate(invoice?.due ?? "")}` };
  }
  const state = isInvoiced ? ", corrected" : amount < 0 ? ", credit to come" : ", charge to come";
  if (number !== null) return { before: "Invoice ", number, after: state };
  return { before: isImported ? "Invoice before Hayloft" : "New invoice", number, after: state };
}

/** About how many lines the statements of one part of a print have together. */
export const MAX_PART_LINES = 1_000;

/** The most lines of all statements that the list of a period reads; a longer period is split. */
export const MAX_LISTED_LINES = 10_000;

/** The most bills of one statement; a longer period is split: see `shorterPeriods`. */
export const MAX_STATEMENT_BILLS = 2_000;

/** 'October 2026', '10/01/2026 to 10/15/2026'. */
export function nameOfPeriod(period: Period): string {
  const month = wholeMonth(period.first, period.last);
  return month ? formatMonth(month) : `${formatUsDate(period.first)} to ${formatUsDate(period.last)}`;
}

/** The periods before and after one, as long as it: months of a month. Null outside of the days that a bill may have. */
export function periodsBeside({ first, last }: Period): { earlier: Period | null; later: Period | null } {
  const [before, after] = [plusDays(first, -1), plusDays(last, 1)];
  const isMonth = wholeMonth(first, last) !== null;
  const days = daysBetween(first, last);
  const earlier = { first: isMonth ? firstDayOf(monthOf(before)) : plusDays(before, -days), last: before };
  const later = { first: after, last: isMonth ? lastDayOf(monthOf(after)) : plusDays(after, days) };
  return { earlier: earlier.first < FIRST_DATE ? null : earlier, later: later.last > LAST_DATE ? null : later };
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
