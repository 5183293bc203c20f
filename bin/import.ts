import { randomUUID } from "node:crypto";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { formatDollars } from "#app/domain/basics/money.ts";
import {
  forTables,
  IMPORT_TABLES,
  type ImportPlan,
  type KnownIds,
  refusedIn,
  type Sum,
} from "#app/domain/import/import-plan.ts";
import {
  type FindingGroup,
  groupFindings,
  type ImportProblem,
  type ProblemChoices,
} from "#app/domain/import/import-reader.ts";
import { planImport } from "#app/domain/import/import-records.ts";
import { counted, NOUNS, nounOf, ofAll, sumInWords } from "#app/domain/import/import-texts.ts";
import { withClient } from "#db/client.ts";
import { connect } from "#db/connection.ts";
import { ConflictError } from "#db/errors.ts";
import { findImport, knownRecords, remadeIndexes } from "#db/queries/import/imports.ts";
import { readVersion } from "#db/version.ts";
import { type NewImport, writeImport, writerOf } from "#db/write/import.ts";
import { tellApp, withDatabase, withDatabaseAsItIs } from "./database/database.ts";
import type { NamedDatabase } from "./database/named-database.ts";
import { databaseOfEnvironment, dataDirectory } from "./process/environment.ts";
import { type ColumnChoices, filesIn, readColumnChoices, readSources } from "./process/import-files.ts";
import { reasonOf, UserFacingError } from "./process/user-facing-error.ts";

/** For run.mjs: DATABASE_URL names the database of this command. */
export const usesNamedDatabase = true;

const USAGE =
  "Name the directory with the exported files: npm run import -- DIR, and add --apply to write what it says, --leave-out to leave out what cannot come in, --defaults to fill in what cannot come in where there is a default, --column horses.HEADING=COLUMN for a heading that is not known, --problems FILE for a list of all problems.";

/** At most this many records of each problem are printed; `save` writes all of them to a file. */
const MAX_PRINTED = 5;

/** The default for all problems that have one. */
const defaultsOf = (findings: readonly ImportProblem[]): ProblemChoices =>
  new Map(findings.flatMap(({ key, options }) => (options.includes("default") ? [[key, "default"] as const] : [])));

type Options = {
  directory: string;
  apply: boolean;
  leaveOut: boolean;
  defaults: boolean;
  columns: ColumnChoices;
  problems: string | undefined;
};

/**
 * `npm run import -- DIR` says what would come in from an export of the old database, or from tables, and what is wrong with it;
 * `--apply` writes it, whole or not at all (docs/operating.md, 'Moving in').
 */
export async function command(args: string[]): Promise<number> {
  const options = readOptions(args);
  const sources = readSources(options.directory, options.columns, console.log);
  const plan = (known: KnownIds, at: Date) => {
    const now = at.toISOString();
    const first = planImport(sources, known, now);
    const planned = options.defaults ? planImport(sources, known, now, defaultsOf(first.findings)) : first;
    report(planned, options);
    return planned;
  };
  if (!options.apply) return rehearse(plan);
  return withDatabase(async (database) => {
    const at = new Date();
    const planned = plan(await readKnown(database), at);
    if (!options.leaveOut && refusedIn(planned.findings) > 0) {
      throw new UserFacingError(
        `Nothing was written to ${database.name}: mend the records that cannot come in, or add --leave-out to go on without them. --defaults fills in the values that have a default.`,
      );
    }
    return apply(database, planned, { at, files: filesIn(options.directory) });
  });
}

/** A rehearsal creates no database, and does not upgrade one of an older version. */
async function rehearse(plan: (known: KnownIds, at: Date) => ImportPlan): Promise<number> {
  const end = (known: KnownIds, name: string) => endRehearsal(plan(known, new Date()), name);
  const nothing = forTables(() => new Set<string>());
  const dataDir = dataDirectory();
  if (!databaseOfEnvironment() && !existsSync(join(dataDir, "dbs"))) return end(nothing, dataDir);
  return withDatabaseAsItIs(async (database) => {
    const { version } = await withClient(database, readVersion);
    return end(version === 0 ? nothing : await readKnown(database), database.name);
  });
}

function endRehearsal(plan: ImportPlan, name: string): number {
  console.log(`Nothing was written to ${name}: this was a rehearsal. --apply writes it.`);
  return refusedIn(plan.findings) > 0 ? 1 : 0;
}

async function readKnown(database: NamedDatabase): Promise<KnownIds> {
  const [row] = await connect(database).read(knownRecords());
  return row?.known ?? forTables(() => new Set<string>());
}

type Written = Pick<NewImport, "at" | "files">;

