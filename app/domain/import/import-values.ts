import { LOCATION_NAMES } from "#app/domain/basics/locations.ts";
import { type Cents, formatDollars, inDollars, MAX_AMOUNT, MAX_BILL_VALUE } from "#app/domain/basics/money.ts";
import { parseEmail, parseName, parseWeekdays } from "#app/domain/basics/parse.ts";
import { MAX_INVOICE_NUMBER } from "#app/domain/exports/invoices.ts";
import type { BoundField, BoundInput, Kind } from "#app/domain/fields/field.ts";
import { parseField } from "#app/domain/fields/parse-field.ts";
import { type DayStyle, dayStyleOf, readDay } from "./import-days.ts";

/*
 * The values of an import, as other systems write them (docs/moving-in.md). What a file has becomes the text that a person would enter in the
 * form, and the parser of the form reads it.
 */

/**
 * A value to import, with a note if it differs from the file's; or why it cannot be imported. Neither text contains the
 * value, so that equal problems of several records have equal texts.
 */
export type ReadValue<T> = { value: T; note?: string } | { problem: string };

/** The most values that the page shows of a column. */
export const MAX_SAMPLES = 3;

/** A value for a list of problems. */
export const shorten = (raw: unknown) => {
  const text = typeof raw === "string" ? raw : (JSON.stringify(raw) ?? String(raw));
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
};

export const isEmpty = (raw: unknown) =>
  raw === undefined || raw === null || (typeof raw === "string" && raw.trim() === "");

/** Whether a text stands for no value: '', '-', 'n/a', 'none'. Of an amount, '-' is $0.00. */
export const isNothing = (text: string) => /^([-\u2013\u2014]*|n\/?a\.?|none)$/i.test(text);

/** The text of a string or a number; undefined for anything else. */
const textOf = (raw: unknown) => (typeof raw === "number" || typeof raw === "string" ? String(raw).trim() : undefined);

/** The text of an amount. Longer ones are none, and not worth the time of the patterns. */
const amountText = (raw: unknown) => [textOf(raw) ?? ""].find((text) => text.length <= 60) ?? "?";

/** The text of an amount without its sign and '$', and whether it is below 0: `-5`, `-$5`, `($5.00)` or `$ (5.00)`. */
function signOf(raw: unknown): { isNegative: boolean; text: string } {
  const text = amountText(raw).replace(/^\$\s*/, "");
  // A dash in the place of an amount is how the accounting format of a spreadsheet shows 0.
  if (/^[-\u2013\u2014]$/.test(text)) return { isNegative: false, text: "0" };
  const [, inBrackets] = text.match(/^\((.*)\)$/) ?? [];
  const [, minus = "", amount = ""] = (inBrackets ? `-${inBrackets}` : text).match(/^(-?)\s*(?:\$\s*)?(.*?)\s*$/) ?? [];
  return { isNegative: minus !== "" && /[1-9]/.test(amount), text: amount };
}

const POINT = "Its point is read as that of cents, and not of thousands.";

/** An amount in dollars, as a number or as text; more than two decimals are rounded half up to the cent. */
function readDollars(raw: unknown, max: Cents): ReadValue<Cents> {
  const { isNegative, text } = signOf(raw);
  const match = text.match(/^((?:\d+|\d{1,3}(?:,\d{3})+)?)(?:\.(\d*))?$/);
  if (!match || !/\d/.test(text)) return { problem: "It is not an amount." };
  if (isNegative) return { problem: "It is below 0." };
  const [, whole = "", decimals = ""] = match;
  const digits = whole.replaceAll(",", "");
  const cents = Number(`${digits.slice(-15) || "0"}${decimals.slice(0, 2).padEnd(2, "0")}`);
  const value = cents + (Number(decimals[2] ?? 0) >= 5 ? 1 : 0);
  if (digits.length > 12 || value > max) return { problem: `It is above ${formatDollars(max)}.` };
  if (typeof raw === "string" && /^\d{1,3}\.\d\d0$/.test(text)) return { value, note: POINT };
  // 250.27000000000004 is how computers add; 250.275 is not an amount of money.
  const isExact = /^(0{4,}\d*|9{4,}\d*|0*)$/.test(decimals.slice(2));
  return isExact ? { value } : { value, note: "It is rounded to the cent." };
}

/** The cents that an amount is below 0; 0 if it is not below 0, or cannot be read. */
export function readCredit(raw: unknown, max: Cents): Cents {
  const { isNegative, text } = signOf(raw);
  const read = isNegative ? readDollars(text, max) : { value: 0 };
  return "value" in read ? read.value : 0;
}

const CHECKS = ["✓", "✔", "☑"] as const;
const FLAGS: ReadonlyMap<string, boolean> = new Map([
  ...["true", "yes", "y", "1", "x", "on", ...CHECKS].map((text) => [text, true] as const),
  ...["false", "no", "n", "0", "off", "✗", "✘", "☐"].map((text) => [text, false] as const),
]);

/** How all values of a column are read: its days, and a cross, which is no beside check marks. */
export type ColumnStyle = DayStyle & { isCrossNo: boolean };

