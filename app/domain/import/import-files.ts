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
import { type Sheet, sheetOfText, sheetsOfWorkbook } from "./import-sheets.ts";
import { readSheet } from "./import-table.ts";
import { garbledIn, isWorkbook, textOfFile } from "./import-text.ts";
import { MAX_SAMPLES, shorten } from "./import-values.ts";

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
  const [choice = {}] = choices;
  const collection = choice.collection || collectionOfName(name);
  const blank = { records: [], columns: [], problem: null, note: null };
  const reading: FileReading = { ...blank, name, sheet: "", collection, isTable: false };
  const table = (sheet: Sheet, i: number) => readTable(reading, sheet, choices[i] ?? {}, learned);
  if (isWorkbook(bytes)) {
    const sheets = await sheetsOfWorkbook(bytes);
    if ("problem" in sheets) return [{ ...reading, ...sheets }];
    const filled = sheets.value.filter(({ lines }) => lines.length > 0);
    return filled.length > 0 ? filled.map(table) : [{ ...reading, problem: "is empty." }];
  }
  const isJson = /\.json$/i.test(name);
  const text = textOfFile({ bytes, isJson });
  if ("problem" in text) return [{ ...reading, ...text }];
  if (isJson || /^\s*[[{]/.test(text.value)) return readJson(reading, text.value);
  const sheets = sheetOfText(text.value);
  return "problem" in sheets ? [{ ...reading, ...sheets }] : sheets.value.map(table);
}

/** 'bill items' for `billItems`, with any spaces or hyphens between the words. */
const WORDS = COLLECTIONS.map((collection) => {
  const words = collection.replace(/(?=[A-Z])/, "[-_ ]?");
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
  const guessed =
    guessCollection(headings, { sheet: sheet.name, file: base.name, learned }) ?? (isOther ? null : base.collection);
  const collection = choice.collection === undefined ? guessed : choice.collection || null;
  const matched = collection ? matchColumns(collection, headings, learned) : headings.map(() => "");
  const known = importColumnChoices(collection ?? "params").map(({ field }) => field);
  const chosen = headings.map((heading) =>
    [choice.columns?.[heading]].find((each) => each === "" || known.includes(each ?? "?")),
  );
  const columns = headings.map((heading, i) => ({
    heading,
    // A choice takes the field from a column that has it by its heading.
    field: chosen[i] ?? (chosen.includes(matched[i]) ? "" : (matched[i] ?? "")),
    samples: samplesOf(rows.map(({ cells }) => cells[i])),
  }));
  const note = noteOf(
    table,
    rows.map(({ cells }) => cells),
  );
  const problem = collection && problemOf(collection, columns);
  const place = sheet.name || base.name;
  const records = rows.map(({ line, cells }) => recordOf(columns, cells, `${place}, row ${line}`));
  return { ...reading, collection, columns, note, problem, records: problem || !collection ? [] : records };
}

function recordOf(columns: FileReading["columns"], cells: readonly string[], place: string): SourceRecord {
  const values = columns.flatMap(({ field }, i) => (field && cells[i] ? [[field, cells[i]] as const] : []));
  const fields: Record<string, string> = Object.fromEntries(values);
  return { id: fields.id ?? null, place, fields };
}

function noteOf(
  { line, title, leftOut }: Exclude<ReturnType<typeof readSheet>, { problem: string }>,
  cells: string[][],
) {
  const garbled = garbledIn(cells);
  const said = [
    title ? `The headings are in line ${line}, below '${shorten(title)}'.` : "",
    leftOut > 0 ? `Left out: ${pluralize(leftOut, "row")} of totals and page marks.` : "",
    garbled ? `Looks garbled: '${shorten(garbled)}'. Save the file as CSV (UTF-8), and send it again.` : "",
  ];
  return said.filter(Boolean).join(" ") || null;
}

const samplesOf = (cells: readonly (string | undefined)[]) => {
  const samples = new Set<string>();
  for (const cell of cells) {
    if (cell) samples.add(shorten(cell));
    if (samples.size === MAX_SAMPLES) break;
  }
  return [...samples];
};

const quoted = (texts: readonly string[]) => texts.map((text) => `'${shorten(text)}'`).join(", ");

function problemOf(collection: Collection, columns: FileReading["columns"]): string | null {
  const fields = columns.map(({ field }) => field);
  const twice = columns.filter(({ field }, i) => field && fields.indexOf(field) !== i).map(({ heading }) => heading);
  if (twice.length > 0) return `has more than one column for the same value: ${quoted(twice)}; leave one of them.`;
  const missing = missingColumns(collection, fields);
  return missing.length > 0 ? `has no column ${missing.map((label) => `'${label}'`).join(" and no column ")}.` : null;
}

/**
 * Joins the records of all files, by collection. `problems` are sentences about conflicts between files; the problem of
 * a single file is in its reading. Call this only if no reading has a problem.
 */
export function sourcesOf(readings: readonly FileReading[]): { sources: Sources; problems: string[] } {
  const sources: { [name in Collection]?: SourceRecord[] } = {};
  const problems: string[] = [];
  for (const collection of COLLECTIONS) {
    const all = readings.filter((reading) => reading.collection === collection);
    if (all.length === 0) continue;
    const table = all.find(({ isTable }) => isTable);
    const json = all.find(({ isTable }) => !isTable);
    if (table && json) problems.push(`${table.name} and ${json.name} are the same collection; leave one of them.`);
    sources[collection] = all.flatMap(({ records }) => records);
  }
  return { sources, problems };
}
