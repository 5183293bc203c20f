import type { LocalDate } from "./calendar.ts";
import type { BillStatus } from "./mend-bill.ts";
import { normalize } from "./search-text.ts";

/*
 * The state of a row of a long list, which its badge names. A search finds the row by it: the sources of the lists have these rules
 * in SQL (`states`), since some of them depend on the day.
 */

const ROW_STATES = [
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

/** A show that is not billed and in the future says so, so that it is not billed by mistake. */
export function showState({ date, billed }: { date: LocalDate; billed: boolean }, today: LocalDate): RowState {
  if (billed) return "Billed";
  return date > today ? "In the future" : "Unbilled";
}

/** A payment that is due later, or at no date, has no state. */
export function paymentState(
  { paid, paymentDate }: { paid: boolean; paymentDate: LocalDate | null },
  today: LocalDate,
): RowState | null {
  if (paid) return "Paid";
  if (!paymentDate || paymentDate > today) return null;
  return paymentDate < today ? "Overdue" : "Due today";
}

/** The shortest word that is looked for in the names of states: fewer letters are in too many of them. */
const MIN_LENGTH = 3;

/** Whether a word of a search, or its whole text, is in the name of a state. */
export const isInState = (word: string, state: string): boolean =>
  word.length >= MIN_LENGTH && normalize(state).includes(word);

/** Whether a row may be found by a word because its badge shows it. */
export const isNamedByState = (word: string): boolean => ROW_STATES.some((state) => isInState(word, state));
