import { z } from "zod";
import type { BoundInput, Description } from "#app/domain/field.ts";
import type { ParseResult } from "#app/domain/parse.ts";

/** A rule that involves several fields of a form; its message stands beside `field`. */
export type FormRules<Entered> = readonly {
  field: keyof Entered & string;
  message: string;
  holds: (entered: Entered) => boolean;
}[];

/** Reads a field's text by one of the parsers of `domain/parse.ts`. */
export const parsed = <Value>(parse: (text: string) => ParseResult<Value>) =>
  z.transform((text: string, { issues }): Value => {
    const result = parse(text);
    if ("value" in result) return result.value;
    issues.push({ code: "custom", message: result.problem, input: text });
    return z.NEVER;
  });

/**
 * The zod schema of a record's form, for conform: an empty field is undefined, and so is an unticked box. The values are
 * those of the description's parsers.
 */
export function schemaOf<Row, Entered>(
  { fields }: Description<Row, Entered>,
  rules: FormRules<Entered> = [],
): z.ZodType<Entered> {
  const shape = fields.flatMap(({ name, label, input }) => (input?.inForm ? [[name, fieldSchema(label, input)]] : []));
  // The shape comes from the description, whose type says what its parsers return.
  const schema = z.object(Object.fromEntries(shape)) as z.ZodType as z.ZodType<Entered>;
  return rules.reduce(
    (checked, { field, message, holds }) => checked.refine(holds, { path: [field], error: message }),
    schema,
  );
}

function fieldSchema<Row>(label: string, { control, required, parse }: BoundInput<Row>): z.ZodType {
  if (control === "checkbox")
    return z
      .string()
      .optional()
      .transform((text) => text !== undefined);
  if (required) return z.string({ error: `${label} is required.` }).pipe(parsed(parse));
  return z.string().default("").pipe(parsed(parse));
}
