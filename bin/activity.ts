import { closeSync, fsyncSync, openSync, writeSync } from "node:fs";
import { isLocalDate, type LocalDate, plusDays, todayInNewYork } from "#app/domain/basics/calendar.ts";
import { connect } from "#db/connection.ts";
import { activityBefore, deleteArchived } from "#db/queries/activity/recorded-changes.ts";
import { withDatabase } from "./database/database.ts";
import type { NamedDatabase } from "./database/named-database.ts";
import { readArguments } from "./process/options.ts";
import { reasonOf, UserFacingError } from "./process/user-facing-error.ts";

/** For run.mjs: DATABASE_URL names the database of this command. */
export const usesNamedDatabase = true;

/**
 * The activity of this many days stays, three times as long as a session: its idempotency keys must be known, so that a
 * page that was left open cannot save its form again.
 */
const KEPT_DAYS = 90;

/** How long one step may take, in milliseconds. */
const TIMEOUT_MS = 30_000;

/**
 * `npm run activity -- archive --before DAY FILE`: moves the activity of the days before DAY, in UTC, from the database
 * to a new file, one row a line in JSON. Each step is on disk before its rows are deleted, so an interruption loses
 * nothing; the same command with another file goes on.
 */
export async function command(args: string[]): Promise<void> {
  const { before, file } = readOptions(args, todayInNewYork(new Date()));
  await withDatabase(async (database) => {
    const rows = await archive(database, before, file);
    const said = rows === 0 ? "has no activity" : `had ${rows.toLocaleString("en-US")} rows of activity`;
    console.log(`${database.name} ${said} before ${before}${rows === 0 ? "." : `; they are in ${file} now.`}`);
  });
}

async function archive(database: NamedDatabase, before: LocalDate, file: string): Promise<number> {
  let output: number | undefined;
  let count = 0;
  try {
    for (;;) {
      // A connection has one time limit for all that it does.
      const db = connect({ ...database, timeoutMs: TIMEOUT_MS });
      const rows = await db.read(activityBefore(before));
      if (rows.length === 0) return count;
      output ??= create(file);
      writeSync(output, rows.map(({ row }) => `${row}\n`).join(""));
      fsyncSync(output);
      const by = { actor: "command line", at: new Date() };
      const numbers = rows.map(({ number }) => number);
      await db.write(deleteArchived(numbers, { before }, by));
      count += rows.length;
    }
  } finally {
    if (output !== undefined) closeSync(output);
  }
}

/** Rows name people and amounts, so only the owner of the file may read it. */
function create(file: string): number {
  try {
    return openSync(file, "wx", 0o600);
  } catch (error) {
    throw new UserFacingError(`${file} cannot be made: ${reasonOf(error)}; name a new file.`);
  }
}

function readOptions(args: string[], today: LocalDate): { before: LocalDate; file: string } {
  const latest = plusDays(today, -KEPT_DAYS);
  const usage = `Say what to archive, up to ${KEPT_DAYS} days ago, and a new file: npm run activity -- archive --before ${latest} activity.jsonl`;
  const options = { before: { type: "string", default: "" } } as const;
  const { values, positionals } = readArguments({ args, options, allowPositionals: true }, usage);
  const [action, file, ...others] = positionals;
  const { before } = values;
  if (action === "archive" && file && others.length === 0 && isLocalDate(before) && before <= latest)
    return { before, file };
  throw new UserFacingError(usage);
}
