import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import {
  type Collection,
  type Finding,
  IMPORT_TABLES,
  type ImportPlan,
  type ImportTable,
  planImport,
  type Sum,
} from "#app/domain/import-records.ts";
import { formatDollars } from "#app/domain/money.ts";
import { ConflictError } from "#db/errors.ts";
import { type ImportTotals, readKnownIds, readTotals, writeImport } from "#db/import.ts";
import { type NamedDatabase, tellApp, withDatabase } from "./database.ts";
import { readSources } from "./import-files.ts";
import { reasonOf, UserFacingError } from "./user-facing-error.ts";

/** For run.mjs: DATABASE_URL names the database of this command. */
export const usesNamedDatabase = true;

const USAGE =
  "Name the directory with the exported files: npm run import -- DIR, and add --apply to write what it says, --leave-out to leave out what cannot come in, --problems FILE for a list of all problems.";

/** So many problems are printed; a file can have all of them. */
const MAX_PRINTED = 200;

/** What people call the collections, by their table. */
const NOUNS: Record<ImportTable, string> = {
  customers: "customers",
  horses: "horses",
  services: "services",
  grooms: "grooms",
  shows: "shows",
  bill_items: "bills",
  payroll: "payroll items",
};

type Options = { directory: string; apply: boolean; leaveOut: boolean; problems: string | undefined };

/**
 * `npm run import -- DIR` says what would come in from an export of the old database, or from tables, and what is wrong with it;
 * `--apply` writes it, whole or not at all (docs/operating.md, 'Moving in').
 */
export async function command(args: string[]): Promise<number> {
  const options = readOptions(args);
  const sources = readSources(options.directory);
  return withDatabase(async (database) => {
    const at = new Date();
    const plan = planImport(sources, await readKnownIds(database), at.toISOString());
    report(plan, options);
    const refused = plan.findings.filter(({ isRefused }) => isRefused).length;
    if (!options.apply) {
      console.log(`Nothing was written to ${database.name}: this was a rehearsal. --apply writes it.`);
      return refused > 0 ? 1 : 0;
    }
    if (refused > 0 && !options.leaveOut) {
      throw new UserFacingError(
        `Nothing was written to ${database.name}: mend the records that cannot come in, or add --leave-out to go on without them.`,
      );
    }
    return apply(database, plan, at);
  });
}

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

/** The collections, by their table. */
const COLLECTION_OF: Partial<Record<ImportTable, Collection>> = { bill_items: "billItems" };

/** How many records of a collection the files have, where not all of them come in. */
function ofAll({ read, sums }: ImportPlan, table: ImportTable): string {
  const all = read[COLLECTION_OF[table] ?? (table as Collection)] ?? 0;
  return all === sums[table].count ? "" : ` (of ${all.toLocaleString("en-US")} in the files)`;
}

function comparison({ sums }: ImportPlan, totals: ImportTotals): string[] {
  return IMPORT_TABLES.map((table) => {
    const [files, stored] = [sums[table], totals[table]];
    return `${NOUNS[table]}: ${inWords(files)}${isSame(files, stored) ? " on both sides" : ` in the files, ${inWords(stored)} in the database`}`;
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
  const { sums, admins, settings, findings } = plan;
  console.log("What comes in:");
  for (const table of IMPORT_TABLES) console.log(`  ${NOUNS[table]}: ${inWords(sums[table])}${ofAll(plan, table)}`);
  console.log(`  admins: ${admins.length === 0 ? "none" : admins.join(", ")}`);
  if (settings.invoiceNumber) console.log(`  next invoice number: ${settings.invoiceNumber}`);
  if (settings.lastPayroll) console.log(`  last payroll run: ${settings.lastPayroll}`);
  // First what keeps a record out.
  const lines = findings.toSorted((one, other) => Number(other.isRefused) - Number(one.isRefused)).map(lineOf);
  if (problems) save(problems, lines);
  if (findings.length === 0) return;
  const refused = findings.filter(({ isRefused }) => isRefused).length;
  console.log(
    `Problems: ${findings.length.toLocaleString("en-US")}; of these, ${refused.toLocaleString("en-US")} keep a record out:`,
  );
  for (const line of lines.slice(0, MAX_PRINTED)) console.log(`  ${line}`);
  if (lines.length > MAX_PRINTED) {
    console.log(
      `  and ${(lines.length - MAX_PRINTED).toLocaleString("en-US")} more: --problems FILE writes all of them.`,
    );
  }
}

/** An id as it can be printed: a wrong one may be long, or steer the terminal. */
const printable = (id: string) => (id.length > 80 ? `${id.slice(0, 80)}…` : id).replace(/\p{Cc}|\p{Cs}/gu, "?");

const lineOf = ({ collection, id, field, reason, isRefused }: Finding) =>
  `${collection} ${printable(id)}, ${field}: ${reason}${isRefused ? " The record does not come in." : ""}`;

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
