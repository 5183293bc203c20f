import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { type FileReading, readImportFile, sourcesOf } from "#app/domain/import/import-files.ts";
import { forTables, type KnownRecord } from "#app/domain/import/import-plan.ts";
import type { Collection } from "#app/domain/import/import-reader.ts";
import { planImport } from "#app/domain/import/import-records.ts";

/* The formats of exports of Firestore, and the script of the guide (docs/moving-in.md, 'From Firestore'). */

const NOW = "2026-11-21T12:00:00.000Z";
const NOTHING = forTables(() => new Map<string, KnownRecord>());

const filesOf = async (files: Record<string, unknown>): Promise<FileReading[]> => {
  const textOf = (json: unknown) => (typeof json === "string" ? json : JSON.stringify(json));
  const readings = Object.entries(files).map(([name, json]) =>
    readImportFile({ name, bytes: new TextEncoder().encode(textOf(json)) }),
  );
  return (await Promise.all(readings)).flat();
};
const planOf = async (files: Record<string, unknown>) => {
  const readings = await filesOf(files);
  expect(readings.map(({ problem }) => problem)).toEqual(readings.map(() => null));
  return planImport(sourcesOf(readings), NOTHING, NOW);
};

/** A value of Firestore that JSON has no type for. */
class Special {
  constructor(
    readonly type: "timestamp" | "reference" | "geopoint",
    readonly value: string,
  ) {}
}
const at = (iso: string) => new Special("timestamp", iso);
const ref = (path: string) => new Special("reference", path);

type Data = { [field: string]: unknown };
const SOME_BILL = { customerId: "c1", horseId: "h2", serviceId: "s1", date: at("2026-05-02T04:00:00.000Z") };
const [ANN, HOME] = [{ name: "Ann Lee", emails: ["a@b.co"], phone: null }, new Special("geopoint", "27,-80")];
const [LATE, MIDNIGHT] = [at("2026-01-02T04:59:59.999Z"), at("2026-01-02T05:00:00.000Z")];
const [BELLA, LUNGING] = [ref("horses/h1"), ref("services/s1")];
const BARN: { readonly [name in Exclude<Collection, "standing_charges">]: { [id: string]: Data } } = {
  params: { main: { invoiceNumber: 2_345, lastPayroll: at("2026-11-16T11:00:00.000Z") } },
  admins: { "ann@b.co": {} },
  customers: { c1: { ...ANN, riders: ["Bo", "Cy"], home: HOME } },
  horses: {
    h1: { name: "Bella", customerId: ref("customers/c1"), checkInDate: MIDNIGHT, boarding: 2900.5 },
    h2: { name: "Star", customerId: "c1", checkInDate: LATE, isBillable: false, checkOutDate: null },
  },
  services: { s1: { productServiceName: "Lunging", price: 25, public: true } },
  grooms: { g1: { name: "Gus", weeklySalary: 650, location: "long-island" } },
  shows: { w1: { name: "Spring", date: at("2026-05-01T12:00:00.000Z"), horseId: BELLA, serviceId: LUNGING } },
  billItems: {
    b1: { ...SOME_BILL, horseId: BELLA, date: at("2026-05-02T03:59:00.000Z"), quantity: 2, value: 50, exported: true },
    b2: { ...SOME_BILL, value: 12.25, groomId: ref("grooms/g1") },
    b3: { ...SOME_BILL, value: -4 },
  },
  payroll: {
    p1: { groomId: ref("grooms/g1"), item: "Salary", date: at("2026-05-04T12:00:00.000Z"), value: 650, paid: true },
  },
};

const ROOT = "projects/barn/databases/(default)/documents";

/** A `Value` of the REST interface. */
function restValue(value: unknown): Data {
  if (value === null) return { nullValue: null };
  if (value instanceof Special) {
    if (value.type === "timestamp") return { timestampValue: value.value };
    if (value.type === "reference") return { referenceValue: `${ROOT}/${value.value}` };
    return { geoPointValue: { latitude: 27, longitude: -80 } };
  }
  if (Array.isArray(value)) return { arrayValue: value.length > 0 ? { values: value.map(restValue) } : {} };
  if (typeof value === "object") return { mapValue: { fields: restFields(value as Data) } };
  if (typeof value === "boolean") return { booleanValue: value };
  if (typeof value === "number")
    return Number.isInteger(value) ? { integerValue: String(value) } : { doubleValue: value };
  return { stringValue: String(value) };
}
const restFields = (data: Data) =>
  Object.fromEntries(Object.entries(data).map(([name, each]) => [name, restValue(each)]));
