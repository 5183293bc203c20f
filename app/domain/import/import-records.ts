import { FIRST_DATE } from "#app/domain/basics/calendar.ts";
import { type Cents, MAX_BILL_VALUE } from "#app/domain/basics/money.ts";
import { parseEmail, parseName } from "#app/domain/basics/parse.ts";
import { normalize } from "#app/domain/basics/search-text.ts";
import { IMPORTED_EXPORT, IMPORTER } from "#app/domain/bills/imported.ts";
import { type AmountField, FIXED_SERVICE_IDS, HORSE_AMOUNTS, NEW_HORSE } from "#app/domain/boarding/monthly-charges.ts";
import { UNKNOWN } from "#app/domain/exports/invoices.ts";
import { type BoundField, storedColumn } from "#app/domain/fields/field.ts";
import { groom } from "#app/domain/records/groom.ts";
import { horse } from "#app/domain/records/horse.ts";
import { service } from "#app/domain/records/service.ts";
import {
  type Collection,
  columnOf,
  FieldReader,
  type FilledIn,
  type ImportProblem,
  importProblemOf,
  isId,
  NO_CHOICES,
  type ProblemChoices,
  type SourceRecord,
  type Sources,
} from "./import-reader.ts";
import {
  formatUnrounded,
  readCharged,
  readCredit,
  readDay,
  readFlag,
  readInstant,
  readLongText,
  readName,
  readOptionalDay,
  readQuantity,
  readTexts,
  shorten,
} from "./import-values.ts";

/*
 * Plans the rows to import from another system's collections, with findings about them (docs/product.md, 'Import'). A
 * record that refers to a missing record is imported with a stand-in for it, so that no amount is lost. A record with a
 * value that cannot be stored is not imported.
 */

type Cell = string | number | null;
/** A row to insert, by the columns of its table. */
export type ImportRow = { readonly id: string; readonly [column: string]: Cell };

export const IMPORT_TABLES = ["customers", "horses", "services", "grooms", "shows", "bill_items", "payroll"] as const;
export type ImportTable = (typeof IMPORT_TABLES)[number];

/** A value for each table. */
export const forTables = <T>(make: (table: ImportTable) => T) =>
  Object.fromEntries(IMPORT_TABLES.map((table) => [table, make(table)])) as Record<ImportTable, T>;

/** The number of imported records, and the sum of their amounts in cents. */
export type Sum = { count: number; cents: Cents };

/** A bill below 0 of the old system, which an accountant enters in QuickBooks. Names are those of the files, `cents` is above 0. */
export type Credit = {
  id: string;
  /** `YYYY-MM-DD`, or the text of the file if that is not a date. */
  date: string;
  customer: string;
  horse: string;
  service: string;
  cents: Cents;
  exported: boolean;
};

export type ImportPlan = {
  rows: Record<ImportTable, ImportRow[]>;
  admins: string[];
  settings: { lastPayroll: string | null; invoiceNumber: number | null };
  findings: ImportProblem[];
  /** The bills below 0. They are no bills here, and do not count among the findings. */
  credits: Credit[];
  /** The defaults for empty fields of the imported records. */
  filledIn: FilledIn[];
  /** The sums of the imported records, by table, without stand-ins. */
  sums: Record<ImportTable, Sum>;
  /** The sums of the files before their amounts were rounded to the cent, where they differ. */
  unrounded: { readonly [table in ImportTable]?: string };
  /** The number of records in the files, by collection. */
  read: { readonly [name in Collection]?: number };
};

/** How many records do not come in. */
export const refusedIn = (findings: readonly ImportProblem[]): number =>
  new Set(findings.flatMap(({ isRefused, collection, id }) => (isRefused ? [`${collection} ${id}`] : []))).size;

/**
 * The result of an import. `sums` are those of the files, `stored` those of the same records in the tables afterwards.
 */
export type ImportContent = Pick<ImportPlan, "sums" | "admins" | "settings" | "credits"> & {
  stored: ImportPlan["sums"];
  /** How many records of each table were not there before. */
  added: Record<ImportTable, number>;
  /** How many records took the place of a stand-in of an earlier import. */
  replaced: number;
  /** How many records of the files did not come in. */
  leftOut: number;
};

