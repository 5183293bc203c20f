import readXlsxFile from "read-excel-file/universal";
import type { ParseResult } from "#app/domain/basics/parse.ts";
import { unescapeFormula } from "#app/domain/basics/text.ts";

/* The sheets of a workbook or of a CSV file, with their cells as texts (docs/moving-in.md, 'Tables'). */

/** A line with a value, and its number in the sheet. */
export type Line = { line: number; cells: string[] };
/** `name` is '' for a CSV file. A cell too many in one means that a comma has no quotation marks around it. */
export type Sheet = { name: string; lines: Line[] };

/** The most rows of a sheet, and the most characters of a cell. */
export const MAX_ROWS = 200_000;
export const MAX_CELL = 10_000;
/** The most characters of a line. Longer lines are refused before they are split into cells. */
const MAX_LINE = 200_000;
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
  const lines = linesOf(text.slice(marker.length), named ?? separatorOf(text.slice(marker.length)), marker ? 2 : 1);
  return "problem" in lines ? lines : checked([{ name: "", lines: lines.value }]);
}

/** The lines of a text, each with the number of the line where it begins. A cell in quotation marks may have line ends. */
function linesOf(text: string, separator: string, first: number): ParseResult<Line[]> {
  const lines: Line[] = [];
  const ends = new RegExp(`[\\n${separator.replace(/\W/, "\\$&")}]|$`, "g");
  let line: Line = { line: first, cells: [] };
  let number = first;
  // Stops one row above the limit, so that `checked` sees that there are too many.
  for (let at = 0; at < text.length && lines.length <= MAX_ROWS + 1; ) {
    let start = at;
    while (text[start] === " ") start += 1;
    const after = text[start] === '"' ? endOfQuoted(text, start) : start;
    if (after === -1) return { problem: `has a quotation mark in line ${number} that is not closed.` };
    const quoted = text.slice(start + 1, Math.max(start + 1, after - 1)).replaceAll('""', '"');
    ends.lastIndex = after;
    const end = ends.exec(text)?.index ?? text.length;
    line.cells.push(clean(quoted + text.slice(after, end)));
    number += quoted.split("\n").length - 1;
    at = end + 1;
    if (text[end] === separator && at < text.length) continue;
    lines.push(line);
    number += 1;
    line = { line: number, cells: [] };
  }
  return { value: lines };
}

/** The place after the mark that closes a quoted cell; -1 if none does. Two marks stand for one. */
function endOfQuoted(text: string, start: number): number {
  let at = text.indexOf('"', start + 1);
  while (at !== -1 && text[at + 1] === '"') at = text.indexOf('"', at + 2);
  return at === -1 ? -1 : at + 1;
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

/** The separator of the first line with several cells: Excel writes semicolons in some countries. */
function separatorOf(text: string): string {
  for (const [line] of text.matchAll(/[^\n]+/g)) {
    const plain = line.replace(/"[^"]*"/g, "");
    const counts = [",", ";", "\t"].map((separator) => ({ separator, count: plain.split(separator).length }));
    const best = counts.reduce((most, each) => (each.count > most.count ? each : most));
    if (best.count > 1) return best.separator;
  }
  return ",";
}
