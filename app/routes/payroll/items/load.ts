import { readAsAdmin, readOrNullAfterPost } from "#app/auth/require-admin.ts";
import { formatUsDate, todayInNewYork } from "#app/domain/basics/calendar.ts";
import { UNKNOWN_LAST_RUN } from "#app/domain/payroll/payroll.ts";
import { readList } from "#app/records/lists/read-list.ts";
import { liveLoader } from "#app/records/live-loader.ts";
import { payrollState, waitingGrooms } from "#db/queries/payroll/payroll-runs.ts";
import { parseRows, readBatch } from "#db/write/batch.ts";
import { payrollList } from "./list.ts";
import { describeSchedule } from "./notices.ts";
import { describeWaitingGrooms } from "./waiting-salaries.ts";

/** Reads the list and the last payroll run, in one database request. */
export const loadPayroll = liveLoader(async (args) => {
  const { request, context } = args;
  const today = todayInNewYork(context.now);
  const waiting = waitingGrooms(today);
  const [list, read] = await Promise.all([
    readList(args, payrollList),
    readOrNullAfterPost(context, readAsAdmin(request, context, payrollState(), readBatch(waiting))),
  ]);
  const state = read?.[0][0];
  return {
    list,
    lastRun: state?.lastPayroll
      ? `Last payroll run: ${formatUsDate(todayInNewYork(new Date(state.lastPayroll)))}`
      : UNKNOWN_LAST_RUN,
    schedule: state ? describeSchedule(state, context.now) : null,
    waiting: describeWaitingGrooms(parseRows(waiting, read?.[1][0]?.rowsJson ?? "[]"), today),
    /** The page's key, from which each row derives the key of its menu's command. */
    idempotencyKey: crypto.randomUUID(),
  };
});

/** The screen that the actions of its dialogs read again. */
export const PAYROLL = { path: "/payroll", load: loadPayroll };
