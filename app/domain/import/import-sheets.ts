import { parse } from "csv-parse/sync";
import readXlsxFile from "read-excel-file/universal";
import type { ParseResult } from "#app/domain/basics/parse.ts";
import { unescapeFormula } from "#app/domain/basics/text.ts";

/* The sheets of a workbook or of a CSV file, with their cells as texts (docs/moving-in.md, 'Tables'). */

/** A line with a value, and its number in the sheet. */
export type Line = { line: number; cells: string[] };
/** `name` is '' for a CSV file, in which a cell too many is a comma without quotation marks. */
export type Sheet = { name: string; lines: Line[] };

/** The most rows of a sheet, and the most characters of a cell. */
export const MAX_ROWS = 200_000;
export const MAX_CELL = 10_000;
/** The most characters of a line, and the most bytes of a row, which may have several: no longer ones are taken apart. */
const MAX_LINE = 200_000;
const MAX_ROW_BYTES = 500_000;
const LONG_LINE = new RegExp(`[^\\n]{${MAX_LINE + 1}}`);

const count = (most: number) => most.toLocaleString("en-US");

/** The sheets of a workbook, or a problem that follows the name of the file. */
export async function sheetsOfWorkbook(bytes: Uint8Array): Promise<ParseResult<Sheet[]>> {
  try {
    const sheets = await readXlsxFile(new Blob([new Uint8Array(bytes)]));
    return checked(
      sheets.map(({ sheet, data }) => ({
        name: sheet,
        lines: data.map((row, i) => ({ line: i + 1, cells: row.map(textOfCell) })),
      })),
    );
  } catch {
    return { problem: "cannot be opened as an Excel workbook; save each sheet as CSV (UTF-8)." };
  }
}

/** The days of a workbook have no zone: the library returns them as midnight in UTC. */
const textOfCell = (cell: unknown) =>
  cell instanceof Date ? cell.toISOString().slice(0, 10) : cell === null ? "" : clean(String(cell));

/** The only sheet of a text with commas, semicolons or tabs between the cells, or a problem that follows the name of the file. */
export function sheetOfText(content: string): ParseResult<Sheet[]> {
  // A file may have several kinds of line ends.
  const text = content.replace(/\r\n?/g, "\n");
  if (LONG_LINE.test(text)) return { problem: `has a line of more than ${count(MAX_LINE)} characters.` };
  const [marker = "", named] = text.match(/^sep=(.)\n/) ?? [];
  const table = text.slice(marker.length);
  try {
    const all: { record: string[]; info: { lines: number } }[] = parse(table, {
      ...{ delimiter: named ?? separatorOf(table), info: true, record_delimiter: "\n" },
      ...{ skip_empty_lines: true, relax_column_count: true, trim: true },
      // A row more than may come in, so that there being more is noticed.
      ...{ to: MAX_ROWS + 2, max_record_size: MAX_ROW_BYTES },
    });
    const skipped = marker ? 1 : 0;
    const lines = all.map(({ record, info }) => ({ line: info.lines + skipped, cells: record.map(clean) }));
    return checked([{ name: "", lines }]);
  } catch (error) {
    return { problem: `is not a table of values with commas between them: ${(error as Error).message}.` };
  }
}

/** Leaves out lines without a value, and refuses what is too large. */
function checked(sheets: readonly Sheet[]): ParseResult<Sheet[]> {
  for (const { lines } of sheets) {
    if (lines.length > MAX_ROWS + 1) return { problem: `has more than ${count(MAX_ROWS)} rows.` };
    const long = lines.find(({ cells }) => cells.some((cell) => cell.length > MAX_CELL));
    if (long) return { problem: `has a cell of more than ${count(MAX_CELL)} characters in line ${long.line}.` };
  }
  return {
    value: sheets.map((sheet) => ({ ...sheet, lines: sheet.lines.filter(({ cells }) => cells.some(Boolean)) })),
  };
}

/**
 * A cell without spaces around it; a non-breaking space is a space. An apostrophe before a formula is that of Hayloft's own files, or
 * of a spreadsheet.
 */
const clean = (cell: string) => unescapeFormula(cell.replace(/[\u00a0\u202f]/g, " ").trim());

/** What stands between the cells of the first line that has several: Excel writes semicolons in some countries. */
function separatorOf(text: string): string {
  for (const [line] of text.matchAll(/[^\n]+/g)) {
    const plain = line.replace(/"[^"]*"/g, "");
    const counts = [",", ";", "\t"].map((separator) => ({ separator, count: plain.split(separator).length }));
    const best = counts.reduce((most, each) => (each.count > most.count ? each : most));
    if (best.count > 1) return best.separator;
  }
  return ",";
}
