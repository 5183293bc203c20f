import type { ParseResult } from "#app/domain/basics/parse.ts";
import { unescapeFormula } from "#app/domain/basics/text.ts";

/* The text of a file, and the sheet of a CSV file, with its cells as texts (docs/moving-in.md, 'Tables'). */

/** A line with a value, and its number in the sheet. */
export type Line = { line: number; cells: string[] };
/** `name` is '' for a CSV file. A cell too many in one means that a comma has no quotation marks around it. */
export type Sheet = { name: string; lines: Line[]; isHidden?: boolean };

/** The most rows of a sheet, and the most characters of a cell. */
export const MAX_ROWS = 200_000;
export const MAX_CELL = 10_000;
/** The most characters of a line. Longer lines are refused before they are split into cells. */
const MAX_LINE = 200_000;
const LONG_LINE = new RegExp(`[^\\n]{${MAX_LINE + 1}}`);

const count = (most: number) => most.toLocaleString("en-US");
export const TOO_MANY_ROWS = { problem: `has more than ${count(MAX_ROWS)} rows.` };

/** The byte-order marks, with the encoding that each stands for. */
const MARKS: readonly (readonly [encoding: string, mark: readonly number[]])[] = [
  ["utf-8", [0xef, 0xbb, 0xbf]],
  ["utf-16le", [0xff, 0xfe]],
  ["utf-16be", [0xfe, 0xff]],
];

const OTHER_KIND = { problem: "is no Excel workbook (.xlsx), CSV or JSON file; save it as one of these." };
/** The first bytes of an old workbook, and of the container of one with a password. */
const OLD = [0xd0, 0xcf, 0x11, 0xe0];
const OLD_KIND = {
  problem: "is an old Excel workbook (.xls) or has a password; save it as .xlsx without a password.",
};
const isOfControl = (byte: number) => byte < 0x09 || (byte > 0x0d && byte < 0x20);

/**
 * The text of a file, or a problem that follows its name. Reads UTF-8, UTF-16 with a byte-order mark and, for a table, Windows-1252,
 * as Excel writes it.
 */
export function textOfFile({ bytes, isJson }: { bytes: Uint8Array; isJson: boolean }): ParseResult<string> {
  if (OLD.every((byte, i) => bytes[i] === byte)) return OLD_KIND;
  const [marked] = MARKS.find(([, mark]) => mark.every((byte, i) => bytes[i] === byte)) ?? [];
  if (!marked?.startsWith("utf-16") && bytes.subarray(0, 4_000).some(isOfControl)) return OTHER_KIND;
  const value = decode(bytes, marked ?? "utf-8") ?? (marked || isJson ? undefined : decode(bytes, "windows-1252"));
  if (value === undefined) return { problem: `is not ${marked?.toUpperCase() ?? "UTF-8"} text.` };
  const start = value.slice(0, 1_000).trimStart();
  if (start === "") return { problem: "is empty." };
  return /^(<|%PDF)/.test(start) ? OTHER_KIND : { value };
}

function decode(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** The only sheet of a text with commas, semicolons or tabs between the cells, or a problem that follows the name of the file. */
export function sheetOfText(content: string): ParseResult<Sheet[]> {
  // A file may have several kinds of line ends.
  const text = content.replace(/\r\n?/g, "\n");
  if (LONG_LINE.test(text)) return { problem: `has a line of more than ${count(MAX_LINE)} characters.` };
  const [marker = "", named] = text.match(/^sep=(.)\n/) ?? [];
  const lines = linesOf(text.slice(marker.length), named ?? separatorOf(text.slice(marker.length)), marker ? 2 : 1);
  return "problem" in lines ? lines : checkedSheets([{ name: "", lines: lines.value }]);
}

/** The lines of a text, each with the number of the line where it begins. A cell in quotation marks may have line ends. */
function linesOf(text: string, separator: string, first: number): ParseResult<Line[]> {
  const lines: Line[] = [];
  const ends = new RegExp(`[\\n${separator.replace(/\W/, "\\$&")}]|$`, "g");
  let line: Line = { line: first, cells: [] };
  let number = first;
  // Stops one row above the limit, so that `checkedSheets` sees that there are too many.
  for (let at = 0; at < text.length && lines.length <= MAX_ROWS + 1; ) {
    let start = at;
    while (text[start] === " ") start += 1;
    const after = text[start] === '"' ? endOfQuoted(text, start) : start;
    if (after === -1) return { problem: `has a quotation mark in line ${number} that is not closed.` };
    const quoted = text.slice(start + 1, Math.max(start + 1, after - 1)).replaceAll('""', '"');
    ends.lastIndex = after;
    const end = ends.exec(text)?.index ?? text.length;
    line.cells.push(cleanCell(quoted + text.slice(after, end)));
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
export function checkedSheets(sheets: readonly Sheet[]): ParseResult<Sheet[]> {
  for (const { lines } of sheets) {
    if (lines.length > MAX_ROWS + 1) return TOO_MANY_ROWS;
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
export const cleanCell = (cell: string) => unescapeFormula(cell.replace(/[\u00a0\u202f]/g, " ").trim());

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
