import { DEFAULT_BOARDING, DEFAULT_BOARDING_SURCHARGE, DEFAULT_TRAINING } from "./boarding.ts";
import { FIRST_DATE } from "./calendar.ts";
import { FIXED_SERVICE_IDS } from "./fixed-services.ts";
import {
  type ReadValue,
  readDay,
  readDollars,
  readFlag,
  readInstant,
  readLocation,
  readLongText,
  readName,
  readOptionalDay,
  readQuantity,
  readTexts,
} from "./import-values.ts";
import { IMPORTED_EXPORT, IMPORTER } from "./imported.ts";
import { type Cents, MAX_AMOUNT, MAX_BILL_VALUE, MAX_QUANTITY } from "./money.ts";
import { parseEmail, parseName } from "./parse.ts";
import { normalize } from "./search-text.ts";

/*
 * What comes in from the collections of another system, and what is wrong with them (docs/product.md, 'Import'). A record that
 * refers to a missing record comes in under a stand-in, so that no amount is lost; a record with a value that cannot be stored
 * does not come in.
 */

/** In the order in which they come in: a record comes after those that it refers to. */
export const COLLECTIONS = [
  "params",
  "admins",
  "customers",
  "horses",
  "services",
  "grooms",
  "shows",
  "billItems",
  "payroll",
] as const;
export type Collection = (typeof COLLECTIONS)[number];

/** A record of a file: its id and its fields as the file has them. */
export type SourceRecord = { id: string; fields: { readonly [field: string]: unknown } };
export type Sources = { readonly [name in Collection]?: readonly SourceRecord[] };

/** What is wrong with a field, and what is done about it. A refused record does not come in. */
export type Finding = { collection: Collection; id: string; field: string; reason: string; isRefused: boolean };

type Cell = string | number | null;
/** A row to insert, by the columns of its table. */
export type ImportRow = { readonly id: string; readonly [column: string]: Cell };

export const IMPORT_TABLES = ["customers", "horses", "services", "grooms", "shows", "bill_items", "payroll"] as const;
export type ImportTable = (typeof IMPORT_TABLES)[number];

/** How many records come in, and the sum of their amounts in cents. */
export type Sum = { count: number; cents: Cents };

export type ImportPlan = {
  rows: Record<ImportTable, ImportRow[]>;
  admins: string[];
  settings: { lastPayroll: string | null; invoiceNumber: number | null };
  findings: Finding[];
  /** Of the records of each collection that come in, by the table. Stand-ins do not count. */
  sums: Record<ImportTable, Sum>;
  /** The records of each collection that is there, as the files have them. */
  read: { readonly [name in Collection]?: number };
};

/** The ids that the database has already, by table. */
export type KnownIds = { readonly [table in ImportTable]: ReadonlySet<string> };

/** The amounts whose sums are compared after an import, by table. */
export const AMOUNTS: Record<ImportTable, readonly string[]> = {
  customers: [],
  horses: ["boarding", "boarding_surcharge", "training"],
  services: ["price"],
  grooms: ["weekly_salary"],
  shows: [],
  bill_items: ["value"],
  payroll: ["value"],
};

const ID = /^[\w-]{1,64}$/;

/** Reads the fields of one record, and collects what is wrong with them. */
class FieldReader {
  #record: SourceRecord;
  #collection: Collection;
  #findings: Finding[];
  isRefused = false;

  constructor(collection: Collection, record: SourceRecord, findings: Finding[]) {
    this.#record = record;
    this.#collection = collection;
    this.#findings = findings;
    const isAddress = collection === "admins";
    if (!isAddress && !ID.test(record.id))
      this.refuse("id", "An id has up to 64 letters, digits, hyphens and underscores.");
  }

  raw(field: string): unknown {
    return this.#record.fields[field];
  }

  /** The text of a text or a number; of anything else, which names no record, that of its JSON. */
  textOf(field: string): string {
    const raw = this.raw(field) ?? "";
    return typeof raw === "object" ? JSON.stringify(raw) : String(raw);
  }

  note(field: string, reason: string, isRefused = false): void {
    const { id } = this.#record;
    this.#findings.push({ collection: this.#collection, id, field, reason, isRefused });
  }

  refuse(field: string, reason: string): void {
    this.isRefused = true;
    this.note(field, reason, true);
  }

