import { FIRST_DATE, formatUsDate, type LocalDate } from "#app/domain/basics/calendar.ts";
import { LOCATION_NAMES, type Location } from "#app/domain/basics/locations.ts";
import { formatDollars, MAX_BILL_VALUE } from "#app/domain/basics/money.ts";
import { parseEmail } from "#app/domain/basics/parse.ts";
import { normalize } from "#app/domain/basics/search-text.ts";
import { IMPORTED_EXPORT, IMPORTER } from "#app/domain/bills/imported.ts";
import { FIXED_SERVICE_IDS, isFixedService } from "#app/domain/boarding/monthly-charges.ts";
import { MAX_INVOICE_NUMBER, UNKNOWN } from "#app/domain/exports/invoices.ts";
import { type BoundField, describe, type Kind, storedColumn } from "#app/domain/fields/field.ts";
import { choice, date, dollars, flag, quantity, text } from "#app/domain/fields/field-kinds.ts";
import { groom } from "#app/domain/records/groom.ts";
import { importedHorseFields } from "#app/domain/records/horse.ts";
import { payrollItem } from "#app/domain/records/payroll-item.ts";
import { service, standingCharge } from "#app/domain/records/service.ts";
import { show } from "#app/domain/records/show.ts";
import { add } from "./import-add.ts";
import { KNOWN_FIELDS, type KnownTable } from "./import-columns.ts";
import { readInstant } from "./import-days.ts";
import { looseKey, nameKey } from "./import-identity.ts";
import { type Cell, type Columns, type Context, type ImportPlan, standingRecord } from "./import-plan.ts";
import { type FieldReader, isId, type SourceRecord, type WhenEmpty } from "./import-reader.ts";
import { isNothing, readCredit, readFlag, readHowOften, readQuantity, shorten } from "./import-values.ts";

/* The row of each record of the files. */

/** The amounts that the files may lack: those of a new horse. Another amount that its file does not name is $0.00. */
const FILLED_IN: readonly string[] = ["boarding", "boardingSurcharge"];

/** The fields of a bill that come in, besides those that it refers to. */
export const importedBill = describe<{
  date: LocalDate;
  quantity: number;
  value: number;
  location: Location;
  rider: string;
  comments: string;
  exported: boolean;
}>()({
  date: date("Date"),
  quantity: quantity("Quantity"),
  value: dollars("Value", { kind: "billValue" }),
  location: choice("Location", LOCATION_NAMES, { initial: "florida" }),
  rider: text("Rider", 200),
  comments: text("Comments", 2_000, { control: "multiline" }),
  exported: flag("Exported"),
});

/** What a field without a value becomes; undefined if it must have one. */
function emptyOf<Row>(
  { name, input }: BoundField<Row>,
  reader: FieldReader,
  context: Context,
): WhenEmpty<unknown> | undefined {
  const initial = input?.initialText(context.today) ?? "";
  const cents = FILLED_IN.includes(name) ? context.newHorse[name as keyof typeof context.newHorse] : 0;
  const option = input?.options.find(({ id }) => id === initial);
  switch (input?.kind) {
    case "text":
      return { value: "" };
    case "emails":
    case "names":
      return { value: [] };
    case "optionalDate":
    case "optionalDollars":
      return { value: null };
    case "flag":
      return { value: initial === "on", filled: initial === "on" ? "yes" : "no" };
    case "choice":
      return option && { value: initial, filled: option.name };
    case "quantity":
      return { value: 1, filled: "1" };
    case "dollars":
      return reader.collection === "payroll" ? undefined : { value: cents, filled: formatDollars(cents) };
    default:
      return undefined;
  }
}

/** The columns of the described fields of a record, but for those that refer to another one. */
export function describedRow<Row>(fields: readonly BoundField<Row>[], reader: FieldReader, context: Context): Columns {
  const today = { value: context.today, filled: formatUsDate(context.today) };
  return Object.fromEntries(
    fields.flatMap((field) => {
      if (!field.input || /reference/i.test(field.input.kind)) return [];
      const empty = emptyOf(field, reader, context);
      // An invalid first day can become today: the admin corrects it in the list.
      const offer = /^(checkIn|from)Date$/.test(field.name) ? today : empty;
      return [[storedColumn(field.name), cellOf(reader.described(field, empty, offer))]];
    }),
  );
}

