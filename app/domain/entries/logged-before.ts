import { formatInNewYork, formatUsDate, type LocalDate, todayInNewYork } from "#app/domain/basics/calendar.ts";

/** An earlier entry of the same horse, service and day. `at` is an instant in UTC (ISO 8601), `by` the address, or 'visitor'. */
export type LoggedBefore = { device: string | null; at: string; by: string };

/** The user of the form: `actor` is the signed-in user's e-mail address or 'visitor', `device` the browser. */
export type Person = { actor: string; isAdmin: boolean; device: string | null };

/**
 * Returns the sentence 'Also logged today at 9:14 AM by somebody else.', in which admins read the sender's address
 * (docs/product.md, 'Service form').
 */
export function describeLogged({ device, at, by }: LoggedBefore, person: Person, now: Date): string {
  const today = todayInNewYork(now);
  const [day = "", time = ""] = formatInNewYork(new Date(at)).split(", ");
  const when = day === formatUsDate(today) ? "today" : `on ${inThisYear(day, today)}`;
  return `Also logged ${when} at ${time} ${nameOf(device, by, person)}.`;
}

/** '11/21/2026' as '11/21' if `today` is in the same year. */
export const inThisYear = (day: string, today: LocalDate) => (day.endsWith(today.slice(0, 4)) ? day.slice(0, 5) : day);

function nameOf(device: string | null, by: string, { actor, isAdmin, device: own }: Person): string {
  if (by !== "visitor" && by === actor) return "by you";
  if (isAdmin && by !== "visitor") return `by ${by}`;
  if (own && device === own) return "from this device";
  return isAdmin ? "by a visitor" : "by somebody else";
}
