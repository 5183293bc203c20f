import { z } from "zod";
import type { ParseResult } from "#app/domain/basics/parse.ts";
import { type BoundField, type Description, isList } from "#app/domain/fields/field.ts";
import { isRequired } from "#app/domain/fields/field-checks.ts";
import { parseField } from "#app/domain/fields/parse-field.ts";

/** A rule that involves several fields of a form. Its message is shown beside `field`. */
export type FormRules<Entered> = readonly {
  field: keyof Entered & string;
  message: string | ((entered: Entered) => string);
  holds: (entered: Entered) => boolean;
}[];

/** A zod transform that applies a parser of `domain/parse.ts`. */
export const parsed = <Value>(parse: (text: string) => ParseResult<Value>) =>
  z.transform((text: string, { issues }): Value => {
    const result = parse(text);
    if ("value" in result) return result.value;
    issues.push({ code: "custom", message: result.problem, input: text });
    return z.NEVER;
  });

/** A zod transform that applies a parser to the lines of a list. Its message is shown at the first invalid line. */
const parsedLines = (parse: (text: string) => ParseResult<unknown>) =>
  z.transform((lines: string[], { issues }) => {
    const result = parse(lines.join("\n"));
    if ("value" in result) return result.value;
    const wrong = lines.findIndex((line) => "problem" in parse(line));
    issues.push({ code: "custom", message: result.problem, input: lines, path: wrong < 0 ? [] : [wrong] });
    return z.NEVER;
  });

/**
 * The zod schema of a record's form (docs/architecture.md, 'One form'). Its input is conform's, in which an empty field and an
 * unticked box are undefined. Its output has the values of the description's parsers.
 */
export function schemaOf<Row, Entered>(
  { fields }: Pick<Description<Row, Entered>, "fields">,
  rules: FormRules<Entered> = [],
): z.ZodType<Entered> {
  const shape = fields.flatMap((field) => (field.input?.inForm ? [[field.name, schemaOfField(field)]] : []));
  // The cast is safe: `Entered` is derived from the parsers of the same description.
  const schema = z.object(Object.fromEntries(shape)) as z.ZodType as z.ZodType<Entered>;
  return rules.reduce(
    (checked, { field, message, holds }) =>
      checked.refine(holds, {
        path: [field],
        error: ({ input }) => (typeof message === "string" ? message : message(input as Entered)),
      }),
    schema,
  );
}

function schemaOfField<Row>(field: BoundField<Row>): z.ZodType {
  const { label, input } = field;
  if (!input) throw new TypeError(`${label} is not entered`);
  if (input.control === "checkbox") {
    return z
      .string()
      .optional()
      .transform((text) => text !== undefined);
  }
  const parse = (text: string) => parseField(field, input, text);
  const lines = z.array(z.string().default(""));
  // Shares, or parts, are one value: a problem is that of all rows.
  if (input.control === "shares")
    return lines
      .default([])
      .transform((all) => all.join("\n"))
      .pipe(parsed(parse));
  if (isList(input)) return lines.pipe(parsedLines(parse));
  return (input.required ? z.string({ error: isRequired(label) }) : z.string().default("")).pipe(parsed(parse));
}
