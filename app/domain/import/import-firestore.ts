import type { ParseResult } from "#app/domain/basics/parse.ts";
import { COLLECTIONS, type Collection, type SourceRecord } from "./import-reader.ts";
import { MAX_CELL } from "./import-sheets.ts";

/*
 * The records of a JSON value, in the formats that exports of Firestore have (docs/moving-in.md, 'From Firestore'): an array or an object
 * of records, an object of collections, documents of the REST interface, and files of node-firestore-import-export.
 */

type Fields = { readonly [field: string]: unknown };
/** The records of each collection in a file; null stands for the collection in the file's name. */
type Read = { collections: [collection: Collection | null, records: SourceRecord[]][]; note: string | null };

const isObject = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isCollection = (name: string): name is Collection => COLLECTIONS.some((each) => each === name);

/** `{ problem }` follows the name of the file. */
export function recordsOfJson(json: unknown, named: Collection | null): Read | { problem: string } {
  const documents = documentsOf(json);
  if (documents?.length === 0) return { collections: [[named, []]], note: null };
  if (documents) return readDocuments(documents, isObject(json) && typeof json.nextPageToken === "string");
  if (!isObject(json)) return one(json, named);
  const all = isObject(json.__collections__) ? json.__collections__ : json;
  const names = Object.keys(all);
  const isExport =
    all !== json ||
    (names.some(isCollection) && (named === null || names.includes(named) || names.every(isCollection)));
  return isExport ? readExport(all) : one(json, named);
}

function one(json: unknown, named: Collection | null): Read | { problem: string } {
  const records = recordsOf(json, named);
  return "problem" in records ? records : { collections: [[named, records.records]], note: null };
}

function readExport(all: Fields): Read | { problem: string } {
  const collections: Read["collections"] = [];
  const others: string[] = [];
  for (const [name, json] of Object.entries(all)) {
    if (!isCollection(name)) {
      others.push(name);
      continue;
    }
    const read = recordsOf(json, name);
    if ("problem" in read) return { problem: `has ${name}, which ${read.problem}` };
    collections.push([name, read.records]);
  }
  return { collections, note: leftOut(others) };
}

const leftOut = (others: readonly string[]) =>
  others.length > 0 ? `has other collections, which are skipped: ${[...new Set(others)].join(", ")}.` : null;

/** The records of an array, or of an object whose keys are the ids. The settings are one object, or the only one of either. */
function recordsOf(json: unknown, named: Collection | null): { records: SourceRecord[] } | { problem: string } {
  if (isObject(json) && named === "params" && ("lastPayroll" in json || "invoiceNumber" in json))
    return { records: [{ id: "params", fields: plainFields(json) }] };
  if (!Array.isArray(json) && !isObject(json)) return { problem: "is neither an array nor an object of records." };
  const entries = Array.isArray(json)
    ? json.map((fields, i): [string, unknown] => [`record ${i + 1}`, fields])
    : Object.entries(json);
  const records: SourceRecord[] = [];
  for (const [key, raw] of entries) {
    if (!isObject(raw)) return { problem: `has a value that is not a record: ${key}.` };
    const own = raw.id ?? raw.email ?? (named === "params" ? "params" : "");
    const id = Array.isArray(json) ? own : key;
    if (id === "") return { problem: `has a record without an id: ${key}.` };
    if (typeof id === "object") return { problem: `has an id that is not a text, in ${key}.` };
    records.push({ id: String(id), fields: plainFields(raw) });
  }
  return { records };
}

type RestDocument = { name: string; fields?: Fields };

const isDocument = (value: unknown): value is RestDocument =>
  isObject(value) && typeof value.name === "string" && value.name.includes("/documents/");

const isResult = (value: unknown): value is Fields => isObject(value) && "readTime" in value && !isDocument(value);

/**
 * The documents in a REST response: a single one, a list, an array or query results. Null if it is no REST response.
 */
function documentsOf(json: unknown): RestDocument[] | null {
  if (isDocument(json)) return [json];
  const all = isObject(json) ? json.documents : json;
  if (!Array.isArray(all) || (all === json && all.length === 0)) return null;
  const documents = all.flatMap((each) => (isResult(each) ? (each.document ?? []) : [each]));
  return documents.every(isDocument) ? documents : null;
}

