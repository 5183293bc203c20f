import { formatUsDate, todayInNewYork } from "#app/domain/basics/calendar.ts";
import { storedColumn } from "#app/domain/fields/field.ts";
import { importLabelOf, KNOWN_FIELDS, type KnownTable } from "./import-columns.ts";
import { looseKey, nameKey, newId } from "./import-identity.ts";
import { type Columns, type Context, type ImportTable, type KnownRecord, standingRecord } from "./import-plan.ts";
import { type FieldReader, isId } from "./import-reader.ts";

/* Adds the row of a record, unless it is there already: by its id or, in a table without ids, by its name (docs/product.md, 'Import'). */

const nameField = (table: ImportTable) => (table === "services" ? "productServiceName" : "name");
const nameOfRow = (table: ImportTable, row: Columns | KnownRecord) => String(row[storedColumn(nameField(table))]);

/** The key that two records with the same name and, for horses, the same owner share. */
export const identityOf = (table: ImportTable, row: Columns | KnownRecord) =>
  nameKey(nameOfRow(table, row)) + (table === "horses" ? `\n${row.customer_id ?? ""}` : "");

/** The first record of the files with a name is the one to which later ones are compared. */
function see({ seen }: Context, table: ImportTable, columns: Columns): void {
  const key = identityOf(table, columns);
  if (!seen[table].has(key)) seen[table].set(key, columns);
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
  const other = context.seen[table].get(key);
  const field = nameField(table);
  see(context, table, columns);
  if (!other) {
    const all = context.stored[table].get(key) ?? [];
    const alike = all
      .filter((each) => !areOthers(emailsOf(each), emailsOf(columns)))
      .map((each) => standingRecord(context.known[table], each));
    const found = alike.find(({ deleted_at }) => !deleted_at) ?? alike[0];
    if (found && settle(context, table, reader, { found, columns, isNamed: true })) return;
  } else if (changedIn(table, reader, { found: other, columns, isNamed: true }).length === 0) {
    reader.find(field, "The row is there more than once: it is imported once.", ["as-is"]);
    return;
  } else if (!areOthers(emailsOf(other), emailsOf(columns))) {
    const reason = `Another row has this name${table === "horses" ? " and owner" : ""}.`;
    if (reader.find(field, reason, ["leave-out", "new"]) === "leave-out") return;
  }
  const isTaken = (id: string) => context.known[table].has(id) || context.taken.has(`${table} ${id}`);
  const id = newId(reader.collection, nameOfRow(table, columns), isTaken);
  insert(context, table, reader, {
    id,
    columns: other && table !== "customers" ? numbered(context, table, columns) : columns,
  });
}

/** 'Bella 2' for a second Bella of one owner. */
function numbered({ seen }: Context, table: ImportTable, columns: Columns): Columns {
  const column = storedColumn(nameField(table));
  const name = nameOfRow(table, columns);
  for (let i = 2; ; i += 1) {
    const other = { ...columns, [column]: `${name} ${i}` };
    const key = identityOf(table, other);
    if (seen[table].has(key)) continue;
    seen[table].set(key, other);
    return other;
  }
}

const emailsOf = ({ emails }: Columns | KnownRecord): string[] =>
  typeof emails === "string" ? JSON.parse(emails) : [];

/** Whether two customers with the same name are different people: both have e-mail addresses, and none in common. */
const areOthers = (one: readonly string[], other: readonly string[]) =>
  one.length > 0 && other.length > 0 && !one.some((email) => other.includes(email));

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

/** Later records of the files find this one by its id, and a customer by the name and the e-mail addresses. */
function remember(context: Context, table: ImportTable, { record }: FieldReader, { id, columns }: NewRow): void {
  context.taken.add(`${table} ${id}`);
  context.ids[table].set(record.id ?? id, id);
  if (table === "customers") indexCustomer(context.customers[0], { id, columns });
}

export function indexCustomer(
  index: Context["customers"][0],
  { id, columns }: { id: string; columns: Columns | KnownRecord },
) {
  const name = String(columns.name);
  for (const key of [nameKey(name), `~${looseKey(name)}`, ...emailsOf(columns)]) index.add(key, id);
}

const stampsOf = (table: ImportTable, now: string): Columns =>
  table === "bill_items" ? {} : { created_at: now, updated_at: now, deleted_at: null };
