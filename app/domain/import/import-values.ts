import { LOCATION_NAMES, type Location } from "#app/domain/basics/locations.ts";
import { type Cents, formatDollars, MAX_AMOUNT } from "#app/domain/basics/money.ts";
import { type ParseResult, parseMultilineText, parseName, parseText } from "#app/domain/basics/parse.ts";

/* The values of an import, as other systems write them (docs/product.md, 'Import'). */

/**
 * A value to import, with a note if it differs from the file's; or why it cannot be imported. Neither text contains the
 * value, so that equal problems of several records have equal texts.
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

/** An amount in cents. `lost` is the part of a cent that rounding took away; negative if rounding added it. */
type ReadAmount = { value: Cents; note?: string; lost?: number } | { problem: string };

/** The text of an amount without its sign and '$', and whether it is below 0: `-5`, `-$5`, `($5.00)` or `$ (5.00)`. */
function signOf(raw: unknown): { isNegative: boolean; text: string } {
  const text =
    textOf(raw)
      ?.trim()
      .replace(/^\$\s*/, "") ?? "";
  // A hyphen in the place of an amount is how the accounting format of a spreadsheet shows 0.
  if (text === "-") return { isNegative: false, text: "0" };
  const [, inBrackets] = text.match(/^\((.*)\)$/) ?? [];
  const [, minus = "", amount = ""] = (inBrackets ? `-${inBrackets}` : text).match(/^(-?)\s*(?:\$\s*)?(.*?)\s*$/) ?? [];
  return { isNegative: minus !== "" && /[1-9]/.test(amount), text: amount };
}

const POINT = "Its point is read as that of cents, and not of thousands.";

/** An amount in dollars, as a number or as text; more than two decimals are rounded half up to the cent. */
export function readDollars(raw: unknown, max: Cents): ReadAmount {
  const { isNegative, text } = signOf(raw);
  const match = text.match(/^((?:\d+|\d{1,3}(?:,\d{3})+)?)(?:\.(\d*))?$/);
  if (!match || !/\d/.test(text)) return { problem: "It is not an amount." };
  if (isNegative) return { problem: "It is below 0." };
  const [, whole = "", decimals = ""] = match;
  const digits = whole.replaceAll(",", "");
  const cents = Number(`${digits.slice(-15) || "0"}${decimals.slice(0, 2).padEnd(2, "0")}`);
  const value = cents + (Number(decimals[2] ?? 0) >= 5 ? 1 : 0);
  if (digits.length > 12 || value > max) return { problem: `It is above ${formatDollars(max)}.` };
  // 250.27000000000004 is how computers add; 250.275 is not an amount of money.
  const rest = decimals.slice(2);
  if (typeof raw === "string" && /^\d{1,3}\.\d\d0$/.test(text)) return { value, note: POINT };
  if (/^(0{4,}\d*|9{4,}\d*|0*)$/.test(rest)) return { value };
  return { value, note: "It is rounded to the cent.", lost: cents - value + Number(`0.${rest}`) };
}

/** The cents that an amount is below 0; 0 if it is not below 0, or cannot be read. */
export function readCredit(raw: unknown, max: Cents): Cents {
  const { isNegative, text } = signOf(raw);
  const read = isNegative ? readDollars(text, max) : { value: 0 };
  return "value" in read ? read.value : 0;
}

/** The sum of amounts before they were rounded, with two to four decimals: '$100.005'. */
export const formatUnrounded = (cents: Cents, lost: number) =>
  `$${((cents + lost) / 100).toLocaleString("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 4 })}`;

const FLAGS: ReadonlyMap<string, boolean> = new Map([
  ...["true", "yes", "y", "1", "x"].map((text) => [text, true] as const),
  ...["false", "no", "n", "0"].map((text) => [text, false] as const),
]);

export function readFlag(raw: unknown): ReadValue<boolean> {
  const value = typeof raw === "boolean" ? raw : FLAGS.get(textOf(raw)?.trim().toLowerCase() ?? "?");
  return value === undefined ? { problem: "It is not yes or no." } : { value };
}

/** A yes or no, or what is charged for it, as Hayloft's own files have it: $0.00 is no. */
export function readCharged(raw: unknown): ReadValue<boolean> {
  const flag = readFlag(raw);
  if ("value" in flag) return flag;
  const amount = readDollars(raw, MAX_AMOUNT);
  return "value" in amount ? { value: amount.value > 0 } : flag;
}

/** A whole number from 1 to `max`. */
export function readQuantity(raw: unknown, max: number): ReadValue<number> {
  const text = textOf(raw)?.trim() ?? "";
  const value = /^(\d+|\d{1,3}(,\d{3})+)(\.0+)?$/.test(text) ? Number(text.replaceAll(",", "")) : 0;
  if (!(value >= 1)) return { problem: "It is not a whole number from 1." };
  return value <= max ? { value } : { problem: `It is above ${max.toLocaleString("en-US")}.` };
}

/** The short forms of the locations: their states and initials. */
const SHORT_LOCATIONS: ReadonlyMap<string, Location> = new Map([
  ["fl", "florida"],
  ["ny", "long-island"],
  ["li", "long-island"],
]);

/** 'Long Island', 'long-island' and 'long_island' are one place, and so are 'LI' and 'NY'. */
export function readLocation(raw: unknown): ReadValue<Location> {
  const text = textOf(raw)?.trim().toLowerCase() ?? "";
  const key = text.replace(/[\s_]+/g, "-");
  const short = SHORT_LOCATIONS.get(text);
  if (short) return { value: short };
  const isKnown = Object.hasOwn(LOCATION_NAMES, key);
  return isKnown ? { value: key as Location } : { problem: "It is neither Florida nor Long Island." };
}

const asRead = <T>(parsed: ParseResult<T>): ReadValue<T> => parsed;
const NO_TEXT = { problem: "It is not a text." };

export function readName(raw: unknown): ReadValue<string> {
  const text = textOf(raw);
  return text === undefined ? NO_TEXT : asRead(parseName(text, "The name"));
}

const LOST = "A spreadsheet has rounded it, so no number comes in.";

/** A telephone number; none if a spreadsheet has made 5.16555E+09 of it. */
export const readPhone = (raw: unknown): ReadValue<string> =>
  /^\d([.,]\d+)?e\+?\d+$/i.test(textOf(raw)?.trim() ?? "") ? { value: "", note: LOST } : readLongText(raw, 50);

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
