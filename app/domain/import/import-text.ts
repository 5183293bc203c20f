import type { ParseResult } from "#app/domain/basics/parse.ts";

/* The text of a file of an import, from the encodings that spreadsheets write (docs/moving-in.md). */

const WORKBOOK = "is an Excel workbook; save each sheet as CSV (UTF-8).";
const PICTURE = "is a picture; type its records into a table, and save it as CSV (UTF-8).";

const ZIP = "PK\x03\x04";

/** What files of other kinds begin with, one character for each byte, and what their first or last bytes have. */
const KINDS: readonly (readonly [start: string, part: string, problem: string])[] = [
  [ZIP, "word/", "is a Word document; put its records into a table, and save it as CSV (UTF-8)."],
  [ZIP, "Index/", "is a Numbers document; export each sheet as CSV (UTF-8)."],
  [ZIP, "vnd.oasis.opendocument", "is a spreadsheet document; save each sheet as CSV (UTF-8)."],
  [ZIP, "", "is a ZIP archive; unpack it and take the files in it."],
  ["\xd0\xcf\x11\xe0", "", WORKBOOK],
  ["\x1f\x8b", "", "is compressed with gzip; unpack it and take the file in it."],
  ["%PDF", "", "is a PDF; export the records as CSV (UTF-8) or JSON."],
  ["\x89PNG", "", PICTURE],
  ["\xff\xd8\xff", "", PICTURE],
  ["GIF8", "", PICTURE],
  ["RIFF", "WEBP", PICTURE],
  ["", "ftyphei", PICTURE],
];

const SOURCE = "export the records as CSV (UTF-8) or JSON.";

/** The byte-order marks, with the encoding that each stands for. */
const MARKS: readonly (readonly [encoding: string, mark: readonly number[]])[] = [
  ["utf-8", [0xef, 0xbb, 0xbf]],
  ["utf-16le", [0xff, 0xfe]],
  ["utf-16be", [0xfe, 0xff]],
];

/**
 * The text of a file, or a problem that follows its name. Reads UTF-8, UTF-16 with a byte-order mark and, for a table, Windows-1252,
 * as Excel writes it.
 */
export function textOfFile({ bytes, isJson }: { bytes: Uint8Array; isJson: boolean }): ParseResult<string> {
  const problem = otherKindOf(bytes);
  if (problem) return { problem };
  const read = decode(bytes, isJson);
  if ("problem" in read) return read;
  const start = read.value.trimStart().slice(0, 100).toLowerCase();
  if (start === "") return { problem: "is empty." };
  if (start.startsWith("<?xml")) return { problem: `is an XML file; ${SOURCE}` };
  if (start.startsWith("<")) return { problem: `is a web page (HTML); ${SOURCE}` };
  if (read.value.includes("\0")) return { problem: `is not text; ${SOURCE}` };
  return read;
}

/** The first and the last bytes as text. The end of a ZIP archive has the names of its files. */
const endsOf = (bytes: Uint8Array) => String.fromCharCode(...bytes.subarray(0, 4_000), ...bytes.subarray(-4_000));

/** Whether a file is an Excel workbook (.xlsx), whatever its name is. */
export function isWorkbook(bytes: Uint8Array): boolean {
  const ends = endsOf(bytes);
  return ends.startsWith(ZIP) && ends.includes("xl/");
}

/** Letters of UTF-8 that were read as those of a Mac or of Windows, and the other way: 'Ren√©e', 'RenÃ©e', 'RenŽe'. */
const GARBLED = /√[\u00a0-\u00ff†∂∞≤≥¥µ∑∏π∫ªºΩ]|Ã[\u0080-\u00bf]|â€|\p{L}[ŽˆŠ‡—•–œŸ‹˜š]\p{Ll}/u;

/** A cell that looks as if its letters had been read wrongly, if there is one. */
export const garbledIn = (rows: readonly (readonly string[])[]): string | undefined => {
  for (const cells of rows) {
    const found = cells.find((cell) => GARBLED.test(cell));
    if (found) return found;
  }
  return undefined;
};

function otherKindOf(bytes: Uint8Array): string | undefined {
  const ends = endsOf(bytes);
  return KINDS.find(([first, part]) => ends.startsWith(first) && ends.includes(part))?.[2];
}

/** The characters of Windows-1252 where Latin-1 has control characters. */
const WINDOWS = "€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ";
/** Node 20 decodes Latin-1 in the place of Windows-1252: https://github.com/nodejs/node/issues/56542 */
const ofWindows = (char: string) => WINDOWS[char.charCodeAt(0) - 0x80] ?? char;

function decode(bytes: Uint8Array, isJson: boolean): ParseResult<string> {
  const [marked] = MARKS.find(([, mark]) => mark.every((byte, i) => bytes[i] === byte)) ?? [];
  try {
    return { value: new TextDecoder(marked ?? "utf-8", { fatal: true }).decode(bytes) };
  } catch {
    // A file in UTF-8 that is damaged has other characters beyond ASCII, too.
    const isDamaged = /[^\p{ASCII}\ufffd]/u.test(new TextDecoder().decode(bytes));
    if (marked || isJson || isDamaged) return { problem: `is not ${marked?.toUpperCase() ?? "UTF-8"} text.` };
    return { value: new TextDecoder("windows-1252").decode(bytes).replace(/[\x80-\x9f]/g, ofWindows) };
  }
}
