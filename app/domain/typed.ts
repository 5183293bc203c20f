import { isLocalDate, type LocalDate } from "./calendar.ts";
import { type Cents, formatDollars, MAX_AMOUNT, MAX_QUANTITY } from "./money.ts";

/** What a typed text means, or what to tell the person who typed it. */
export type Typed<T> = { value: T } | { problem: string };

/** A whole number from 1 to 1,000; thousands separators and surrounding spaces are understood. */
export function typedQuantity(text: string): Typed<number> {
  const digits = text.trim().replace(/^(-?\d{1,3})((?:,\d{3})+)$/, (all) => all.replaceAll(",", ""));
  if (!/^-?\d+$/.test(digits)) return { problem: "Quantity must be a whole number, such as 1." };
  const value = Number(digits);
  if (value < 1) return { problem: "Quantity must be at least 1." };
  if (value > MAX_QUANTITY) return { problem: `Quantity can be at most ${MAX_QUANTITY.toLocaleString("en-US")}.` };
  return { value };
}

/** A day as date inputs send it: `YYYY-MM-DD`. */
export function typedDate(text: string): Typed<LocalDate> {
  const date = text.trim();
  if (isLocalDate(date)) return { value: date };
  return { problem: "Enter a date that exists, from 01/01/2000 to 12/31/2099." };
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const UNWRITABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ufffd]/;

/** Free text without control characters, reversals of its direction or broken encoding, its ends trimmed, of at most `max` characters. */
export function typedText(text: string, max: number): Typed<string> {
  if (!text.isWellFormed() || UNWRITABLE.test(text)) {
    return { problem: "This holds characters that cannot be saved. Remove them." };
  }
  const value = text.replaceAll("\r\n", "\n").trim();
  if (value.length > max) return { problem: `Use at most ${max.toLocaleString("en-US")} characters.` };
  return { value };
}

/** Dollars as people type them, in cents: `2900`, `2,900`, `$2900`, `2900.5`; from $0 to $1,000,000. */
export function typedDollars(text: string): Typed<Cents> {
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
