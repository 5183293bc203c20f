import { isHeading } from "./import-columns.ts";
import type { Line, Sheet } from "./import-sheets.ts";
import { shorten } from "./import-values.ts";

/* The table in a sheet: its headings and its rows, without titles, totals and the marks of a printer. */

export type SheetTable = {
  headings: string[];
  /** The number of the line of the headings, and the first text above it, or ''. */
  line: number;
  title: string;
  /** The rows, which have a cell for each heading. */
  rows: Line[];
  /** How many rows of totals and marks are left out. */
  leftOut: number;
};

/** In how many lines the headings are looked for. */
const LINES_OF_TITLES = 20;

/** The name of a group in the label of its total: 'Walsh Total', 'Total for Walsh', 'Subtotal - Walsh'. */
const GROUP =
  /^(?:(?:sub-?)?total (?:for|of)|sub-?total)[\s:\u2013-]+(?<of>.+)$|^(?<whose>.+?)[\s:\u2013-]+(?:sub-?)?(?:total|count)s?$/i;
const MARK =
  /^((((grand|sub)[ -]?)?totals?|count|sum)(:.*|\s[\w ]*:\s*[\d$,.]*|\s*[\d$,.]+)?|printed\b.*\d.*|page \d+( of \d+)?|(as of|generated|exported|report)\b.*\d.*)$/i;
const AMOUNT = /^\(?-?\s*\$?\s*-?[\d,]*\.?\d*\)?$/;

/** The table in a sheet, or a problem that follows the name of the file. */
export function readSheet({ name, lines }: Sheet): SheetTable | { problem: string } {
  const heading = headingOf(lines);
  if (!heading) return { problem: "has no headings." };
  const rows = lines.slice(lines.indexOf(heading) + 1);
  const width = heading.cells.findLastIndex(Boolean) + 1;
  const stray = name === "" && rows.find(({ cells }) => cells.slice(width).some(Boolean));
  if (stray)
    return {
      problem: `is not a table: line ${stray.line} has '${shorten(stray.cells.slice(width).find(Boolean))}' beyond the last heading.`,
    };
  const used = Math.max(width, ...rows.slice(0, 1_000).map(({ cells }) => cells.length));
  const columns = Array.from({ length: used }, (_, i) => i).filter(
    (i) => heading.cells[i] || rows.some(({ cells }) => cells[i]),
  );
  const values = new Set(rows.flatMap(({ cells }) => cells));
  const kept = rows.filter((row) => !isMark(row, heading) && !isTotalOfGroup(row, values));
  const above = groupsOf(lines[lines.indexOf(heading) - 1]?.cells ?? []);
  const headingAt = (i: number) => {
    const [own = "", group = ""] = [heading.cells[i], above[i] ?? above.at(-1)];
    return own && group && isHeading(`${group} ${own}`) ? `${group} ${own}` : own || `Column ${letterOf(i)}`;
  };
  const [first = -1, last = -1] = ["first name", "last name"].map((name) =>
    heading.cells.findIndex((cell) => cell.toLowerCase() === name),
  );
  const isSplit = first !== -1 && last !== -1;
  const textOf = (cells: readonly string[], i: number) =>
    isSplit && i === first ? `${cells[first] ?? ""} ${cells[last] ?? ""}`.trim() : (cells[i] ?? "");
  return {
    headings: named(columns.map((i) => (isSplit && i === first ? "Name" : headingAt(i)))),
    line: heading.line,
    title: lines[0] === heading ? "" : (lines[0]?.cells.find(Boolean) ?? ""),
    rows: kept.map(({ line, cells }) => ({ line, cells: columns.map((i) => textOf(cells, i)) })),
    leftOut: rows.length - kept.length,
  };
}

/** The line with the most known headings; if there are none, the first of the widest lines. */
function headingOf(lines: readonly Line[]): Line | undefined {
  const known = ({ cells }: Line) => cells.filter((cell) => cell && isHeading(cell)).length;
  const filled = ({ cells }: Line) => cells.filter(Boolean).length;
  const first = lines.slice(0, LINES_OF_TITLES);
  const most = Math.max(0, ...first.map(known));
  const widest = Math.max(0, ...first.map(filled));
  return first.find((line) => (most > 0 ? known(line) === most : filled(line) === widest));
}

/** Whether a row is one of totals, a mark of a printer, or the headings again. A horse called 'Total Eclipse' is none. */
function isMark({ cells }: Line, heading: Line): boolean {
  const [label = "", ...others] = cells.filter(Boolean);
  const isSum = others.every((cell) => AMOUNT.test(cell));
  return (MARK.test(label) && isSum) || (isSum && !cells[0] && AMOUNT.test(label)) || isSame(cells, heading.cells);
}

/** Whether a row is a label with the name of a group, such as an owner, and otherwise amounts. `values` are those of all cells. */
function isTotalOfGroup({ cells }: Line, values: ReadonlySet<string>): boolean {
  const [label = "", ...others] = cells.filter(Boolean);
  const { of: group, whose = group } = label.slice(0, 200).match(GROUP)?.groups ?? {};
  const isSum = others.length > 0 && others.every((cell) => AMOUNT.test(cell));
  return isSum && whose !== undefined && values.has(whose);
}

/** The heading of a group above each column: the nearest one at its left. None in a line with one text, which is a title. */
function groupsOf(cells: readonly string[]): string[] {
  if (cells.filter(Boolean).length < 2) return [];
  return cells.map((_, i) => cells.slice(0, i + 1).findLast(Boolean) ?? "");
}

const isSame = (cells: readonly string[], others: readonly string[]) =>
  cells.every((cell, i) => cell === (others[i] ?? ""));

/** Two columns with one heading are 'Phone' and 'Phone (2)'. */
const named = (headings: readonly string[]) =>
  headings.map((heading, i) => {
    const before = headings.slice(0, i).filter((other) => other === heading).length;
    return before > 0 ? `${heading} (${before + 1})` : heading;
  });

const letterOf = (i: number): string =>
  (i < 26 ? "" : letterOf(Math.floor(i / 26) - 1)) + String.fromCharCode(65 + (i % 26));

/** Letters that were decoded with the wrong encoding (UTF-8, Mac, Windows): 'Ren√©e', 'RenÃ©e', 'RenŽe'. */
const GARBLED = /√[\u00a0-\u00ff†∂∞≤≥¥µ∑∏π∫ªºΩ]|Ã[\u0080-\u00bf]|â€|\p{L}[ŽˆŠ‡—•–œŸ‹˜š\x80-\x9f]\p{Ll}/u;

/** The first cell with such letters; undefined if there is none. */
export const garbledIn = (rows: readonly (readonly string[])[]): string | undefined => {
  for (const cells of rows) {
    const found = cells.find((cell) => GARBLED.test(cell));
    if (found) return found;
  }
  return undefined;
};
