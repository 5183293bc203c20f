import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import type { BoundField } from "#app/domain/field.ts";
import { parseImportedJson } from "#app/domain/import-json.ts";
import { COLLECTIONS, type Collection, type SourceRecord, type Sources } from "#app/domain/import-reader.ts";
import { customer } from "#app/domain/records/customer.ts";
import { horse } from "#app/domain/records/horse.ts";
import { normalize } from "#app/domain/search-text.ts";
import { reasonOf, UserFacingError } from "./user-facing-error.ts";

/** A heading without regard to case and hyphens. */
const keyOf = (heading: string) => normalize(heading.replaceAll("-", " ")).trim();

/** The normalised labels of the fields that a form has, with the field of each. */
const labelsOf = <Row>({ fields }: { fields: readonly BoundField<Row>[] }) =>
  Object.fromEntries(fields.flatMap(({ label, name, input }) => (input?.inForm ? [[keyOf(label), name]] : [])));

/** The columns of the tables that can be imported, by their normalised heading, with the field of each. */
const COLUMNS: { [name in Collection]?: { readonly [heading: string]: string } } = {
  customers: { ...labelsOf(customer), id: "id", email: "emails" },
  horses: {
    ...labelsOf(horse),
    id: "id",
    // A table has the names of customers.
    "responsible party": "customer",
    customer: "customer",
    "checkin date": "checkInDate",
    "checkout date": "checkOutDate",
  },
};

/**
 * Reads the collections of a directory: `<collection>.json`, or `horses.csv` and `customers.csv`.
 * @throws UserFacingError that names the file, and in a table the line
 */
export function readSources(directory: string): Sources {
  if (!existsSync(directory) || !statSync(directory).isDirectory()) {
    throw new UserFacingError(`${directory} is not a directory; name the one with the exported files.`);
  }
  const found = COLLECTIONS.flatMap((collection) => {
    const [json, csv] = ["json", "csv"].map((type) => join(directory, `${collection}.${type}`));
    const hasTable = csv !== undefined && collection in COLUMNS && existsSync(csv);
    if (json && existsSync(json)) {
      if (hasTable) throw new UserFacingError(`${json} and ${csv} are the same collection; leave one of them.`);
      return [[collection, recordsOf(collection, parseJson(json), json)] as const];
    }
    return hasTable ? [[collection, rowsOf(collection, csv)] as const] : [];
  });
  if (found.length === 0) {
    const names = COLLECTIONS.map((collection) => `${collection}.json`).join(", ");
    throw new UserFacingError(`${directory} has none of ${names}, horses.csv and customers.csv.`);
  }
  return Object.fromEntries(found);
}

/** The longest file that is read, in bytes: about 500,000 bills. Node has no texts of more than 512 MB. */
const MAX_BYTES = 200_000_000;

function readText(file: string): string {
  try {
    const { size } = statSync(file);
    if (size > MAX_BYTES)
      throw new UserFacingError(
        `${file} has ${megabytes(size)} MB, and at most ${megabytes(MAX_BYTES)} MB can be read.`,
      );
    return new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(file));
  } catch (error) {
    if (error instanceof UserFacingError) throw error;
    if (error instanceof TypeError) throw new UserFacingError(`${file} is not UTF-8 text.`);
    throw new UserFacingError(`${file} cannot be read: ${reasonOf(error)}.`);
  }
}

const megabytes = (bytes: number) => Math.ceil(bytes / 1_000_000).toLocaleString("en-US");

function parseJson(file: string): unknown {
  const parsed = parseImportedJson(readText(file));
  if ("problem" in parsed) throw new UserFacingError(`${file} ${parsed.problem}`);
  return parsed.value;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The records of an array, or of an object whose keys are the ids. The settings are one object, or the only one of either. */
function recordsOf(collection: Collection, json: unknown, file: string): SourceRecord[] {
  if (collection === "params" && isObject(json) && ("lastPayroll" in json || "invoiceNumber" in json)) {
    return [{ id: "params", fields: json }];
  }
  const entries = Array.isArray(json)
    ? json.map((fields, i): [string, unknown] => [`record ${i + 1}`, fields])
    : isObject(json)
      ? Object.entries(json)
      : undefined;
  if (!entries) throw new UserFacingError(`${file} is neither an array nor an object of records.`);
  return entries.map(([key, fields]) => {
    if (!isObject(fields)) throw new UserFacingError(`${file}: ${key} is not a record.`);
    const id = Array.isArray(json) ? (fields.id ?? fields.email ?? (collection === "params" ? "params" : "")) : key;
    if (id === "") throw new UserFacingError(`${file}: ${key} has no id.`);
    if (typeof id === "object") throw new UserFacingError(`${file}: the id of ${key} is not a text.`);
    return { id: String(id), fields };
  });
}

/** The rows of a table. Without a column ID the id of a record is made of its name, so that it is the same the next time. */
function rowsOf(collection: Collection, file: string): SourceRecord[] {
  const columns = COLUMNS[collection] ?? {};
  const [headings = [], ...rows] = parseTable(file);
  const fields = headings.map((heading) => {
    const field = columns[keyOf(heading)];
    if (!field)
      throw new UserFacingError(
        `${file}: there is no column '${heading}'; docs/moving-in.md names those that there are.`,
      );
    return field;
  });
  if (!fields.includes("name")) throw new UserFacingError(`${file} has no column 'Name'.`);
  return rows.map((cells) => {
    const values = fields.flatMap((field, i) => (cells[i]?.trim() ? [[field, cells[i]] as const] : []));
    const record: Record<string, unknown> = Object.fromEntries(values);
    return { id: String(record.id ?? idOfName(collection, String(record.name ?? ""))), fields: record };
  });
}

/** The cells of a table. A spreadsheet adds rows of commas below, and columns of commas on the right: they are left out. */
function parseTable(file: string): string[][] {
  const refuse = (reason: string) =>
    new UserFacingError(`${file} is not a table of comma-separated values: ${reason}.`);
  const [headings, ...rows] = parseCells(readText(file), refuse);
  if (!headings) return [];
  const width = headings.record.findLastIndex(Boolean) + 1;
  return [headings, ...rows].flatMap(({ record, info: { lines } }) => {
    if (!record.some(Boolean)) return [];
    if (record.length < width || record.slice(width).some(Boolean))
      throw refuse(`line ${lines} has ${record.length} cells, and ${width} columns have a heading`);
    return [record.slice(0, width)];
  });
}

type Row = { record: string[]; info: { lines: number } };

function parseCells(text: string, refuse: (reason: string) => UserFacingError): Row[] {
  try {
    return parse(text, { bom: true, skip_empty_lines: true, trim: true, relax_column_count: true, info: true });
  } catch (error) {
    throw refuse((error as Error).message);
  }
}

const idOfName = (collection: Collection, name: string) =>
  `${collection.slice(0, -1)}-${normalize(name).replace(/[^a-z0-9]+/g, "-")}`.slice(0, 64);
