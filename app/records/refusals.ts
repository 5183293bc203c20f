import { isOutage } from "#app/auth/require-admin.ts";
import { messageOfConstraint } from "#db/constraints.ts";
import { ConflictError, IdempotencyMismatchError } from "#db/errors.ts";

/** The message and HTTP status for a change that was not written. */
export type Refusal = { problem: string; status: number };

/** The message and status for the error of a write. Rethrows an error that it does not know. */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof ConflictError) {
    return {
      problem: error.problem ?? "Somebody else changed or deleted this a moment ago. Load the list again.",
      status: 409,
    };
  }
  if (isOutage(error)) {
    return { problem: "The database cannot be reached, so this is not saved. Try again in a moment.", status: 503 };
  }
  const problem = messageOfConstraint(error);
  if (problem) return { problem, status: 400 };
  if (error instanceof IdempotencyMismatchError) return { problem: OUT_OF_DATE, status: 409 };
  if (error instanceof Error && /UNIQUE constraint failed/.test(error.message)) {
    return { problem: OUT_OF_DATE, status: 409 };
  }
  throw error;
}

export const OUT_OF_DATE = "This page is out of date. Load it again.";