async function apply(database: NamedDatabase, plan: ImportPlan, { at, files }: Written): Promise<number> {
  const start = performance.now();
  const id = randomUUID();
  const [found] = await connect(database).read(remadeIndexes());
  try {
    await withClient(database, (client) =>
      writeImport({ ...writerOf(client), indexes: found?.indexes ?? [], onProgress: showProgress }, plan, {
        ...{ id, at, files },
        actor: "command line",
      }),
    );
  } catch (error) {
    if (error instanceof ConflictError)
      throw new UserFacingError(`Nothing was written: ${error.message}. Run it again.`);
    throw error;
  }
  await tellApp(database);
  const seconds = ((performance.now() - start) / 1_000).toFixed(1);
  console.log(`Written to ${database.name} in ${seconds} seconds. The files, and the database:`);
  const [written] = await connect(database).read(findImport(id));
  if (!written) throw new Error("The import is not stored");
  const { stored } = written.content;
  for (const line of comparison(plan, stored)) console.log(`  ${line}`);
  if (IMPORT_TABLES.every((table) => isSame(plan.sums[table], stored[table]))) return 0;
  throw new UserFacingError(
    "The sums differ: some of these records were there before and have other amounts. They stay as they were.",
  );
}

const isSame = (a: Sum, b: Sum) => a.count === b.count && a.cents === b.cents;
function comparison({ sums }: ImportPlan, totals: ImportPlan["sums"]): string[] {
  return IMPORT_TABLES.map((table) => {
    const [files, stored] = [sums[table], totals[table]];
    return `${nounOf(table)}: ${sumInWords(files)}${isSame(files, stored) ? " on both sides" : ` in the files, ${sumInWords(stored)} in the database`}`;
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
    console.log(`  ${nounOf(table)}: ${sumInWords(sums[table])}${before}${ofAll(plan, table)}`);
  }
  console.log(`  admins: ${admins.length === 0 ? "none" : admins.join(", ")}`);
  if (settings.invoiceNumber) console.log(`  next invoice number: ${settings.invoiceNumber}`);
  if (settings.lastPayroll) console.log(`  last payroll run: ${settings.lastPayroll}`);
  if (filledIn.length > 0) console.log("The files have no value there, so this is filled in:");
  for (const { collection, column, value, count } of filledIn)
    console.log(`  ${counted(count, NOUNS[collection])} without ${column}: ${value}`);
  for (const line of creditLines(plan, MAX_PRINTED)) console.log(line);
  const groups = groupFindings(findings);
  if (problems) save(problems, [...groups.flatMap((group) => linesOf(group)), ...creditLines(plan)]);
  if (findings.length > 0)
    console.log(
      `Problems: ${findings.length.toLocaleString("en-US")}. Records that do not come in: ${refusedIn(findings).toLocaleString("en-US")}.`,
    );
  for (const group of groups) for (const line of linesOf(group, MAX_PRINTED)) console.log(`  ${line}`);
  const isCut = [plan.credits, ...groups.map((group) => group.findings)].some(({ length }) => length > MAX_PRINTED);
  if (!problems && isCut) console.log("  --problems FILE writes every record.");
}

/** The bills below 0, which do not come in. */
function creditLines({ credits }: ImportPlan, max = Number.POSITIVE_INFINITY): string[] {
  if (credits.length === 0) return [];
  const sum = credits.reduce((all, { cents }) => all + cents, 0);
  const lines = credits.slice(0, max).map(({ id, date, customer, horse, service, cents, exported }) => {
    const texts = [date, customer, horse, service].map(printable).join(", ");
    return `  ${texts} (${printable(id)}): ${formatDollars(cents)}${exported ? "" : ", not exported"}`;
  });
  return [
    `Credits to enter in QuickBooks: ${sumInWords({ count: credits.length, cents: sum })}. Bills below 0 do not come in.`,
    ...lines,
    ...moreThan(max, credits.length),
  ];
}

const moreThan = (max: number, count: number) =>
  count > max ? [`  and ${(count - max).toLocaleString("en-US")} more`] : [];

/** Text of a file as it can be printed: a wrong one may be long, or steer the terminal. */
const printable = (text: string) => (text.length > 80 ? `${text.slice(0, 80)}…` : text).replace(/\p{Cc}|\p{Cs}/gu, "?");

/** What is wrong with some records, and which they are. */
function linesOf(
  { collection, field, reason, choice, isRefused, findings }: FindingGroup,
  max = Number.POSITIVE_INFINITY,
): string[] {
  const filled = choice === "default" ? " The default comes in." : "";
  const outcome = isRefused ? " Does not come in." : filled;
  return [
    `${counted(findings.length, NOUNS[collection])}, ${field}: ${reason}${outcome}`,
    ...findings.slice(0, max).map(lineOf),
    ...moreThan(max, findings.length),
  ];
}

const lineOf = ({ id, name, value }: ImportProblem) =>
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
  const { values, positionals } = parseOptions(args);
  const [directory, ...others] = positionals;
  if (!directory || others.length > 0) throw new UserFacingError(USAGE);
  const { apply: isApplied = false, "leave-out": leaveOut = false, defaults = false, column = [], problems } = values;
  return { directory, apply: isApplied, leaveOut, defaults, columns: readColumnChoices(column), problems };
}

function parseOptions(args: string[]) {
  try {
    return parseArgs({
      args,
      options: {
        apply: { type: "boolean" },
        "leave-out": { type: "boolean" },
        defaults: { type: "boolean" },
        column: { type: "string", multiple: true },
        problems: { type: "string" },
      },
      allowPositionals: true,
    });
  } catch {
    throw new UserFacingError(USAGE);
  }
}
