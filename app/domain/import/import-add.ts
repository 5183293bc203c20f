import { formatUsDate, todayInNewYork } from "#app/domain/basics/calendar.ts";
import { storedColumn } from "#app/domain/fields/field.ts";
import { importLabelOf, KNOWN_FIELDS, type KnownTable } from "./import-columns.ts";
import { looseKey, nameKey, newId } from "./import-identity.ts";
import { type Columns, type Context, type ImportTable, type KnownRecord, standingRecord } from "./import-plan.ts";
import { type FieldReader, isId } from "./import-reader.ts";

/* Adds the row of a record, unless it is there already: by its id or, in a table without ids, by its name (docs/product.md, 'Import'). */

const nameField = (table: ImportTable) =>
  table === "services" ? "productServiceName" : table === "standing_charges" ? "horseId" : "name";
const nameOfRow = (table: ImportTable, row: Columns | KnownRecord) => String(row[storedColumn(nameField(table))]);

/** The columns that say with the name which record it is. */
const IDENTITY: { readonly [table in ImportTable]?: readonly string[] } = {
  horses: ["customer_id"],
  standing_charges: ["horse_id", "service_id", "weekdays"],
};
const IDENTITY_TEXTS: { readonly [table in ImportTable]?: string } = {
  horses: "name and owner",
  standing_charges: "horse, service and days",
};

/** The key that two records with the same name share; horses of one owner, and charges of one service on the same days. */
export const identityOf = (table: ImportTable, row: Columns | KnownRecord) =>
  [nameKey(nameOfRow(table, row)), ...(IDENTITY[table] ?? []).map((column) => row[column] ?? "")].join("\n");

/** Later records of the files are compared to this one. */
function see({ seen }: Context, table: ImportTable, columns: Columns): void {
  const key = identityOf(table, columns);
  const others = seen[table].get(key);
  if (others) others.push(columns);
  else seen[table].set(key, [columns]);
}

/** Adds a record to the rows of the plan, or says why it needs no row. */
export function add(context: Context, table: ImportTable, reader: FieldReader, columns: Columns): void {
  const { id } = reader.record;
  if (id !== null && !isId(id)) reader.refuse("id", "An id has up to 64 letters, digits, hyphens and underscores.");
  if (reader.isRefused) return;
  const known = context.known[table];
  if (id === null) {
    addNamed(context, table, reader, columns);
    return;
  }
  if (table in KNOWN_FIELDS) see(context, table, columns);
  const found = known.get(id);
  if (found) settle(context, table, reader, { found: standingRecord(known, found), columns, isNamed: false });
  else insert(context, table, reader, { id, columns });
}

type Named = { found: KnownRecord; columns: Columns; isNamed: boolean };
type Compared = { found: Columns | KnownRecord; columns: Columns; isNamed: boolean };

/**
 * Keeps a record that is there already, or restores it with the values of the file if it was deleted. Returns false if the row
 * becomes another record. A record that was deleted at the moment it was created is restored without a question: it was unknown so
 * far, or its import was undone.
 */
function settle(
  context: Context,
  table: ImportTable,
  reader: FieldReader,
  { found, columns, isNamed }: Named,
): boolean {
  const field = nameField(table);
  const another = isNamed ? (["new"] as const) : [];
  if (found.deleted_at) {
    const day = formatUsDate(todayInNewYork(new Date(found.deleted_at)));
    const choice =
      found.deleted_at === found.created_at
        ? "restore"
        : reader.find(field, `It was deleted on ${day}.`, ["restore", ...another, "leave-out"]);
    if (choice === "restore" && !context.restored[table].includes(found.id)) {
      context.restored[table].push(found.id);
      insert(context, table, reader, { id: found.id, columns });
    }
    return choice !== "new";
  }
  const changed = changedIn(table, reader, { found, columns, isNamed }).join(", ");
  const reason = `It is there already, with another ${changed}, and stays as it is.`;
  if (changed && reader.find(field, reason, ["as-is", ...another]) === "new") return false;
  context.kept[table] += 1;
  if (!reader.isRefused) remember(context, table, reader, { id: found.id, columns });
  return true;
}

/** The labels of the fields in which a record of a file differs from the one that is there; case and accents of its name do not count. */
const changedIn = (table: ImportTable, reader: FieldReader, { found, columns, isNamed }: Compared) =>
  KNOWN_FIELDS[table as KnownTable].flatMap(({ name, label, input }) => {
    const column = storedColumn(name);
    if (!input || (isNamed && name === nameField(table))) return [];
    const isGiven = reader.has(name) || (name === "customerId" && reader.has("customer"));
    return isGiven && String(columns[column] ?? "") !== String(found[column] ?? "") ? [label] : [];
  });

