import {
  and,
  eq,
  getTableColumns,
  getTableName,
  type InferSelectModel,
  inArray,
  isNull,
  type SQL,
  type SQLWrapper,
  sql,
} from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { isUuid } from "#app/domain/basics/idempotency-key.ts";
import { jsonObject } from "#db/list/clauses.ts";
import type { ListSource, RowSource, SortKey } from "#db/list/list-source.ts";
import { columnChoices } from "#db/schema.ts";
import { asFlag, statements } from "#db/statements.ts";
import { type Change, setOf } from "./change.ts";
import { DERIVED } from "./sort-keys.ts";
import { type OrSql, storedValues, updateRecords } from "./versions.ts";

/*
 * Records: the tables whose rows an admin adds, edits, deletes and restores. A record source describes how to read its table
 * as a list. The changes below work with every source, and the table's columns give the types of the values.
 */

type Stamp = "createdAt" | "updatedAt" | "deletedAt";
const STAMPS = new Set<string>(["createdAt", "updatedAt", "deletedAt"] satisfies Stamp[]);
type Derived = "nameSort" | "itemSort" | "searchText";
type Managed = "seq" | "id" | "version" | Stamp;

export type RecordTable = SQLiteTable & { [Name in Managed]: SQLiteColumn };

/** The stored columns that lists and dialogs read. */
type Stored<Table extends RecordTable, Omitted extends PropertyKey> = Omit<
  InferSelectModel<Table>,
  Stamp | Derived | Omitted
>;

/** The values that a change may set: all columns except those that the changes below manage. A value may be an SQL expression. */
export type Values<Table extends RecordTable> = OrSql<Omit<Table["$inferInsert"], Managed | Derived>>;

/** Describes how to read a table: as a list, one record by its id, and the display name of a record. */
export type RecordSource<Table extends RecordTable, Row> = RowSource<Row> & {
  table: Table;
  /** The kind of record in the action of an activity row, such as 'horse'. */
  noun: string;
  /** The display name of a record, also after its deletion. */
  displayName: SQL;
  /** Never set: it makes a source that reads one column more than `Row` has a type error. */
  only?: (row: Row) => void;
};

type Flat<Row> = { [Name in keyof Row]: Row[Name] };

/** The actor of a change, and its time. */
export type By = { actor: string; at: Date };

type SourceOptions<Table extends RecordTable, Joined, Omitted extends keyof InferSelectModel<Table>> = {
  table: Table;
  noun: string;
  displayName: SQL;
  /** Columns that neither the list nor the dialog reads. */
  omitted?: readonly Omitted[];
  /** Left joins for the values in `joined`, such as the name of another record, deleted or not. */
  joins?: SQL;
  joined?: { [Name in keyof Joined]: SQL<Joined[Name]> };
};

/** What the source of a long list needs beside that of a short one. */
type LongOptions = {
  day: SQLiteColumn;
  /** The sort keys, by the id of the column, of the columns that are not sorted by their own value. */
  sorts: Record<string, SortKey>;
  summary: { name: string; of: SQLWrapper };
  current: SQL;
  currentIndex: string;
  states: NonNullable<ListSource<unknown>["states"]>;
};

/** Returns a source that reads all columns except the stamps. */
export function recordSource<
  Table extends RecordTable,
  Joined = unknown,
  Omitted extends keyof InferSelectModel<Table> = never,
>(options: SourceOptions<Table, Joined, Omitted>): RecordSource<Table, Flat<Stored<Table, Omitted> & Joined>> {
  const { table, noun, displayName, joins = sql`` } = options;
  return {
    table,
    noun,
    displayName,
    parse: (json) => JSON.parse(json),
    joins,
    seq: table.seq,
    where: sql`${isNull(table.deletedAt)}`,
    // Object.fromEntries loses the types of the names.
    row: Object.fromEntries([
      ...storedColumns(options).map(([name, column]) => [name, jsonOf(column)]),
      ...Object.entries<SQL>(options.joined ?? {}),
    ]) as { [Name in string & keyof Flat<Stored<Table, Omitted> & Joined>]: SQL },
  };
}

