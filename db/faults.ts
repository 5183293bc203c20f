import { LibsqlError } from "@libsql/client/http";
import { DatabaseUnavailableError } from "./errors.ts";

/**
 * The error for the log and the commands if the database, and not the statement, is at fault; undefined otherwise. `use` is
 * what the statement was to do.
 */
export function faultOf(error: unknown, use: "read" | "write"): DatabaseUnavailableError | undefined {
  for (const cause of causesOf(error)) {
    if (cause instanceof DatabaseUnavailableError) return cause;
    const status = cause instanceof LibsqlError ? statusOf(cause) : undefined;
    // sqld answers 401 without a valid token, and 403 to a token that may not do this.
    if (status === 403 && use === "write") {
      return new DatabaseUnavailableError("read-only", "The token in DATABASE_AUTH_TOKEN may only read", { cause });
    }
    if (status === 401 || status === 403) {
      return new DatabaseUnavailableError("refused", "The database refused the token in DATABASE_AUTH_TOKEN", {
        cause,
      });
    }
    if (cause instanceof LibsqlError && cause.code === "TRANSACTION_TIMEOUT") {
      return new DatabaseUnavailableError("overtaken", "Somebody saved meanwhile", { cause: error });
    }
    if (cause instanceof LibsqlError && FAULTS_OF_DATABASE.has(cause.code)) {
      return new DatabaseUnavailableError("failing", `The database cannot serve (${cause.message})`, { cause: error });
    }
    if (cause instanceof TypeError && cause.message === "fetch failed") return unreachable(error);
  }
  return undefined;
}

/** The error of a database that gives no answer, or none in time. */
export function unreachable(cause: unknown): DatabaseUnavailableError {
  return new DatabaseUnavailableError("unreachable", "The database cannot be reached", { cause });
}

/** Whether another write had the lock of the database, so that nothing was written. */
export function isBusy(error: unknown): boolean {
  return causesOf(error).some((cause) => cause instanceof LibsqlError && cause.code.startsWith("SQLITE_BUSY"));
}

/** Whether a statement failed because the database lacks a table or a column. */
export function lacksMigration(error: unknown): boolean {
  return causesOf(error).some(({ message }) => /no such (table|column)|has no column named/.test(message));
}

function causesOf(error: unknown): Error[] {
  return error instanceof Error ? [error, ...causesOf(error.cause)] : [];
}

/** The HTTP status that the server answered with, if it answered with no result. */
function statusOf({ cause }: LibsqlError): unknown {
  return cause instanceof Error && "status" in cause ? cause.status : undefined;
}

/**
 * The codes of errors that are not about the statement: the same request succeeds once the fault is gone. Those of sqld are in
 * https://github.com/tursodatabase/libsql/blob/main/libsql-server/src/hrana/stmt.rs
 */
const FAULTS_OF_DATABASE = new Set([
  // No answer of Hrana: a proxy, a wrong token, a server that is starting or stopping.
  ...["SERVER_ERROR", "HRANA_CLOSED_ERROR", "HRANA_PROTO_ERROR"],
  // The database is busy, or out of memory.
  ...["SQLITE_BUSY", "SQLITE_LOCKED", "TRANSACTION_BUSY", "SQLITE_INTERRUPT", "SQLITE_NOMEM"],
  // A full disk is SQLITE_FULL or SQLITE_IOERR, depending on the file that has no space.
  ...["SQLITE_FULL", "SQLITE_IOERR", "SQLITE_READONLY", "SQLITE_CANTOPEN", "SQLITE_PERM", "SQLITE_PROTOCOL"],
  // A damaged file, until its backup is restored.
  ...["SQLITE_CORRUPT", "SQLITE_NOTADB"],
  // The quota of a plan: https://docs.turso.tech/help/usage-and-billing
  "BLOCKED",
]);
