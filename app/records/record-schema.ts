import { z } from "zod";
import type { BoundField, Description } from "#app/domain/field.ts";
import type { ParseResult } from "#app/domain/parse.ts";
import { parseField } from "#app/domain/parse-field.ts";

/** A rule that involves several fields of a form. Its message is shown beside `field`. */
export type FormRules<Entered> = readonly {
  field: keyof Entered & string;
  message: string;
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
    (checked, { field, message, holds }) => checked.refine(holds, { path: [field], error: message }),
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
  const schema = parsed((text) => parseField(field, input, text));
  return (input.required ? z.string({ error: `${label} is required.` }) : z.string().default("")).pipe(schema);
}
