import type { BoundField, BoundInput, Description, Kind, KindValue } from "./field.ts";
import {
  type ParseResult,
  parseDate,
  parseDollars,
  parseEmails,
  parseFlag,
  parseName,
  parseNames,
  parseOptionalDate,
  parseQuantity,
  parseText,
} from "./parse.ts";

/*
 * The parsers of described fields. Only the server parses what a person entered, so they are apart from the descriptions,
 * which the browser loads.
 */

type Parsed = Pick<BoundInput<never>, "maxLength" | "options">;

const PARSERS: { [K in Kind]: (text: string, label: string, input: Parsed) => ParseResult<KindValue[K]> } = {
  name: parseName,
  text: (text, _, { maxLength = 0 }) => parseText(text, maxLength),
  date: parseDate,
  optionalDate: parseOptionalDate,
  dollars: parseDollars,
  quantity: parseQuantity,
  flag: parseFlag,
  choice: (text, _, { options }) =>
    options.some(({ id }) => id === text)
      ? { value: text }
      : { problem: `Choose ${options.map(({ name }) => name).join(" or ")}.` },
  emails: parseEmails,
  names: parseNames,
  reference: (id) => ({ value: id }),
  optionalReference: (id) => ({ value: id || null }),
};

/** Parses the text of a field's control. A required field that is empty is refused before. */
export function parseField<Row>(
  { label }: BoundField<Row>,
  input: BoundInput<Row>,
  text: string,
): ParseResult<unknown> {
  return PARSERS[input.kind](text, label, input);
}

/** Parses the text of one field that is edited in the row; null if the list has no such field. */
export function parseInRow<Row, Settable>(
  { fields, settableNames }: Pick<Description<Row, unknown, Settable>, "fields" | "settableNames">,
  name: string,
  text: string,
): ParseResult<Partial<Settable>> | null {
  const field = fields.find((each) => each.name === name);
  const settable = settableNames.find((each) => each === name);
  if (!field?.input || !field.listed.inRow || !settable) return null;
  const parsed = parseField(field, field.input, text);
  if ("problem" in parsed) return parsed;
  // The parser of a kind returns values of the kind, and `describe` has checked that they fit the column.
  return { value: { [settable]: parsed.value } as Partial<Settable> };
}
