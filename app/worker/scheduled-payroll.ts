import { todayInNewYork } from "#app/domain/basics/calendar.ts";
import { payWeeks, salariesDue, scheduledPayroll, UNKNOWN_LAST_RUN } from "#app/domain/payroll/payroll.ts";
import { logAlert } from "#app/server/log.ts";
import type { Database } from "#db/connection.ts";
import { ConflictError, DatabaseUnavailableError } from "#db/errors.ts";
import {
  generatePayroll,
  payrollDue,
  payrollState,
  recordFailure,
  SCHEDULE,
} from "#db/queries/payroll/payroll-runs.ts";
import { parseRows, readBatch } from "#db/write/batch.ts";
import type { By } from "#db/write/records.ts";

const ATTEMPTS = 5;

type Schedule = {
  /** Opens a connection; each attempt needs a new one because a connection's time limit covers its whole life. */
  open: () => Database;
  /** The instant of the cron trigger. Cloudflare may run a trigger late, and more than once. */
  trigger: Date;
  now: Date;
  /** Milliseconds between two attempts while the database does not answer. */
  retryMs?: number;
};

/**
 * Generates payroll once per Monday and records the run or the reason why it failed (docs/product.md, 'Payroll schedule').
 * If a Monday is missed, the next run includes its salaries.
 * @throws if payroll was not made
 */
export async function runPayrollSchedule({ open, trigger, now, retryMs = 3_000 }: Schedule): Promise<void> {
  const scheduled = scheduledPayroll(trigger);
  if (!scheduled) return;
  const by = { actor: SCHEDULE, at: now };
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await generate(open(), scheduled, by);
    } catch (error) {
      // A ConflictError means that an admin changed grooms or payroll between the read and the write.
      const isTransient = error instanceof ConflictError || error instanceof DatabaseUnavailableError;
      if (isTransient && attempt < ATTEMPTS) {
        if (error instanceof DatabaseUnavailableError) await new Promise((resolve) => setTimeout(resolve, retryMs));
        continue;
      }
      logAlert("payroll", "Payroll was not made by schedule", error);
      if (!(error instanceof DatabaseUnavailableError)) {
        const isUnknown = error instanceof UnknownLastRunError;
        const reason = isUnknown ? error.message : "Something went wrong; press Add Payroll Items.";
        await recordFailedRun(open(), scheduled, reason, by);
      }
      throw error;
    }
  }
}

class UnknownLastRunError extends Error {
  override name = "UnknownLastRunError";
}

async function generate(db: Database, scheduled: Date, by: By): Promise<void> {
  const query = payrollDue(todayInNewYork(by.at));
  const [[state], [found]] = await Promise.all([db.read(payrollState()), db.read(readBatch(query))]);
  if (!state?.lastPayroll || !found) throw new UnknownLastRunError(UNKNOWN_LAST_RUN);
  const { rowsJson } = found;
  const grooms = parseRows(query, rowsJson);
  const salaries = grooms[0] ? salariesDue(grooms, payWeeks(grooms[0])) : [];
  const payload = { scheduled: scheduled.toISOString() };
  await db.write(generatePayroll({ idempotencyKey: keyAt(scheduled, "run"), payload, query, rowsJson }, salaries, by));
}

/** Records why the run failed, unless the same scheduled run succeeded or failed before. */
async function recordFailedRun(db: Database, scheduled: Date, reason: string, by: By): Promise<void> {
  try {
    await db.write(recordFailure(keyAt(scheduled, "failure"), keyAt(scheduled, "run"), reason, by));
  } catch (error) {
    if (!(error instanceof ConflictError)) throw error;
  }
}

/**
 * The idempotency key of a scheduled run or of its failure: a repeated trigger has the same key. It is no UUID, and forms
 * accept nothing else, so no form can use it first.
 */
function keyAt(scheduled: Date, kind: "run" | "failure"): string {
  return `schedule ${kind} ${scheduled.toISOString()}`;
}