/** The ids that the database has already, by table. */
export type KnownIds = { readonly [table in ImportTable]: ReadonlySet<string> } & {
  newHorse?: NewHorse;
  /** The id and the name of each customer that is not deleted. */
  namedCustomers?: readonly (readonly [id: string, name: string])[];
};

/** The columns of the fields that are amounts. */
const amountsIn = <Row>({ fields }: { fields: readonly BoundField<Row>[] }) =>
  fields.filter(({ input }) => input?.kind === "dollars").map(({ name }) => storedColumn(name));

/** The amounts whose sums are compared after an import, by table. */
export const AMOUNT_FIELDS: Record<ImportTable, readonly string[]> = {
  customers: [],
  horses: amountsIn(horse),
  services: amountsIn(service),
  grooms: amountsIn(groom),
  shows: [],
  bill_items: ["value"],
  payroll: ["value"],
};

type Context = {
  choices: ProblemChoices;
  findings: ImportProblem[];
  credits: Credit[];
  rows: Record<ImportTable, ImportRow[]>;
  known: KnownIds;
  /** The id under which a record of the files comes in, by table and id. */
  ids: Record<ImportTable, Map<string, string>>;
  /** The names of the customers, horses, services and grooms of the files, by table and id. */
  names: Map<string, string>;
  /** The records of the files that do not come in, by table and id; customers by their normalised name, too. */
  refused: Set<string>;
  customersByName: Map<string, string | null>;
  standIns: Record<keyof typeof STAND_INS, Set<string>>;
  filledIn: Map<string, FilledIn>;
  lost: Map<ImportTable, number>;
  newHorse: NewHorse;
  now: string;
};

/** The amounts of a new horse, from the barn's settings. */
type NewHorse = { readonly [field in AmountField]: Cents };

/** The amounts that the files may lack: those of a new horse. Another charge of a horse that its file does not name is $0.00. */
const FILLED_IN: readonly AmountField[] = ["boarding", "boardingSurcharge"];

/**
 * Plans the rows to import. `now` is an instant, ISO 8601 in UTC. A group of findings without a choice gets its first
 * option.
 */
export function planImport(sources: Sources, known: KnownIds, now: string, choices = NO_CHOICES): ImportPlan {
  const context = emptyContext(known, now, choices);
  const each = (collection: Collection, take: (reader: FieldReader, id: string) => void) =>
    readCollection(context, collection, { records: sources[collection] ?? [], take });
  const settings: ImportPlan["settings"] = { lastPayroll: null, invoiceNumber: null };
  const admins: string[] = [];
  each("params", (reader) => Object.assign(settings, readParams(reader, now)));
  each("admins", (reader, id) => admins.push(...readAdmin(reader, id)));
  each("customers", (reader, id) => add(context, "customers", reader, id, customerRow(reader, context)));
  indexByName(context);
  each("horses", (reader, id) => add(context, "horses", reader, id, horseRow(reader, context)));
  each("services", (reader, id) => addService(context, reader, id));
  each("grooms", (reader, id) => add(context, "grooms", reader, id, groomRow(reader)));
  each("shows", (reader, id) => add(context, "shows", reader, id, showRow(reader, context)));
  each("billItems", (reader, id) => addBill(context, reader, id));
  each("payroll", (reader, id) => add(context, "payroll", reader, id, payrollRow(reader, context)));
  const read = Object.fromEntries(Object.entries(sources).map(([name, records]) => [name, records.length]));
  const { rows, findings, credits, filledIn, lost } = context;
  const sums = sumsOf(context);
  const unrounded = Object.fromEntries(
    [...lost].map(([table, all]) => [table, formatUnrounded(sums[table].cents, all)]),
  );
  return {
    rows,
    admins: [...new Set(admins)],
    settings,
    findings,
    credits,
    filledIn: [...filledIn.values()],
    sums,
    unrounded,
    read,
  };
}

const emptyContext = (known: KnownIds, now: string, choices: ProblemChoices): Context => ({
  choices,
  newHorse: known.newHorse ?? NEW_HORSE,
  findings: [],
  credits: [],
  rows: forTables(() => []),
  known,
  ids: forTables(() => new Map()),
  names: new Map(),
  refused: new Set(),
  customersByName: new Map(),
  standIns: { horses: new Set(), services: new Set(), grooms: new Set() },
  filledIn: new Map(),
  lost: new Map(),
  now,
});