const cellOf = (value: unknown): Cell =>
  typeof value === "boolean" ? Number(value) : Array.isArray(value) ? JSON.stringify(value) : (value as Cell);

/** Reads each setting by itself: an invalid date does not keep the invoice number out. */
export function readParams(reader: FieldReader, now: string): Partial<ImportPlan["settings"]> {
  const readNumber = (raw: unknown) => readQuantity(raw, MAX_INVOICE_NUMBER);
  const invoiceNumber = reader.has("invoiceNumber") ? reader.read("invoiceNumber", readNumber) : null;
  const lastPayroll = reader.has("lastPayroll") ? reader.read("lastPayroll", readInstant) : null;
  if (lastPayroll === null || lastPayroll <= now) return { invoiceNumber, lastPayroll };
  reader.refuse("lastPayroll", "It is in the future: no payroll would be made until then.");
  return { invoiceNumber };
}

export function readAdmin(reader: FieldReader): string[] {
  const read = parseEmail(reader.textOf("email") || String(reader.record.id));
  if ("value" in read) return [read.value];
  reader.refuse("email", "It is not an e-mail address.");
  return [];
}

export function horseRow(reader: FieldReader, context: Context): Columns {
  const columns = { customer_id: customerOf(reader, context), ...describedRow(importedHorseFields, reader, context) };
  return {
    ...columns,
    check_out_date: stayOf(reader, columns, "checkOutDate", "check_in_date", "Check-out is before check-in."),
  };
}

export function groomRow(reader: FieldReader, context: Context): Columns {
  const columns = describedRow(groom.fields, reader, context);
  return { ...columns, end_date: stayOf(reader, columns, "endDate", "start_date", "End is before start.") };
}

const stayOf = (reader: FieldReader, columns: Columns, field: string, first: string, problem: string) =>
  reader.lastDay(field, columns[storedColumn(field)] as LocalDate | null, columns[first] as LocalDate | null, problem);

