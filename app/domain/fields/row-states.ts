import type { LocalDate } from "#app/domain/basics/calendar.ts";
import { normalize } from "#app/domain/basics/search-text.ts";
import type { BillStatus } from "#app/domain/bills/mend-bill.ts";

/*
 * The state of a long list's row, shown as its badge. A search finds rows by their state: the sources of the lists have
 * these rules in SQL (`states`), because some of them depend on the day.
 */

export const ROW_STATES = [
  "Pending",
  "Exported",
  "Voided",
  "Corrected",
  "Billed",
  "Unbilled",
  "In the future",
  "Paid",
  "Overdue",
  "Due today",
] as const;
export type RowState = (typeof ROW_STATES)[number];

const OF_BILLS = { pending: "Pending", exported: "Exported", voided: "Voided" } as const;

export const billState = ({ status, isCorrected }: { status: BillStatus; isCorrected: boolean }): RowState =>
  isCorrected && status === "exported" ? "Corrected" : OF_BILLS[status];

/** An invoice that stands as it was exported has no state. */
export function invoiceState({
  isVoided,
  corrected,
}: {
  isVoided: boolean;
  corrected: number | null;
}): RowState | null {
  if (isVoided) return "Voided";
  return corrected === null ? null : "Corrected";
}

/** An unbilled show in the future has a state of its own, so that an admin does not bill it by mistake. */
export function showState({ date, billed }: { date: LocalDate; billed: boolean }, today: LocalDate): RowState {
  if (billed) return "Billed";
  return date > today ? "In the future" : "Unbilled";
}

/** A payment that is due later or has no date has no state. */
export function paymentState(
  { paid, paymentDate }: { paid: boolean; paymentDate: LocalDate | null },
  today: LocalDate,
): RowState | null {
  if (paid) return "Paid";
  if (!paymentDate || paymentDate > today) return null;
  return paymentDate < today ? "Overdue" : "Due today";
}

/** Whether a word of a search is the whole name of a state. Parts would match too much: 'bill' is in 'Billed'. */
export const isStateName = (word: string, state: string): boolean => normalize(state) === word;

/** Whether a word may match a row by its badge. */
export const isNamedByState = (word: string): boolean => ROW_STATES.some((state) => isStateName(word, state));
