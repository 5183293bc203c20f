import { type Cents, formatSigned } from "./money.ts";
import { escapeFormula } from "./text.ts";

/* Tables of sums, and tables as files. */

/** Sums by two facts: a row for each of one, a column for each of the other, and the totals of both. */
export type SumTable = {
  columns: { key: string; label: string; total: Cents }[];
  /** `note`: what tells rows of one name apart. */
  rows: { id: string; name: string; note?: string; sums: Cents[]; total: Cents }[];
  total: Cents;
};

/** Sums up cells in the given rows and columns. A cell of another row or column is a programming error: its sum would be lost. */
export function sumTable(
  columns: readonly { key: string; label: string }[],
  rows: readonly { id: string; name: string; note?: string }[],
  cells: readonly { row: string; column: string; sum: Cents }[],
): SumTable {
  const table: SumTable = {
    columns: columns.map((column) => ({ ...column, total: 0 })),
    rows: rows.map((row) => ({ ...row, sums: columns.map(() => 0), total: 0 })),
    total: 0,
  };
  const [rowOf, columnOf] = [
    new Map(table.rows.map((row) => [row.id, row])),
    new Map(table.columns.map((column, n) => [column.key, { column, n }])),
  ];
  for (const { row: id, column: key, sum } of cells) {
    const [row, at] = [rowOf.get(id), columnOf.get(key)];
    if (!row || !at) throw new RangeError(`The table has no row ${id} or no column ${key}`);
    row.sums[at.n] = (row.sums[at.n] ?? 0) + sum;
    row.total += sum;
    at.column.total += sum;
    table.total += sum;
  }
  return table;
}

/** The lines of a table of sums: a header, its rows and their total. */
export const sumLines = (heading: string, { columns, rows, total }: SumTable, totalName: string): string[][] => [
  [heading, ...columns.map(({ label }) => label), "Total"],
  ...rows.map((row) => [row.name, ...[...row.sums, row.total].map(formatSigned)]),
  [totalName, ...[...columns.map((column) => column.total), total].map(formatSigned)],
];

/** The byte-order mark: without it Excel decodes UTF-8 in the local code page. The file for QuickBooks must not have one. */
export const CSV_MARK = "\ufeff";

/** A line of a CSV file. Cells are escaped so that no spreadsheet runs them as a formula, and quoted if needed. */
export const csvLine = (cells: readonly string[]) => `${cells.map(cellOf).join(",")}\r\n`;

/** Lines as the text of a CSV file for Excel. */
export const csvText = (lines: readonly (readonly string[])[]) => CSV_MARK + lines.map(csvLine).join("");

function cellOf(text: string): string {
  const safe = escapeFormula(text);
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
