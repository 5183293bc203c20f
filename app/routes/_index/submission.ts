import type { Submission } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { isUuid } from "#app/domain/idempotency-key.ts";
import { pickFields } from "#app/records/form-fields.ts";
import { ENTRY_FIELDS, serviceEntrySchema } from "./schema.ts";

type Parsed = ReturnType<typeof parse>;
type Read = { submission: Submission<unknown>; entry: Extract<Parsed, { status: "success" }>["value"] } | Rejected;
type Rejected = { submission: Submission<unknown>; problem?: string | undefined };

/** Why an entry is not saved: a message for the form, or one for each field. `idempotencyKey` replaces a key that is used up. */
export type Refusal = {
  form?: string;
  fields?: Record<string, string>;
  idempotencyKey?: string;
  unreachable?: boolean;
};

const parse = (fields: FormData) => parseWithZod(fields, { schema: serviceEntrySchema });

/** Parses the entry of a posted form; a result without `entry` has the problems. */
export function readEntry(form: FormData): Read {
  const { fields, problem } = pickFields(form, ENTRY_FIELDS);
  const submission = parse(fields);
  if (problem || submission.status !== "success") return { submission, problem };
  return { submission, entry: submission.value };
}

/** The answer to a refused entry: the messages and the submitted texts. */
export function refusal(read: Read, { form, fields = {}, idempotencyKey, unreachable = false }: Refusal) {
  const general = form ?? ("problem" in read ? read.problem : undefined);
  const { id } = read.submission.payload;
  return {
    result: read.submission.reply({
      ...(general ? { formErrors: [general] } : {}),
      fieldErrors: Object.fromEntries(Object.entries(fields).map(([name, problem]) => [name, [problem]])),
    }),
    idempotencyKey: idempotencyKey ?? (typeof id === "string" && isUuid(id) ? id : undefined),
    unreachable,
  };
}
