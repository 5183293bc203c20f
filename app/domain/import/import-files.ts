import { pluralize } from "#app/domain/basics/pluralize.ts";
import {
  guessCollection,
  importColumnChoices,
  type LearnedColumns,
  matchColumns,
  missingColumns,
  TABLE_COLLECTIONS,
} from "./import-columns.ts";
import { parseImportedJson, recordsOfJson } from "./import-firestore.ts";
import { COLLECTIONS, type Collection, type SourceRecord, type Sources } from "./import-reader.ts";
import { type Sheet, sheetOfText, textOfFile } from "./import-sheets.ts";
import { garbledIn, readSheet, type SheetTable } from "./import-table.ts";
import { NOUNS } from "./import-texts.ts";
import { locationIn, MAX_SAMPLES, shorten } from "./import-values.ts";
import { isWorkbook, sheetsOfWorkbook } from "./import-workbook.ts";

/* The records of the files of an import, from their names and bytes (docs/moving-in.md). */

type ImportFile = { name: string; bytes: Uint8Array };

/**
 * An admin's choices for a sheet: the kind of its records, '' for none, and the field of each heading ('' leaves the column
 * out).
 */
export type FileChoice = { collection?: Collection | ""; columns?: { readonly [heading: string]: string } };

export type FileReading = {
  /** The name of the file, and of the sheet of a workbook. */
  name: string;
  sheet: string;
  /** The kind of the records; null if neither the name nor the content tells. */
  collection: Collection | null;
  /** Empty if there is a problem. */
  records: SourceRecord[];
  isTable: boolean;
  /** The columns of a table. The field is '' if the column does not come in. At most `MAX_SAMPLES` samples, as the file has them. */
  columns: { heading: string; field: string; samples: string[] }[];
  /** A sentence that follows the name of the file, or null. */
  problem: string | null;
  /** What else there is to know of a valid file: a sentence that follows its name, or null. */
  note: string | null;
};

