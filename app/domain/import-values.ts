import { LOCATION_NAMES, type Location } from "./boarding.ts";
import { isLocalDate, type LocalDate, todayInNewYork } from "./calendar.ts";
import { type Cents, formatDollars } from "./money.ts";
import { type ParseResult, parseMultilineText, parseName, parseText } from "./parse.ts";

/* The values of an import, as other systems write them (docs/product.md, 'Import'). */

/**
 * A value as it comes in, with a note if it is not what the file says; or why it cannot come in. Neither has the value in it, so
 * that it is the same for all records with this problem.
 */
export type ReadValue<T> = { value: T; note?: string } | { problem: string };

/** A value for a list of problems. */
export const shorten = (raw: unknown) => {
  const text = typeof raw === "string" ? raw : (JSON.stringify(raw) ?? String(raw));
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
};

export const isEmpty = (raw: unknown) =>
  raw === undefined || raw === null || (typeof raw === "string" && raw.trim() === "");

/** The text of a string or a number; undefined for anything else. */
const textOf = (raw: unknown) => (typeof raw === "number" || typeof raw === "string" ? String(raw) : undefined);

/** An amount in cents, and what rounding took away, a part of a cent; a negative number if rounding added something. */
type ReadAmount = { value: Cents; note?: string; lost?: number } | { problem: string };

/** An amount in dollars, as a number or as text; more than two decimals are rounded half up to the cent. */
export function readDollars(raw: unknown, max: Cents): ReadAmount {
  const text = textOf(raw)
    ?.trim()
    .replace(/^\$\s*/, "");
  const match = text?.match(/^(-?)((?:\d+|\d{1,3}(?:,\d{3})+)?)(?:\.(\d*))?$/);
  if (!match || !/\d/.test(text ?? "")) return { problem: "It is not an amount." };
  const [, minus, whole = "", decimals = ""] = match;
  if (minus) return { problem: "It is below 0." };
  const digits = whole.replaceAll(",", "");
  const cents = Number(`${digits.slice(-15) || "0"}${decimals.slice(0, 2).padEnd(2, "0")}`);
  const value = cents + (Number(decimals[2] ?? 0) >= 5 ? 1 : 0);
  if (digits.length > 12 || value > max) return { problem: `It is above ${formatDollars(max)}.` };
  // 250.27000000000004 is how computers add; 250.275 is not an amount of money.
  const rest = decimals.slice(2);
  if (/^(0{4,}\d*|9{4,}\d*|0*)$/.test(rest)) return { value };
  return { value, note: "It is rounded to the cent.", lost: cents - value + Number(`0.${rest}`) };
}

/** The sum of amounts before they were rounded, with two to four decimals: '$100.005'. */
export const formatUnrounded = (cents: Cents, lost: number) =>
  `$${((cents + lost) / 100).toLocaleString("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 4 })}`;

const MILLISECONDS = 100_000_000_000;

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

const validDate = (date: Date) => (Number.isNaN(date.getTime()) ? undefined : date);

/** A day: of an instant that in New York; as `YYYY-MM-DD`, also before a time without a zone, or as `MM/DD/YYYY`. */
export function readDay(raw: unknown): ReadValue<LocalDate> {
  const instant = instantOf(raw);
  const text = typeof raw === "string" ? raw.trim() : "";
  const [, month = "", day = "", year = ""] = text.match(/^(\d{1,2})\/(\d{1,2})\/(\d{4})$/) ?? [];
  const [written] = text.match(/^\d{4}-\d{2}-\d{2}(?=$|[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?$)/) ?? [];
  const date = instant
    ? todayInNewYork(instant)
    : (written ?? (year && `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`));
  return date && isLocalDate(date) ? { value: date } : { problem: "It is not a date from 01/01/2000 to 12/31/2099." };
}

export const readOptionalDay = (raw: unknown): ReadValue<LocalDate | null> =>
  isEmpty(raw) ? { value: null } : readDay(raw);

/** An instant as ISO 8601 text in UTC; of a day its noon. */
export function readInstant(raw: unknown): ReadValue<string> {
  const instant = instantOf(raw);
  if (instant) return { value: instant.toISOString() };
  const day = readDay(raw);
  return "value" in day ? { value: `${day.value}T17:00:00.000Z` } : day;
}

const FLAGS: ReadonlyMap<string, boolean> = new Map([
  ...["true", "yes", "1", "x"].map((text) => [text, true] as const),
  ...["false", "no", "0"].map((text) => [text, false] as const),
]);

export function readFlag(raw: unknown): ReadValue<boolean> {
  const value = typeof raw === "boolean" ? raw : FLAGS.get(textOf(raw)?.trim().toLowerCase() ?? "?");
  return value === undefined ? { problem: "It is not yes or no." } : { value };
}

export function readQuantity(raw: unknown): ReadValue<number> {
  const text = textOf(raw)?.trim().replaceAll(",", "") ?? "";
  const value = /^\d+(\.0+)?$/.test(text) ? Number(text) : 0;
  const isValid = value >= 1 && value <= Number.MAX_SAFE_INTEGER;
  return isValid ? { value } : { problem: "It is not a whole number from 1." };
}

/** 'Long Island', 'long-island' and 'long_island' are one place. */
export function readLocation(raw: unknown): ReadValue<Location> {
  const key = textOf(raw)
    ?.trim()
    .toLowerCase()
    .replace(/[\s_]+/g, "-");
  const isKnown = key !== undefined && Object.hasOwn(LOCATION_NAMES, key);
  return isKnown ? { value: key as Location } : { problem: "It is neither Florida nor Long Island." };
}

const asRead = <T>(parsed: ParseResult<T>): ReadValue<T> => parsed;
const NO_TEXT = { problem: "It is not a text." };

export function readName(raw: unknown): ReadValue<string> {
  const text = textOf(raw);
  return text === undefined ? NO_TEXT : asRead(parseName(text, "The name"));
}

/** A text; what is longer than `max` characters is cut off. */
export function readLongText(raw: unknown, max: number, isMultiline = false): ReadValue<string> {
  if (isEmpty(raw)) return { value: "" };
  const text = textOf(raw);
  if (text === undefined) return NO_TEXT;
  const parse = isMultiline ? parseMultilineText : parseText;
  const cut = text.length > max ? text.slice(0, max).toWellFormed() : text;
  const parsed = parse(cut, max);
  if ("problem" in parsed || cut === text) return parsed;
  return { ...parsed, note: `Only its first ${max.toLocaleString("en-US")} characters come in.` };
}

/** A list of texts: an array, or one text with the entries between separators. Entries that `parse` refuses are left out. */
export function readTexts(
  raw: unknown,
  separator: RegExp,
  parse: (text: string) => ParseResult<string>,
  max: number,
): ReadValue<string[]> {
  if (isEmpty(raw)) return { value: [] };
  const entries = Array.isArray(raw) ? raw.map(textOf) : textOf(raw)?.split(separator);
  if (!entries) return { problem: "It is not a list." };
  const read = entries
    .filter((entry) => entry === undefined || entry.trim())
    .map((entry) => (entry === undefined ? NO_TEXT : parse(entry)));
  const good = [...new Set(read.flatMap((each) => ("value" in each ? [each.value] : [])))];
  const isWhole = good.length <= max && read.every((each) => "value" in each);
  const value = good.slice(0, max);
  return isWhole ? { value } : { value, note: "Some of its entries cannot come in." };
}
