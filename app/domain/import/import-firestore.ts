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
  if (documents) return readDocuments(documents, named, isObject(json) && typeof json.nextPageToken === "string");
  const all = isObject(json) && isObject(json.__collections__) ? json.__collections__ : json;
  const names = isObject(all) ? Object.keys(all) : [];
  const isExport =
    all !== json ||
    (names.some(isCollection) && (named === null || names.includes(named) || names.every(isCollection)));
  const collections: Read["collections"] = [];
  for (const [name, value] of isExport && isObject(all) ? Object.entries(all) : [[named, json] as const]) {
    if (name !== null && !isCollection(name)) continue;
    const records = recordsOf(value, name);
    if ("problem" in records) return isExport ? { problem: `has ${name}, which ${records.problem}` } : records;
    collections.push([name, records.value]);
  }
  return { collections, note: leftOut(isExport ? names : []) };
}

function leftOut(names: readonly string[]): string | null {
  const others = new Set(names.filter((name) => !isCollection(name)));
  return others.size > 0 ? `has other collections, which are skipped: ${[...others].join(", ")}.` : null;
}

/** The records of an array, or of an object whose keys are the ids. The settings are one object, or the only one of either. */
function recordsOf(json: unknown, named: Collection | null): ParseResult<SourceRecord[]> {
  if (isObject(json) && named === "params" && ("lastPayroll" in json || "invoiceNumber" in json))
    return { value: [{ id: "params", fields: plainFields(json) }] };
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
  return { value: records };
}

type RestDocument = { name: string; fields?: Fields };

const isDocument = (value: unknown): value is RestDocument =>
  isObject(value) && typeof value.name === "string" && value.name.includes("/documents/");

/** The documents in a REST response: a single one, a list, an array or query results. Null if it is no REST response. */
function documentsOf(json: unknown): RestDocument[] | null {
  if (isDocument(json)) return [json];
  const all = isObject(json) ? json.documents : json;
  if (!Array.isArray(all) || (all === json && all.length === 0)) return null;
  const isResult = (each: unknown): each is Fields => isObject(each) && "readTime" in each && !isDocument(each);
  const documents = all.flatMap((each) => (isResult(each) ? (each.document ?? []) : [each]));
  return documents.every(isDocument) ? documents : null;
}

function readDocuments(documents: readonly RestDocument[], named: Collection | null, isPage: boolean): Read {
  if (documents.length === 0) return { collections: [[named, []]], note: null };
  const collections = new Map<Collection, SourceRecord[]>();
  const others: string[] = [];
  for (const { name, fields = {} } of documents) {
    const [collection = "", id = "", below] = name.slice(name.indexOf("/documents/") + 11).split("/");
    if (!isCollection(collection) || below) {
      others.push(below ? `${collection}/${below}` : collection);
      continue;
    }
    const records = collections.get(collection) ?? [];
    records.push({ id, fields: plainFields(fields) });
    collections.set(collection, records);
  }
  const more = isPage ? "is one page of several (it has a nextPageToken); add the files of the next pages." : null;
  return { collections: [...collections], note: [more, leftOut(others)].filter(Boolean).join(" It also ") || null };
}

/** A record without an empty `__collections__`. A non-empty one stays, so that it is reported as not imported. */
function plainFields({ __collections__: nested, ...own }: Fields): Fields {
  const plain = Object.fromEntries(Object.entries(own).map(([name, value]) => [name, plainValue(value)]));
  const below = isObject(nested) ? Object.keys(nested).join(", ") : "";
  return below ? { ...plain, __collections__: below } : plain;
}

/** The id at the end of the path of a reference. */
const lastOf = (path: unknown) => (typeof path === "string" ? path.slice(path.lastIndexOf("/") + 1) : path);

/**
 * A value without the marks of an export: those of node-firestore-import-export, of the REST interface, whose integers are texts, and of a
 * reference as the Admin SDK turns it into JSON.
 */
function plainValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plainValue);
  if (!isObject(value)) return value;
  if ("__datatype__" in value) return value.__datatype__ === "documentReference" ? lastOf(value.value) : value.value;
  if (isObject(value._path) && Array.isArray(value._path.segments)) return value._path.segments.at(-1);
  const [[kind = "", raw] = [], ...others] = Object.entries(value);
  const inside: Fields = isObject(raw) ? raw : {};
  if (others.length > 0) return value;
  if (kind === "integerValue") return Number.isSafeInteger(Number(raw)) ? Number(raw) : raw;
  if (kind === "referenceValue") return lastOf(raw);
  if (kind === "mapValue") return plainFields(isObject(inside.fields) ? inside.fields : {});
  if (kind === "arrayValue") return Array.isArray(inside.values) ? inside.values.map(plainValue) : [];
  return /^(null|boolean|double|string|timestamp|bytes|geoPoint)Value$/.test(kind) ? raw : value;
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

/** A string, with the colon after it if it is a key, or a bracket. */
const TOKENS = /"((?:[^"\\]+|\\.)*)"?(\s*:)?|[{}[\]]/gs;

/** Scans the brackets and strings of a text. Leaves invalid JSON to the parser. */
function jsonProblem(text: string): string | undefined {
  // The keys so far of each open object; null for an open array.
  const levels: (Set<string> | null)[] = [];
  for (const { 0: token, 1: string, 2: colon, index } of text.matchAll(TOKENS)) {
    const line = () => `in line ${text.slice(0, index).split("\n").length}`;
    if (token === "{" || token === "[") levels.push(token === "{" ? new Set() : null);
    else if (token === "}" || token === "]") levels.pop();
    if (levels.length > MAX_LEVELS) return `has values that are nested more than ${MAX_LEVELS} deep.`;
    if (string === undefined) continue;
    if (string.length > MAX_CELL)
      return `has a text of more than ${MAX_CELL.toLocaleString("en-US")} characters ${line()}.`;
    const keys = levels.at(-1);
    if (!keys || !colon) continue;
    if (keys.has(string)) return `has the key '${string.slice(0, 60)}' twice in one object, ${line()}.`;
    keys.add(string);
  }
  return undefined;
}