/** A source of a list that grows with the years. Each column is sortable by its value. */
export function longRecordSource<
  Table extends RecordTable & { searchText: SQLiteColumn },
  Joined = unknown,
  Omitted extends keyof InferSelectModel<Table> = never,
>(options: SourceOptions<Table, Joined, Omitted> & LongOptions) {
  const { table, day, sorts, summary, current, currentIndex, states } = options;
  const values = Object.fromEntries(storedColumns(options).map(([name, column]) => [name, sql`${column}`]));
  const list = { name: getTableName(table), searchText: table.searchText, day, summary, current, currentIndex, states };
  return { ...recordSource<Table, Joined, Omitted>(options), ...list, sorts: { ...values, ...sorts } };
}

function storedColumns<Table extends RecordTable>({
  table,
  omitted = [],
}: {
  table: Table;
  omitted?: readonly PropertyKey[];
}): [string, SQLiteColumn][] {
  const excluded = new Set<PropertyKey>([...STAMPS, ...omitted]);
  return Object.entries<SQLiteColumn>(getTableColumns<SQLiteTable>(table)).filter(
    ([name, column]) => !excluded.has(name) && !DERIVED.has(column.name),
  );
}

/** Reads a table whose records have a name. */
export const namedRecords = <Table extends RecordTable & { name: SQLiteColumn }>(table: Table, noun: string) =>
  recordSource({ table, noun, displayName: sql`${table.name}` });

/** A column in a JSON object. */
export function jsonOf(column: SQLiteColumn): SQL {
  if (column.dataType === "boolean") return asFlag(sql`${column}`);
  return column.dataType === "custom" ? sql`json(${column})` : sql`${column}`;
}

/** Selects one record as a row of its list. Returns no row if the record was deleted. */
export function findRecord<Row>(
  {
    table,
    joins,
    where,
    row,
    parse,
  }: Pick<RecordSource<RecordTable, Row>, "table" | "joins" | "where" | "row" | "parse">,
  id: string,
) {
  return statements
    .select({ record: jsonObject(row).mapWith(parse) })
    .from(sql`${table} ${joins}`)
    .where(and(eq(table.id, id), where));
}

/** What follows the name of a deleted record. */
export const deletedMark = ({ deletedAt }: { deletedAt: SQLiteColumn }) =>
  sql`iif(${deletedAt} is null, '', ' (deleted)')`;

/** The name of another record in a list, marked if that record was deleted. The search texts have the same (docs/product.md, 'Lists'). */
export const nameOrDeleted = ({ name, deletedAt }: { name: SQLiteColumn; deletedAt: SQLiteColumn }) =>
  sql<string>`${name} || ${deletedMark({ deletedAt })}`;

/** Selects the display name of a record, deleted or not. */
export function nameOfRecord(
  { table, joins, displayName }: { table: RecordTable; joins: SQL; displayName: SQL },
  id: string,
) {
  return statements
    .select({ name: sql<string>`${displayName}` })
    .from(sql`${table} ${joins}`)
    .where(eq(table.id, id));
}

type WriteTarget<Table extends RecordTable> = { table: Table; noun: string };

/** The record that a form edits: the version that the form shows, and the idempotency key of the form. */
export type Edited = { id: string; version: number; idempotencyKey: string };

/** Adds a record. Its id is the idempotency key of the form. */
export function addRecord<Table extends RecordTable>(
  { table, noun }: WriteTarget<Table>,
  id: string,
  values: Values<Table>,
  { actor, at }: By,
): Change {
  const row = { ...values, id, createdAt: at.toISOString(), updatedAt: at.toISOString() };
  return {
    actor,
    at,
    idempotencyKey: id,
    action: `add ${noun}`,
    payload: values,
    audited: [{ table, ids: [id] }],
    mutations: [{ sql: statements.insert<RecordTable>(table).values(storedValues(table, row)), expectRows: 1 }],
  };
}

