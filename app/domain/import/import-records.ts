import { formatUsDate, type LocalDate, todayInNewYork } from "#app/domain/basics/calendar.ts";
import { NEW_HORSE } from "#app/domain/boarding/monthly-charges.ts";
import { UNKNOWN } from "#app/domain/exports/invoices.ts";
import { customer } from "#app/domain/records/customer.ts";
import { add, identityOf, indexNamed } from "./import-add.ts";
import { importLabelOf, KNOWN_TABLES } from "./import-columns.ts";
import { NameIndex, nameKey, turned } from "./import-identity.ts";
import {
  AMOUNT_FIELDS,
  type Context,
  forTables,
  type ImportPlan,
  type ImportTable,
  type KnownRecord,
  type KnownRecords,
  standingRecord,
} from "./import-plan.ts";
import {
  type Collection,
  columnStyles,
  FieldReader,
  type ImportProblem,
  NO_CHOICES,
  type ProblemChoices,
  type SourceRecord,
  type Sources,
} from "./import-reader.ts";
import {
  addBill,
  addService,
  chargeRow,
  describedRow,
  findByName,
  groomRow,
  horseRow,
  ownerIn,
  payrollRow,
  readAdmin,
  readParams,
  showRow,
} from "./import-rows.ts";
import { NOUNS, skippedOf } from "./import-texts.ts";
import { shorten } from "./import-values.ts";

/*
 * Plans the rows to import from another system's collections, with findings about them (docs/product.md, 'Import'). A
 * record that refers to a missing record is imported with a stand-in for it, so that no amount is lost. A record with a
 * value that cannot be stored is not imported.
 */

/**
 * Plans the rows to import. `now` is an instant, ISO 8601 in UTC. A group of findings without a choice gets its first
 * option.
 */
export function planImport(sources: Sources, known: KnownRecords, now: string, choices = NO_CHOICES): ImportPlan {
  const context = emptyContext(known, now, choices);
  const each = (collection: Collection, take: (reader: FieldReader) => void, records = sources[collection]) =>
    readCollection(context, collection, { records: records ?? [], take });
  const settings: ImportPlan["settings"] = { lastPayroll: null, invoiceNumber: null };
  const admins: string[] = [];
  each("params", (reader) => Object.assign(settings, readParams(reader, now)));
  each("admins", (reader) => admins.push(...readAdmin(reader)));
  const addCustomer = (reader: FieldReader) =>
    add(context, "customers", reader, describedRow(customer.fields, reader, context));
  each("customers", addCustomer);
  const owners = ownersOf(sources.horses ?? [], context);
  const addOwner = (reader: FieldReader) => {
    reader.note("name", OWNER);
    addCustomer(reader);
  };
  each("customers", addOwner, owners);
  each("horses", (reader) => add(context, "horses", reader, horseRow(reader, context)));
  each("services", (reader) => addService(context, reader));
  each("grooms", (reader) => add(context, "grooms", reader, groomRow(reader, context)));
  each("standing_charges", (reader) => add(context, "standing_charges", reader, chargeRow(reader, context)));
  each("shows", (reader) => add(context, "shows", reader, showRow(reader, context)));
  each("billItems", (reader) => addBill(context, reader));
  each("payroll", (reader) => add(context, "payroll", reader, payrollRow(reader, context)));
  const read = Object.fromEntries(Object.entries(sources).map(([name, records]) => [name, records.length]));
  const { rows, findings, credits, filledIn, notes, kept, restored } = context;
  return {
    ...{ rows, settings, findings, credits, notes, kept, restored },
    admins: [...new Set(admins)],
    filledIn: [...filledIn.values()],
    sums: sumsOf(context),
    skipped: skippedOf(sources, findings),
    read: owners.length > 0 ? { ...read, customers: (read.customers ?? 0) + owners.length } : read,
  };
}

/** The finding about an owner in a table of horses. */
export const OWNER = "Named as the owner of a horse, and becomes a customer.";

function emptyContext(known: KnownRecords, now: string, choices: ProblemChoices): Context {
  const named = forTables(() => [new NameIndex(), new NameIndex()] as const);
  for (const table of KNOWN_TABLES)
    for (const columns of known[table].values()) {
      const { id, deleted_at: deletedAt } = standingRecord(known[table], columns);
      if (!deletedAt) indexNamed({ named }, 1, table, { id, columns });
    }
  return {
    ...{ choices, known, now, named },
    today: todayInNewYork(new Date(now)),
    newHorse: known.newHorse ?? NEW_HORSE,
    findings: [],
    credits: [],
    rows: forTables(() => []),
    kept: forTables(() => 0),
    restored: forTables(() => []),
    ids: forTables(() => new Map()),
    stored: forTables((table) => byIdentity(table, known)),
    seen: forTables(() => new Map()),
    taken: new Set(),
    names: new Map(),
    refused: new Set(),
    standIns: new Set(),
    filledIn: new Map(),
    notes: [],
  };
}

function byIdentity(table: ImportTable, known: KnownRecords): Map<string, KnownRecord[]> {
  const found = new Map<string, KnownRecord[]>();
  for (const each of known[table].values()) {
    const key = identityOf(table, each);
    found.set(key, [...(found.get(key) ?? []), each]);
  }
  return found;
}

