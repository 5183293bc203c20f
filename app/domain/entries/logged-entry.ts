import { formatUsDate, type LocalDate } from "#app/domain/basics/calendar.ts";
import type { BillStatus } from "#app/domain/bills/mend-bill.ts";
import { inThisYear } from "./logged-before.ts";
import type { PageTexts } from "./texts/english.ts";
import { fillIn } from "./texts/fill-in.ts";

/** How long the device that logged an entry can undo it (docs/product.md, 'Undo on the device'). */
export const UNDO_FOR_MS = 10 * 60_000;

/** The state that decides whether an entry can be undone. `at` is the instant of its save in UTC (ISO 8601). */
export type EntryState = {
  at: string;
  status: BillStatus;
  /** Neither the bill nor the groom's payroll item was changed, paid or deleted since. */
  isUnchanged: boolean;
};

/** Why the device that logged an entry cannot undo it; undefined if it can. */
export function whyNotUndone({ at, status, isUnchanged }: EntryState, now: Date) {
  if (status === "voided") return "This entry was taken out already.";
  if (status === "exported") return "This entry is exported already. Ask an admin to correct it.";
  if (!isUnchanged) return "An admin changed this entry since. Ask an admin to void it.";
  const age = now.getTime() - new Date(at).getTime();
  return age <= UNDO_FOR_MS ? undefined : "This entry was logged more than 10 minutes ago. Ask an admin to void it.";
}

/** The names of an entry's records. `groom` is the groom who is paid for it. */
type NamedEntry = { quantity: number; service: string; horse: string; date: LocalDate; groom: string | undefined };

/** '2 x Bandage for Bella, 11/21, groom Ana'; a day of another year has its year. */
export function describeEntry(
  { date, groom, ...named }: NamedEntry,
  today: LocalDate,
  texts: Pick<PageTexts, "entry" | "entryOfGroom">,
): string {
  const entry = fillIn(texts.entry, { ...named, date: inThisYear(formatUsDate(date), today) });
  return groom ? fillIn(texts.entryOfGroom, { entry, groom }) : entry;
}
