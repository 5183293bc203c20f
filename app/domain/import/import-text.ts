import type { ParseResult } from "#app/domain/basics/parse.ts";

/* The text of a file of an import, from the encodings that spreadsheets write (docs/moving-in.md). */

/** Whether a file is an Excel workbook (.xlsx), by its content: the end of a ZIP archive has the names of its files. */
export const isWorkbook = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x50 && bytes[1] === 0x4b && String.fromCharCode(...bytes.subarray(-4_000)).includes("xl/");

/** The byte-order marks, with the encoding that each stands for. */
const MARKS: readonly (readonly [encoding: string, mark: readonly number[]])[] = [
  ["utf-8", [0xef, 0xbb, 0xbf]],
  ["utf-16le", [0xff, 0xfe]],
  ["utf-16be", [0xfe, 0xff]],
];

const OTHER_KIND = { problem: "is no Excel workbook (.xlsx), CSV or JSON file; save it as one of these." };
const isOfControl = (byte: number) => byte < 0x09 || (byte > 0x0d && byte < 0x20);

/**
 * The text of a file, or a problem that follows its name. Reads UTF-8, UTF-16 with a byte-order mark and, for a table, Windows-1252,
 * as Excel writes it.
 */
export function textOfFile({ bytes, isJson }: { bytes: Uint8Array; isJson: boolean }): ParseResult<string> {
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
