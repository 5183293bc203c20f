import { parseParts, parseShares } from "#app/domain/barn/parse-shares.ts";
import { MAX_BILL_VALUE } from "#app/domain/basics/money.ts";
import {
  type ParseResult,
  parseDate,
  parseDollars,
  parseEmails,
  parseFlag,
  parseMultilineText,
  parseName,
  parseNames,
  parseOptionalDate,
  parsePercent,
  parseText,
  parseWeekdays,
} from "#app/domain/basics/parse.ts";
import { parseNextInvoice } from "#app/domain/exports/invoice-numbers.ts";
import type { BoundField, BoundInput, Description, Kind, KindValue } from "./field.ts";
import { parseQuantity } from "./field-checks.ts";

/*
 * The parsers of described fields. They are not in the descriptions, which the browser loads, because only the server
 * parses entered texts.
 */

type ParserOptions = Pick<BoundInput<never>, "control" | "maxLength" | "options">;

const PARSERS: { [K in Kind]: (text: string, label: string, input: ParserOptions) => ParseResult<KindValue[K]> } = {
  name: parseName,
  text: (text, _, { control, maxLength = 0 }) =>
    control === "multiline" ? parseMultilineText(text, maxLength) : parseText(text, maxLength),
  date: parseDate,
  optionalDate: parseOptionalDate,
  dollars: (text) => parseDollars(text),
  optionalDollars: (text) => (text.trim() ? parseDollars(text) : { value: null }),
  billValue: (text) => parseDollars(text, MAX_BILL_VALUE),
  quantity: parseQuantity,
  invoiceNumber: (text) => parseNextInvoice(text),
  percent: (text) => parsePercent(text),
  flag: parseFlag,
  choice: (text, _, { options }) =>
    options.some(({ id }) => id === text)
      ? { value: text }
      : { problem: `Choose ${options.map(({ name }) => name).join(" or ")}.` },
  emails: parseEmails,
  names: parseNames,
  weekdays: parseWeekdays,
  shares: (text) => parseShares(text),
  parts: (text) => parseParts(text),
  reference: (id) => ({ value: id }),
  optionalReference: (id) => ({ value: id || null }),
};

/** Parses the text of a field's control. The form refuses an empty required field before it calls the parser. */
export function parseField<Row>(
  { label }: BoundField<Row>,
  input: BoundInput<Row>,
  text: string,
): ParseResult<unknown> {
  return PARSERS[input.kind](text, label, input);
}

/**
 * Parses the text of a field that is set in the row or, with `isBulk`, for all selected rows; null if no such field can be
 * edited there.
 */
export function parseInRow<Row, Settable>(
  { fields, settableNames }: Pick<Description<Row, unknown, Settable>, "fields" | "settableNames">,
  name: string,
  text: string,
  isBulk = false,
): ParseResult<Partial<Settable>> | null {
  const field = fields.find((each) => each.name === name);
  const settable = settableNames.find((each) => each === name);
  if (!field?.input || !(isBulk ? field.listed.inBulk : field.listed.inRow) || !settable) return null;
  const parsed = parseField(field, field.input, text);
  if ("problem" in parsed) return parsed;
  // The cast is safe: each parser returns values of its kind, and `describe` checks that the kind fits the column.
  return { value: { [settable]: parsed.value } as Partial<Settable> };
}
