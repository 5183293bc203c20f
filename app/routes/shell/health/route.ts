import type { AppLoadContext, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { lateBackup } from "#app/domain/overview/backups.ts";
import { scheduleFailure } from "#app/domain/payroll/payroll.ts";
import { type DatabaseFault, DatabaseUnavailableError } from "#db/errors.ts";
import { lastBackups } from "#db/queries/overview/finished-backups.ts";
import { payrollState } from "#db/queries/payroll/payroll-runs.ts";
import { lastHealthWrite, writeHealth } from "#db/queries/shell/health.ts";
import { unconfirmedMails } from "#db/queries/statements/queued-mails.ts";

/**
 * The time limit of the hub in milliseconds. A database that takes longer is slow; it fails at the time limit of a
 * page.
 */
const TIMEOUT_MS = 2_000;

/**
 * Reports the version of the worker, whether its database reads and writes, and whether its hub answers: for `npm run
 * deploy` and for a monitor (docs/operating.md, 'Is it healthy?'). With `?deep` it also says whether the scheduled jobs did their work, and
 * whether no page fails for several people.
 * The answer is public, so it contains no addresses and no database errors.
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  if (!(await context.isWithinRateLimit("health"))) {
    return new Response("Too many such requests came from here in the last minute.", { status: 429 });
  }
  const [database, failing] = await Promise.all([stateOf(context), context.hub.failing(TIMEOUT_MS)]);
  const live = failing ? "ok" : "unreachable";
  const serves = database === "ok" || database === "slow";
  const isDeep = new URL(request.url).searchParams.has("deep");
  const jobs =
    isDeep && serves ? { ...(await stateOfJobs(context)), pages: stateIf(!failing || failing.length > 0) } : {};
  const isWell = serves && failing && !Object.values(jobs).includes("degraded");
  return Response.json({ version: context.version, database, live, ...jobs }, { status: isWell ? 200 : 503 });
}

/**
 * Whether last night's backup was made, last Monday's payroll was run, and no e-mail of the last day is without an answer. A barn
 * without a bucket has no nightly backup.
 */
async function stateOfJobs({ connect, hasBackupBucket, now }: AppLoadContext) {
  try {
    const db = connect();
    const [finished, [payroll], [mails]] = await Promise.all([
      db.read(lastBackups()),
      db.read(payrollState()),
      db.read(unconfirmedMails(now)),
    ]);
    const isLate = lateBackup({ finished, hasBucket: hasBackupBucket }, now) !== null;
    const hasFailed = payroll !== undefined && scheduleFailure(payroll, now) !== null;
    return { backup: stateIf(isLate), payroll: stateIf(hasFailed), mail: stateIf((mails?.count ?? 0) > 0) };
  } catch (error) {
    if (error instanceof DatabaseUnavailableError) return { backup: "degraded", payroll: "degraded", mail: "degraded" };
    throw error;
  }
}

const stateIf = (isDegraded: boolean) => (isDegraded ? "degraded" : "ok");

/** Reads and, if the last test write is over a minute old, writes. Both have the time limit of a page. */
async function stateOf({ connect, now }: AppLoadContext): Promise<"ok" | "slow" | DatabaseFault> {
  const start = Date.now();
  try {
    const db = connect();
    const [, [last]] = await Promise.all([db.check(), db.read(lastHealthWrite(now))]);
    const hasRead = Date.now();
    if (last?.isDue !== false) await connect().commit(writeHealth(now));
    return Math.max(hasRead - start, Date.now() - hasRead) > TIMEOUT_MS ? "slow" : "ok";
  } catch (error) {
    return error instanceof DatabaseUnavailableError ? error.fault : "failing";
  }
}
