import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type Collection, type Finding, type FindingGroup, groupFindings } from "#app/domain/import-reader.ts";
import {
  forTables,
  IMPORT_TABLES,
  type ImportPlan,
  type ImportTable,
  type KnownIds,
  planImport,
  type Sum,
} from "#app/domain/import-records.ts";
import { formatDollars } from "#app/domain/money.ts";
import { withClient } from "#db/client.ts";
import { ConflictError } from "#db/errors.ts";
import { type ImportTotals, readKnownIds, readTotals, writeImport } from "#db/import.ts";
import { readVersion } from "#db/version.ts";
import { tellApp, withDatabase, withDatabaseAsItIs } from "./database.ts";
import { databaseOfEnvironment, dataDirectory } from "./environment.ts";
import { readSources } from "./import-files.ts";
import type { NamedDatabase } from "./named-database.ts";
import { reasonOf, UserFacingError } from "./user-facing-error.ts";

/** For run.mjs: DATABASE_URL names the database of this command. */
export const usesNamedDatabase = true;

const USAGE =
  "Name the directory with the exported files: npm run import -- DIR, and add --apply to write what it says, --leave-out to leave out what cannot come in, --problems FILE for a list of all problems.";

/** So many records of each problem are printed; a file can have all of them. */
const MAX_PRINTED = 5;

/** What people call the collections. */
const NOUNS: Record<Collection, string> = {
  params: "settings",
  admins: "admins",
  customers: "customers",
  horses: "horses",
  services: "services",
  grooms: "grooms",
  shows: "shows",
  billItems: "bills",
  payroll: "payroll items",
};

const COLLECTION_OF: Partial<Record<ImportTable, Collection>> = { bill_items: "billItems" };
const collectionOf = (table: ImportTable) => COLLECTION_OF[table] ?? (table as Collection);
const nounOf = (table: ImportTable) => NOUNS[collectionOf(table)];
/** '1 horse', '1,204 bills'. */
const counted = (count: number, noun: string) =>
  `${count.toLocaleString("en-US")} ${count === 1 ? noun.replace(/s$/, "") : noun}`;

type Options = { directory: string; apply: boolean; leaveOut: boolean; problems: string | undefined };

/**
 * `npm run import -- DIR` says what would come in from an export of the old database, or from tables, and what is wrong with it;
 * `--apply` writes it, whole or not at all (docs/operating.md, 'Moving in').
 */
export async function command(args: string[]): Promise<number> {
  const options = readOptions(args);
  const sources = readSources(options.directory);
  const plan = (known: KnownIds, at: Date) => {
    const planned = planImport(sources, known, at.toISOString());
    report(planned, options);
    return planned;
  };
  if (!options.apply) return rehearse(plan);
  return withDatabase(async (database) => {
    const at = new Date();
    const planned = plan(await readKnownIds(database), at);
    if (!options.leaveOut && refusedIn(planned) > 0) {
      throw new UserFacingError(
        `Nothing was written to ${database.name}: mend the records that cannot come in, or add --leave-out to go on without them.`,
      );
    }
    return apply(database, planned, at);
  });
}

/** A rehearsal makes no database where there is none, and leaves one of an older version as it is. */
async function rehearse(plan: (known: KnownIds, at: Date) => ImportPlan): Promise<number> {
  const end = (known: KnownIds, name: string) => endRehearsal(plan(known, new Date()), name);
  const nothing = forTables(() => new Set<string>());
  const dataDir = dataDirectory();
  if (!databaseOfEnvironment() && !existsSync(join(dataDir, "dbs"))) return end(nothing, dataDir);
  return withDatabaseAsItIs(async (database) => {
    const { version } = await withClient(database, readVersion);
    return end(version === 0 ? nothing : await readKnownIds(database), database.name);
  });
}

function endRehearsal(plan: ImportPlan, name: string): number {
  console.log(`Nothing was written to ${name}: this was a rehearsal. --apply writes it.`);
  return refusedIn(plan) > 0 ? 1 : 0;
}

/** How many records do not come in. */
const refusedIn = ({ findings }: ImportPlan) =>
  new Set(findings.flatMap(({ isRefused, collection, id }) => (isRefused ? [`${collection} ${id}`] : []))).size;

async function apply(database: NamedDatabase, plan: ImportPlan, at: Date): Promise<number> {
  const start = performance.now();
  try {
    await writeImport(database, plan, at, showProgress);
  } catch (error) {
    if (error instanceof ConflictError)
      throw new UserFacingError(`Nothing was written: ${error.message}. Run it again.`);
    throw error;
  }
  await tellApp(database);
  const seconds = ((performance.now() - start) / 1_000).toFixed(1);
  console.log(`Written to ${database.name} in ${seconds} seconds. The files, and the database:`);
  const totals = await readTotals(database, plan);
  for (const line of comparison(plan, totals)) console.log(`  ${line}`);
  if (IMPORT_TABLES.every((table) => isSame(plan.sums[table], totals[table]))) return 0;
  throw new UserFacingError(
    "The sums differ: some of these records were there before and have other amounts. They stay as they were.",
  );
}

