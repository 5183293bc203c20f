import type { LocalDate } from "#app/domain/basics/calendar.ts";
import type { Cents } from "#app/domain/basics/money.ts";
import { escapeFormula } from "#app/domain/basics/text.ts";

/* The choices, limits and words of an export (docs/product.md, 'Export'). Its lines are made by the SQL in db/queries/exports/stored-exports.ts. */

/** The two ways to compute a line's amount: quantity times the bill's value, or the bill's value alone. */
export const AMOUNTS = ["quantity-x-value", "bill-value"] as const;
export type Amounts = (typeof AMOUNTS)[number];

/** The two ways to date invoices: each line as its bill, or each invoice as its latest bill. */
export const DATES = ["line", "invoice"] as const;
export type Dates = (typeof DATES)[number];

/** The choices of an export. */
export type ExportChoices = { amounts: Amounts; dates: Dates };

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

/** The largest invoice number that an admin or an import can set. */
export const MAX_INVOICE_NUMBER = 999_999_999_999_999;

/** The number of an invoice in an address; null if no invoice can have it. */
export const parseInvoiceNumber = (text: string): number | null => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : null);

/** The customer's name in the file if it is not that of today, which may have been edited since; null if it is. */
export function formerName(inFile: string, today: string | null): string | null {
  const name = today ?? UNKNOWN;
  return inFile === escapeFormula(name) ? null : inFile;
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

/** The part of an export that goes into one file: its first and last line, counted from 1, and its invoice numbers. */
export type Part = { first: number; last: number; firstInvoice: number; lastInvoice: number };

/** The contents of an export before it is made; totals in cents. */
export type Preview = {
  bills: number;
  invoices: number;
  /** Number of bills with a quantity above 1, whose amount depends on `amounts`. */
  multiples: number;
  /** The example for the choice of amounts: a bill with a quantity above 1, and if possible with a value. */
  multiple: { horse: string; service: string; date: LocalDate; quantity: number; value: Cents } | null;
  /** The total for each way to compute amounts. */
  totals: Record<Amounts, Cents>;
  /** The number of all pending bills of the barn, including those that the list does not show. */
  pending: number;
  /** Number of shown bills that an earlier export contains. */
  leftOut: number;
  firstInvoice: number;
  /** Whether the barn has set the next invoice number or made an export: before, the admin must enter QuickBooks' last one. */
  isInvoiceNumberChosen: boolean;
  /** The highest number of an exported invoice; 0 if there is none. */
  usedInvoice: number;
  /** The example for the choice of dates: the invoice with the fewest bills among those with several dates. */
  dated: { horse: string; lines: number; first: LocalDate; last: LocalDate } | null;
  /** The last choices, and whether the barn ever made them. They are preselected only then. */
  amounts: Amounts;
  isAmountsChosen: boolean;
  dates: Dates;
  isDatesChosen: boolean;
};

/** Whether the two ways to compute amounts differ, so that the admin chooses. */
export const asksForAmounts = ({ multiples }: Pick<Preview, "multiples">) => multiples > 0;

/** Whether an invoice has bills of several dates, so that the admin chooses how to date it. */
export const asksForDates = ({ dated }: Pick<Preview, "dated">) => dated !== null;

/** The numbers of consecutive invoices: '1001', or '1001–1014'. */
export const numberRange = (first: number, last: number) => (first === last ? String(first) : `${first}–${last}`);

/** The numbers of an export's invoices. */
export const invoiceNumbers = ({ firstInvoice, invoiceCount }: { firstInvoice: number; invoiceCount: number }) =>
  numberRange(firstInvoice, lastInvoice({ firstInvoice, invoices: invoiceCount }));

/** The last invoice number of an export. */
export function lastInvoice({ firstInvoice, invoices }: Pick<Preview, "firstInvoice" | "invoices">): number {
  return firstInvoice + invoices - 1;
}

/** Why QuickBooks refuses an export as one file: '1,055 rows; QuickBooks takes 1,000'; '' if QuickBooks accepts it. */
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

type NamedExport = { date: LocalDate; firstInvoice: number; voidedAt: string | null; parts: readonly Part[] };

/**
 * The file name of an export, 'invoices-2026-11-21-from-1001.csv', or of one of its parts, which are numbered from 1:
 * 'invoices-2026-11-21-from-1101-part-2.csv'. The name of a voided export begins with 'voided-'.
 */
export function fileName({ date, firstInvoice, voidedAt, parts }: NamedExport, part?: number | null): string {
  const first = (part && parts[part - 1]?.firstInvoice) || firstInvoice;
  return `${voidedAt ? "voided-" : ""}invoices-${date}-from-${first}${part ? `-part-${part}` : ""}.csv`;
}