  /** The value of a field; `missing` if the record does not have it. */
  read<T>(field: string, read: (raw: unknown) => ReadValue<T>, missing: NoInfer<T>): T;
  read<T>(field: string, read: (raw: unknown) => ReadValue<T>): T | null;
  read<T>(field: string, read: (raw: unknown) => ReadValue<T>, missing?: T): T | null {
    const raw = this.raw(field);
    if ((raw === undefined || raw === null) && missing !== undefined) return missing;
    const result = read(raw);
    if ("problem" in result) {
      this.refuse(field, raw === undefined ? "It is missing." : result.problem);
      return missing ?? null;
    }
    if (result.note) this.note(field, result.note);
    return result.value;
  }
}

type Context = {
  findings: Finding[];
  rows: Record<ImportTable, ImportRow[]>;
  known: KnownIds;
  /** The id under which a record of the files comes in, by table and id. */
  ids: Record<ImportTable, Map<string, string>>;
  customersByName: Map<string, string | null>;
  standIns: Record<keyof typeof STAND_INS, Set<string>>;
  now: string;
};

const emptyRows = (): Record<ImportTable, ImportRow[]> => ({
  customers: [],
  horses: [],
  services: [],
  grooms: [],
  shows: [],
  bill_items: [],
  payroll: [],
});

/** Plans what comes in. `now` is an instant, ISO 8601 text in UTC. */
export function planImport(sources: Sources, known: KnownIds, now: string): ImportPlan {
  const findings: Finding[] = [];
  const ids = Object.fromEntries(IMPORT_TABLES.map((table) => [table, new Map<string, string>()])) as Context["ids"];
  const context: Context = {
    findings,
    rows: emptyRows(),
    known,
    ids,
    customersByName: new Map(),
    standIns: { horses: new Set(), services: new Set(), grooms: new Set() },
    now,
  };
  const each = (collection: Collection, take: (reader: FieldReader, id: string) => void) => {
    for (const record of withoutRepeats(collection, sources[collection] ?? [], findings)) {
      const reader = new FieldReader(collection, record, findings);
      take(reader, record.id);
    }
  };
  const settings: ImportPlan["settings"] = { lastPayroll: null, invoiceNumber: null };
  const admins: string[] = [];
  each("params", (reader) => Object.assign(settings, readParams(reader)));
  each("admins", (reader, id) => admins.push(...readAdmin(reader, id)));
  each("customers", (reader, id) => add(context, "customers", reader, id, customerRow(reader, context)));
  indexByName(context);
  each("horses", (reader, id) => add(context, "horses", reader, id, horseRow(reader, context)));
  each("services", (reader, id) => addService(context, reader, id));
  each("grooms", (reader, id) => add(context, "grooms", reader, id, groomRow(reader)));
  each("shows", (reader, id) => add(context, "shows", reader, id, showRow(reader, context)));
  each("billItems", (reader, id) => add(context, "bill_items", reader, id, billRow(reader, context)));
  each("payroll", (reader, id) => add(context, "payroll", reader, id, payrollRow(reader, context)));
  const read = Object.fromEntries(Object.entries(sources).map(([name, records]) => [name, records.length]));
  return { rows: context.rows, admins: [...new Set(admins)], settings, findings, sums: sumsOf(context), read };
}

/** The records of a collection, each id once. Two different records with one id are both refused. */
function withoutRepeats(collection: Collection, records: readonly SourceRecord[], findings: Finding[]): SourceRecord[] {
  const seen = new Map<string, { record: SourceRecord; text: string }>();
  const refused = new Set<string>();
  for (const record of records) {
    const text = JSON.stringify(record.fields);
    const other = seen.get(record.id);
    if (!other) seen.set(record.id, { record, text });
    else if (other.text === text) {
      const reason = "The record is there more than once: it comes in once.";
      findings.push({ collection, id: record.id, field: "id", reason, isRefused: false });
    } else if (!refused.has(record.id)) {
      refused.add(record.id);
      const reason = "Two different records have this id.";
      findings.push({ collection, id: record.id, field: "id", reason, isRefused: true });
    }
  }
  return [...seen.values()].flatMap(({ record }) => (refused.has(record.id) ? [] : [record]));
}

type Columns = { readonly [column: string]: Cell };

function add(context: Context, table: ImportTable, { isRefused }: FieldReader, id: string, columns: Columns): void {
  if (isRefused) return;
  context.rows[table].push({ id, ...stampsOf(table, context.now), ...columns });
  context.ids[table].set(id, id);
}

const stampsOf = (table: ImportTable, now: string): Columns =>
  table === "bill_items" ? {} : { created_at: now, updated_at: now, deleted_at: null };

const flag = (on: boolean) => (on ? 1 : 0);
const amount = (raw: unknown) => readDollars(raw, MAX_AMOUNT);
const billValue = (raw: unknown) => readDollars(raw, MAX_BILL_VALUE);

