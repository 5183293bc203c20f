import { formatUsDate, type LocalDate } from "#app/domain/basics/calendar.ts";

/** Whether a horse is on the property today, or a groom employed; in words, with the color of its badge. */
export type Presence = { text: string; color: "green" | "sky" | "zinc" };

/** The words for before the first day, between the first and the last day, and after the last day. */
type PresenceWords = readonly [arrives: string, isThere: string, left: string];
export const OF_HORSE: PresenceWords = ["Arrives", "On the property", "Left"];
export const OF_GROOM: PresenceWords = ["Starts", "Active", "Left"];

/** 'Arrives 12/02/2026', 'On the property' or 'Left 10/25/2026', from the first and the last day, each null if there is none. */
export function presenceOf(
  first: LocalDate | null,
  last: LocalDate | null,
  today: LocalDate,
  [arrives, isThere, left]: PresenceWords,
): Presence {
  if (first !== null && first > today) return { text: `${arrives} ${formatUsDate(first)}`, color: "sky" };
  if (last !== null && last < today) return { text: `${left} ${formatUsDate(last)}`, color: "zinc" };
  return { text: isThere, color: "green" };
}