/** Reads a file: one reading for each sheet, or for each collection in a JSON file. `choices` are by the place of the sheet. */
export async function readImportFile(
  file: ImportFile,
  choices: readonly FileChoice[] = [],
  learned: LearnedColumns = {},
): Promise<FileReading[]> {
  const { name, bytes } = file;
  const collection = collectionOfName(name);
  const blank = { records: [], columns: [], problem: null, note: null };
  const reading: FileReading = { ...blank, name, sheet: "", collection, isTable: false };
  const table = (sheet: Sheet, i: number) => readTable(reading, sheet, choices[i] ?? {}, learned);
  if (isWorkbook(bytes)) {
    const sheets = await sheetsOfWorkbook(bytes);
    if ("problem" in sheets) return [{ ...reading, ...sheets }];
    const filled = sheets.value.filter(({ lines }) => lines.length > 0);
    if (filled.length === 0) return [{ ...reading, problem: "is empty." }];
    const tables = filled.map(table);
    return tables.map((each, i) => (choices[i]?.collection === undefined ? withoutFragment(each, tables) : each));
  }
  const isJson = /\.json$/i.test(name);
  const text = textOfFile({ bytes, isJson });
  if ("problem" in text) return [{ ...reading, ...text }];
  if (isJson || /^\s*[[{]/.test(text.value))
    return readJson({ ...reading, collection: choices[0]?.collection || collection }, text.value);
  const sheets = sheetOfText(text.value);
  return "problem" in sheets ? [{ ...reading, ...sheets }] : sheets.value.map(table);
}

const fieldsOf = ({ columns }: Pick<FileReading, "columns">) => columns.map(({ field }) => field);

/** Whether a sheet has each column that its records need. */
const isWhole = (reading: FileReading) =>
  reading.collection !== null &&
  reading.problem === null &&
  missingColumns(reading.collection, fieldsOf(reading), "isWanted").length === 0;

/** A sheet of prose, or of the feed of horses that another sheet has whole, holds no records. */
function withoutFragment(reading: FileReading, sheets: readonly FileReading[]): FileReading {
  const whole = sheets.filter(isWhole);
  const isRepeated = whole.some(({ collection }) => collection === reading.collection);
  if (isWhole(reading) || !(isRepeated || (reading.problem && whole.length > 0))) return reading;
  const note = isRepeated
    ? `Another sheet has these ${NOUNS[reading.collection ?? "params"]}.`
    : `It ${reading.problem}`;
  return { ...reading, collection: null, records: [], problem: null, note };
}

/** 'bill items' for `billItems`, with any spaces or hyphens between the words. */
const WORDS = COLLECTIONS.map((collection) => {
  const words = collection.replace(/_|(?=[A-Z])/, "[-_ ]?");
  return [collection, new RegExp(`(?<![a-z])${words}(?![a-z])`, "i")] as const;
});

/** The collection in the name of a file, in any case and with additions: 'Horses (1).csv'. */
function collectionOfName(name: string): Collection | null {
  const [found, ...others] = WORDS.filter(([, pattern]) => pattern.test(name));
  return found && others.length === 0 ? found[0] : null;
}

function readJson(reading: FileReading, text: string): FileReading[] {
  const parsed = parseImportedJson(text);
  const read = "problem" in parsed ? parsed : recordsOfJson(parsed.value, reading.collection);
  if ("problem" in read) return [{ ...reading, problem: read.problem }];
  if (read.collections.length === 0) return [{ ...reading, problem: read.note ?? "has no records." }];
  return read.collections.map(([collection, records], i) => ({
    ...reading,
    ...{ collection, records, note: i === 0 ? read.note : null },
  }));
}

function readTable(base: FileReading, sheet: Sheet, choice: FileChoice, learned: LearnedColumns): FileReading {
  const isOther = base.collection !== null && !TABLE_COLLECTIONS.includes(base.collection);
  if (isOther && sheet.name === "")
    return { ...base, problem: `is a table, and ${base.collection} are imported as JSON only.` };
  const table = readSheet(sheet);
  const reading = { ...base, sheet: sheet.name, isTable: true };
  if ("problem" in table) return { ...reading, problem: table.problem };
  const { headings, rows } = table;
  const all = headings.map((heading, i) => ({ heading, values: valuesOf(rows, i) }));
  const names = { sheet: sheet.name, file: base.name };
  const guessed = guessCollection(all, { ...names, learned }) ?? (isOther ? null : base.collection);
  const collection = choice.collection === undefined ? (sheet.isHidden ? null : guessed) : choice.collection || null;
  const matched = collection ? matchColumns(collection, all, learned) : headings.map(() => "");
  const known = importColumnChoices(collection ?? "params").map(({ field }) => field);
  const chosen = headings.map((heading) =>
    [choice.columns?.[heading]].find((each) => each === "" || known.includes(each ?? "?")),
  );
  const columns = all.map(({ heading, values }, i) => ({
    heading,
    // A choice takes the field from a column that has it by its heading.
    field: chosen[i] ?? (chosen.includes(matched[i]) ? "" : (matched[i] ?? "")),
    samples: values.slice(0, MAX_SAMPLES).map(shorten),
  }));
  const isPlaceless = known.includes("location") && !fieldsOf({ columns }).includes("location");
  const location = isPlaceless ? (locationIn(sheet.name) ?? locationIn(base.name)) : undefined;
  const notes = [
    sheet.isHidden ? "The sheet is hidden." : "",
    location ? `Location is ${location}, from the name of the sheet or file.` : "",
    ...notesOf(table),
  ];
  const problem = collection && problemOf(collection, columns);
  const records = rows.map(({ line, cells }) => {
    const place = `${sheet.name || base.name}, row ${line}`;
    return recordOf(columns, cells, { place, ...(location && { location }) });
  });
  return {
    ...{ ...reading, collection, columns, problem, note: notes.filter(Boolean).join(" ") || null },
    records: problem || !collection ? [] : records,
  };
}

function recordOf(
  columns: FileReading["columns"],
  cells: readonly string[],
  { place, ...given }: { place: string; location?: string },
): SourceRecord {
  const values = columns.flatMap(({ field }, i) => (field && cells[i] ? [[field, cells[i]] as const] : []));
  const fields: Record<string, string> = { ...given, ...Object.fromEntries(values) };
  return { id: fields.id ?? null, place, fields };
}

function notesOf({ line, title, leftOut, rows }: SheetTable): string[] {
  const garbled = garbledIn(rows.map(({ cells }) => cells));
  return [
    title ? `The headings are in line ${line}, below '${shorten(title)}'.` : "",
    leftOut > 0 ? `Left out: ${pluralize(leftOut, "row")} of totals and page marks.` : "",
    garbled ? `Looks garbled: '${shorten(garbled)}'. Save the file as CSV (UTF-8), and send it again.` : "",
  ];
}

/** How many values of a column are tried, to see which field it has. */
const MAX_TRIED = 50;

/** The first different values of a column. */
function valuesOf(rows: SheetTable["rows"], i: number): string[] {
  const values = new Set<string>();
  for (const { cells } of rows) {
    if (cells[i]) values.add(cells[i]);
    if (values.size === MAX_TRIED) break;
  }
  return [...values];
}

const quoted = (texts: readonly string[]) => texts.map((text) => `'${shorten(text)}'`).join(", ");

function problemOf(collection: Collection, columns: FileReading["columns"]): string | null {
  const fields = fieldsOf({ columns });
  const twice = columns.filter(({ field }, i) => field && fields.indexOf(field) !== i).map(({ heading }) => heading);
  if (twice.length > 0) return `has more than one column for the same value: ${quoted(twice)}; leave one of them.`;
  const missing = missingColumns(collection, fields, "isRequired");
  return missing.length > 0 ? `has no column ${missing.map((label) => `'${label}'`).join(" and no column ")}.` : null;
}

/** The records of all files, by collection. Call this only if no reading has a problem. */
export function sourcesOf(readings: readonly FileReading[]): Sources {
  const sources: { [name in Collection]?: SourceRecord[] } = {};
  for (const collection of COLLECTIONS) {
    const all = readings.filter((reading) => reading.collection === collection);
    if (all.length === 0) continue;
    // JSON has ids, so the rows of a table are compared to it, and not the other way round.
    const ordered = [...all.filter(({ isTable }) => !isTable), ...all.filter(({ isTable }) => isTable)];
    sources[collection] = ordered.flatMap(({ records }) => records);
  }
  return sources;
}