function readParams(reader: FieldReader): Partial<ImportPlan["settings"]> {
  const number = reader.raw("invoiceNumber") === undefined ? null : reader.read("invoiceNumber", readQuantity);
  const last = reader.raw("lastPayroll") ? reader.read("lastPayroll", readInstant) : null;
  return { invoiceNumber: number, lastPayroll: last };
}

function readAdmin(reader: FieldReader, id: string): string[] {
  const read = parseEmail(reader.textOf("email") || id);
  if ("value" in read) return [read.value];
  reader.refuse("email", "This is not an e-mail address.");
  return [];
}

const email = (text: string) => parseEmail(text);
const personName = (text: string) => parseName(text, "The name");

const customerRow = (reader: FieldReader, _: Context): Columns => ({
  name: reader.read("name", readName),
  emails: JSON.stringify(reader.read("emails", (raw) => readTexts(raw, /[,;]/, email, 50), [])),
  phone: reader.read("phone", (raw) => readLongText(raw, 50), ""),
  riders: JSON.stringify(reader.read("riders", (raw) => readTexts(raw, /[,;\n]/, personName, 50), [])),
});

/** The names of the customers, for tables that name them. A name that two of them have stands for none. */
function indexByName({ rows, customersByName }: Context): void {
  for (const { id, name } of rows.customers) {
    const key = normalize(String(name));
    customersByName.set(key, customersByName.has(key) ? null : id);
  }
}

function horseRow(reader: FieldReader, context: Context): Columns {
  const columns = {
    customer_id: customerOf(reader, context),
    name: reader.read("name", readName),
    check_in_date: reader.read("checkInDate", readDay),
    check_out_date: reader.read("checkOutDate", readOptionalDay, null),
    boarding: reader.read("boarding", amount, DEFAULT_BOARDING),
    boarding_surcharge: reader.read("boardingSurcharge", amount, DEFAULT_BOARDING_SURCHARGE),
    training: reader.read("training", amount, DEFAULT_TRAINING),
    has_blanket: flag(reader.read("hasBlanket", readFlag, false)),
    is_billable: flag(reader.read("isBillable", readFlag, true)),
    location: reader.read("location", readLocation, "florida"),
  };
  const { check_in_date: first, check_out_date: last } = columns;
  if (first && last && last < first) reader.refuse("checkOutDate", "The horse left before it came.");
  return columns;
}

/** The customer of a record: by its id or, in a table, by the name. */
function customerOf(reader: FieldReader, context: Context): string | null {
  const name = reader.textOf("customer").trim();
  if (name) {
    const found = context.customersByName.get(normalize(name));
    if (found) return found;
    const reason = found === null ? "Several customers have this name" : "There is no customer of this name";
    reader.note("customer", `${reason}: the record is kept, its customer is 'Unknown'.`);
    return null;
  }
  const id = reader.raw("customerId");
  if (id === undefined || id === null || id === "") return null;
  const key = reader.textOf("customerId");
  if (context.ids.customers.has(key) || context.known.customers.has(key)) return key;
  reader.note("customerId", "There is no such customer: the record is kept, its customer is 'Unknown'.");
  return null;
}

/** The deleted records that stand in for those that the files refer to and do not have. */
const STAND_INS = {
  horses: {
    noun: "horse",
    columns: {
      name: "Unknown horse",
      check_in_date: FIRST_DATE,
      boarding: 0,
      boarding_surcharge: 0,
      training: 0,
      has_blanket: 0,
      is_billable: 0,
      location: "florida",
      customer_id: null,
      check_out_date: null,
    },
  },
  services: {
    noun: "service",
    columns: { product_service_name: "Unknown service", price: 0, sales_description: "", public: 0, needs_groom: 0 },
  },
  grooms: {
    noun: "groom",
    columns: { name: "Unknown groom", start_date: null, end_date: null, weekly_salary: 0, location: "florida" },
  },
} as const satisfies { [table in ImportTable]?: { noun: string; columns: Columns } };

/** The tables that may have stand-ins. */
export const STAND_IN_TABLES: readonly ImportTable[] = Object.keys(STAND_INS) as (keyof typeof STAND_INS)[];

/** The id of a horse, service or groom that a record needs; that of a stand-in if there is none. */
function referenceOf(reader: FieldReader, field: string, table: keyof typeof STAND_INS, context: Context): string {
  const raw = reader.textOf(field);
  const found = context.ids[table].get(raw) ?? (context.known[table].has(raw) ? raw : undefined);
  if (found) return found;
  const { noun, columns } = STAND_INS[table];
  const id = ID.test(raw) ? raw : `unknown-${noun}`;
  reader.note(field, `There is no such ${noun}: the record is kept under 'Unknown ${noun}', which is deleted.`);
  const { now, standIns, known, rows } = context;
  if (!standIns[table].has(id) && !known[table].has(id)) {
    standIns[table].add(id);
    rows[table].push({ id, created_at: now, updated_at: now, ...columns, deleted_at: now });
  }
  return id;
}

