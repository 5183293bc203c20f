import { isDeepStrictEqual } from "node:util";

/** The tables of a version of db/schema.ts, in the form that drizzle-kit keeps beside the migrations. */
export type SchemaSnapshot = { id: string; prevId: string; tables: Record<string, Table> };
type Table = {
  columns: Record<string, Column>;
  indexes: Record<string, { columns: string[]; isUnique: boolean; where?: string }>;
  foreignKeys: Record<string, ForeignKey>;
  compositePrimaryKeys: Record<string, unknown>;
  checkConstraints: Record<string, { value: string }>;
};
type Column = {
  type: string;
  primaryKey: boolean;
  notNull: boolean;
  default?: string | number | boolean;
  generated?: unknown;
};
type ForeignKey = {
  tableTo: string;
  columnsFrom: string[];
  columnsTo: string[];
  onDelete?: string;
  onUpdate?: string;
};

/** Statements that change a table in place, and what they leave undone. */
type Additions = { statements: string[]; problems: string[] };

/**
 * Brings one table from `before` to `after` by ADD COLUMN, with CHECK and REFERENCES inline, and by its indexes. Problems
 * are the changes that SQLite can only make by rebuilding the table: https://www.sqlite.org/lang_altertable.html
 */
export function addColumns(name: string, before: SchemaSnapshot, after: SchemaSnapshot): Additions {
  const [from, to] = [tableOf(before, name), tableOf(after, name)];
  const added = Object.keys(to.columns).filter((column) => !(column in from.columns));
  const checks = newChecks(name, from, to, added);
  const statements = added.map((column) => addColumn(name, to, column, checks));
  const problems = [
    ...added.flatMap((column) => problemsOfColumn(name, column, to)),
    ...checks
      .filter(({ column }) => !column)
      .map(({ check }) => `${name}: CHECK ${check} is of columns that exist already`),
    ...changesInPlace(name, from, to),
  ];
  return { statements: [...statements, ...indexStatements(name, before, after)], problems };
}

/** `CREATE INDEX`, its expressions as db/schema.ts has them. */
export function createIndex(snapshot: SchemaSnapshot, table: string, name: string): string {
  const { columns, indexes } = tableOf(snapshot, table);
  const index = indexes[name];
  if (!index) throw new TypeError(`${table} has no index ${name}`);
  // SQLite takes no name of a table in an index.
  const parts = index.columns.map((part) => (part in columns ? `\`${part}\`` : part.replaceAll(`"${table}".`, "")));
  const where = index.where ? ` WHERE ${index.where}` : "";
  return `CREATE ${index.isUnique ? "UNIQUE " : ""}INDEX \`${name}\` ON \`${table}\` (${parts.join(", ")})${where};`;
}

type ColumnCheck = { check: string; value: string; column: string | undefined };

/** Each new CHECK, with the column that brings it: the last of the added columns that it names. */
function newChecks(name: string, from: Table, to: Table, added: string[]): ColumnCheck[] {
  return Object.entries(to.checkConstraints)
    .filter(([check]) => !(check in from.checkConstraints))
    .map(([check, { value }]) => ({
      check,
      value,
      column: added.findLast((column) => value.includes(`"${name}"."${column}"`)),
    }));
}

function addColumn(table: string, to: Table, name: string, checks: ColumnCheck[]): string {
  const column = columnOf(to, name);
  const parts = [`ALTER TABLE \`${table}\` ADD \`${name}\` ${column.type}`];
  if (column.default !== undefined) parts.push(`DEFAULT ${column.default}`);
  if (column.notNull) parts.push("NOT NULL");
  const key = foreignKeyOf(to, name);
  if (key) parts.push(`REFERENCES \`${key.tableTo}\`(\`${key.columnsTo[0]}\`)${actionsOf(key)}`);
  for (const { check, value } of checks.filter(({ column }) => column === name)) {
    parts.push(`CONSTRAINT "${check}" CHECK(${value})`);
  }
  return `${parts.join(" ")};`;
}

function foreignKeyOf(to: Table, column: string): ForeignKey | undefined {
  return Object.values(to.foreignKeys).find((key) => key.columnsFrom.length === 1 && key.columnsFrom[0] === column);
}

function actionsOf({ onDelete, onUpdate }: ForeignKey): string {
  const action = (event: string, does: string | undefined) =>
    does && does !== "no action" ? ` ON ${event} ${does}` : "";
  return action("DELETE", onDelete) + action("UPDATE", onUpdate);
}

function problemsOfColumn(table: string, name: string, to: Table): string[] {
  const column = columnOf(to, name);
  const says = (problem: string) => [`${table}: column ${name} ${problem}`];
  if (column.primaryKey || column.generated) return says("cannot be a key or generated");
  if (column.notNull && column.default === undefined) return says("is NOT NULL and needs a default");
  if (foreignKeyOf(to, name) && column.default !== undefined)
    return says("refers to a table and cannot have a default");
  return [];
}

/** The changes of what SQLite stores in the table's one definition: only a rebuild can make them. */
function changesInPlace(name: string, from: Table, to: Table): string[] {
  const added = (columns: string[]) => columns.length === 1 && !((columns[0] ?? "") in from.columns);
  const newKeys = Object.entries(to.foreignKeys).filter(([key]) => !(key in from.foreignKeys));
  return [
    ...differences(from.columns, to.columns).map((column) => `${name}: column ${column} changed`),
    ...differences(from.checkConstraints, to.checkConstraints).map((check) => `${name}: CHECK ${check} changed`),
    ...differences(from.foreignKeys, to.foreignKeys).map((key) => `${name}: foreign key ${key} changed`),
    ...newKeys
      .filter(([, { columnsFrom }]) => !added(columnsFrom))
      .map(([key]) => `${name}: foreign key ${key} is of a column that exists already`),
    ...(isDeepStrictEqual(from.compositePrimaryKeys, to.compositePrimaryKeys)
      ? []
      : [`${name}: the primary key changed`]),
  ];
}

function differences<T>(from: Record<string, T>, to: Record<string, T>): string[] {
  return Object.keys(from).filter((key) => !isDeepStrictEqual(from[key], to[key]));
}

function indexStatements(name: string, before: SchemaSnapshot, after: SchemaSnapshot): string[] {
  const [from, to] = [tableOf(before, name).indexes, tableOf(after, name).indexes];
  return [
    ...differences(from, to).map((index) => `DROP INDEX \`${index}\`;`),
    ...differences(to, from).map((index) => createIndex(after, name, index)),
  ];
}

function tableOf(snapshot: SchemaSnapshot, name: string): Table {
  const table = snapshot.tables[name];
  if (!table) throw new TypeError(`There is no table ${name}`);
  return table;
}

function columnOf(table: Table, name: string): Column {
  const column = table.columns[name];
  if (!column) throw new TypeError(`There is no column ${name}`);
  return column;
}