/** The owners named in tables of horses who are not customers yet, with their e-mail addresses and telephone numbers. */
function ownersOf(horses: readonly SourceRecord[], context: Context): SourceRecord[] {
  const owners = new Map<string, { name: string; emails: string; phone: string; place: string }>();
  for (const { fields, place } of horses) {
    const name = turned(ownerIn(fields));
    const key = nameKey(name);
    if (
      !place ||
      name === "" ||
      name === UNKNOWN ||
      findByName(context, "customers", name) !== undefined ||
      context.refused.has(`customers named ${key}`)
    )
      continue;
    const owner = owners.get(key) ?? { name, emails: "", phone: "", place };
    const emails = [owner.emails, name.includes("@") ? name : "", fields.customerEmails ?? ""].join();
    owners.set(key, { ...owner, emails, phone: owner.phone || String(fields.customerPhone ?? "") });
  }
  return [...owners.values()].map(({ place, ...fields }) => ({ id: null, place, fields }));
}

const NAMED: readonly Collection[] = ["customers", "horses", "services", "grooms"];

type Reading = { records: readonly SourceRecord[]; take: (reader: FieldReader) => void };

function readCollection(context: Context, collection: Collection, { records, take }: Reading): void {
  const { names, refused, choices } = context;
  const findings: ImportProblem[] = [];
  const asked = new Set(["id"]);
  const styleOf = columnStyles(records, context.now, (field, text) =>
    context.notes.push(`${importLabelOf(collection, field)} of ${NOUNS[collection]}: ${text}`),
  );
  const readerOf = (record: SourceRecord) => {
    const name = () => titleOf(collection, record, names, () => reader.day("date"));
    const reader: FieldReader = new FieldReader(collection, record, { name, findings, choices, styleOf, asked });
    return reader;
  };
  for (const { id } of records) if (id !== null) context.taken.add(`${collection} ${id}`);
  for (const record of withoutRepeats(records, readerOf)) {
    take(readerOf(record));
    if (NAMED.includes(collection) && record.id !== null)
      names.set(
        `${collection} ${record.id}`,
        titleOf(collection, record, names, () => undefined),
      );
  }
  for (const { id, name, isRefused } of findings) {
    if (isRefused) refused.add(`${collection} ${id}`).add(`${collection} named ${nameKey(name)}`);
  }
  for (const finding of findings) context.findings.push(finding);
  const unread = unreadFields(records, asked);
  if (unread) context.notes.push(`Fields of ${NOUNS[collection]} that are not imported: ${unread}`);
}

/** The fields that no rule has read, each with the number of records that have it: 'email (2), notes (1)'. */
function unreadFields(records: readonly SourceRecord[], asked: ReadonlySet<string>): string {
  const counts = new Map<string, number>();
  for (const { fields } of records)
    for (const name of Object.keys(fields)) if (!asked.has(name)) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].map(([name, count]) => `${shorten(name)} (${count.toLocaleString("en-US")})`).join(", ");
}

/** What identifies a record to people: its name or, of a bill and a payroll item, whose it is and its day; 'Lesson for Bella'. */
function titleOf(
  collection: Collection,
  { fields }: SourceRecord,
  names: ReadonlyMap<string, string>,
  dayOf: () => LocalDate | undefined,
): string {
  const own = [fields.name, fields.productServiceName, fields.email].find((each) => typeof each === "string" && each);
  if (own) return shorten(own);
  const nameOf = (table: string, id: unknown) => (typeof id === "string" ? names.get(`${table} ${id}`) : undefined);
  if (collection === "standing_charges") {
    const parts = [
      nameOf("services", fields.serviceId) ?? fields.serviceId,
      nameOf("horses", fields.horseId) ?? fields.horseId,
    ];
    return parts.filter(Boolean).map(shorten).join(" for ");
  }
  const whose = [nameOf("horses", fields.horseId), nameOf("grooms", fields.groomId)];
  const day = dayOf();
  return [...whose, day && formatUsDate(day)].filter(Boolean).join(", ");
}

/** The records of a collection, each id once. Two different records with one id are both refused. */
function withoutRepeats(records: readonly SourceRecord[], readerOf: (record: SourceRecord) => FieldReader) {
  const seen = new Map<string, { record: SourceRecord; text: string }>();
  const refused = new Set<string>();
  for (const record of records) {
    const { id } = record;
    if (id === null) continue;
    const text = JSON.stringify(record.fields);
    const other = seen.get(id);
    if (!other) seen.set(id, { record, text });
    else if (other.text === text)
      readerOf(record).find("id", "The record is there more than once: it is imported once.", ["as-is"]);
    else if (!refused.has(id)) {
      refused.add(id);
      readerOf(record).find("id", "Two different records have this id.", ["leave-out"]);
    }
  }
  const isFirst = (record: SourceRecord) =>
    record.id === null || (seen.get(record.id)?.record === record && !refused.has(record.id));
  return records.filter(isFirst);
}

const sumsOf = ({ rows }: Context): ImportPlan["sums"] =>
  forTables((table) => {
    const counted = rows[table].filter((row) => !row.deleted_at);
    const cents = counted.reduce(
      (sum, row) => sum + AMOUNT_FIELDS[table].reduce((all, name) => all + Number(row[name]), 0),
      0,
    );
    return { count: counted.length, cents };
  });