/** The id of the record of a name, or of a customer's e-mail address; null if several have it, undefined if none has. `of`: see `indexNamed`. */
export function findByName({ named }: Pick<Context, "named">, table: KnownTable, name: string, of = "") {
  const keys = name.includes("@") ? [name.toLowerCase()] : [nameKey(name), `~${looseKey(name)}`];
  for (const key of keys) {
    const found = named[table].map((index) => index.get(key + of)).find((id) => id !== undefined);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The owner that a table names: by a name or an e-mail address, or only by the first of the e-mail addresses; '' if none. */
export function ownerIn({ customer, customerEmails }: SourceRecord["fields"]): string {
  const [email = ""] = String(customerEmails ?? "").split(/[,;\s]+/);
  return [customer, email].map((each) => String(each ?? "").trim()).find((each) => !isNothing(each)) ?? "";
}

/** The customer of a record: by its id or, in a table, by the name or an e-mail address. */
export function customerOf(reader: FieldReader, context: Context): string | null {
  const name = ownerIn(reader.record.fields);
  const id = reader.textOf("customerId");
  // Marks the fields as read, so that the page does not list them as fields that are not imported.
  for (const field of ["customer", "customerEmails", "customerPhone"]) reader.raw(field);
  if (name) {
    const found = findByName(context, "customers", name);
    if (found) return found;
    // Hayloft's own files have 'Unknown' for a bill without a customer.
    if (found === undefined && name === UNKNOWN) return null;
    const isRefused = context.refused.has(`customers named ${nameKey(name)}`);
    const reason = found === null ? "Several customers have this name" : "There is no customer of this name";
    reader.note("customer", `${isRefused ? CUSTOMER_STAYS_OUT : reason}: ${WITHOUT_CUSTOMER}`);
  } else if (reader.has("customerId")) {
    const own = context.ids.customers.get(id) ?? knownCustomer(context, id)?.id;
    if (own) return own;
    const reason = context.refused.has(`customers ${id}`) ? CUSTOMER_STAYS_OUT : "There is no such customer";
    reader.note("customerId", `${reason}: ${WITHOUT_CUSTOMER}`);
  } else {
    reader.fillIn("customerId", "'Unknown'");
  }
  return null;
}

function knownCustomer({ known: { customers } }: Context, id: string) {
  const found = customers.get(id);
  return found && standingRecord(customers, found);
}

const CUSTOMER_STAYS_OUT = "Its customer is skipped";
const WITHOUT_CUSTOMER = "the record is kept, its customer is 'Unknown'.";

/** The nouns for missing records. A deleted record stands in for each. */
const STAND_INS = { horses: "horse", services: "service", grooms: "groom" } as const;

const STAND_IN_VALUES: { readonly [kind in Kind]?: Cell } = {
  ...{ date: FIRST_DATE, dollars: 0, flag: 0, text: "", choice: "florida" },
};

/** The id of a horse, service or groom that a record needs. If there is none, a deleted record 'Unknown horse' comes in, too. */
function referenceOf(reader: FieldReader, field: string, table: keyof typeof STAND_INS, context: Context): string {
  const raw = reader.textOf(field);
  const found = context.ids[table].get(raw) ?? context.known[table].get(raw)?.id;
  if (found) return found;
  const noun = STAND_INS[table];
  const id = isId(raw) ? raw : `unknown-${noun}`;
  const isRefused = context.refused.has(`${table} ${raw}`);
  const missing = reader.has(field) ? `There is no such ${noun}` : `It names no ${noun}`;
  const reason = isRefused ? `Its ${noun} is skipped` : missing;
  reader.note(field, `${reason}: the record is kept under 'Unknown ${noun}', which is deleted.`);
  const { now, standIns, known, rows } = context;
  reader.whenTaken.push(() => {
    if (standIns.has(`${table} ${id}`) || known[table].has(id)) return;
    standIns.add(`${table} ${id}`);
    const columns = KNOWN_FIELDS[table].flatMap(({ name, input }) => {
      const value = input?.kind === "name" ? `Unknown ${noun}` : input && (STAND_IN_VALUES[input.kind] ?? null);
      return input ? [[storedColumn(name), value]] : [];
    });
    rows[table].push({ id, ...Object.fromEntries(columns), created_at: now, updated_at: now, deleted_at: now });
  });
  return id;
}

/** A service with the name of a fixed service becomes that one, so that its bills are boarding bills. */
export function addService(context: Context, reader: FieldReader): void {
  const key = normalize(reader.textOf("productServiceName")).replace(/[\s-]+/g, "");
  const fixed = FIXED_SERVICE_IDS.find((each) => each.replaceAll("-", "") === key);
  if (!fixed) {
    add(context, "services", reader, describedRow(service.fields, reader, context));
    return;
  }
  // Marks the other fields as read, so that the page does not list them as fields that are not imported.
  for (const { name } of service.fields) reader.raw(name);
  reader.note(
    "productServiceName",
    `It is Hayloft's own service '${fixed}', whose name and price stay; its bills are of that service.`,
  );
  if (!reader.isRefused) context.ids.services.set(reader.record.id ?? fixed, fixed);
}

/** Other systems have no price of a show. */
const IMPORTED_SHOW = show.fields.filter(({ name }) => name !== "price");

export const showRow = (reader: FieldReader, context: Context): Columns => ({
  ...describedRow(IMPORTED_SHOW, reader, context),
  horse_id: referenceOf(reader, "horseId", "horses", context),
  customer_id: customerOf(reader, context),
  service_id: referenceOf(reader, "serviceId", "services", context),
});

/** Adds a bill; one below 0 becomes a credit, even if other fields of it are wrong. */
export function addBill(context: Context, reader: FieldReader): void {
  const cents = readCredit(reader.raw("value"), MAX_BILL_VALUE);
  if (cents === 0) {
    add(context, "bill_items", reader, billRow(reader, context));
    return;
  }
  const nameOf = (table: string, field: string) => {
    const key = reader.textOf(field);
    return context.names.get(`${table} ${key}`) || shorten(key || UNKNOWN);
  };
  const exported = readFlag(reader.raw("exported"));
  context.credits.push({
    id: String(reader.record.id),
    date: reader.day("date") ?? shorten(reader.textOf("date")),
    customer: nameOf("customers", "customerId"),
    horse: nameOf("horses", "horseId"),
    service: nameOf("services", "serviceId"),
    cents,
    exported: "value" in exported && exported.value,
  });
}

function billRow(reader: FieldReader, context: Context): Columns {
  const { exported, rider, comments, ...columns } = describedRow(importedBill.fields, reader, context);
  return {
    ...columns,
    customer_id: customerOf(reader, context),
    horse_id: referenceOf(reader, "horseId", "horses", context),
    service_id: referenceOf(reader, "serviceId", "services", context),
    groom_id: reader.has("groomId") ? referenceOf(reader, "groomId", "grooms", context) : null,
    export_id: exported ? IMPORTED_EXPORT : null,
    rider: rider || null,
    comments: comments || null,
    created_at: `${columns.date}T17:00:00.000Z`,
    entered_by: IMPORTER,
  };
}

export const payrollRow = (reader: FieldReader, context: Context): Columns => ({
  groom_id: referenceOf(reader, "groomId", "grooms", context),
  ...describedRow(payrollItem.fields, reader, context),
});

/** A standing charge. It is due monthly or on weekdays, as the column of its weekdays says. */
export function chargeRow(reader: FieldReader, context: Context): Columns {
  const columns = describedRow(
    standingCharge.fields.filter(({ name }) => name !== "weekdays"),
    reader,
    context,
  );
  const offer = reader.has("weekdays") ? undefined : { value: [], filled: "Monthly" };
  const weekdays = reader.read("weekdays", readHowOften, undefined, offer) ?? [];
  return {
    ...columns,
    ...{ repeats: weekdays.length > 0 ? "weekdays" : "monthly", weekdays: JSON.stringify(weekdays) },
    until_date: stayOf(reader, columns, "untilDate", "from_date", "Until is before From."),
    horse_id: namedIn(reader, "horseId", "horses", context, ofOwner(reader, context)),
    service_id: namedIn(reader, "serviceId", "services", context),
    groom_id: isNothing(reader.textOf("groomId")) ? null : namedIn(reader, "groomId", "grooms", context),
  };
}

/** Which of the horses with one name a standing charge is of, if it names the customer. */
function ofOwner(reader: FieldReader, context: Context): string {
  const owner = ownerIn({ customer: reader.raw("customer") });
  const id = owner === UNKNOWN ? "" : (findByName(context, "customers", owner) ?? "?");
  return owner && `\n${id}`;
}

/** The horse, service or groom that a standing charge names, or whose id it has in JSON. No other one stands in for it: it would be billed. */
function namedIn(reader: FieldReader, field: string, table: keyof typeof STAND_INS, context: Context, of = "") {
  const { known, ids, refused } = context;
  const text = reader.textOf(field);
  const named = findByName(context, table, text, of);
  const stored = known[table].get(text);
  const id = named ?? ids[table].get(text) ?? (stored && !stored.deleted_at ? text : undefined);
  if (id && isFixedService(id)) reader.refuse(field, "Hayloft bills this service by the facts of the horse.");
  if (id) return id;
  const noun = STAND_INS[table];
  const isSkipped = [` ${text}`, ` named ${nameKey(text)}`].some((key) => refused.has(table + key));
  const missing =
    named === null ? `Several ${noun}s have this name.` : `There is no ${noun} of this name${of && " and customer"}.`;
  const reason = !reader.has(field) ? "It is missing." : isSkipped ? `Its ${noun} is skipped.` : missing;
  if (reader.refuse(field, reason, table === "grooms" ? "nothing" : undefined)) reader.filledIn.set(field, "nothing");
  return null;
}
