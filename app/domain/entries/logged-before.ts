import { formatInNewYork, formatUsDate, type LocalDate, todayInNewYork } from "#app/domain/basics/calendar.ts";
import type { AnswerTexts } from "./texts/english.ts";
import { fillIn } from "./texts/fill-in.ts";

/** An earlier entry of the same horse, service and day. `at` is an instant in UTC (ISO 8601), `by` the address, or 'visitor'. */
export type LoggedBefore = { device: string | null; at: string; by: string };

/** The user of the form: `actor` is the signed-in user's e-mail address or 'visitor', `device` the browser. */
export type Person = { actor: string; isAdmin: boolean; device: string | null };

/**
 * Returns the sentence 'Also logged today at 9:14 AM by somebody else.', in which admins read the sender's address
 * (docs/product.md, 'Service form').
 */
export function describeLogged(
  { device, at, by }: LoggedBefore,
  person: Person,
  now: Date,
  texts: AnswerTexts,
): string {
  const today = todayInNewYork(now);
  const [day = "", time = ""] = formatInNewYork(new Date(at)).split(", ");
  const text = day === formatUsDate(today) ? texts.loggedToday : texts.loggedBefore;
  return fillIn(text, { day: inThisYear(day, today), time, by: nameOf(device, by, person, texts) });
}

/** '11/21/2026' as '11/21' if `today` is in the same year. */
export const inThisYear = (day: string, today: LocalDate) => (day.endsWith(today.slice(0, 4)) ? day.slice(0, 5) : day);

function nameOf(
  device: string | null,
  by: string,
  { actor, isAdmin, device: own }: Person,
  texts: AnswerTexts,
): string {
  if (by !== "visitor" && by === actor) return texts.byYou;
  if (isAdmin && by !== "visitor") return fillIn(texts.byName, { name: by });
  if (own && device === own) return texts.fromHere;
  return isAdmin ? texts.byVisitor : texts.bySomebody;
}
