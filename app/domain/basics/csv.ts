import { escapeFormula } from "./text.ts";

/** The byte-order mark: without it Excel decodes UTF-8 in the local code page. The file for QuickBooks must not have one. */
export const CSV_MARK = "\ufeff";

/** A line of a CSV file. Cells are escaped so that no spreadsheet runs them as a formula, and quoted if needed. */
export const csvLine = (cells: readonly string[]) => `${cells.map(cellOf).join(",")}\r\n`;

function cellOf(text: string): string {
  const safe = escapeFormula(text);
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
