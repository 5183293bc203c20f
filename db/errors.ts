/** The database did not answer in time, or not at all. What was asked may be asked again. */
export class DatabaseUnavailableError extends Error {
  override name = "DatabaseUnavailableError";
}

/** A form was sent again under the same id, but with other content: nothing was written. */
export class IdempotencyMismatchError extends Error {
  override name = "IdempotencyMismatchError";
}

/** What a write took for granted no longer holds: nothing was written. */
export class ConflictError extends Error {
  override name = "ConflictError";
}
