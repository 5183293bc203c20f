import { strFromU8, strToU8, type Unzipped, unzipSync, zipSync } from "fflate";
import readXlsxFile from "read-excel-file/universal";
import type { ParseResult } from "#app/domain/basics/parse.ts";
import { checkedSheets, cleanCell, MAX_ROWS, type Sheet, TOO_MANY_ROWS } from "./import-sheets.ts";

/*
 * The sheets of an Excel workbook (.xlsx). `read-excel-file` reads the cells of a workbook that is unpacked here first, because it would
 * unpack parts above 512 kB in a Web Worker, which a Cloudflare Worker lacks, of any size, and believe what a sheet says of its own size.
 */

/** The most bytes of unpacked XML. A cell takes 40, and 200 of memory; the worker has 128 MB. */
const MAX_UNPACKED = 10_000_000;
const TOO_LARGE = { problem: "has more than 10 MB of cells; save each sheet as CSV (UTF-8)." };
/** The most cells between the first and the last one of a sheet, with the empty ones. */
const MAX_CELLS = 2_000_000;

/** Whether a file is an Excel workbook (.xlsx), by its content: the end of a ZIP archive has the names of its files. */
export const isWorkbook = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x50 && bytes[1] === 0x4b && String.fromCharCode(...bytes.subarray(-4_000)).includes("xl/");

/** The sheets of a workbook, or a problem that follows the name of the file. */
export async function sheetsOfWorkbook(bytes: Uint8Array): Promise<ParseResult<Sheet[]>> {
  try {
    let size = 0;
    const isPart = (name: string) => /^xl\/.*\.xml(\.rels)?$/.test(name) && !/\/(drawings|pivot\w*|theme)\//.test(name);
    const parts = unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        if (isPart(name)) size += originalSize;
        return isPart(name) && size <= MAX_UNPACKED;
      },
    });
    if (size > MAX_UNPACKED) return TOO_LARGE;
    const listed = listedIn(parts);
    for (const { path, xml } of listed) {
      const problem = sizeProblem(xml);
      if (problem) return problem;
      if (path in parts) parts[path] = strToU8(xml);
    }
    // The library fails without shared strings and styles, which a file without texts and formats may lack.
    parts["xl/sharedStrings.xml"] ??= strToU8("<sst/>");
    const sheets = await readXlsxFile(new Blob([zipSync(parts, { level: 0 })]));
    // A sheet with nothing but a chart has no data.
    const filled = sheets.map(({ sheet, data = [] }, i) => {
      const rows = withMerged(data, listed[i]?.xml ?? "");
      const lines = rows.map((row, at) => ({ line: at + 1, cells: row.map(textOfCell) }));
      return { name: sheet, lines, isHidden: listed[i]?.isHidden ?? false };
    });
    return checkedSheets(filled);
  } catch {
    return { problem: "cannot be opened as an Excel workbook; save each sheet as CSV (UTF-8)." };
  }
}

const tagsIn = (xml: string, name: string) =>
  Array.from(xml.matchAll(new RegExp(`<(?:\\w+:)?${name}\\s[^<>]*>`, "g")), ([tag]) => tag);
const attributeOf = (tag: string | undefined, name: string) =>
  tag?.match(new RegExp(`\\s${name}=["']([^"']*)`))?.[1] ?? "";

/** The sheets in their order, each with its path and its XML, without its own size and cells that have only a format. */
function listedIn(parts: Unzipped) {
  const textOf = (path: string) => strFromU8(parts[path] ?? new Uint8Array());
  const relations = tagsIn(textOf("xl/_rels/workbook.xml.rels"), "Relationship");
  return tagsIn(textOf("xl/workbook.xml"), "sheet").map((tag) => {
    const relation = relations.find((each) => attributeOf(each, "Id") === attributeOf(tag, "\\w+:id"));
    const target = attributeOf(relation, "Target");
    const path = target.startsWith("/") ? target.slice(1) : `xl/${target}`;
    const xml = textOf(path).replace(/<(\w+:)?((dimension|c)\s[^<>]*\/>|c\s[^<>]*>\s*<\/(\w+:)?c>)/g, "");
    return { path, xml, isHidden: /idden$/.test(attributeOf(tag, "state")) };
  });
}

/** What is too large about a sheet: its last cell is far away. */
function sizeProblem(xml: string): { problem: string } | undefined {
  let [height, width] = [0, 0];
  for (const [, column = "", row] of xml.matchAll(/<(?:\w+:)?c\s[^<>]*?\br=["']([A-Z]+)(\d+)/g)) {
    height = Math.max(height, Number(row));
    width = Math.max(width, numberOf(column));
  }
  return height > MAX_ROWS + 1 ? TOO_MANY_ROWS : height * width > MAX_CELLS ? TOO_LARGE : undefined;
}

/** The number of a column, from 1: 28 for AB. */
const numberOf = (letters: string) => [...letters].reduce((sum, each) => sum * 26 + each.charCodeAt(0) - 64, 0);

/** Whether a cell is an amount, and no telephone number. */
const isAmount = (cell: unknown) =>
  (typeof cell === "number" && cell < 1e9) || (typeof cell === "string" && cell.startsWith("$"));

/**
 * The rows with the value of merged cells in each row that they span; those of one row have it in the first cell only. An amount may be for
 * all the rows together, so it is marked, and then not read.
 */
function withMerged(rows: readonly unknown[][], xml: string): readonly unknown[][] {
  for (const tag of tagsIn(xml, "mergeCell")) {
    const [, letters = "", first, last] = attributeOf(tag, "ref").match(/^([A-Z]+)(\d+):[A-Z]+(\d+)$/) ?? [];
    const column = numberOf(letters) - 1;
    const spanned = first === last ? [] : rows.slice(Number(first) - 1, Number(last));
    const value = spanned[0]?.[column];
    for (const row of spanned) row[column] = isAmount(value) ? `${value} (merged cells)` : value;
  }
  return rows;
}

/** Days have no zone: the library returns them as midnight in UTC. Of an error it gives '#ERROR_#REF!'. */
function textOfCell(cell: unknown): string {
  if (cell instanceof Date) return Number.isNaN(cell.getTime()) ? "####" : cell.toISOString().slice(0, 10);
  return cell === null || cell === undefined ? "" : cleanCell(String(cell).replace(/^#ERROR_(?=#)/, ""));
}
