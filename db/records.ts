import { and, eq, getTableColumns, type InferSelectModel, isNull, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { ListSource, SortKey } from "./list/list-page.ts";
import type { Search } from "./list/search.ts";
import { columnChoices } from "./schema.ts";
import { asFlag, statements } from "./statements.ts";
import type { Change } from "./write.ts";

/*
 * Records: the tables whose rows an admin adds, edits, deletes and restores. A record source says once how its table is read
 * as a list; the changes below serve every source, with the values typed by the table's columns.
 */

type Stamp = "createdAt" | "updatedAt" | "deletedAt";
const STAMPS = new Set<string>(["createdAt", "updatedAt", "deletedAt"] satisfies Stamp[]);
type Managed = "seq" | "id" | "version" | Stamp;

export type RecordTable = SQLiteTable & { [Name in Managed]: SQLiteColumn };

/** The columns of a row that lists and dialogs read. */
export type Stored<Table extends RecordTable, Unread extends PropertyKey> = Omit<
  InferSelectModel<Table>,
  Stamp | Unread
>;

/** What a change may set: the table's columns but those that the changes manage. A value may be an SQL expression. */
export type Values<Table extends RecordTable> = OrSql<Omit<Table["$inferInsert"], Managed>>;

type OrSql<Row> = { [Name in keyof Row]: Row[Name] | SQL };

/** How a table is read: as a list, one record by its id, and by what a record is called. */
export type RecordSource<Table extends RecordTable, Row> = ListSource<Row> & {
  table: Table;
  /** 'horse', in the action of the activity record. */
  noun: string;
  /** What a record is called, also after it was deleted. */
  called: SQL;
};

type Flat<Row> = { [Name in keyof Row]: Row[Name] };

/** The rows that a record source reads. */
export type RowOf<Source> = Source extends RecordSource<RecordTable, infer Row> ? Row : never;

/** Who makes a change, and when. */
export type By = { actor: string; at: Date };

type SourceOptions<Table extends RecordTable, Joined, Unread extends keyof InferSelectModel<Table>> = {
  table: Table;
  noun: string;
  called: SQL;
  search: (q: string) => Search;
  /** Columns that neither the list nor the dialog needs. */
  unread?: readonly Unread[];
  /** Left joins that give a row the values in `joined`, such as the name of a record that it refers to, deleted or not. */
  joins?: SQL;
  joined?: { [Name in keyof Joined]: SQL<Joined[Name]> };
  /** Sort keys that an index or a facet serves, by the id of the column, in place of the defaults. */
  sorts?: Record<string, SortKey>;
  summary?: Record<string, SQL>;
};

/** Reads the columns of a table but the stamps, each sortable by its value: texts without regard to case. */
export function recordSource<
  Table extends RecordTable,
  Joined = unknown,
  Unread extends keyof InferSelectModel<Table> = never,
>(options: SourceOptions<Table, Joined, Unread>): RecordSource<Table, Flat<Stored<Table, Unread> & Joined>> {
  const { table, noun, called, search, unread = [], joins = sql``, joined, sorts, summary } = options;
  const left = new Set<PropertyKey>([...STAMPS, ...unread]);
  const stored = Object.entries<SQLiteColumn>(getTableColumns<SQLiteTable>(table)).filter(([name]) => !left.has(name));
  const names = Object.entries<SQL>(joined ?? {});
  return {
    table,
    noun,
    called,
    parse: (json) => JSON.parse(json),
    search,
    joins,
    seq: table.seq,
    where: sql`${isNull(table.deletedAt)}`,
    // The names are those of the row's type, which Object.fromEntries forgets.
    row: Object.fromEntries([...stored.map(([name, column]) => [name, jsonOf(column)]), ...names]) as {
      [Name in string & keyof Flat<Stored<Table, Unread> & Joined>]: SQL;
    },
    sorts: {
      ...Object.fromEntries(stored.map(([name, column]) => [name, sortOf(column)])),
      ...Object.fromEntries(names.map(([name, value]) => [name, sql`${value} collate nocase`])),
      ...sorts,
    },
    ...(summary && { summary }),
  };
}

function jsonOf(column: SQLiteColumn): SQL {
  if (column.dataType === "boolean") return asFlag(sql`${column}`);
  return column.dataType === "custom" ? sql`json(${column})` : sql`${column}`;
}

function sortOf(column: SQLiteColumn): SQL {
  if (column.dataType === "custom") return sql`lower(${column})`;
  if (column.dataType !== "string") return column.notNull ? sql`${column}` : sql`coalesce(${column}, 0)`;
  return column.notNull ? sql`${column} collate nocase` : sql`coalesce(${column}, '') collate nocase`;
}

/** The record of an id as a row of its list; no row if it was deleted. */
export function findRecord<Row>({ table, joins, where, row, parse }: RecordSource<RecordTable, Row>, id: string) {
  const pairs = Object.entries<SQLWrapper>(row).map(([name, value]) => sql`${sql.raw(`'${name}'`)}, ${value}`);
  return statements
    .select({ record: sql`json_object(${sql.join(pairs, sql`, `)})`.mapWith(parse) })
    .from(sql`${table} ${joins}`)
    .where(and(eq(table.id, id), where));
}

/** What the record of an id is called, deleted or not. */
export function nameOfRecord({ table, joins, called }: { table: RecordTable; joins: SQL; called: SQL }, id: string) {
  return statements
    .select({ name: sql<string>`${called}` })
    .from(sql`${table} ${joins}`)
    .where(eq(table.id, id));
}

type Written<Table extends RecordTable> = { table: Table; noun: string };

/** The record that a form edits: as it was read at `version`, and the key that the form carried. */
export type Edited = { id: string; version: number; idempotencyKey: string };

/** Adds a record under the id that its form carried, which is the idempotency key, too. */
export function addRecord<Table extends RecordTable>(
  { table, noun }: Written<Table>,
  id: string,
  values: Values<Table>,
  { actor, at }: By,
): Change {
  const stamps = { id, createdAt: at.toISOString(), updatedAt: at.toISOString() };
  const entries = [...assignments(table, values), ...assignments(table, stamps)];
  const names = sql.join(
    entries.map(({ column }) => sql.identifier(column.name)),
    sql`, `,
  );
  const inserted = sql.join(
    entries.map(({ value }) => value),
    sql`, `,
  );
  return {
    actor,
    at,
    idempotencyKey: id,
    action: `add ${noun}`,
    payload: values,
    audited: [{ table, ids: [id] }],
    mutations: [{ sql: sql`insert into ${table} (${names}) values (${inserted})`, expectRows: 1 }],
  };
}

/** Saves a record that was read at `version`. Refused if it was saved since. */
export function saveRecord<Table extends RecordTable>(
  { table, noun }: Written<Table>,
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
    mutations: [{ sql: update(table, id, values, at, isUnchanged), expectRows: 1 }],
  };
}