const documentsOf = (collection: string, records: { [id: string]: Data }) =>
  Object.entries(records).map(([id, data]) => ({
    name: `${ROOT}/${collection}/${id}`,
    fields: restFields(data),
    ...{ createTime: NOW, updateTime: NOW },
  }));

/** A value in a file of node-firestore-import-export. */
function markedValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(markedValue);
  if (!(value instanceof Special)) return value;
  if (value.type === "reference") return { __datatype__: "documentReference", value: value.value };
  if (value.type === "geopoint") return { __datatype__: "geopoint", value: { _latitude: 27, _longitude: -80 } };
  const ms = Date.parse(value.value);
  const parts = { _seconds: Math.floor(ms / 1_000), _nanoseconds: (((ms % 1_000) + 1_000) % 1_000) * 1_000_000 };
  return { __datatype__: "timestamp", value: parts };
}
const marked = (records: { [id: string]: Data }) =>
  Object.fromEntries(
    Object.entries(records).map(([id, data]) => {
      const fields = Object.entries(data).map(([name, each]) => [name, markedValue(each)]);
      return [id, { ...Object.fromEntries(fields), __collections__: {} }];
    }),
  );

const COLLECTIONS = Object.entries(BARN);
const ALL_DOCUMENTS = COLLECTIONS.flatMap(([name, records]) => documentsOf(name, records));
const FORMATS: { [name: string]: Record<string, unknown> } = {
  "a file of node-firestore-import-export": {
    "backup.json": { __collections__: Object.fromEntries(COLLECTIONS.map(([name, all]) => [name, marked(all)])) },
  },
  "files of single collections of node-firestore-import-export": Object.fromEntries(
    COLLECTIONS.map(([name, records]) => [`${name}.json`, marked(records)]),
  ),
  "answers of the REST interface": Object.fromEntries(
    COLLECTIONS.map(([name, records]) => [`${name}-list.json`, { documents: documentsOf(name, records) }]),
  ),
  "documents of several collections": { "all.json": ALL_DOCUMENTS },
  "results of a query": {
    "all.json": [...ALL_DOCUMENTS.map((document) => ({ document, readTime: NOW })), { readTime: NOW }],
  },
};