/** A service of the name of a fixed one comes in as that one: its bills are boarding bills then. */
function addService(context: Context, reader: FieldReader, id: string): void {
  const columns = {
    product_service_name: reader.read("productServiceName", readName),
    price: reader.read("price", amount, 0),
    sales_description: reader.read("salesDescription", (raw) => readLongText(raw, 2_000, true), ""),
    public: flag(reader.read("public", readFlag, false)),
    needs_groom: flag(reader.read("needsGroom", readFlag, false)),
  };
  const key = normalize(String(columns.product_service_name ?? ""))
    .trim()
    .replace(/\s+/g, "-");
  const fixed = FIXED_SERVICE_IDS.find((each) => each.replaceAll("-", "") === key.replaceAll("-", ""));
  if (!fixed || reader.isRefused) {
    add(context, "services", reader, id, columns);
    return;
  }
  context.ids.services.set(id, fixed);
  reader.note(
    "productServiceName",
    `It is Hayloft's own service '${fixed}', whose name and price stay; its bills are of that service.`,
  );
}

function groomRow(reader: FieldReader): Columns {
  const columns = {
    name: reader.read("name", readName),
    start_date: reader.read("startDate", readOptionalDay, null),
    end_date: reader.read("endDate", readOptionalDay, null),
    weekly_salary: reader.read("weeklySalary", amount, 0),
    location: reader.read("location", readLocation, "florida"),
  };
  const { start_date: first, end_date: last } = columns;
  if (first && last && last < first) reader.refuse("endDate", "The groom left before the first day.");
  return columns;
}

function quantityOf(reader: FieldReader): number | null {
  const quantity = reader.read("quantity", readQuantity, 1);
  if (quantity > MAX_QUANTITY) reader.refuse("quantity", `${quantity} is above ${MAX_QUANTITY}.`);
  return quantity;
}

const showRow = (reader: FieldReader, context: Context): Columns => ({
  name: reader.read("name", readName),
  date: reader.read("date", readDay),
  horse_id: referenceOf(reader, "horseId", "horses", context),
  customer_id: customerOf(reader, context),
  service_id: referenceOf(reader, "serviceId", "services", context),
  quantity: quantityOf(reader),
  billed: flag(reader.read("billed", readFlag, false)),
});

function billRow(reader: FieldReader, context: Context): Columns {
  const date = reader.read("date", readDay);
  const hasGroom = Boolean(reader.raw("groomId"));
  const comments = reader.read("comments", (raw) => readLongText(raw, 2_000, true), "");
  const rider = reader.read("rider", (raw) => readLongText(raw, 200), "");
  return {
    customer_id: customerOf(reader, context),
    horse_id: referenceOf(reader, "horseId", "horses", context),
    service_id: referenceOf(reader, "serviceId", "services", context),
    groom_id: hasGroom ? referenceOf(reader, "groomId", "grooms", context) : null,
    export_id: reader.read("exported", readFlag, false) ? IMPORTED_EXPORT : null,
    date,
    quantity: quantityOf(reader),
    value: reader.read("value", billValue),
    location: reader.read("location", readLocation, "florida"),
    rider: rider || null,
    comments: comments || null,
    created_at: `${date}T17:00:00.000Z`,
    entered_by: IMPORTER,
  };
}

const payrollRow = (reader: FieldReader, context: Context): Columns => ({
  groom_id: referenceOf(reader, "groomId", "grooms", context),
  item: reader.read("item", readName),
  date: reader.read("date", readDay),
  payment_date: reader.read("paymentDate", readOptionalDay, null),
  value: reader.read("value", amount),
  paid: flag(reader.read("paid", readFlag, false)),
});

function sumsOf({ rows }: Context): ImportPlan["sums"] {
  const sumOf = (table: ImportTable): Sum => {
    const counted = rows[table].filter((row) => !row.deleted_at);
    const cents = counted.reduce(
      (sum, row) => sum + AMOUNTS[table].reduce((all, name) => all + Number(row[name]), 0),
      0,
    );
    return { count: counted.length, cents };
  };
  return Object.fromEntries(IMPORT_TABLES.map((table) => [table, sumOf(table)])) as ImportPlan["sums"];
}
