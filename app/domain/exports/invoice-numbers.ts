import type { ParseResult } from "#app/domain/basics/parse.ts";
import { NO_INVOICE_NUMBER } from "#app/domain/fields/field-checks.ts";
import { parseInvoiceNumber } from "./invoices.ts";

/* The next invoice number, which Hayloft shares with QuickBooks (docs/product.md, 'Export'). */

/** Parses the next invoice number; null if the text is empty. */
export function parseNextInvoice(text: string): ParseResult<number | null> {
  const digits = text.trim().replace(/^0+(?=\d)/, "");
  if (!digits) return { value: null };
  const value = parseInvoiceNumber(digits);
  return value === null ? { problem: NO_INVOICE_NUMBER } : { value };
}

/** Parses the last invoice number of QuickBooks, which is 0 before its first invoice. */
export function parseLastInvoice(text: string): ParseResult<number> {
  const digits = text.trim();
  if (!digits) return { problem: NO_LAST_INVOICE };
  return /^\d{1,14}$/.test(digits) ? { value: Number(digits) } : { problem: NO_INVOICE_NUMBER };
}

export const NO_LAST_INVOICE = "Enter QuickBooks' last invoice number, then press Export.";

/** What helps to answer the question for QuickBooks' last invoice number. */
export const noteOnLast = ({
  firstInvoice,
  usedInvoice: used,
}: {
  firstInvoice: number;
  usedInvoice: number;
}): string =>
  used > 0 ? `Hayloft's last invoice is ${used}.` : `No invoices in QuickBooks yet? Enter ${firstInvoice - 1}.`;

/** Why `next` cannot be the next invoice number; undefined if it is above `used`, the highest number of an export, or is not set. */
export const whyUsed = (next: number | null, used: number): string | undefined =>
  next !== null && next <= used ? `Invoice ${used} exists: the next is ${used + 1} or higher.` : undefined;

/** Why `last` cannot be the last invoice number of QuickBooks; undefined if it can. */
export const whyNotLast = (last: number, used: number): string | undefined =>
  last < used ? `Invoice ${used} exists: enter ${used} or higher.` : undefined;