/** Sets some fields of a record, whatever else was changed in it since. */
export function setFields<Table extends RecordTable>(
  { table, noun }: Written<Table>,
  id: string,
  values: Partial<Values<Table>>,
  { actor, at }: By,
): Change {
  return {
    actor,
    at,
    idempotencyKey: crypto.randomUUID(),
    action: `set ${Object.keys(values).join(", ")} of ${noun}`,
    payload: { id, ...values },
    audited: [{ table, ids: [id] }],
    mutations: [{ sql: update(table, id, values, at, sql`${table.deletedAt} is null`), expectRows: 1 }],
  };
}

/** Takes a record off the lists; records that refer to it keep its name. A second removal changes nothing. */
export function removeRecord(source: Written<RecordTable>, id: string, by: By): Change {
  return setDeleted(source, "delete", id, by);
}

/** Brings a deleted record back. A second time changes nothing. */
export function restoreRecord(source: Written<RecordTable>, id: string, by: By): Change {
  return setDeleted(source, "restore", id, by);
}

function setDeleted(
  { table, noun }: Written<RecordTable>,
  verb: "delete" | "restore",
  id: string,
  { actor, at }: By,
): Change {
  const isDeleted = sql`${table.deletedAt} is not null`;
  const values = { deletedAt: verb === "delete" ? at.toISOString() : null };
  return {
    actor,
    at,
    idempotencyKey: crypto.randomUUID(),
    action: `${verb} ${noun}`,
    payload: { id },
    audited: [{ table, ids: [id] }],
    mutations: [
      {
        sql: update(table, id, values, at, verb === "delete" ? sql`not (${isDeleted})` : isDeleted),
        expectRows: "any",
      },
    ],
  };
}

/** An update of one record that raises its version. */
function update(table: RecordTable, id: string, values: object, at: Date, condition: SQL): SQL {
  const entries = assignments(table, { ...values, updatedAt: at.toISOString() });
  const sets = entries.map(({ column, value }) => sql`${sql.identifier(column.name)} = ${value}`);
  const raised = sql`${sql.identifier(table.version.name)} = ${table.version} + 1`;
  return sql`update ${table} set ${sql.join([...sets, raised], sql`, `)} where ${table.id} = ${id} and ${condition}`;
}

/** The columns that values are for, each value encoded as its column stores it. Undefined values are left out. */
function assignments(table: RecordTable, values: object): { column: SQLiteColumn; value: SQL }[] {
  const columns: Record<string, SQLiteColumn> = getTableColumns<RecordTable>(table);
  return Object.entries(values).flatMap(([name, value]) => {
    if (value === undefined) return [];
    const column = columns[name];
    if (!column) throw new TypeError(`The table has no column ${name}`);
    return {
      column,
      value: value instanceof Object && "queryChunks" in value ? value : sql`${sql.param(value, column)}`,
    };
  });
}

/** The columns that an admin has hidden on a screen; no row if the admin has chosen none. */
export function hiddenColumns(email: string, screen: string) {
  return statements
    .select({ hidden: columnChoices.hidden })
    .from(columnChoices)
    .where(and(eq(columnChoices.email, email), eq(columnChoices.screen, screen)));
}

/** Remembers which columns an admin hides on a screen. */
export function chooseColumns(email: string, screen: string, hidden: string[], at: Date): Change {
  const row = statements
    .insert(columnChoices)
    .values({ email, screen, hidden })
    .onConflictDoUpdate({ target: [columnChoices.email, columnChoices.screen], set: { hidden } });
  return {
    actor: email,
    at,
    idempotencyKey: crypto.randomUUID(),
    action: "choose columns",
    payload: { screen, hidden },
    audited: [],
    mutations: [{ sql: row, expectRows: 1 }],
  };
}
