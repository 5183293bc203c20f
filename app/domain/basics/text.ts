/*
 * The rule for texts in forms, and the guard against spreadsheet formulas (docs/product.md, 'Text').
 */

/**
 * White space, control characters and characters without a glyph. This is the inside of a character class, in a syntax that
 * regular expressions and GLOB patterns of SQLite share. A test compares it with the properties of Unicode.
 */
const BLANK =
  "\u0001-\u0020\u007f-\u00a0\u00ad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u2028-\u202f\u205f-\u206f" +
  "\u2800\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}";

/** The first character of a text that a spreadsheet may run as a formula, as a character class for regular expressions and GLOB. */
export const FORMULA_START = `[${BLANK}=+@＝＋－＠-]`;

const STARTS_AS_FORMULA = new RegExp(`^${FORMULA_START}`, "u");
const LEADING_BLANKS = new RegExp(`^[${BLANK}]+`, "u");
const HAS_BLANK = new RegExp(`[${BLANK}]`, "u");

/** Control, bidirectional and separator characters, Unicode noncharacters, and the replacement character. */
const UNWRITABLE = /[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}\ufffd]/u;

/** Whether a spreadsheet may run the text as a formula. Blank characters in front of a formula do not stop a spreadsheet. */
export const isFormula = (text: string) => STARTS_AS_FORMULA.test(text);

/** The text, with an apostrophe in front if a spreadsheet may run it as a formula. */
export const escapeFormula = (text: string) => (isFormula(text) ? `'${text}` : text);

/** Reverses `escapeFormula`. */
export const unescapeFormula = (text: string) => (text[0] === "'" && isFormula(text.slice(1)) ? text.slice(1) : text);

/** Whether the text has white space, a control character or a character without a glyph. */
export const hasBlank = (text: string) => HAS_BLANK.test(text);

/**
 * The text in its stored form: without surrounding white space and leading blank characters, and with `\n` as line
 * breaks. Or the problem, if it cannot be stored.
 */
export function readText(text: string, isMultiline: boolean): { value: string } | { problem: string } {
  const value = text.replaceAll(/\r\n?/g, "\n").trim();
  if (!value.isWellFormed() || UNWRITABLE.test(value.replaceAll(/[\t\n]/g, ""))) {
    return { problem: "This holds characters that cannot be saved. Remove them." };
  }
  if (isMultiline && value.includes("\t")) return { problem: "Write spaces instead of tabs." };
  if (!isMultiline && /[\t\n]/.test(value)) return { problem: "Write this on one line, without tabs." };
  return { value: value.replace(LEADING_BLANKS, "") };
}
