import { faultOf } from "#db/faults.ts";
import type { DatabaseAddress } from "./environment.ts";
import { UserFacingError } from "./user-facing-error.ts";

/** What a command says of a fault of the database, in the words of the worker's log; any other error as it is. */
export function explainFault(error: unknown, { url }: DatabaseAddress): unknown {
  const fault = faultOf(error, "write");
  return fault ? new UserFacingError(`${nameOf(url)}: ${fault.message}.`) : error;
}

/** The name by which commands call a database: the host of its address. */
export const nameOf = (url: string) => new URL(url).host;
