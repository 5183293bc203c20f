/**
 * Why a database is not available. `unreachable`: no answer in time. `refused`: it does not accept the token. `read-only`: the
 * token may not write. `outdated`: migrations are missing. `incomplete`: a restore has begun and not ended. `overtaken`: it ended the
 * transaction for a write that had waited. `failing`: it answers but cannot serve, as with a full disk or a used-up quota.
 */
export type DatabaseFault =
  | "unreachable"
  | "refused"
  | "read-only"
  | "outdated"
  | "incomplete"
  | "overtaken"
  | "failing";

/** The database cannot do its work, for a reason that is not in the request. The request can be retried. */
export class DatabaseUnavailableError extends Error {
  override name = "DatabaseUnavailableError";

  /** The message has no full stop. The log and the commands show it. */
  constructor(
    readonly fault: DatabaseFault,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** The idempotency key was used before with another payload. Nothing was written. */
export class IdempotencyMismatchError extends Error {
  override name = "IdempotencyMismatchError";
}

/** The session that the change depends on is not valid, or not an admin's. Nothing was written. */
export class NotAuthorizedError extends Error {
  override name = "NotAuthorizedError";
}

/** A precondition of the change does not hold, or a record changed since it was read. Nothing was written. */
export class ConflictError extends Error {
  override name = "ConflictError";

  /** `problem`: the sentence of the precondition that does not hold, if it has one. */
  constructor(
    message: string,
    readonly problem?: string,
  ) {
    super(message);
  }
}