/** Saves a record. ConflictError if another version was saved since `version` was read (docs/product.md, 'Two people'). */
export function saveRecord<Table extends RecordTable>(
  { table, noun }: WriteTarget<Table>,
  { id, version, idempotencyKey }: Edited,
  values: Values<Table>,
  { actor, at }: By,
): Change {
  const isUnchanged = sql`${table.version} = ${version} and ${table.deletedAt} is null`;
  return {
    actor,
    at,
    idempotencyKey,
    action: `edit ${noun}`,
    payload: { id, version, ...values },
    audited: [{ table, ids: [id] }],
    mutations: [{ sql: updateRecords<RecordTable>(table, [id], values, at, isUnchanged), expectRows: 1 }],
  };
}

/** The names of fields as an action says them: 'check in date, billable' for `checkInDate` and `isBillable`. */
export const fieldsInWords = (fields: readonly string[]) =>
  fields
    .map((field) =>
      field.replace(/^(is|has)(?=[A-Z])|Id$/g, "").replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`),
    )
    .map((words) => words.trim())
    .join(", ");

/**
 * Sets some fields of records, and leaves all other fields as they are. ConflictError if one of the records is deleted.
 */
export function setFields<Table extends RecordTable>(
  { table, noun }: WriteTarget<Table>,
  ids: readonly string[],
  values: Partial<Values<Table>>,
  { actor, at }: By,
): Change {
  return {
    actor,
    at,
    idempotencyKey: crypto.randomUUID(),
    action: `set ${fieldsInWords(Object.keys(values))} of ${noun}`,
    payload: { ids, fields: Object.keys(values), ...values },
    audited: [{ table, ids }],
    mutations: [
      { sql: updateRecords<RecordTable>(table, ids, values, at, isNull(table.deletedAt)), expectRows: ids.length },
    ],
  };
}

/** Deletes records from the lists. Records that refer to them keep their names. Deleting a deleted record changes nothing. */
export function removeRecords(
  { table, noun }: WriteTarget<RecordTable>,
  ids: readonly string[],
  { actor, at }: By,
): Change {
  return {
    actor,
    at,
    idempotencyKey: crypto.randomUUID(),
    action: `delete ${noun}`,
    payload: { ids, fields: ["deletedAt"] },
    audited: [{ table, ids }],
    preconditions: [eq(statements.$count(table, inArray(table.id, setOf({ ids }))), ids.length)],
    mutations: [
      {
        sql: updateRecords(table, ids, { deletedAt: at.toISOString() }, at, isNull(table.deletedAt)),
        expectRows: "any",
      },
    ],
  };
}

/** Selects the columns that an admin has hidden on a screen, and their order. Returns no row if the admin has made no choice. */
export function chosenColumns(email: string, screen: string) {
  return statements
    .select({ hidden: columnChoices.hidden, order: columnChoices.order })
    .from(columnChoices)
    .where(and(eq(columnChoices.email, email), eq(columnChoices.screen, screen)));
}

/** Saves which columns an admin hides on a screen, and their order. */
export function chooseColumns(
  email: string,
  screen: string,
  choice: { hidden: string[]; order: string[] },
  at: Date,
): Change {
  const row = statements
    .insert(columnChoices)
    .values({ email, screen, ...choice })
    .onConflictDoUpdate({ target: [columnChoices.email, columnChoices.screen], set: choice });
  return {
    actor: email,
    at,
    idempotencyKey: crypto.randomUUID(),
    action: "choose columns",
    payload: { screen, ...choice },
    audited: [],
    mutations: [{ sql: row, expectRows: 1 }],
  };
}

/**
 * Returns the id of the nth record of a run. The ids of a run follow one another, so that they are written to one place of the index;
 * random ones are written all over it. The key of a scheduled run is no UUID, so such a run gets a random prefix.
 */
export function idsInRun(run: string): (n: number) => string {
  const prefix = (isUuid(run) ? run : crypto.randomUUID()).slice(0, 24);
  return (n) => `${prefix}${n.toString(16).padStart(12, "0")}`;
}
