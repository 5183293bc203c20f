import { FIRST_DATE, LAST_DATE } from "#app/domain/basics/calendar.ts";
import { MAX_QUANTITY } from "#app/domain/basics/money.ts";
import type { Control, Kind } from "./field.ts";

/*
 * The constraints that a browser checks by itself, and their messages. The parsers of the server use the same messages
 * (domain/parse.ts).
 */

/** A field as a browser checks it. */
export type CheckedField = {
  name: string;
  label: string;
  control: Control;
  kind?: Kind;
  required?: boolean;
  maxLength?: number | undefined;
  pattern?: string;
  /** One message for every problem, instead of the messages of the control. */
  problem?: string;
};

export const isRequired = <Label extends string>(label: Label) => `${label} is required.` as const;
export const NO_DATE = "Enter a date that exists, from 01/01/2000 to 12/31/2099.";
export const NO_AMOUNT = "Enter an amount in dollars, such as 2,900 or 2900.50.";
export const NO_WHOLE_NUMBER = "Quantity must be a whole number, such as 1.";
export const NO_QUANTITY = "Quantity must be at least 1.";
export const QUANTITY_TOO_LARGE = `Quantity can be at most ${MAX_QUANTITY}.` as const;
export const NO_INVOICE_NUMBER = "Enter a whole number, such as 2574.";
export const NO_PERCENT = "Enter a percentage up to 100, such as 8.63.";
export const tooLong = (max: number) => `Use at most ${max.toLocaleString("en-US")} characters.`;

/** The pattern of each kind of number, and the message for a text that does not match it. The server's parsers have more messages. */
const AMOUNT = [String.raw`\s*(\$\s*)?(\d+|\d{1,3}(,\d{3})+)?(\.\d{0,2})?\s*`, NO_AMOUNT] as const;
const PATTERNS: { [kind in Kind]?: readonly [pattern: string, message: string] } = {
  dollars: AMOUNT,
  optionalDollars: AMOUNT,
  billValue: AMOUNT,
  percent: [String.raw`\s*\d{1,3}(\.\d{1,2})?\s*%?\s*`, NO_PERCENT],
  invoiceNumber: [String.raw`\s*0*[1-9]\d{0,14}\s*`, NO_INVOICE_NUMBER],
};
/** A whole number from 1 to `MAX_QUANTITY`. In a text input, because the mouse wheel changes a focused number input. */
const QUANTITY = String.raw`\s*0*[1-9]\d{0,2}\s*`;

/** The attributes by which a browser checks the control of a field. */
export function constraintOf({ control, kind, required = false, maxLength, ...rest }: CheckedField) {
  const ofKind = kind && PATTERNS[kind]?.[0];
  const pattern = rest.pattern ?? ofKind ?? (control === "quantity" ? QUANTITY : undefined);
  return {
    required,
    ...(maxLength && { maxLength }),
    ...(pattern && { pattern }),
    ...(control === "date" && { min: FIRST_DATE, max: LAST_DATE }),
  };
}

/** Parses a whole number from 1 to `MAX_QUANTITY`. Accepts thousands separators and surrounding spaces. */
export function parseQuantity(text: string): { value: number } | { problem: string } {
  const digits = text.trim().replace(/^(-?\d{1,3})((?:,\d{3})+)$/, (all) => all.replaceAll(",", ""));
  if (!/^-?\d+$/.test(digits)) return { problem: NO_WHOLE_NUMBER };
  const value = Number(digits);
  if (value < 1) return { problem: NO_QUANTITY };
  return value > MAX_QUANTITY ? { problem: QUANTITY_TOO_LARGE } : { value };
}

/** The message for an invalid control; undefined if the control is valid. */
export function problemOf(
  field: CheckedField,
  { validity, value }: { validity: ValidityState; value: string },
): string | undefined {
  const { control, kind, label, problem, maxLength = 0 } = field;
  if (validity.valid) return undefined;
  if (problem) return problem;
  // An incomplete input, such as a date without a year, also has no value.
  if (validity.valueMissing && !validity.badInput) return isRequired(label);
  if (control === "date") return NO_DATE;
  const ofKind = kind && PATTERNS[kind]?.[1];
  if (validity.patternMismatch && ofKind) return ofKind;
  if (control === "quantity") {
    const parsed = parseQuantity(value);
    return "problem" in parsed ? parsed.problem : undefined;
  }
  return tooLong(maxLength);
}
