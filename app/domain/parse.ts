import { isLocalDate, type LocalDate } from "./calendar.ts";
import { type Cents, formatDollars, MAX_AMOUNT, MAX_QUANTITY } from "./money.ts";

/** The value of a text that a person entered, or the message to show beside its field. */
export type ParseResult<T> = { value: T } | { problem: string };

/** A whole number from 1 to 1,000; thousands separators and surrounding spaces are understood. */
export function parseQuantity(text: string): ParseResult<number> {
  const digits = text.trim().replace(/^(-?\d{1,3})((?:,\d{3})+)$/, (all) => all.replaceAll(",", ""));
  if (!/^-?\d+$/.test(digits)) return { problem: "Quantity must be a whole number, such as 1." };
  const value = Number(digits);
  if (value < 1) return { problem: "Quantity must be at least 1." };
  if (value > MAX_QUANTITY) return { problem: `Quantity can be at most ${MAX_QUANTITY.toLocaleString("en-US")}.` };
  return { value };
}

/** A day as date inputs send it: `YYYY-MM-DD`. */
export function parseDate(text: string): ParseResult<LocalDate> {
  const date = text.trim();
  if (isLocalDate(date)) return { value: date };
  return { problem: "Enter a date that exists, from 01/01/2000 to 12/31/2099." };
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const UNWRITABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ufffd]/;

/** Free text without control characters, reversals of its direction or broken encoding, its ends trimmed, of at most `max` characters. */
export function parseText(text: string, max: number): ParseResult<string> {
  if (!text.isWellFormed() || UNWRITABLE.test(text)) {
    return { problem: "This holds characters that cannot be saved. Remove them." };
  }
  const value = text.replaceAll("\r\n", "\n").trim();
  if (value.length > max) return { problem: `Use at most ${max.toLocaleString("en-US")} characters.` };
  return { value };
}

/** Dollars as people type them, in cents: `2900`, `2,900`, `$2900`, `2900.5`; from $0 to $1,000,000. */
export function parseDollars(text: string): ParseResult<Cents> {
  const amount = text.trim().replace(/^\$\s*/, "");
  if (/^-/.test(amount)) return { problem: "An amount cannot be below 0." };
  if (!/^(\d+|\d{1,3}(,\d{3})+)?(\.\d{0,2})?$/.test(amount) || !/\d/.test(amount)) {
    return { problem: "Enter an amount in dollars, such as 2,900 or 2900.50." };
  }
  const [dollars = "", cents = ""] = amount.replaceAll(",", "").split(".");
  // By digits, since 1.15 * 100 is not 115.
  const value = Number(dollars.slice(-12)) * 100 + Number(cents.padEnd(2, "0"));
  if (dollars.length > 12 || value > MAX_AMOUNT) return { problem: `Enter at most ${formatDollars(MAX_AMOUNT)}.` };
  return { value };
}

/** A switch: 'true' or 'false'. */
export function parseFlag(text: string): ParseResult<boolean> {
  if (text === "true" || text === "false") return { value: text === "true" };
  return { problem: "Choose on or off." };
}

/** A day as date inputs send it, or null where it is left empty. */
export function parseOptionalDate(text: string): ParseResult<LocalDate | null> {
  return text.trim() ? parseDate(text) : { value: null };
}

const MAX_ENTRIES = 50;
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** E-mail addresses, separated by commas, in lower case; empties are dropped, and so are doubles. */
export function parseEmails(text: string): ParseResult<string[]> {
  const typed = parseEntries(text.split(","), 254);
  if ("problem" in typed) return typed;
  const wrong = typed.value.find((email) => !EMAIL.test(email));
  if (wrong) return { problem: `${wrong.slice(0, 60)} is not an e-mail address.` };
  return { value: [...new Set(typed.value.map((email) => email.toLowerCase()))] };
}

/** Names, a line each; blank lines and doubles are dropped. */
export function parseNames(text: string): ParseResult<string[]> {
  return parseEntries(text.split("\n"), 200);
}

function parseEntries(entries: string[], max: number): ParseResult<string[]> {
  const value: string[] = [];
  for (const entry of entries) {
    const typed = parseText(entry, max);
    if ("problem" in typed) return typed;
    if (/^[=+\-@]/.test(typed.value))
      return { problem: `${typed.value.slice(0, 60)} would be a formula in a spreadsheet.` };
    if (typed.value && !value.includes(typed.value)) value.push(typed.value);
  }
  if (value.length > MAX_ENTRIES) return { problem: `Enter at most ${MAX_ENTRIES}.` };
  return { value };
}

/** A name: required, at most 200 characters, and nothing that a spreadsheet would run as a formula. */
export function parseName(text: string, label: string): ParseResult<string> {
  const parsed = parseText(text, 200);
  if ("problem" in parsed) return parsed;
  if (!parsed.value) return { problem: `${label} is required.` };
  if (/^[=+\-@\t\r]/.test(parsed.value))
    return { problem: `${label} cannot begin with ${parsed.value[0]}: spreadsheets take that for a formula.` };
  return parsed;
}