const NAMED: readonly Collection[] = ["customers", "horses", "services", "grooms"];

type Reading = { records: readonly SourceRecord[]; take: (reader: FieldReader, id: string) => void };

function readCollection(context: Context, collection: Collection, { records, take }: Reading): void {
  const { names, refused, choices } = context;
  const findings: ImportProblem[] = [];
  for (const record of withoutRepeats(collection, records, findings)) {
    take(new FieldReader(collection, record, { name: () => titleOf(record, names), findings, choices }), record.id);
    if (NAMED.includes(collection)) names.set(`${collection} ${record.id}`, titleOf(record, names));
  }
  for (const { id, name, isRefused } of findings) {
    if (isRefused) refused.add(`${collection} ${id}`).add(`${collection} named ${normalize(name)}`);
  }
  for (const finding of findings) context.findings.push(finding);
}

/** What identifies a record to people: its name or, of a bill and a payroll item, whose it is and its day. */
function titleOf({ fields }: SourceRecord, names: ReadonlyMap<string, string>): string {
  const own = [fields.name, fields.productServiceName, fields.email].find((each) => typeof each === "string" && each);
  if (own) return shorten(own);
  const nameOf = (table: string, id: unknown) => (typeof id === "string" ? names.get(`${table} ${id}`) : undefined);
  const whose = [nameOf("horses", fields.horseId), nameOf("grooms", fields.groomId)];
  const day = readDay(fields.date);
  return [...whose, "value" in day ? day.value : ""].filter(Boolean).join(", ");
}

/** The records of a collection, each id once. Two different records with one id are both refused. */
function withoutRepeats(
  collection: Collection,
  records: readonly SourceRecord[],
  findings: ImportProblem[],
): SourceRecord[] {
  const seen = new Map<string, { record: SourceRecord; text: string }>();
  const refused = new Set<string>();
  const report = ({ id, fields }: SourceRecord, reason: string, option: "as-is" | "leave-out") => {
    const name = titleOf({ id, fields }, new Map());
    findings.push(
      importProblemOf({ collection, id, name, field: "id", value: id, reason, options: [option] }, NO_CHOICES),
    );
  };
  for (const record of records) {
    const text = JSON.stringify(record.fields);
    const other = seen.get(record.id);
    if (!other) seen.set(record.id, { record, text });
    else if (other.text === text) report(record, "The record is there more than once: it comes in once.", "as-is");
    else if (!refused.has(record.id)) {
      refused.add(record.id);
      report(record, "Two different records have this id.", "leave-out");
    }
  }
  return [...seen.values()].flatMap(({ record }) => (refused.has(record.id) ? [] : [record]));
}

type Columns = { readonly [column: string]: Cell };

function add(context: Context, table: ImportTable, reader: FieldReader, id: string, columns: Columns): void {
  if (!isId(id)) reader.refuse("id", "An id has up to 64 letters, digits, hyphens and underscores.");
  if (reader.isRefused) return;
  context.rows[table].push({ id, ...stampsOf(table, context.now), ...columns });
  context.ids[table].set(id, id);
  for (const run of reader.whenTaken) run();
  if (reader.isRounded) context.lost.set(table, (context.lost.get(table) ?? 0) + reader.lost);
  for (const [field, value] of reader.filledIn) {
    const { collection } = reader;
    const key = `${collection} ${field}`;
    const filled = context.filledIn.get(key) ?? { collection, column: columnOf(collection, field), value, count: 0 };
    context.filledIn.set(key, { ...filled, count: filled.count + 1 });
  }
}

const stampsOf = (table: ImportTable, now: string): Columns =>
  table === "bill_items" ? {} : { created_at: now, updated_at: now, deleted_at: null };

const readNumber = (raw: unknown) => readQuantity(raw, Number.MAX_SAFE_INTEGER);

