import { daysBetween, type LocalDate, monthsBetween } from "#app/domain/basics/calendar.ts";
import { fillIn } from "./texts/fill-in.ts";
import type { Language } from "./texts/language.ts";
import type { Texts } from "./texts/texts.ts";

/** The limits within which the form saves an entry without asking (docs/product.md, 'Service form'). */
export const ENTRY_LIMITS = { daysBack: 60, daysAhead: 7, quantity: 99 };

type Limited = { date: LocalDate; quantity: number };
type ByField = { date?: string; quantity?: string };

/** What is unusual about an entry, in a few words for each field: `14 months ago`. Empty if the entry is within the limits. */
export function unusualIn({ date, quantity }: Limited, today: LocalDate, language: Language = "en"): ByField {
  const days = daysBetween(today, date);
  const isFar = days < -ENTRY_LIMITS.daysBack || days > ENTRY_LIMITS.daysAhead;
  return {
    ...(isFar && { date: distanceInWords(today, date, language) }),
    ...(quantity > ENTRY_LIMITS.quantity && { quantity: String(quantity) }),
  };
}

/** The question that is answered by sending an unusual entry again, by field. */
export function limitWarnings(entry: Limited, today: LocalDate, { form, answers }: Texts): ByField {
  const ask = (what: string) => fillIn(answers.unusual, { what });
  const { date, quantity } = unusualIn(entry, today, form.language);
  return { ...(date && { date: ask(date) }), ...(quantity && { quantity: ask(quantity) }) };
}

/** `14 months ago` or `in 3 weeks`, in the largest unit that gives at least two. */
function distanceInWords(today: LocalDate, date: LocalDate, language: Language): string {
  const words = new Intl.RelativeTimeFormat(`${language}-US`);
  const days = daysBetween(today, date);
  const months = monthsBetween(today, date);
  if (Math.abs(days) < 14) return words.format(days, "day");
  if (Math.abs(months) < 2) return words.format(Math.trunc(days / 7), "week");
  if (Math.abs(months) < 24) return words.format(months, "month");
  return words.format(Math.trunc(months / 12), "year");
}
