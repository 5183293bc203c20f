import { isRequired, NO_AMOUNT, NO_DATE, NO_PERCENT, tooLong } from "#app/domain/fields/field-checks.ts";
import { isLocalDate, type LocalDate, WEEKDAYS } from "./calendar.ts";
import { type Cents, formatDollars, MAX_AMOUNT } from "./money.ts";
import { hasBlank, isFormula, readText } from "./text.ts";

/** The value of an entered text, or the message to show beside its field. */
export type ParseResult<T> = { value: T } | { problem: string };

/** Parses a day in the format of date inputs, `YYYY-MM-DD`. */
export function parseDate(text: string): ParseResult<LocalDate> {
  const date = text.trim();
  if (isLocalDate(date)) return { value: date };
  return { problem: NO_DATE };
}

/** Parses a text of one line and at most `max` characters (docs/product.md, 'Text'); '' if it has no visible character. */
export function parseText(text: string, max: number): ParseResult<string> {
  return limit(readText(text, false), max);
}

/** Parses a text of any number of lines, as `parseText` does. */
export function parseMultilineText(text: string, max: number): ParseResult<string> {
  return limit(readText(text, true), max);
}

function limit(read: ParseResult<string>, max: number): ParseResult<string> {
  const isTooLong = "value" in read && read.value.length > max;
  return isTooLong ? { problem: tooLong(max) } : read;
}

/** Parses dollars from $0 to `max`, or to $1,000,000, such as `2900`, `2,900`, `$2900` or `2900.5`, into cents (docs/product.md, 'Money'). */
export function parseDollars(text: string, max = MAX_AMOUNT): ParseResult<Cents> {
  const amount = text.trim().replace(/^\$\s*/, "");
  if (/^-/.test(amount)) return { problem: "An amount cannot be below 0." };
  if (!/^(\d+|\d{1,3}(,\d{3})+)?(\.\d{0,2})?$/.test(amount) || !/\d/.test(amount)) {
    return { problem: NO_AMOUNT };
  }
  const [dollars = "", cents = ""] = amount.replaceAll(",", "").split(".");
  // Converts digits, because 1.15 * 100 is not 115 in floating point.
  const value = Number(dollars.slice(-12)) * 100 + Number(cents.padEnd(2, "0"));
  if (dollars.length > 12 || value > max) return { problem: `Enter at most ${formatDollars(max)}.` };
  return { value };
}

/** Parses a rate of at most 100%, such as '8.63' or '8.63%', in hundredths of a percent. */
export function parsePercent(text: string): ParseResult<number> {
  const [, whole = "", decimals = ""] = text.trim().match(/^(\d{1,3})(?:\.(\d{1,2}))?\s*%?$/) ?? [];
  // Converts digits, because 8.63 * 100 is not 863 in floating point.
  const value = Number(whole) * 100 + Number(decimals.padEnd(2, "0"));
  if (!whole || value > 10_000) return { problem: NO_PERCENT };
  return { value };
}

/** Parses the value of a switch: 'true' or 'false'. */
export function parseFlag(text: string): ParseResult<boolean> {
  if (text === "true" || text === "false") return { value: text === "true" };
  return { problem: "Choose on or off." };
}

/** Parses a day in the format of date inputs; null if the text is empty. */
export function parseOptionalDate(text: string): ParseResult<LocalDate | null> {
  return text.trim() ? parseDate(text) : { value: null };
}

export const MAX_ENTRIES = 50;
/** The pattern of an e-mail address (docs/product.md, 'Accounts'). */
export const EMAIL = String.raw`[^@]+@[^@]+\.[^@]+`;
export const NO_EMAIL = "Invalid email format.";
/** Whether the text is an e-mail address, without white space or invisible characters. */
const isEmail = (text: string) => new RegExp(`^${EMAIL}$`).test(text) && !hasBlank(text);
export const MAX_EMAIL = 254;
export const MAX_NAME = 200;

/** Parses one e-mail address into lower case. */
export function parseEmail(text: string): ParseResult<string> {
  const read = readText(text, false);
  if ("problem" in read) return read;
  const email = read.value.toLowerCase();
  const isValid = email.length <= MAX_EMAIL && isEmail(email) && !isFormula(email);
  return isValid ? { value: email } : { problem: NO_EMAIL };
}

/** Parses e-mail addresses separated by commas into lower case. Drops blank entries and duplicates. */
export function parseEmails(text: string): ParseResult<string[]> {
  const entries = parseEntries(text.split(","), MAX_EMAIL);
  if ("problem" in entries) return entries;
  const invalid = entries.value.find((email) => !isEmail(email));
  if (invalid) return { problem: `${invalid.slice(0, 60)} is not an e-mail address.` };
  return { value: [...new Set(entries.value.map((email) => email.toLowerCase()))] };
}

/** Parses names, one per line. Drops blank lines and duplicates. */
export function parseNames(text: string): ParseResult<string[]> {
  return parseEntries(text.split("\n"), MAX_NAME);
}

const FULL_NAMES = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
export const NO_WEEKDAYS = "Enter days of the week, such as Mon, Wed.";

/** Parses days of the week in any order, 'Monday' as 'Mon'. Each comes once, in the order of the week. */
export function parseWeekdays(text: string): ParseResult<string[]> {
  const entered = text
    .toLowerCase()
    .split(/[\s,;.]+/)
    .filter(Boolean);
  const isDay = (word: string, day: string) => word.length > 2 && (day.startsWith(word) || word === `${day}s`);
  if (!entered.every((word) => FULL_NAMES.some((day) => isDay(word, day)))) return { problem: NO_WEEKDAYS };
  return { value: WEEKDAYS.filter((_, n) => entered.some((word) => isDay(word, FULL_NAMES[n] ?? ""))) };
}

function parseEntries(entries: string[], max: number): ParseResult<string[]> {
  const value: string[] = [];
  for (const entry of entries) {
    const parsed = parseText(entry, max);
    if ("problem" in parsed) return parsed;
    if (isFormula(parsed.value))
      return { problem: `${parsed.value.slice(0, 60)} would be a formula in a spreadsheet.` };
    if (parsed.value && !value.includes(parsed.value)) value.push(parsed.value);
  }
  if (value.length > MAX_ENTRIES) return { problem: `Enter at most ${MAX_ENTRIES}.` };
  return { value };
}

/** Parses a required name of at most 200 characters. Refuses a name that a spreadsheet would run as a formula. */
export function parseName(text: string, label: string): ParseResult<string> {
  const parsed = parseText(text, MAX_NAME);
  if ("problem" in parsed) return parsed;
  if (!parsed.value) return { problem: isRequired(label) };
  if (isFormula(parsed.value))
    return { problem: `${label} cannot begin with ${parsed.value[0]}: spreadsheets take that for a formula.` };
  return parsed;
}
