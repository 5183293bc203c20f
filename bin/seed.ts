import { randomUUID } from "node:crypto";
import { todayInNewYork } from "#app/domain/basics/calendar.ts";
import { TOPICS } from "#app/domain/basics/topics.ts";
import { connect } from "#db/connection.ts";
import { isEmptyBarn, previewBarn, seedBarn } from "#db/seed/seed.ts";
import { tellApp, withDatabase } from "./database/database.ts";
import type { NamedDatabase } from "./database/named-database.ts";
import { confirmDatabase } from "./process/ask.ts";
import { readArguments } from "./process/options.ts";
import { UserFacingError } from "./process/user-facing-error.ts";

/** For run.mjs: DATABASE_URL names the database of this command. */
export const usesNamedDatabase = true;

type Counts = ReturnType<typeof previewBarn>["counts"];

/**
 * `npm run seed -- --bills N`: fills an empty barn with the demo's three months, and with N bills in all. In any database but
 * the local one it first asks for the name of the database.
 */
export async function command(args: string[]): Promise<void> {
  const bills = readBills(args);
  await withDatabase(async (database) => {
    if (!(await isEmptyBarn(database))) {
      throw new UserFacingError(
        `${database.name} holds a barn already, and only an empty one is filled; name another place, as in: DATA_DIR=.data-large npm run seed${bills > 0 ? ` -- --bills ${bills}` : ""}`,
      );
    }
    const today = todayInNewYork(new Date());
    if (!database.isLocal) await confirmName(database, previewBarn(today, bills));
    const start = performance.now();
    const counts = await seedBarn({ ...database, today, bills });
    await notify(database, counts);
    const seconds = ((performance.now() - start) / 1_000).toFixed(1);
    console.log(`Filled ${database.name} with ${sumOf(counts)} rows in ${seconds} seconds:`);
    for (const line of linesOf(counts)) console.log(`  ${line}`);
  });
}

/** Demo data cannot be taken out of a barn again, and its admins are made-up people. */
async function confirmName({ name }: NamedDatabase, { counts, admins }: ReturnType<typeof previewBarn>): Promise<void> {
  console.log(
    `This adds ${sumOf(counts)} rows (${linesOf(counts).join(", ")}) and ${admins.length} admins (${admins.join(", ")}) to ${name}.`,
  );
  if (await confirmDatabase(name)) return;
  throw new UserFacingError("That is not its name, so nothing was added.");
}

/** `seedBarn` writes no activity; this change updates the pages that have the empty barn open. */
async function notify(database: NamedDatabase, counts: Counts): Promise<void> {
  await connect(database).write({
    idempotencyKey: randomUUID(),
    actor: "command line",
    at: new Date(),
    action: "fill barn",
    payload: counts,
    alsoChanged: TOPICS,
    audited: [],
    mutations: [],
  });
  await tellApp(database);
}

function readBills(args: string[]): number {
  const usage = "Say how many bills there shall be, as in: npm run seed -- --bills 1000000";
  const { bills } = readArguments({ args, options: { bills: { type: "string", default: "0" } } }, usage).values;
  if (!/^\d{1,8}$/.test(bills)) throw new UserFacingError(usage);
  return Number(bills);
}

const sumOf = (counts: Counts) =>
  Object.values(counts)
    .reduce((sum, count) => sum + count)
    .toLocaleString("en-US");

const linesOf = (counts: Counts) =>
  Object.entries(counts).map(([what, count]) => `${count.toLocaleString("en-US")} ${inWords(what)}`);

/** 'payrollItems' is 'payroll items'. */
function inWords(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
