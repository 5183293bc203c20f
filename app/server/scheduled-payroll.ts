import { todayInNewYork } from "#app/domain/calendar.ts";
import { isPayrollTime, salariesDue, UNKNOWN_LAST_RUN } from "#app/domain/payroll.ts";
import { parseRows, readBatch } from "#db/batch.ts";
import type { Database } from "#db/connection.ts";
import { ConflictError, DatabaseUnavailableError } from "#db/errors.ts";
import { generatePayroll, payrollDue, payrollState, recordFailure, SCHEDULE } from "#db/queries/payroll-runs.ts";
import type { By } from "#db/records.ts";

const ATTEMPTS = 5;

type Schedule = {
  /** Another connection for each attempt. */
  open: () => Database;
  /** The instant that the schedule names; it may come late, and twice. */
  scheduled: Date;
  now: Date;
  /** How long to wait for a database that does not answer, in milliseconds. */
  pause?: number;
};

/**
 * Generates payroll by schedule, once for each Monday (design section 6 'Cron'). Whatever comes of it is recorded; a Monday
 * that is missed altogether is made up for by the next run.
 */
export async function runPayrollSchedule({ open, scheduled, now, pause = 3_000 }: Schedule): Promise<void> {
  if (!isPayrollTime(scheduled)) return;
  const by = { actor: SCHEDULE, at: now };
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await generate(open(), scheduled, by);
    } catch (error) {
      // Somebody pressed the button at this moment, or hired a groom: it is read again.
      const isPassing = error instanceof ConflictError || error instanceof DatabaseUnavailableError;
      if (isPassing && attempt < ATTEMPTS) {
        if (error instanceof DatabaseUnavailableError) await new Promise((resolve) => setTimeout(resolve, pause));
        continue;
      }
      console.error("payroll by schedule:", error);
      if (error instanceof DatabaseUnavailableError) return;
      return fail(open(), scheduled, "Something went wrong; press Add Payroll Items.", by);
    }
  }
}

async function generate(db: Database, scheduled: Date, by: By): Promise<void> {
  const query = payrollDue(todayInNewYork(by.at));
  const [[state], [found]] = await Promise.all([db.read(payrollState()), db.read(readBatch(query))]);
  if (!state?.lastPayroll || !found) {
    return fail(db, scheduled, UNKNOWN_LAST_RUN, by);
  }
  const { rowsJson } = found;
  const salaries = salariesDue(parseRows(query, rowsJson), state.lastPayroll, by.at);
  const payload = { scheduled: scheduled.toISOString() };
  await db.write(generatePayroll({ idempotencyKey: idAt(scheduled, "a"), payload, query, rowsJson }, salaries, by));
}

/** Records why a run was not made, unless it was made before. */
async function fail(db: Database, scheduled: Date, why: string, by: By): Promise<void> {
  try {
    await db.write(recordFailure(idAt(scheduled, "f"), idAt(scheduled, "a"), why, by));
  } catch (error) {
    if (!(error instanceof ConflictError)) throw error;
  }
}

/** The id of what is done for a scheduled instant, the same however often it is done. */
function idAt(scheduled: Date, kind: "a" | "f"): string {
  return `${kind.repeat(8)}-0000-4000-8000-${scheduled.getTime().toString(16).padStart(12, "0")}`;
}