function readDocuments(documents: readonly RestDocument[], isPage: boolean): Read {
  const collections = new Map<Collection, SourceRecord[]>();
  const others: string[] = [];
  for (const { name, fields = {} } of documents) {
    const [collection = "", id = "", ...deeper] = name.slice(name.indexOf("/documents/") + 11).split("/");
    if (!isCollection(collection) || deeper.length > 0) {
      others.push([collection, ...(deeper[0] ? [deeper[0]] : [])].join("/"));
      continue;
    }
    const records = collections.get(collection) ?? [];
    records.push({ id, fields: fieldsOfRest(fields) });
    collections.set(collection, records);
  }
  const more = isPage ? "is one page of several (it has a nextPageToken); add the files of the next pages." : null;
  return { collections: [...collections], note: [more, leftOut(others)].filter(Boolean).join(" It also ") || null };
}

const fieldsOfRest = (fields: unknown): Fields =>
  isObject(fields) ? Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, valueOfRest(value)])) : {};

/** The value of a `Value` of the REST interface, whose integers are texts. */
function valueOfRest(value: unknown): unknown {
  const [kind, raw] = (isObject(value) && Object.entries(value)[0]) || [];
  if (kind === "nullValue") return null;
  if (kind === "integerValue") return Number.isSafeInteger(Number(raw)) ? Number(raw) : raw;
  if (kind === "referenceValue") return lastOf(raw);
  if (kind === "mapValue") return isObject(raw) ? fieldsOfRest(raw.fields) : {};
  if (kind === "arrayValue") return isObject(raw) && Array.isArray(raw.values) ? raw.values.map(valueOfRest) : [];
  return raw;
}

/** The id at the end of the path of a reference. */
const lastOf = (path: unknown) => (typeof path === "string" ? path.slice(path.lastIndexOf("/") + 1) : path);

/** A record without an empty `__collections__`. A non-empty one stays, so that it is reported as not imported. */
function plainFields(fields: Fields): Fields {
  const { __collections__: nested, ...own } = fields;
  const isEmpty = !isObject(nested) || Object.keys(nested).length === 0;
  const plain = Object.fromEntries(Object.entries(own).map(([name, value]) => [name, plainValue(value)]));
  return isEmpty ? plain : { ...plain, __collections__: Object.keys(nested).join(", ") };
}

/** A value with the marks of node-firestore-import-export, or a reference as the Admin SDK turns it into JSON. */
function plainValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plainValue);
  if (!isObject(value)) return value;
  if (value.__datatype__ === "documentReference") return lastOf(value.value);
  if ("__datatype__" in value) return value.value;
  if (isObject(value._path) && Array.isArray(value._path.segments)) return value._path.segments.at(-1);
  return value;
}

/** How deep the values of an import may be nested. Those of a record are nested two or three deep. */
const MAX_LEVELS = 100;

/**
 * The value of a JSON text, or a problem that follows the name of the file. Refuses texts that `JSON.parse` accepts
 * silently: an object with a key twice, of which only the last value would be imported, and nesting that is too deep to
 * serialize again.
 */
export function parseImportedJson(text: string): ParseResult<unknown> {
  const problem = jsonProblem(text);
  if (problem) return { problem };
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    return { problem: `is not JSON: ${(error as Error).message}.` };
  }
}

/** The keys so far of an open object in a text; null for an open array. */
type Level = Set<string> | null;

/** Scans the brackets and strings of a text. Leaves invalid JSON to the parser. */
function jsonProblem(text: string): string | undefined {
  const levels: Level[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at];
    if (char === "{" || char === "[") levels.push(char === "{" ? new Set() : null);
    else if (char === "}" || char === "]") levels.pop();
    if (levels.length > MAX_LEVELS) return `has values that are nested more than ${MAX_LEVELS} deep.`;
    if (char !== '"') continue;
    const start = at;
    at = endOfString(text, start);
    if (at - start > MAX_CELL + 1)
      return `has a text of more than ${MAX_CELL.toLocaleString("en-US")} characters in line ${lineOf(text, start)}.`;
    const keys = levels.at(-1);
    if (!keys || !isKey(text, at)) continue;
    const key = text.slice(start + 1, at);
    if (keys.has(key)) return `has the key '${key.slice(0, 60)}' twice in one object, in line ${lineOf(text, start)}.`;
    keys.add(key);
  }
  return undefined;
}

/** The place of the quotation mark that ends a string; the end of the text if there is none. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === '"') return at;
    if (text[at] === "\\") at += 1;
  }
  return text.length;
}

/** Whether a colon follows a string. */
function isKey(text: string, end: number): boolean {
  let at = end + 1;
  while (" \n\r\t".includes(text[at] ?? "x")) at += 1;
  return text[at] === ":";
}

const lineOf = (text: string, end: number) => text.slice(0, end).split("\n").length;
