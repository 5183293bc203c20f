import type { DatabaseAddress } from "#bin/process/environment.ts";
import { UserFacingError } from "#bin/process/user-facing-error.ts";
import { DatabaseUnavailableError } from "#db/errors.ts";
import { faultOf } from "#db/faults.ts";

/**
 * The error that a command shows for a fault of the database, in the words of the worker's log; any other error as it
 * is. `left` says what remains of a write that the database ended in favour of another one.
 */
export function explainFault(error: unknown, { url }: DatabaseAddress, left = "nothing was changed"): unknown {
  // An error that was explained before has its fault as the cause.
  if (error instanceof UserFacingError) return error;
  const fault = faultOf(error, "write");
  const advice = fault?.fault === "overtaken" ? `; ${left}. Stop the app, or try when nobody works` : "";
  return fault ? new UserFacingError(`${nameOfDatabase(url)}: ${fault.message}${advice}.`, { cause: fault }) : error;
}

/** Whether `explainFault` explained that the token is refused, or may only read. */
export function isRefusal(error: unknown): boolean {
  const fault = error instanceof UserFacingError ? error.cause : undefined;
  return fault instanceof DatabaseUnavailableError && ["refused", "read-only"].includes(fault.fault);
}

/** The name by which commands call a database: the host of its address. */
export const nameOfDatabase = (url: string) => new URL(url).host;