/** Runs the script of the guide with a small module in the place of `firebase-admin`, and returns its files. */
function exportWithScript(): Record<string, string> {
  const [, script = ""] = readFileSync("docs/moving-in.md", "utf8").match(/```js\n(\/\/ export\.mjs\n.*?)```/s) ?? [];
  const folder = mkdtempSync(join(tmpdir(), "hayloft-export-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const sdk = join(folder, "node_modules/firebase-admin");
  mkdirSync(sdk, { recursive: true });
  writeFileSync(join(folder, "export.mjs"), script);
  writeFileSync(
    join(sdk, "package.json"),
    '{"type":"module","exports":{"./app":"./app.js","./firestore":"./firestore.js"}}',
  );
  writeFileSync(join(sdk, "app.js"), "export const initializeApp = () => { globalThis.isReady = true; };");
  writeFileSync(join(sdk, "firestore.js"), FIRESTORE);
  writeFileSync(join(sdk, "barn.json"), JSON.stringify(BARN));
  const said = execFileSync(process.execPath, ["export.mjs"], { cwd: folder, encoding: "utf8" });
  expect(said).toContain("billItems: 3\n");
  const written = join(folder, "export");
  return Object.fromEntries(readdirSync(written).map((name) => [name, readFileSync(join(written, name), "utf8")]));
}

/** What the script uses of `firebase-admin/firestore`: https://firebase.google.com/docs/reference/admin/node/firebase-admin.firestore */
const FIRESTORE = `
import { readFileSync } from "node:fs";
export class Timestamp {
  constructor(ms) { [this._seconds, this._nanoseconds] = [Math.floor(ms / 1000), (ms % 1000) * 1e6]; }
  toDate() { return new Date(this._seconds * 1000 + this._nanoseconds / 1e6); }
}
export class DocumentReference {
  constructor(path) { this._path = { segments: path.split("/") }; }
  get id() { return this._path.segments.at(-1); }
}
export class GeoPoint {
  constructor([latitude, longitude]) { [this._latitude, this._longitude] = [latitude, longitude]; }
}
const made = {
  timestamp: (text) => new Timestamp(Date.parse(text)),
  reference: (path) => new DocumentReference(path),
  geopoint: (text) => new GeoPoint(text.split(",").map(Number)),
};
const revive = (_, value) => (value && made[value.type] ? made[value.type](value.value) : value);
const barn = JSON.parse(readFileSync(new URL("barn.json", import.meta.url), "utf8"), revive);
export function getFirestore() {
  if (!globalThis.isReady) throw new Error("The default Firebase app does not exist.");
  const snapshot = (name) => Object.entries(barn[name]).map(([id, fields]) => ({ id, data: () => fields }));
  return { collection: (name) => ({ get: async () => ({ docs: snapshot(name) }) }) };
}
`;

test("the script of the guide and all formats of exports give the same records and sums", async () => {
  const files = exportWithScript();
  expect(Object.keys(files).toSorted()).toEqual(COLLECTIONS.map(([name]) => `${name}.json`).toSorted());
  const { read: _, ...plan } = await planOf(files);
  expect(plan).toMatchObject({
    ...{ findings: [], admins: ["ann@b.co"], credits: [{ id: "b3", cents: 400, customer: "Ann Lee" }] },
    settings: { invoiceNumber: 2_345, lastPayroll: "2026-11-16T11:00:00.000Z" },
    rows: {
      horses: [
        { id: "h1", customer_id: "c1", check_in_date: "2026-01-02", boarding: 290_050 },
        { id: "h2", customer_id: "c1", check_in_date: "2026-01-01", check_out_date: null, is_billable: 0 },
      ],
      shows: [{ horse_id: "h1", service_id: "s1", date: "2026-05-01" }],
      bill_items: [
        { id: "b1", customer_id: "c1", date: "2026-05-01", quantity: 2, export_id: "import" },
        { id: "b2", customer_id: "c1", date: "2026-05-02", groom_id: "g1" },
      ],
    },
    sums: { bill_items: { count: 2, cents: 6_225 }, payroll: { count: 1, cents: 65_000 } },
  });
  for (const [format, others] of Object.entries(FORMATS)) {
    const { read: _, ...other } = await planOf(others);
    expect({ format, ...other }).toEqual({ format, ...plan });
  }
});

const HORSE = { name: "Bella", checkInDate: "2026-01-01" };

const DOCUMENTS = documentsOf("horses", { h1: HORSE });
const USERS = documentsOf("users", { u1: {}, u2: {} });
const NOTES = documentsOf("horses/h1/notes", { n1: {} });
const PAGE = "is one page of several (it has a nextPageToken); add the files of the next pages.";
const skipped = (names: string) => `has other collections, which are skipped: ${names}.`;
const H1 = { collection: "horses", records: [{ id: "h1", fields: HORSE }] };
const EMPTY = { collection: "horses", records: [], problem: null };
const PATH = { _path: { segments: ["customers", "c1"] } };

test.each<[what: string, json: unknown, ...expected: object[]]>([
  ["an object of collections", { horses: { h1: HORSE }, grooms: [] }, H1, { collection: "grooms" }],
  ["a collection within an object", { horses: { h1: HORSE } }, H1],
  ["one document", DOCUMENTS[0], H1],
  ["no document in a list", { documents: [] }, EMPTY],
  ["no result of a query", [{ readTime: NOW }], EMPTY],
  ["a document without fields", [{ name: `${ROOT}/admins/a@b.co` }], { records: [{ id: "a@b.co", fields: {} }] }],
  ["a page of a list", { documents: DOCUMENTS, nextPageToken: "x" }, { ...H1, note: PAGE }],
  ["other collections", [...DOCUMENTS, ...USERS, ...NOTES], { ...H1, note: skipped("users, horses/notes") }],
  ["others in an export", { __collections__: { horses: { h1: HORSE }, users: {} } }, { ...H1, note: skipped("users") }],
  ["nothing but others", { __collections__: { users: {} } }, { problem: skipped("users") }],
  ["no collection", { horses: 7 }, { problem: "has horses, which is neither an array nor an object of records." }],
  ["a reference of JSON.stringify", [{ id: "h1", customerId: PATH }], { records: [{ fields: { customerId: "c1" } }] }],
])("%s is read", async (_, json, ...expected) => {
  expect(await filesOf({ "horses.json": json })).toMatchObject(expected);
});

test("collections below a record do not come in, and the record says so", async () => {
  const nested = { ...HORSE, __collections__: { notes: { n1: {} }, photos: {} } };
  const { rows, findings } = await planOf({ "x.json": { __collections__: { horses: { h1: nested } } } });
  expect(rows.horses).toMatchObject([{ id: "h1" }]);
  expect(findings).toMatchObject([
    { id: "h1", reason: "The collections below it are skipped.", value: "notes, photos", choice: "as-is" },
  ]);
});

test("integers of the REST interface that are too long for a number stay texts", async () => {
  const document = {
    name: `${ROOT}/horses/h1`,
    fields: { a: { integerValue: "9007199254740993" }, b: { doubleValue: "NaN" } },
  };
  expect(await filesOf({ "x.json": [document] })).toMatchObject([
    { records: [{ fields: { a: "9007199254740993", b: "NaN" } }] },
  ]);
});
