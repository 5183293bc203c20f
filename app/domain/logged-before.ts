import { formatInNewYork, formatUsDate, type LocalDate, todayInNewYork } from "./calendar.ts";

/** A bill of the same horse, service and day as a new entry. `at` is an instant in UTC (ISO 8601), `by` the address, or 'visitor'. */
export type LoggedBefore = { device: string | null; at: string; by: string };

/** Who asks: the address of the signed-in user, and the browser. */
export type Asker = { actor: string; isAdmin: boolean; device: string | null };

/**
 * 'Bandage for Bella on 11/21 was logged at 9:14 AM by somebody else.' Only an admin is told an address (docs/product.md,
 * 'Service form').
 */
export function describeLogged(
  entry: { service: string; horse: string; date: LocalDate },
  { device, at, by }: LoggedBefore,
  asker: Asker,
  now: Date,
): string {
  const today = todayInNewYork(now);
  const [day = "", time = ""] = formatInNewYork(new Date(at)).split(", ");
  const when = day === formatUsDate(today) ? `at ${time}` : `on ${inThisYear(day, today)} at ${time}`;
  return `${entry.service} for ${entry.horse} on ${inThisYear(formatUsDate(entry.date), today)} was logged ${when} ${nameOf(device, by, asker)}.`;
}

/** '11/21/2026' as '11/21' if `today` is in the same year. */
export const inThisYear = (day: string, today: LocalDate) => (day.endsWith(today.slice(0, 4)) ? day.slice(0, 5) : day);

function nameOf(device: string | null, by: string, { actor, isAdmin, device: own }: Asker): string {
  if (by !== "visitor" && by === actor) return "by you";
  if (isAdmin && by !== "visitor") return `by ${by}`;
  if (own && device === own) return "from this device";
  return isAdmin ? "by a visitor" : "by somebody else";
}