/** Reads each setting by itself: an invalid date does not keep the invoice number out. */
function readParams(reader: FieldReader, now: string): Partial<ImportPlan["settings"]> {
  const invoiceNumber = reader.has("invoiceNumber") ? reader.read("invoiceNumber", readNumber) : null;
  const lastPayroll = reader.has("lastPayroll") ? reader.read("lastPayroll", readInstant) : null;
  if (lastPayroll === null || lastPayroll <= now) return { invoiceNumber, lastPayroll };
  reader.refuse("lastPayroll", "It is in the future: no payroll would be made until then.");
  return { invoiceNumber };
}

function readAdmin(reader: FieldReader, id: string): string[] {
  const read = parseEmail(reader.textOf("email") || id);
  if ("value" in read) return [read.value];
  reader.refuse("email", "It is not an e-mail address.");
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

/**
 * The ids of the customers by name, for tables that refer to customers by name. A customer in the files takes
 * precedence over a stored one. A name that two customers share is ambiguous and finds none.
 */
function indexByName({ rows, known, customersByName }: Context): void {
  for (const { id, name } of rows.customers) {
    const key = normalize(String(name));
    customersByName.set(key, customersByName.has(key) ? null : id);
  }
  const before = new Map<string, string | null>();
  for (const [id, name] of known.namedCustomers ?? []) {
    const key = normalize(name);
    if (!customersByName.has(key)) before.set(key, before.has(key) ? null : id);
  }
  for (const [key, id] of before) customersByName.set(key, id);
}

/** The columns of the amounts of a horse. */
const amountsOf = (amount: (field: AmountField) => Cents | null): Columns =>
  Object.fromEntries(HORSE_AMOUNTS.map((field) => [storedColumn(field), amount(field)]));

function horseRow(reader: FieldReader, context: Context): Columns {
  const checkIn = reader.read("checkInDate", readDay);
  return {
    customer_id: customerOf(reader, context),
    name: reader.read("name", readName),
    check_in_date: checkIn,
    check_out_date: reader.lastDay("checkOutDate", checkIn, "The horse left before it came."),
    ...amountsOf((field) => reader.amount(field, FILLED_IN.includes(field) ? context.newHorse[field] : 0)),
    has_blanket: reader.flag("hasBlanket", false, readCharged),
    is_billable: reader.flag("isBillable", true),
    location: reader.location(),
  };
}

/** The customer of a record: by its id or, in a table, by the name. */
function customerOf(reader: FieldReader, context: Context): string | null {
  const name = reader.textOf("customer").trim();
  const id = reader.textOf("customerId");
  if (name) {
    const key = normalize(name);
    const found = context.customersByName.get(key);
    if (found) return found;
    // Hayloft's own files have 'Unknown' for a bill without a customer.
    if (found === undefined && name === UNKNOWN) return null;
    const isRefused = context.refused.has(`customers named ${key}`);
    const reason = found === null ? "Several customers have this name" : "There is no customer of this name";
    reader.note("customer", `${isRefused ? CUSTOMER_STAYS_OUT : reason}: ${WITHOUT_CUSTOMER}`);
  } else if (reader.has("customerId")) {
    if (context.ids.customers.has(id) || context.known.customers.has(id)) return id;
    const reason = context.refused.has(`customers ${id}`) ? CUSTOMER_STAYS_OUT : "There is no such customer";
    reader.note("customerId", `${reason}: ${WITHOUT_CUSTOMER}`);
  } else {
    reader.fillIn("customerId", "'Unknown'");
  }
  return null;
}

const CUSTOMER_STAYS_OUT = "Its customer does not come in";
const WITHOUT_CUSTOMER = "the record is kept, its customer is 'Unknown'.";

/** The stand-ins: deleted records for records that the files refer to but do not contain. */
const STAND_INS = {
  horses: {
    noun: "horse",
    columns: {
      name: "Unknown horse",
      check_in_date: FIRST_DATE,
      ...amountsOf(() => 0),
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
  const id = isId(raw) ? raw : `unknown-${noun}`;
  const isRefused = context.refused.has(`${table} ${raw}`);
  const missing = reader.has(field) ? `There is no such ${noun}` : `It names no ${noun}`;
  const reason = isRefused ? `Its ${noun} does not come in` : missing;
  reader.note(field, `${reason}: the record is kept under 'Unknown ${noun}', which is deleted.`);
  const { now, standIns, known, rows } = context;
  reader.whenTaken.push(() => {
    if (standIns[table].has(id) || known[table].has(id)) return;
    standIns[table].add(id);
    rows[table].push({ id, created_at: now, updated_at: now, ...columns, deleted_at: now });
  });
  return id;
}

/** A service with the name of a fixed service becomes that one, so that its bills are boarding bills. */
function addService(context: Context, reader: FieldReader, id: string): void {
  const name = reader.read("productServiceName", readName);
  const key = normalize(name ?? "").replace(/[\s-]+/g, "");
  const fixed = FIXED_SERVICE_IDS.find((each) => each.replaceAll("-", "") === key);
  if (!fixed || reader.isRefused) {
    add(context, "services", reader, id, {
      product_service_name: name,
      price: reader.amount("price", 0),
      sales_description: reader.read("salesDescription", (raw) => readLongText(raw, 1_000, true), ""),
      public: reader.flag("public", false),
      needs_groom: reader.flag("needsGroom", false),
    });
    return;
  }
  reader.note(
    "productServiceName",
    `It is Hayloft's own service '${fixed}', whose name and price stay; its bills are of that service.`,
  );
  if (!reader.isRefused) context.ids.services.set(id, fixed);
}

function groomRow(reader: FieldReader): Columns {
  const start = reader.read("startDate", readOptionalDay, null);
  return {
    name: reader.read("name", readName),
    start_date: start,
    end_date: reader.lastDay("endDate", start, "The groom left before the first day."),
    weekly_salary: reader.amount("weeklySalary", 0),
    location: reader.location(),
  };
}

const showRow = (reader: FieldReader, context: Context): Columns => ({
  name: reader.read("name", readName),
  date: reader.read("date", readDay),
  horse_id: referenceOf(reader, "horseId", "horses", context),
  customer_id: customerOf(reader, context),
  service_id: referenceOf(reader, "serviceId", "services", context),
  quantity: reader.quantity(),
  billed: reader.flag("billed", false),
});

/** Adds a bill; one below 0 becomes a credit, even if other fields of it are wrong. */
function addBill(context: Context, reader: FieldReader, id: string): void {
  const cents = readCredit(reader.raw("value"), MAX_BILL_VALUE);
  if (cents === 0) {
    add(context, "bill_items", reader, id, billRow(reader, context));
    return;
  }
  const nameOf = (table: string, field: string) => {
    const key = reader.textOf(field);
    return context.names.get(`${table} ${key}`) || shorten(key || "Unknown");
  };
  const [date, exported] = [readDay(reader.raw("date")), readFlag(reader.raw("exported"))];
  context.credits.push({
    id,
    date: "value" in date ? date.value : shorten(reader.textOf("date")),
    customer: nameOf("customers", "customerId"),
    horse: nameOf("horses", "horseId"),
    service: nameOf("services", "serviceId"),
    cents,
    exported: "value" in exported && exported.value,
  });
}

function billRow(reader: FieldReader, context: Context): Columns {
  const date = reader.read("date", readDay);
  const comments = reader.read("comments", (raw) => readLongText(raw, 2_000, true), "");
  const rider = reader.read("rider", (raw) => readLongText(raw, 200), "");
  return {
    customer_id: customerOf(reader, context),
    horse_id: referenceOf(reader, "horseId", "horses", context),
    service_id: referenceOf(reader, "serviceId", "services", context),
    groom_id: reader.has("groomId") ? referenceOf(reader, "groomId", "grooms", context) : null,
    export_id: reader.flag("exported", false) ? IMPORTED_EXPORT : null,
    date,
    quantity: reader.quantity(),
    value: reader.amount("value", undefined, MAX_BILL_VALUE),
    location: reader.location(),
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
  value: reader.amount("value"),
  paid: reader.flag("paid", false),
});

const sumsOf = ({ rows }: Context): ImportPlan["sums"] =>
  forTables((table) => {
    const counted = rows[table].filter((row) => !row.deleted_at);
    const cents = counted.reduce(
      (sum, row) => sum + AMOUNT_FIELDS[table].reduce((all, name) => all + Number(row[name]), 0),
      0,
    );
    return { count: counted.length, cents };
  });
