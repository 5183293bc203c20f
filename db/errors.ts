/** The database cannot be reached, did not answer in time, or cannot serve: a full disk, a quota. The request can be retried. */
export class DatabaseUnavailableError extends Error {
  override name = "DatabaseUnavailableError";
}

/** The idempotency key was used before with another payload. Nothing was written. */
export class IdempotencyMismatchError extends Error {
  override name = "IdempotencyMismatchError";
}

/** A precondition of the change does not hold, or a record changed since it was read. Nothing was written. */
export class ConflictError extends Error {
  override name = "ConflictError";
}
