import { BUSINESS_TIME_ZONE, type LocalDate } from "#app/domain/calendar.ts";

/*
 * The calendar by the clock and the zones of the browser, for a page that the server cannot tell the time. The date library,
 * which the server uses, would be 6 kB more of the form.
 */

/** The calendar day in New York. */
export const todayByBrowser = (): LocalDate =>
  // Swedish dates are written YYYY-MM-DD.
  new Date().toLocaleDateString("sv-SE", { timeZone: BUSINESS_TIME_ZONE });

/** The time of day of an instant in New York: `3:05 PM`. */
export const timeByBrowser = (instant: string) =>
  new Date(instant).toLocaleTimeString("en-US", { timeZone: BUSINESS_TIME_ZONE, hour: "numeric", minute: "2-digit" });