export function columnStyleOf(values: readonly unknown[], now: string): ColumnStyle {
  const check = values.find((raw) => CHECKS.some((each) => each === raw));
  const isCrossNo = check !== undefined && values.some(isCross);
  return { ...dayStyleOf(values, now), isCrossNo, ...(isCrossNo && { text: `x is no, because of ${check}` }) };
}

const isCross = (raw: unknown) => /^x$/i.test(textOf(raw) ?? "");

/** A yes or no, or what is charged for it, as Hayloft's own files have it: $0.00 is no. */
export function readFlag(raw: unknown): ReadValue<boolean> {
  const text = textOf(raw)?.toLowerCase() ?? "?";
  const value = typeof raw === "boolean" ? raw : isNothing(text) ? false : FLAGS.get(text);
  if (value !== undefined) return { value };
  const amount = /[$.]/.test(text) ? readDollars(raw, MAX_AMOUNT) : { problem: "" };
  return "value" in amount ? { value: amount.value > 0 } : { problem: "It is not yes or no." };
}

/** A whole number from 1 to `max`. */
export function readQuantity(raw: unknown, max = Number.MAX_SAFE_INTEGER): ReadValue<number> {
  const text = textOf(raw) ?? "";
  const value = /^(\d+|\d{1,3}(,\d{3})+)(\.0+)?$/.test(text) ? Number(text.replaceAll(",", "")) : 0;
  if (!(value >= 1)) return { problem: "It is not a whole number from 1." };
  return value <= max ? { value } : { problem: `It is above ${max.toLocaleString("en-US")}.` };
}

type Options = Pick<BoundInput<never>, "options">["options"];

/** The states of the locations. */
const STATES: ReadonlyMap<string, string> = new Map([
  ["fl", LOCATION_NAMES.florida],
  ["ny", LOCATION_NAMES["long-island"]],
]);

/** Words in the name of a sheet that say where its horses are: the locations, their states, and towns of the show grounds. */
const PLACES: readonly (readonly [string, RegExp])[] = [
  [LOCATION_NAMES.florida, /\b(florida|fl|wellington|ocala|loxahatchee)\b/i],
  [
    LOCATION_NAMES["long-island"],
    /\b(long island|li|ny|new york|bridgehampton|southampton|east hampton|hamptons|sagaponack)\b/i,
  ],
];

/** The only location that the name of a sheet has; undefined if it has none or both. */
export function locationIn(name: string): string | undefined {
  const [found, ...others] = PLACES.filter(([, words]) => words.test(name));
  return others.length === 0 ? found?.[0] : undefined;
}

/** The id of a choice by its id, its name or the initials of its name: 'Long Island', 'long_island' and 'LI' are one. */
function readChoice(raw: unknown, label: string, options: Options): ReadValue<string> {
  const plain = (text: string) => text.toLowerCase().replace(/[\s_-]+/g, "-");
  const text = textOf(raw)?.toLowerCase() ?? "";
  const initials = (name: string) => (name.match(/\b\w/g) ?? []).join("");
  const found = options.find(({ id, name }) => {
    const own = [plain(id), plain(name), ...(name.includes(" ") ? [plain(initials(name))] : [])];
    return own.includes(plain(STATES.get(text) ?? text));
  });
  return found ? { value: found.id } : { problem: `${label} must be ${options.map(({ name }) => name).join(" or ")}.` };
}

const NO_TEXT = { problem: "It is not a text." };
const LOST = "A spreadsheet has rounded it, so no number is imported.";
const ROUNDED = /^\d([.,]\d+)?e\+?\d+$/i;

/** A text; what is longer than the field is cut off. */
function readWords(raw: unknown, { control, maxLength = 0 }: BoundInput<never>): ReadValue<string> {
  const text = textOf(raw);
  if (text === undefined) return NO_TEXT;
  if (control === "tel" && ROUNDED.test(text)) return { value: "", note: LOST };
  if (control === "tel" && isNothing(text)) return { value: "" };
  if (text.length <= maxLength) return { value: text };
  const note = `Only its first ${maxLength.toLocaleString("en-US")} characters are imported.`;
  return { value: text.slice(0, maxLength).toWellFormed(), note };
}

const MAX_ENTRIES = 50;

/** A list of texts: an array, or one text with the entries between separators. Entries that `parse` refuses are left out. */
function readList(raw: unknown, kind: "emails" | "names"): ReadValue<string> {
  const [separator, mark] = kind === "emails" ? [/[,;\s]+/, ", "] : [/[,;\n&/]|\sand\s/, "\n"];
  const entries = Array.isArray(raw) ? raw.map(textOf) : textOf(raw)?.split(separator);
  if (!entries) return { problem: "It is not a list." };
  const read = entries
    .filter((entry) => entry === undefined || !isNothing(entry.trim()))
    .map((entry) => (entry === undefined ? NO_TEXT : kind === "emails" ? parseEmail(entry) : parseName(entry, "It")));
  const good = [...new Set(read.flatMap((each) => ("value" in each ? [each.value] : [])))];
  const isWhole = good.length <= MAX_ENTRIES && read.every((each) => "value" in each);
  const value = good.slice(0, MAX_ENTRIES).join(mark);
  return isWhole ? { value } : { value, note: "Some of its entries cannot be imported." };
}

