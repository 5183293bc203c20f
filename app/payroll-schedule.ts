import type { Database } from "#db/client.ts";
import { DatabaseUnavailable, Stale } from "#db/errors.ts";
import { generatePayroll, payrollDue, payrollState, recordFailure, SCHEDULE } from "#db/queries/payroll-runs.ts";
import type { By } from "#db/queries/records.ts";
import { readDue } from "#db/queries/runs.ts";
import { todayInNewYork } from "./domain/calendar.ts";
import { isPayrollTime, salariesDue, UNKNOWN_LAST_RUN } from "./domain/payroll.ts";

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
      const isPassing = error instanceof Stale || error instanceof DatabaseUnavailable;
      if (isPassing && attempt < ATTEMPTS) {
        if (error instanceof DatabaseUnavailable) await new Promise((resolve) => setTimeout(resolve, pause));
        continue;
      }
      console.error("payroll by schedule:", error);
      if (error instanceof DatabaseUnavailable) return;
      return fail(open(), scheduled, "Something went wrong; press Add Payroll Items.", by);
    }
  }
}

async function generate(db: Database, scheduled: Date, by: By): Promise<void> {
  const due = payrollDue(todayInNewYork(by.at));
  const [[state], [found]] = await Promise.all([db.read(payrollState()), db.read(readDue(due))]);
  if (!state?.lastPayroll || !found) {
    return fail(db, scheduled, UNKNOWN_LAST_RUN, by);
  }
  const salaries = salariesDue(found.rows, state.lastPayroll, by.at);
  const run = { id: idAt(scheduled, "a"), content: { scheduled: scheduled.toISOString() }, due, state: found.state };
  await db.write(generatePayroll(run, salaries, by));
}

/** Records why a run was not made, unless it was made before. */
async function fail(db: Database, scheduled: Date, why: string, by: By): Promise<void> {
  try {
    await db.write(recordFailure(idAt(scheduled, "f"), idAt(scheduled, "a"), why, by));
  } catch (error) {
    if (!(error instanceof Stale)) throw error;
  }
}

/** The id of what is done for a scheduled instant, the same however often it is done. */
function idAt(scheduled: Date, kind: "a" | "f"): string {
  return `${kind.repeat(8)}-0000-4000-8000-${scheduled.getTime().toString(16).padStart(12, "0")}`;
}