function addNamed(context: Context, table: ImportTable, reader: FieldReader, columns: Columns): void {
  const key = identityOf(table, columns);
  const other = context.seen[table].get(key)?.find((each) => !areOthers(each, columns));
  const field = nameField(table);
  if (!other) {
    see(context, table, columns);
    const all = context.stored[table].get(key) ?? [];
    const alike = all
      .filter((each) => !areOthers(each, columns))
      .map((each) => standingRecord(context.known[table], each));
    const found = alike.find(({ deleted_at }) => !deleted_at) ?? alike[0];
    if (found && settle(context, table, reader, { found, columns, isNamed: true })) return;
  } else if (changedIn(table, reader, { found: other, columns, isNamed: true }).length === 0) {
    reader.find(field, "The row is there more than once: it is imported once.", ["as-is"]);
    return;
  } else {
    const reason = `Another row has this ${IDENTITY_TEXTS[table] ?? "name"}.`;
    if (reader.find(field, reason, ["leave-out", "new"]) === "leave-out") return;
  }
  if (!other && hasOnOtherDays(context, table, columns))
    reader.note("weekdays", "The horse has this service on other days, too.");
  if (reader.isRefused) return;
  const isTaken = (id: string) => context.known[table].has(id) || context.taken.has(`${table} ${id}`);
  const id = newId(reader.collection, nameOfRow(table, columns), isTaken);
  insert(context, table, reader, {
    id,
    columns: other && isNumbered(table) ? numbered(context, table, columns) : columns,
  });
}

/** Whether a stored charge is for the same horse, service and time as a new one: its weekdays may have changed since an earlier import. */
const hasOnOtherDays = ({ known }: Context, table: ImportTable, columns: Columns) =>
  table === "standing_charges" &&
  [...known.standing_charges.values()].some(
    (each) =>
      !each.deleted_at &&
      each.horse_id === columns.horse_id &&
      each.service_id === columns.service_id &&
      each.weekdays !== columns.weekdays &&
      !areOthers(each, columns),
  );

/** Whether a second record of a name gets a number, by its collection or table. */
export const isNumbered = (table: string) => table !== "customers" && table !== "standing_charges";

/** 'Bella 2' for a second Bella of one owner. */
function numbered({ seen }: Context, table: ImportTable, columns: Columns): Columns {
  const column = storedColumn(nameField(table));
  const name = nameOfRow(table, columns);
  for (let i = 2; ; i += 1) {
    const other = { ...columns, [column]: `${name} ${i}` };
    const key = identityOf(table, other);
    if (seen[table].has(key)) continue;
    seen[table].set(key, [other]);
    return other;
  }
}

const emailsOf = ({ emails }: Columns | KnownRecord): string[] =>
  typeof emails === "string" ? JSON.parse(emails) : [];

/**
 * Whether two customers with the same name are different people, as both have e-mail addresses, and none in common; or one of two charges
 * ends before the other one begins.
 */
function areOthers(one: Columns | KnownRecord, other: Columns | KnownRecord): boolean {
  const [emails, others] = [emailsOf(one), emailsOf(other)];
  const isBefore = ({ until_date: until }: typeof one, { from_date: from }: typeof one) =>
    Boolean(until && from && String(until) < String(from));
  const isNobodysBoth = emails.length > 0 && others.length > 0 && !emails.some((email) => others.includes(email));
  return isNobodysBoth || isBefore(one, other) || isBefore(other, one);
}

type NewRow = { id: string; columns: Columns };

function insert(context: Context, table: ImportTable, reader: FieldReader, { id, columns }: NewRow): void {
  context.rows[table].push({ id, ...stampsOf(table, context.now), ...columns });
  remember(context, table, reader, { id, columns });
  for (const run of reader.whenTaken) run();
  for (const [field, value] of reader.filledIn) {
    const { collection } = reader;
    const key = `${collection} ${field}`;
    const filled = context.filledIn.get(key) ?? {
      collection,
      column: importLabelOf(collection, field),
      value,
      count: 0,
    };
    context.filledIn.set(key, { ...filled, count: filled.count + 1 });
  }
}

/** Later records of the files find this one by its id and by its name: see `indexNamed`. */
function remember(context: Context, table: ImportTable, { record }: FieldReader, { id, columns }: NewRow): void {
  context.taken.add(`${table} ${id}`);
  context.ids[table].set(record.id ?? id, id);
  indexNamed(context, 0, table, { id, columns });
}

/** Adds a record to the index of the files, 0, or of what is there, 1. A horse is found by its name, and by that and its owner. */
export function indexNamed(
  { named }: Pick<Context, "named">,
  place: 0 | 1,
  table: ImportTable,
  { id, columns }: { id: string; columns: Columns | KnownRecord },
) {
  const name = nameOfRow(table, columns);
  const keys = [nameKey(name), `~${looseKey(name)}`];
  const owned = table === "horses" ? keys.map((key) => `${key}\n${columns.customer_id ?? ""}`) : [];
  for (const key of [...keys, ...owned, ...emailsOf(columns)]) named[table][place].add(key, id);
}

const stampsOf = (table: ImportTable, now: string): Columns =>
  table === "bill_items" ? {} : { created_at: now, updated_at: now, deleted_at: null };
