import { normalize } from "#app/domain/basics/search-text.ts";
import { recordsOfJson } from "./import-firestore.ts";
import { parseImportedJson } from "./import-json.ts";
import { COLLECTIONS, type Collection, type SourceRecord, type Sources } from "./import-reader.ts";
import {
  fieldOfHeading,
  importColumnChoices,
  missingColumns,
  parseTable,
  TABLE_COLLECTIONS,
  type TableColumns,
} from "./import-table.ts";
import { textOfFile } from "./import-text.ts";
import { shorten } from "./import-values.ts";

/* The records of the files of an import, from their names and bytes (docs/moving-in.md). */

export type ImportFile = { name: string; bytes: Uint8Array };

/**
 * An admin's choices for a file: the kind of its records, and the field of each unknown heading ('' leaves the column
 * out).
 */
export type FileChoice = { collection?: Collection; columns?: { readonly [heading: string]: string } };

export type FileReading = {
  name: string;
  /** The kind of the file's records; null if neither its name nor its content tells. */
  collection: Collection | null;
  /** Empty if there is a problem. */
  records: SourceRecord[];
  /** The columns of a table. The field is null if the heading is not known, '' if the column is left out. At most 3 samples. */
  columns: { heading: string; field: string | null; samples: string[] }[];
  /** A sentence that follows the name of the file, or null. */
  problem: string | null;
  /** The parts of a valid file that are not imported: a sentence that follows its name, or null. */
  note: string | null;
};

/** Reads a file: one reading for each collection in it. */
export function readImportFile(file: ImportFile, choice: FileChoice = {}): FileReading[] {
  const collection = choice.collection ?? collectionOfName(file.name);
  const reading = { name: file.name, collection, records: [], columns: [], problem: null, note: null };
  const isJson = /\.json$/i.test(file.name);
  const text = textOfFile({ bytes: file.bytes, isJson });
  if ("problem" in text) return [{ ...reading, problem: text.problem }];
  return isJson || /^\s*[[{]/.test(text.value)
    ? readJson(reading, text.value)
    : [readTable(reading, text.value, choice.columns ?? {})];
}

/** 'bill items' for `billItems`, with any spaces or hyphens between the words. */
const WORDS = COLLECTIONS.map((collection) => {
  const words = collection.replace(/(?=[A-Z])/, "[-_ ]?");
  return [collection, new RegExp(`(?<![a-z])${words}(?![a-z])`, "i")] as const;
});

/** The collection in the name of a file, in any case and with additions: 'Horses (1).csv'. */
export function collectionOfName(name: string): Collection | null {
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

function readTable(reading: FileReading, text: string, chosen: NonNullable<FileChoice["columns"]>): FileReading {
  const { collection } = reading;
  if (collection && !TABLE_COLLECTIONS.includes(collection))
    return { ...reading, problem: `is a table, and ${collection} come in as JSON only.` };
  const isField = (field = "?") => field === "" || (collection && isFieldOf(collection, field));
  const fieldOf = (heading: string) =>
    collection && (isField(chosen[heading]) ? (chosen[heading] ?? null) : fieldOfHeading(collection, heading));
  const table = parseTable(text, (cell) => fieldOf(cell) !== null);
  if ("problem" in table) return { ...reading, problem: table.problem };
  const { headings, rows } = table.value;
  const columns = headings.map((heading, i) => ({
    heading,
    field: fieldOf(heading),
    samples: samplesOf(rows.map((cells) => cells[i] ?? "")),
  }));
  if (!collection) return { ...reading, columns };
  const problem = problemOf(collection, columns);
  return { ...reading, columns, problem, records: problem ? [] : recordsOf(collection, columns, rows) };
}

const isFieldOf = (collection: Collection, field: string) =>
  importColumnChoices(collection).some((each) => each.field === field);

const samplesOf = (cells: readonly string[]) => {
  const samples = new Set<string>();
  for (const cell of cells) {
    if (cell) samples.add(shorten(cell));
    if (samples.size === 3) break;
  }
  return [...samples];
};

const quoted = (texts: readonly string[]) => texts.map((text) => `'${shorten(text)}'`).join(", ");

function problemOf(collection: Collection, columns: FileReading["columns"]): string | null {
  const fields = columns.map(({ field }) => field);
  const unknown = columns.flatMap(({ heading, field }) => (field === null ? [heading] : []));
  if (unknown.length > 0) return `has columns that are not known: ${quoted(unknown)}.`;
  const twice = columns.filter(({ field }, i) => field && fields.indexOf(field) !== i).map(({ heading }) => heading);
  if (twice.length > 0) return `has more than one column for the same value: ${quoted(twice)}; leave one of them.`;
  const missing = missingColumns(collection, fields);
  return missing.length > 0 ? `has no column ${missing.map((label) => `'${label}'`).join(" and no column ")}.` : null;
}

/** The rows of a table. Without a column ID the id of a record is made of its name, so that it is the same the next time. */
const recordsOf = (
  collection: Collection,
  columns: FileReading["columns"],
  rows: TableColumns["rows"],
): SourceRecord[] =>
  rows.map((cells) => {
    const values = columns.flatMap(({ field }, i) => (field && cells[i] ? [[field, cells[i]] as const] : []));
    const fields: Record<string, string> = Object.fromEntries(values);
    return { id: fields.id ?? idOfName(collection, fields.name ?? fields.productServiceName ?? ""), fields };
  });

const idOfName = (collection: Collection, name: string) =>
  `${collection.slice(0, -1)}-${normalize(name).replace(/[^a-z0-9]+/g, "-")}`.slice(0, 64);

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
    const table = all.find(({ columns }) => columns.length > 0);
    const json = all.find(({ columns }) => columns.length === 0);
    if (table && json) problems.push(`${table.name} and ${json.name} are the same collection; leave one of them.`);
    sources[collection] = all.flatMap(({ records }) => records);
  }
  return { sources, problems };
}
