import { FIRST_DATE } from "#app/domain/basics/calendar.ts";
import { type Cents, MAX_BILL_VALUE } from "#app/domain/basics/money.ts";
import { parseEmail, parseName } from "#app/domain/basics/parse.ts";
import { normalize } from "#app/domain/basics/search-text.ts";
import { IMPORTED_EXPORT, IMPORTER } from "#app/domain/bills/imported.ts";
import { type AmountField, FIXED_SERVICE_IDS, HORSE_AMOUNTS } from "#app/domain/boarding/monthly-charges.ts";
import { UNKNOWN } from "#app/domain/exports/invoices.ts";
import { storedColumn } from "#app/domain/fields/field.ts";
import { readDay, readInstant } from "./import-days.ts";
import { add, type Columns, type Context, type ImportPlan, type ImportTable } from "./import-plan.ts";
import { type FieldReader, isId } from "./import-reader.ts";
import {
  readCharged,
  readCredit,
  readFlag,
  readLongText,
  readName,
  readPhone,
  readQuantity,
  readTexts,
  shorten,
} from "./import-values.ts";

/* The row of each record of the files. */

/** The amounts that the files may lack: those of a new horse. Another charge of a horse that its file does not name is $0.00. */
const FILLED_IN: readonly AmountField[] = ["boarding", "boardingSurcharge"];

export const readNumber = (raw: unknown) => readQuantity(raw, Number.MAX_SAFE_INTEGER);

/** Reads each setting by itself: an invalid date does not keep the invoice number out. */
export function readParams(reader: FieldReader, now: string): Partial<ImportPlan["settings"]> {
  const invoiceNumber = reader.has("invoiceNumber") ? reader.read("invoiceNumber", readNumber) : null;
  const lastPayroll = reader.has("lastPayroll") ? reader.read("lastPayroll", readInstant) : null;
  if (lastPayroll === null || lastPayroll <= now) return { invoiceNumber, lastPayroll };
  reader.refuse("lastPayroll", "It is in the future: no payroll would be made until then.");
  return { invoiceNumber };
}

export function readAdmin(reader: FieldReader, id: string): string[] {
  const read = parseEmail(reader.textOf("email") || id);
  if ("value" in read) return [read.value];
  reader.refuse("email", "It is not an e-mail address.");
  return [];
}

export const email = (text: string) => parseEmail(text);
export const personName = (text: string) => parseName(text, "The name");

export const customerRow = (reader: FieldReader, _: Context): Columns => ({
  name: reader.read("name", readName),
  emails: JSON.stringify(reader.read("emails", (raw) => readTexts(raw, /[,;]/, email, 50), [])),
  phone: reader.read("phone", readPhone, ""),
  riders: JSON.stringify(reader.read("riders", (raw) => readTexts(raw, /[,;\n]/, personName, 50), [])),
});

/**
 * The ids of the customers by name, for tables that refer to customers by name. A customer in the files takes
 * precedence over a stored one. A name that two customers share is ambiguous and finds none.
 */
export function indexByName({ rows, known, customersByName }: Context): void {
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
export const amountsOf = (amount: (field: AmountField) => Cents | null): Columns =>
  Object.fromEntries(HORSE_AMOUNTS.map((field) => [storedColumn(field), amount(field)]));

export function horseRow(reader: FieldReader, context: Context): Columns {
  const checkIn = reader.day("checkInDate");
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
export function customerOf(reader: FieldReader, context: Context): string | null {
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

export const CUSTOMER_STAYS_OUT = "Its customer does not come in";
export const WITHOUT_CUSTOMER = "the record is kept, its customer is 'Unknown'.";

/** The stand-ins: deleted records for records that the files refer to but do not contain. */
export const STAND_INS = {
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
    columns: {
      product_service_name: "Unknown service",
      spanish_name: "",
      price: 0,
      sales_description: "",
      public: 0,
      needs_groom: 0,
    },
  },
  grooms: {
    noun: "groom",
    columns: { name: "Unknown groom", start_date: null, end_date: null, weekly_salary: 0, location: "florida" },
  },
} as const satisfies { [table in ImportTable]?: { noun: string; columns: Columns } };

/** The tables that may have stand-ins. */
export const STAND_IN_TABLES: readonly ImportTable[] = Object.keys(STAND_INS) as (keyof typeof STAND_INS)[];

/** The id of a horse, service or groom that a record needs; that of a stand-in if there is none. */
export function referenceOf(
  reader: FieldReader,
  field: string,
  table: keyof typeof STAND_INS,
  context: Context,
): string {
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
export function addService(context: Context, reader: FieldReader, id: string): void {
  const name = reader.read("productServiceName", readName);
  const key = normalize(name ?? "").replace(/[\s-]+/g, "");
  const fixed = FIXED_SERVICE_IDS.find((each) => each.replaceAll("-", "") === key);
  if (!fixed || reader.isRefused) {
    add(context, "services", reader, id, {
      product_service_name: name,
      spanish_name: reader.read("spanishName", (raw) => readLongText(raw, 200), ""),
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

export function groomRow(reader: FieldReader): Columns {
  const start = reader.day("startDate", null);
  return {
    name: reader.read("name", readName),
    start_date: start,
    end_date: reader.lastDay("endDate", start, "The groom left before the first day."),
    weekly_salary: reader.amount("weeklySalary", 0),
    location: reader.location(),
  };
}

export const showRow = (reader: FieldReader, context: Context): Columns => ({
  name: reader.read("name", readName),
  date: reader.day("date"),
  horse_id: referenceOf(reader, "horseId", "horses", context),
  customer_id: customerOf(reader, context),
  service_id: referenceOf(reader, "serviceId", "services", context),
  quantity: reader.quantity(),
  billed: reader.flag("billed", false),
});

/** Adds a bill; one below 0 becomes a credit, even if other fields of it are wrong. */
export function addBill(context: Context, reader: FieldReader, id: string): void {
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

export function billRow(reader: FieldReader, context: Context): Columns {
  const date = reader.day("date");
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

export const payrollRow = (reader: FieldReader, context: Context): Columns => ({
  groom_id: referenceOf(reader, "groomId", "grooms", context),
  item: reader.read("item", readName),
  date: reader.day("date"),
  payment_date: reader.day("paymentDate", null),
  value: reader.amount("value"),
  paid: reader.flag("paid", false),
});
