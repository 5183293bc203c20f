import { formatInNewYork, formatUsDate, type LocalDate, todayInNewYork } from "./calendar.ts";

/** A bill of the same horse, service and day as a new entry. `at` is an instant in UTC (ISO 8601), `by` the address, or 'visitor'. */
export type LoggedBefore = { id: string; at: string; by: string };

/** Who asks: the address of the signed-in user, and the short ids of the bills that this browser logged: see `shortId`. */
export type Asker = { actor: string; isAdmin: boolean; ownBills: readonly string[] };

/** Enough of a bill's id to recognise it among the last ones of a browser. */
export const shortId = (id: string) => id.slice(0, 8);

/**
 * 'Bandage for Bella on 11/21 was logged at 9:14 AM by somebody else.' Only an admin is told an address (docs/product.md,
 * 'Service form').
 */
export function describeLogged(
  entry: { service: string; horse: string; date: LocalDate },
  { id, at, by }: LoggedBefore,
  asker: Asker,
  now: Date,
): string {
  const today = todayInNewYork(now);
  const [day = "", time = ""] = formatInNewYork(new Date(at)).split(", ");
  const when = day === formatUsDate(today) ? `at ${time}` : `on ${inThisYear(day, today)} at ${time}`;
  return `${entry.service} for ${entry.horse} on ${inThisYear(formatUsDate(entry.date), today)} was logged ${when} ${nameOf(id, by, asker)}.`;
}

/** '11/21/2026' as '11/21' if `today` is in the same year. */
const inThisYear = (day: string, today: LocalDate) => (day.endsWith(today.slice(0, 4)) ? day.slice(0, 5) : day);

function nameOf(id: string, by: string, { actor, isAdmin, ownBills }: Asker): string {
  if (by !== "visitor" && by === actor) return "by you";
  if (isAdmin && by !== "visitor") return `by ${by}`;
  if (ownBills.includes(shortId(id))) return "from this device";
  return isAdmin ? "by a visitor" : "by somebody else";
}
