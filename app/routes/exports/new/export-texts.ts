import { formatDollars } from "#app/domain/basics/money.ts";
import { pluralize } from "#app/domain/basics/pluralize.ts";
import {
  type Amounts,
  asksForAmounts,
  excessOf,
  invoiceNumbers,
  isNumberTooLong,
  MAX_BILLS,
  MAX_FILE_INVOICES,
  MAX_FILE_ROWS,
  MAX_NUMBER_LENGTH,
  type Preview,
} from "#app/domain/exports/invoices.ts";
import { MAX_CHECKED } from "#app/domain/exports/judge-bills.ts";

/* The texts of the export dialog, made on the server (docs/product.md, 'Export'). */

/** The numbers of an export in words; `obstacle` is why there is nothing to export. */
export type ExportTexts = {
  obstacle: string | null;
  /** '143 bills · 49 invoices (2525–2573)'; without the numbers while the dialog asks for QuickBooks' last one. */
  contents: string;
  /** '14 of 937 pending bills. …' if the list shows only some of the pending bills; null if it shows all. */
  part: string | null;
  /** The total of the export; one total for each answer about amounts, if the answers give different ones. */
  total: string | Record<Amounts, string>;
  leftOut: string | null;
};

/** The numbers of an export and of the bills that it leaves out, as texts. */
export function exportTexts(preview: Preview): ExportTexts {
  const { bills, pending, invoices, totals, firstInvoice, isInvoiceNumberChosen, leftOut } = preview;
  const before = exportedBefore(leftOut);
  const numbers = isInvoiceNumberChosen ? ` (${invoiceNumbers({ firstInvoice, invoiceCount: invoices })})` : "";
  return {
    obstacle: obstacleOf(preview),
    contents: `${pluralize(bills, "bill")} · ${pluralize(invoices, "invoice")}${numbers}`,
    part:
      bills < pending
        ? `${bills.toLocaleString("en-US")} of ${pluralize(pending, "pending bill")}. The search or the filters of the list leave out the others.`
        : null,
    total: asksForAmounts(preview)
      ? {
          "bill-value": formatDollars(totals["bill-value"]),
          "quantity-x-value": formatDollars(totals["quantity-x-value"]),
        }
      : formatDollars(totals["bill-value"]),
    leftOut: leftOut > 0 ? `${before.charAt(0).toUpperCase()}${before.slice(1)}: left out.` : null,
  };
}

function obstacleOf({ bills, leftOut }: Preview): string | null {
  if (bills > MAX_BILLS) {
    return `More than ${MAX_BILLS.toLocaleString("en-US")} bills are shown, too many for one export. Search for some of them, such as one month, and export those.`;
  }
  if (bills > 0) return null;
  return `There is nothing to export: ${leftOut > 0 ? exportedBefore(leftOut) : "no pending bill is shown"}.`;
}

function exportedBefore(count: number): string {
  if (count === 1) return "the 1 other bill shown was exported before";
  const displayed = count > 10_000 ? "more than 10,000" : count.toLocaleString("en-US");
  return `${displayed} of the bills shown were exported before`;
}

/** A warning about an export, with the address of the bills concerned and the name of its link. */
export type ExportWarning = { text: string; to?: string; label?: string };

/** A finding about the bills of an export. */
type FoundBefore = { check: string; text: string };

/**
 * The warnings: what QuickBooks refuses or changes, and what may be wrong in the export (docs/product.md, 'Export').
 */
export function exportWarnings(preview: Preview, checks: readonly FoundBefore[]): ExportWarning[] {
  const warnings: (ExportWarning | false)[] = [
    ...checks.map(({ check, text }) => ({ text, to: `/billing/check?all=${check}#${check}`, label: text })),
    preview.bills > MAX_CHECKED && { text: `Only ${MAX_CHECKED.toLocaleString("en-US")} of these bills were checked.` },
    isNumberTooLong(preview) && {
      text: `The invoice numbers are longer than ${MAX_NUMBER_LENGTH} characters: QuickBooks cuts them off.`,
    },
    excessOf(preview) !== "" && {
      text: `QuickBooks takes ${MAX_FILE_INVOICES} invoices and ${MAX_FILE_ROWS.toLocaleString("en-US")} rows in one file. You will get parts of whole invoices as files of their own.`,
    },
  ];
  return warnings.filter((warning) => warning !== false);
}
