import type { Submission } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { isUuid } from "#app/domain/basics/idempotency-key.ts";
import { ENTRY_LIMITS } from "#app/domain/entries/entry-limits.ts";
import { pickFields } from "#app/records/forms/form-fields.ts";
import { OUT_OF_DATE } from "#app/records/refusals.ts";
import { CONFIRMED, QUEUED_SECONDS } from "../form/entry-fields.ts";
import { ENTRY_FIELDS, serviceEntrySchema } from "./schema.ts";

type Parsed = ReturnType<typeof parse>;
type Sent = {
  entry: Extract<Parsed, { status: "success" }>["value"];
  confirmed: string;
  keptSeconds: number | null;
};
type Read = ({ submission: Submission<unknown> } & Sent) | Rejected;
type Rejected = { submission: Submission<unknown>; problem?: string | undefined };

/**
 * Why an entry is not saved: a message for the form, or one for each field. `idempotencyKey` replaces a used key;
 * `question` is the unusual date or quantity that the next post of the form confirms.
 */
export type EntryRefusal = {
  form?: string;
  fields?: Record<string, string>;
  idempotencyKey?: string;
  question?: string | undefined;
  unreachable?: boolean;
};

/** The longest time that an entry may claim to have been queued; the form asks about older dates anyway. */
const MAX_KEPT_SECONDS = ENTRY_LIMITS.daysBack * 24 * 60 * 60;

const parse = (fields: FormData) => parseWithZod(fields, { schema: serviceEntrySchema });

/** Parses the entry of a posted form. A result without `entry` has the problems instead. */
export function readEntry(form: FormData): Read {
  const { fields, problem } = pickFields(form, [...ENTRY_FIELDS, CONFIRMED, QUEUED_SECONDS]);
  const confirmed = String(fields.get(CONFIRMED) ?? "");
  const kept = fields.get(QUEUED_SECONDS);
  fields.delete(CONFIRMED);
  fields.delete(QUEUED_SECONDS);
  const submission = parse(fields);
  if (problem || submission.status !== "success") return { submission, problem };
  if (kept !== null && !/^\d{1,9}$/.test(String(kept))) return { submission, problem: OUT_OF_DATE };
  return {
    submission,
    entry: submission.value,
    confirmed,
    keptSeconds: kept === null ? null : Math.min(Number(kept), MAX_KEPT_SECONDS),
  };
}

/** The answer to a refused entry: the messages and the submitted texts. */
export function refusal(
  read: Read,
  { form, fields = {}, idempotencyKey, question, unreachable = false }: EntryRefusal,
) {
  const general = form ?? ("problem" in read ? read.problem : undefined);
  const { id } = read.submission.payload;
  return {
    result: read.submission.reply({
      ...(general ? { formErrors: [general] } : {}),
      fieldErrors: Object.fromEntries(Object.entries(fields).map(([name, problem]) => [name, [problem]])),
    }),
    idempotencyKey: idempotencyKey ?? (typeof id === "string" && isUuid(id) ? id : undefined),
    question,
    unreachable,
  };
}
