import { FIRST_DATE, formatUsDate, isLocalDate, type LocalDate, todayInNewYork } from "#app/domain/basics/calendar.ts";

/* The days and instants of an import, as other systems and spreadsheets write them (docs/moving-in.md, 'Dates'). */

/** How all values of a column are read. */
export type DayStyle = {
  /** Every instant is midnight in UTC, so it stands for the day in UTC and not for the evening before in New York. */
  isUtc: boolean;
  /** A value such as 13/10/2026 shows that the day is before the month. */
  isDayFirst: boolean;
  /** A year of two digits after this one is of the 1900s. */
  lastYear: number;
  /** What is unusual about it, with both readings of a value; '' if nothing is. */
  text: string;
};

/** A day, with a note if another one comes in, or the problem. */
type ReadDay = { value: LocalDate; note?: string } | { problem: string };

const MILLISECONDS = 100_000_000_000;
const DAY_MS = 86_400_000;
/** The day numbers of spreadsheets from 01/01/2000 to 12/31/2099, and the instant of their day 0. */
const [FIRST_SERIAL, LAST_SERIAL, SERIAL_0] = [36_526, 73_050, Date.UTC(1899, 11, 30)];

const EARLY = `It is before ${formatUsDate(FIRST_DATE)}, the first day of Hayloft, which is used.`;
const NO_DAY = "It is not a date from 01/01/2000 to 12/31/2099.";

const validDate = (date: Date) => (Number.isNaN(date.getTime()) ? undefined : date);

/** The instant of a timestamp: `{seconds, nanoseconds}`, milliseconds, or ISO 8601 text with a zone. */
function instantOf(raw: unknown): Date | undefined {
  if (typeof raw === "number" && raw >= MILLISECONDS) return validDate(new Date(raw));
  if (typeof raw === "string" && /^\d{4}-\d{2}-\d{2}T.*(Z|[+-]\d{2}:?\d{2})$/.test(raw))
    return validDate(new Date(raw));
  if (typeof raw !== "object" || raw === null) return undefined;
  const { seconds, _seconds } = raw as { seconds?: unknown; _seconds?: unknown };
  const all = seconds ?? _seconds;
  return typeof all === "number" ? validDate(new Date(all * 1_000)) : undefined;
}

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const TIME = /[T ]\d{1,2}:\d{2}(:\d{2}(\.\d+)?)?( ?[ap]m)?$/i;
const WEEKDAY = /^(sun|mon|tue|wed|thu|fri|sat)[a-z]*[,.]? /i;
const SLASHES = /^(?<one>\d{1,2})(?<mark>[-/.])(?<two>\d{1,2})\k<mark>(?<year>\d{4}|\d{2})$/;

/** The forms of a written day: 2026-10-01, 1-Oct-26, Oct 1, 2026. */
const FORMS = [
  /^(?<year>\d{4})[-/](?<month>\d{1,2})[-/](?<day>\d{1,2})$/,
  /^(?<day>\d{1,2})[- ](?<month>[a-z]{3})[a-z]*\.?[-, ]+(?<year>\d{4}|\d{2})$/i,
  /^(?<month>[a-z]{3})[a-z]*\.?[- ](?<day>\d{1,2})(?:st|nd|rd|th)?,?[- ]+(?<year>\d{4}|\d{2})$/i,
];

const plain = (raw: unknown) =>
  typeof raw === "string" || typeof raw === "number" ? String(raw).trim().replace(TIME, "").replace(WEEKDAY, "") : "";

/** `YYYY-MM-DD` of a written day or a day number; '' if it is neither. */
function writtenDay(raw: unknown, { isDayFirst, lastYear }: Pick<DayStyle, "isDayFirst" | "lastYear">): string {
  const text = plain(raw);
  const serial = /^\d{5}(\.\d+)?$/.test(text) ? Math.floor(Number(text)) : 0;
  if (serial >= FIRST_SERIAL && serial <= LAST_SERIAL) return dayInUtc(new Date(SERIAL_0 + serial * DAY_MS));
  const numbers = text.match(SLASHES)?.groups;
  const isTurned = isDayFirst || numbers?.mark === ".";
  const turned = { year: numbers?.year, month: numbers?.two, day: numbers?.one };
  const straight = { year: numbers?.year, month: numbers?.one, day: numbers?.two };
  const parts = numbers ? (isTurned ? turned : straight) : FORMS.map((form) => text.match(form)?.groups).find(Boolean);
  const { year = "", month = "", day = "" } = parts ?? {};
  const whole = year.length === 2 ? (2_000 + Number(year) > lastYear ? `19${year}` : `20${year}`) : year;
  const number = /\d/.test(month) ? month : String(MONTHS.indexOf(month.toLowerCase()) + 1);
  return `${whole}-${number.padStart(2, "0")}-${day.padStart(2, "0")}`;
}

const dayInUtc = (instant: Date): LocalDate => instant.toISOString().slice(0, 10);
const NO_STYLE: DayStyle = { isUtc: false, isDayFirst: false, lastYear: 2_099, text: "" };

/** How the values of a column are read. `now` is an ISO 8601 instant. */
export function dayStyleOf(values: readonly unknown[], now: string): DayStyle {
  const lastYear = Number(now.slice(0, 4)) + 1;
  const instants = values.flatMap((raw) => instantOf(raw) ?? []);
  const [first] = instants;
  const isUtc = first !== undefined && instants.every((instant) => instant.getTime() % DAY_MS === 0);
  const slashes = values.map((raw) => plain(raw).match(SLASHES)?.groups).filter((parts) => parts?.mark !== ".");
  const late = slashes.find((parts) => Number(parts?.one) > 12);
  const isDayFirst = late !== undefined && slashes.every((parts) => !(Number(parts?.two) > 12));
  const days: DayStyle = { isUtc, isDayFirst, lastYear, text: "" };
  const { one, two, year } = slashes.find((parts) => Number(parts?.one) <= 12) ?? late ?? {};
  const sample = `${one}/${two}/${year}`;
  const us = (raw: string) => formatUsDate(writtenDay(raw, days) as LocalDate);
  if (isDayFirst)
    return { ...days, text: `day first, because of ${late?.one}/${late?.two}: ${sample} is ${us(sample)}` };
  const [day, evening] = isUtc ? [dayInUtc(first), todayInNewYork(first)].map(formatUsDate) : [];
  return isUtc ? { ...days, text: `every time is midnight in UTC, so it is a day: ${day}, and not ${evening}` } : days;
}

/** A day: of an instant that in New York, or in UTC if the style says so; an early one becomes the first day of Hayloft. */
export function readDay(raw: unknown, style = NO_STYLE): ReadDay {
  const instant = instantOf(raw);
  const date = instant ? (style.isUtc ? dayInUtc(instant) : todayInNewYork(instant)) : writtenDay(raw, style);
  if (isLocalDate(date)) return { value: date };
  const isEarly = /^19\d\d/.test(date) && isLocalDate(date.replace(/^19/, "20"));
  return isEarly ? { value: FIRST_DATE, note: EARLY } : { problem: NO_DAY };
}

/** An instant as ISO 8601 text in UTC; of a day its noon. */
export function readInstant(raw: unknown): { value: string } | { problem: string } {
  const instant = instantOf(raw);
  if (instant) return { value: instant.toISOString() };
  const day = readDay(raw);
  return "value" in day ? { value: `${day.value}T17:00:00.000Z` } : day;
}
