import { isOutage } from "#app/auth/require-admin.ts";
import { ConflictError, IdempotencyMismatchError } from "#db/errors.ts";

/** Why a change was not written, for the person who made it. */
export type Refusal = { problem: string; status: number };

/** The messages of the tables' CHECK constraints that setting one field of a row can violate, by their names. */
const CHECKS = new Map([
  ["horses_stay", "The check-out date cannot be before the check-in date."],
  ["grooms_employment", "The end date cannot be before the start date."],
]);

/** The message of a check that two fields of a form violate together. */
export const messageOfCheck = (name: "horses_stay" | "grooms_employment") => CHECKS.get(name) ?? "";

/** Explains the error of a write. An error that is not a refusal is thrown on. */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof ConflictError) {
    return { problem: "Somebody else changed or deleted this a moment ago. Load the list again.", status: 409 };
  }
  if (isOutage(error)) {
    return { problem: "The database cannot be reached, so this is not saved. Try again in a moment.", status: 503 };
  }
  const message = error instanceof Error ? error.message : "";
  if (/UNIQUE constraint failed: payroll\.groom_id/.test(message)) {
    return { problem: "This groom has a weekly salary for that week already, perhaps a deleted one.", status: 400 };
  }
  if (error instanceof IdempotencyMismatchError || /UNIQUE constraint failed/.test(message)) {
    return { problem: OUT_OF_DATE, status: 409 };
  }
  const [, check] = message.match(/CHECK constraint failed: (\w+)/) ?? [];
  if (check) {
    const problem = CHECKS.get(check) ?? "This value does not fit the rest of the record, so it is not saved.";
    return { problem, status: 400 };
  }
  throw error;
}

export const OUT_OF_DATE = "This page is out of date. Load it again.";