const isSame = (a: Sum, b: Sum) => a.count === b.count && a.cents === b.cents;
const inWords = ({ count, cents }: Sum) => `${count.toLocaleString("en-US")}, ${formatDollars(cents)}`;

/** How many records of a collection the files have, where not all of them come in. */
function ofAll({ read, sums }: ImportPlan, table: ImportTable): string {
  const all = read[collectionOf(table)] ?? 0;
  return all === sums[table].count ? "" : ` (of ${all.toLocaleString("en-US")} in the files)`;
}

function comparison({ sums }: ImportPlan, totals: ImportTotals): string[] {
  return IMPORT_TABLES.map((table) => {
    const [files, stored] = [sums[table], totals[table]];
    return `${nounOf(table)}: ${inWords(files)}${isSame(files, stored) ? " on both sides" : ` in the files, ${inWords(stored)} in the database`}`;
  });
}

/** A bar on a terminal; elsewhere a line for each part. */
function showProgress(done: number, all: number): void {
  if (!process.stdout.isTTY) {
    console.log(`Sent ${done.toLocaleString("en-US")} of ${all.toLocaleString("en-US")}`);
    return;
  }
  const width = 40;
  const filled = Math.round((width * done) / all);
  const rest = done === all ? " writing…\n" : "";
  process.stdout.write(
    `\r[${"#".repeat(filled)}${" ".repeat(width - filled)}] ${done.toLocaleString("en-US")} of ${all.toLocaleString("en-US")}${rest}`,
  );
}

function report(plan: ImportPlan, { problems }: Options): void {
  const { sums, admins, settings, findings, filledIn, unrounded } = plan;
  console.log("What comes in:");
  for (const table of IMPORT_TABLES) {
    const before = unrounded[table] ? `, ${unrounded[table]} before its amounts were rounded to the cent` : "";
    console.log(`  ${nounOf(table)}: ${inWords(sums[table])}${before}${ofAll(plan, table)}`);
  }
  console.log(`  admins: ${admins.length === 0 ? "none" : admins.join(", ")}`);
  if (settings.invoiceNumber) console.log(`  next invoice number: ${settings.invoiceNumber}`);
  if (settings.lastPayroll) console.log(`  last payroll run: ${settings.lastPayroll}`);
  if (filledIn.length > 0) console.log("The files have nothing there, so this is filled in:");
  for (const { collection, column, value, count } of filledIn)
    console.log(`  ${counted(count, NOUNS[collection])} without ${column}: ${value}`);
  const groups = groupFindings(findings);
  if (problems)
    save(
      problems,
      groups.flatMap((group) => linesOf(group)),
    );
  if (findings.length === 0) return;
  console.log(
    `Problems: ${findings.length.toLocaleString("en-US")}. Records that do not come in: ${refusedIn(plan).toLocaleString("en-US")}.`,
  );
  for (const group of groups) for (const line of linesOf(group, MAX_PRINTED)) console.log(`  ${line}`);
  if (!problems && groups.some((group) => group.findings.length > MAX_PRINTED))
    console.log("  --problems FILE writes every record.");
}

/** Text of a file as it can be printed: a wrong one may be long, or steer the terminal. */
const printable = (text: string) => (text.length > 80 ? `${text.slice(0, 80)}…` : text).replace(/\p{Cc}|\p{Cs}/gu, "?");

/** What is wrong with some records, and which they are. */
function linesOf(
  { collection, field, reason, isRefused, findings }: FindingGroup,
  max = Number.POSITIVE_INFINITY,
): string[] {
  const outcome = isRefused ? " Does not come in." : "";
  const more = findings.length > max ? [`  and ${(findings.length - max).toLocaleString("en-US")} more`] : [];
  return [
    `${counted(findings.length, NOUNS[collection])}, ${field}: ${reason}${outcome}`,
    ...findings.slice(0, max).map(lineOf),
    ...more,
  ];
}

const lineOf = ({ id, name, value }: Finding) =>
  `  ${name ? `${printable(name)} (${printable(id)})` : printable(id)}${value ? `: ${printable(value)}` : ""}`;

/** The problems name people and amounts, so only the owner of the file may read it. */
function save(file: string, lines: readonly string[]): void {
  try {
    writeFileSync(file, lines.map((line) => `${line}\n`).join(""), { mode: 0o600, flag: "wx" });
  } catch (error) {
    throw new UserFacingError(`${file} cannot be made: ${reasonOf(error)}; name a new file.`);
  }
}

function readOptions(args: string[]): Options {
  try {
    const { values, positionals } = parseArgs({
      args,
      options: { apply: { type: "boolean" }, "leave-out": { type: "boolean" }, problems: { type: "string" } },
      allowPositionals: true,
    });
    const [directory, ...others] = positionals;
    const { apply: isApplied = false, "leave-out": leaveOut = false, problems } = values;
    if (directory && others.length === 0) return { directory, apply: isApplied, leaveOut, problems };
  } catch {
    // Said below.
  }
  throw new UserFacingError(USAGE);
}
