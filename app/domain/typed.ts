import { isLocalDate, type LocalDate } from "./calendar.ts";
import { MAX_QUANTITY } from "./money.ts";

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
const UNWRITABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffd]/;

/** Free text without control characters or broken encoding, its ends trimmed, of at most `max` characters. */
export function typedText(text: string, max: number): Typed<string> {
  if (!text.isWellFormed() || UNWRITABLE.test(text)) {
    return { problem: "This holds characters that cannot be saved. Remove them." };
  }
  const value = text.replaceAll("\r\n", "\n").trim();
  if (value.length > max) return { problem: `Use at most ${max.toLocaleString("en-US")} characters.` };
  return { value };
}
