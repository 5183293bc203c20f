import type { SchemaSnapshot } from "./additive-migration.ts";

/**
 * The statements that the version before cannot live with, each with the reason for the user. The patterns ignore the
 * case.
 */
const REFUSED: [statement: RegExp, reason: (...names: string[]) => string][] = [
  [/^drop table (?:if exists )?`?(\w+)/i, (table) => `drops the table ${table}, which the version before uses`],
  [/^alter table `?(\w+)`? drop (?:column )?`?(\w+)/i, (table, column) => `drops the column ${column} of ${table}`],
  [/^alter table `?(\w+)`? rename/i, (table) => `renames ${table} or a column of it`],
  [
    /^alter table `?(\w+)`? add (?:column )?`?(\w+)`?(?=.*(?<!\bis )\bnot null\b)(?!.*\bdefault\b)/is,
    (table, column) => `adds ${column} to ${table} as NOT NULL without a default, so the version before cannot insert`,
  ],
  [
    /^create trigger (?:if not exists )?`?(\w+)`? .*\braise\s*\(/is,
    (trigger) => `makes the trigger ${trigger}, which refuses what the version before writes`,
  ],
];

const UNIQUE_INDEX = /^create unique index (?:if not exists )?`?(\w+)`? on `?(\w+)/i;
const ADDED_COLUMN = /^alter table `?(\w+)`? add (?:column )?`?(\w+)/i;
const DROPPED_INDEX = /^drop index (?:if exists )?`?(\w+)/i;
const TABLE = /^create (?:virtual )?table (?:if not exists )?`?(\w+)/i;
/** The last step of a rebuild: the copy of a table takes its name. `removedColumns` compares the columns of the two. */
const REBUILT = /^alter table `?__new_(\w+)`? rename to `?\1\b/i;
const DROPPED = /^drop (view|trigger) (?:if exists )?`?(\w+)/i;
const CREATED = /^create (view|trigger) (?:if not exists )?`?(\w+)/i;

/**
 * Returns why the version of the app before a migration could not serve on the schema after it
 * (docs/decisions/additive-migrations.md); nothing if it can. `sql` is the text of the migration.
 */
export function problemsOfMigration(sql: string): string[] {
  const statements = sql.split("--> statement-breakpoint").map(withoutComments);
  const names = (pattern: RegExp) => statements.flatMap((each) => pattern.exec(each)?.slice(1).join(" ") ?? []);
  const newTables = names(TABLE);
  const droppedIndexes = names(DROPPED_INDEX);
  const created = names(CREATED).map((each) => each.toLowerCase());
  const rebuilt = names(REBUILT);
  const isRebuild = (statement: string) =>
    REBUILT.test(statement) || rebuilt.some((table) => new RegExp(`^drop table \`?${table}\\b`, "i").test(statement));
  const others = statements.filter((each) => !isRebuild(each));
  const refused = others.flatMap((statement) =>
    REFUSED.flatMap(([pattern, reason]) => {
      const found = pattern.exec(statement);
      return found ? [reason(...found.slice(1))] : [];
    }),
  );
  const added = names(ADDED_COLUMN).map((each) => each.split(" ")[1]);
  // The version before writes no row with a column that the migration adds.
  const isOfAddedRows = (statement: string) =>
    added.some((column) => new RegExp(`\\bwhere\\b.*\\b${column}\\W+is not null`, "is").test(statement));
  const unique = statements
    .filter((statement) => !isOfAddedRows(statement))
    .flatMap((statement) => UNIQUE_INDEX.exec(statement)?.slice(1).join(" ") ?? [])
    .map((found) => found.split(" "))
    .filter(([, table = ""]) => !newTables.includes(table))
    // A unique index that replaces an index of the same name may refuse less than that; whether it does is for the
    // review.
    .filter(([index = ""]) => !droppedIndexes.includes(index))
    .map(([index, table]) => `makes ${index} unique in ${table}, which may refuse what the version before writes`);
  const gone = names(DROPPED)
    .map((each) => each.toLowerCase())
    .filter((each) => !created.includes(each))
    .map((each) => `drops the ${each} and does not create it again`);
  return [...refused, ...unique, ...gone];
}

/** The columns that `before` has and `after` has not, each as a problem. */
export function removedColumns(before: SchemaSnapshot, after: SchemaSnapshot): string[] {
  return Object.entries(before.tables).flatMap(([table, { columns }]) =>
    Object.keys(columns)
      .filter((column) => !(column in (after.tables[table]?.columns ?? {})))
      .map((column) => `removes the column ${column} of ${table}, which the version before uses`),
  );
}

const withoutComments = (statement: string) => statement.replace(/^\s*--.*$/gm, "").trim();
