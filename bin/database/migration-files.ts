import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { generateSQLiteDrizzleJson, generateSQLiteMigration } from "drizzle-kit/api";
import { UserFacingError } from "#bin/process/user-facing-error.ts";
import { addColumns, createIndex, type SchemaSnapshot } from "./additive-migration.ts";
import { problemsOfMigration, removedColumns } from "./migration-lint.ts";

type Journal = { entries: { idx: number; version: string; when: number; tag: string; breakpoints: boolean }[] };

type Options = {
  /** The module of the tables, as db/schema.ts. */
  schema: Record<string, unknown>;
  folder: string;
  name: string;
  /** Statements that were written by hand, instead of those of drizzle-kit. */
  sql?: string;
};

const BREAKPOINT = "--> statement-breakpoint";

/**
 * Writes the migration that leads from the newest snapshot in `folder` to `schema`, and returns its path, or null if there
 * is nothing to write. Throws a `UserFacingError` and writes nothing if a table would have to be rebuilt: drizzle-kit's
 * rebuild drops the table's triggers and fails on views.
 * https://github.com/drizzle-team/drizzle-orm/issues/5822, https://github.com/drizzle-team/drizzle-orm/issues/5360
 */
export async function writeMigration({ schema, folder, name, sql }: Options): Promise<string | null> {
  const journal = readJson<Journal>(folder, "_journal.json");
  const before = newestSnapshot(folder);
  const after = await snapshotOf(schema, before.id);
  const generated = await generateSQLiteMigration(before, after);
  if (generated.length === 0 && !sql) return null;
  const statements = sql ?? correct(generated, before, after, name).join(`\n${BREAKPOINT}\n`);
  const unserved = [...new Set([...problemsOfMigration(statements), ...removedColumns(before, after)])];
  if (unserved.length > 0) throw new UserFacingError(refusalOfLint(unserved));

  const idx = (journal.entries.at(-1)?.idx ?? -1) + 1;
  const number = numberOf(idx);
  const file = join(folder, `${number}_${name}.sql`);
  writeFileSync(file, `${statements.trimEnd()}\n`);
  writeJson(folder, `${number}_snapshot.json`, after);
  const entry = {
    idx,
    version: "6",
    when: Date.now(),
    tag: `${number}_${name}`,
    breakpoints: true,
  };
  writeJson(folder, "_journal.json", { ...journal, entries: [...journal.entries, entry] });
  return file;
}

/** The tables of `schema` in drizzle-kit's own form, as its JSON has them. */
export async function snapshotOf(schema: Record<string, unknown>, previous?: string): Promise<SchemaSnapshot> {
  return JSON.parse(JSON.stringify(await generateSQLiteDrizzleJson(schema, previous, "snake_case")));
}

/** The snapshot of the last migration in `folder`. */
export function newestSnapshot(folder: string): SchemaSnapshot {
  const { entries } = readJson<Journal>(folder, "_journal.json");
  return readJson(folder, `${numberOf(entries.at(-1)?.idx ?? -1)}_snapshot.json`);
}

const numberOf = (idx: number) => String(idx).padStart(4, "0");

/** drizzle-kit's statements with added columns instead of rebuilt tables, STRICT tables and index expressions unquoted. */
function correct(generated: string[], before: SchemaSnapshot, after: SchemaSnapshot, name: string): string[] {
  const rebuilt = [
    ...new Set(generated.flatMap((statement) => /^CREATE TABLE `__new_(.+?)`/.exec(statement)?.[1] ?? [])),
  ];
  const additions = rebuilt.map((table) => addColumns(table, before, after));
  const problems = [...additions.flatMap((each) => each.problems), ...generated.flatMap(dropsTable(rebuilt))];
  const added = additions.flatMap((each) => each.statements);
  if (problems.length > 0) throw new UserFacingError(refusal(problems, added, name));
  const others = generated.filter((statement) => !isPartOfRebuild(statement, rebuilt));
  return [...others.map((statement) => strict(unquoted(statement, after))), ...added];
}

const dropsTable = (rebuilt: string[]) => (statement: string) => {
  const table = /^DROP TABLE `(.+?)`/.exec(statement)?.[1];
  return table && !rebuilt.includes(table) ? [`table ${table} was removed, and its triggers and views stay`] : [];
};

/** A rebuild is: foreign keys off, new table, copy, drop, rename, foreign keys on, and all indexes again. */
function isPartOfRebuild(statement: string, rebuilt: string[]): boolean {
  if (/^PRAGMA foreign_keys/.test(statement)) return true;
  return rebuilt.some((table) =>
    [`\`__new_${table}\``, `DROP TABLE \`${table}\``, ` ON \`${table}\` (`].some((part) => statement.includes(part)),
  );
}

function strict(statement: string): string {
  return statement.replace(/^(CREATE TABLE [^;]*\n\));/, "$1 STRICT;");
}

/** drizzle-kit quotes the expression of an index as if it were a column. */
function unquoted(statement: string, after: SchemaSnapshot): string {
  const [, index, table] = /^CREATE (?:UNIQUE )?INDEX `(.+?)` ON `(.+?)`/.exec(statement) ?? [];
  return index && table ? createIndex(after, table, index) : statement;
}

function refusal(problems: string[], added: string[], name: string): string {
  return [
    "No migration was written: SQLite cannot make these changes without rebuilding a table.",
    ...problems.map((problem) => `- ${problem}`),
    "Write the statements to a file, a line `--> statement-breakpoint` between them, and drop and create again the triggers",
    `and views of each table that you rebuild. Then run: npm run migration -- --name ${name} --sql FILE`,
    ...(added.length > 0 ? ["Of the same change, these statements need no rebuild:", ...added] : []),
  ].join("\n");
}

function refusalOfLint(problems: string[]): string {
  return [
    "No migration was written: the version of the app that is deployed could not serve on the new schema.",
    ...problems.map((problem) => `- The migration ${problem}.`),
    "docs/decisions/additive-migrations.md says how to change it.",
  ].join("\n");
}

function readJson<T>(folder: string, name: string): T {
  return JSON.parse(readFileSync(join(folder, "meta", name), "utf8")) as T;
}

function writeJson(folder: string, name: string, content: unknown): void {
  writeFileSync(join(folder, "meta", name), `${JSON.stringify(content, null, 2)}\n`);
}