/** What a person would enter in the form for a value of a file. */
type Entered = (raw: unknown, input: BoundInput<never>, of: { label: string; style: ColumnStyle }) => ReadValue<string>;

const asText = <T>(read: ReadValue<T>, text: (value: T) => string = String): ReadValue<string> =>
  "value" in read ? { ...read, value: text(read.value) } : read;
function enterText(raw: unknown): ReadValue<string> {
  const value = textOf(raw);
  return value === undefined ? NO_TEXT : { value };
}

/** What an amount is for, as a person writes it: '$650/wk', '2900 per month', '725.50 weekly', '25 each'. */
const UNIT = /\s*(\/|\bper\b|\ba\b)?\s*\b(?<unit>wk|week(ly)?|mo|mth|month(ly)?|day|daily|each|hour|hr|ride|time)\.?$/i;

/** An amount of a field of a form. A price may be for anything, another amount is for the month or, by its label, the week. */
const enterDollars =
  (max: Cents): Entered =>
  (raw, _, { label }) => {
    const text = amountText(raw);
    const { unit } = text.match(UNIT)?.groups ?? {};
    const [period, pattern] = /week/i.test(label) ? ["week", /^w/i] : ["month", /^m/i];
    const read = readDollars(unit ? text.replace(UNIT, "") : raw, max);
    const isOther = unit && !label.endsWith("Price") && !pattern.test(unit) && "value" in read;
    return isOther ? { problem: `It is not an amount for a ${period}.` } : asText(read, inDollars);
  };

const enterDay: Entered = (raw, _, { style }) => readDay(raw, style);
/** The last day of a horse or a groom who has not left. */
const enterLastDay: Entered = (raw, input, of) =>
  isNothing(textOf(raw) ?? "?") || /^(present|current|now|active)$/i.test(textOf(raw) ?? "")
    ? { value: "" }
    : enterDay(raw, input, of);

/** The words beside the days in how often a charge is due: 'weekly on Tuesday', 'every Monday and Friday'. */
const EVERY = /^(on|every|each|weekly|week|and|per)$/;

/** The weekdays of a standing charge, as people write how often it is due: 'Tuesdays', 'Mon/Wed/Fri'; none if it is monthly. */
export function readHowOften(raw: unknown): ReadValue<string[]> {
  const words = (textOf(raw) ?? "?").toLowerCase().split(/[\s,;./&+]+/);
  const own = words.filter((word) => word && !EVERY.test(word));
  if (own.length > 0 && own.every((word) => /^month(ly)?$/.test(word))) return { value: [] };
  const read = parseWeekdays(own.join(" "));
  const isRead = "value" in read && read.value.length > 0;
  return isRead ? read : { problem: "It is not Monthly or days of the week, such as Mon, Wed." };
}

const ENTERED: Record<Kind, Entered> = {
  name: enterText,
  text: readWords,
  date: enterDay,
  optionalDate: enterLastDay,
  dollars: enterDollars(MAX_AMOUNT),
  optionalDollars: (raw, input, of) =>
    isNothing(textOf(raw) ?? "?") ? { value: "" } : enterDollars(MAX_AMOUNT)(raw, input, of),
  billValue: enterDollars(MAX_BILL_VALUE),
  quantity: (raw) => asText(readQuantity(raw)),
  invoiceNumber: (raw) => asText(readQuantity(raw, MAX_INVOICE_NUMBER)),
  percent: enterText,
  flag: (raw, _, { style }) => (style.isCrossNo && isCross(raw) ? { value: "false" } : asText(readFlag(raw))),
  choice: (raw, { options }, { label }) => readChoice(raw, label, options),
  emails: (raw) => readList(raw, "emails"),
  names: (raw) => readList(raw, "names"),
  weekdays: (raw) => asText(readHowOften(raw), (days) => days.join(" ")),
  shares: enterText,
  parts: enterText,
  reference: enterText,
  optionalReference: enterText,
};

const FORMULA_ERROR = /^#(REF!|N\/A|VALUE!|NAME\?|DIV\/0!|NUM!|NULL!|#+)$/;

/** The value of a field of a file. */
export function readField<Row>(field: BoundField<Row>, raw: unknown, style: ColumnStyle): ReadValue<unknown> {
  const input = field.input as BoundInput<never> | null;
  if (!input) return { problem: "It cannot be set." };
  if (typeof raw === "string" && FORMULA_ERROR.test(raw)) return { problem: "It is the error of a formula." };
  const entered = ENTERED[input.kind](raw, input, { label: field.label, style });
  if ("problem" in entered) return entered;
  const parsed = parseField(field as BoundField<never>, input, entered.value);
  return "problem" in parsed ? parsed : { ...parsed, ...(entered.note && { note: entered.note }) };
}
