import type { SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { z } from "zod";
import { readAsAdmin, readOrNullAfterPost } from "#app/auth/require-admin.ts";
import { type ParseResult, parseText } from "#app/domain/parse.ts";
import type { Query } from "#db/connection.ts";
import { ConflictError, IdempotencyMismatchError } from "#db/errors.ts";
import { addRecord, type By, type Kind, saveRecord } from "#db/records.ts";
import type { Change } from "#db/write.ts";
import { pickFields } from "./form-fields.ts";
import { byOf, refusalOf } from "./list-route.ts";

/** The form of one kind of record, for adding and for editing. */
export type RecordForm<Values extends Record<string, unknown>, Found extends { version: number }, Options = null> = {
  kind: Kind;
  /** The list behind the dialog. */
  path: string;
  /** From the form's fields, all texts, to the record's columns. */
  schema: z.ZodType<Values, Record<string, string | undefined>>;
  fields: readonly string[];
  find: (id: string) => Query<Found[]>;
  /** What there is to choose from, as the one row of a query. */
  options?: () => Query<Options[]>;
  /** Of what was chosen, that which is no longer there: the message of each field. */
  missing?: (values: Values, options: Options, found: Found | null) => Record<string, string[]>;
  /** Where more is written than the fields. */
  add?: (id: string, values: Values, by: By) => Change;
  save?: (of: { id: string; version: number; idempotencyKey: string }, values: Values, by: By) => Change;
};

/** How a save was answered when it was not made. */
export type SaveAnswer<Found> = {
  result: SubmissionResult<string[]>;
  /** The record as somebody else has saved it meanwhile; to save again is to write over it. */
  theirs: Found | null;
  /** The id to send the form with next, and the version of the record that the person has seen. */
  idempotencyKey: string;
  version: number;
  /** The database is away: what is on screen is not to be read again. */
  unreachable: boolean;
};

/** What a form opens with: the record as it is now, the id that the form will carry, and what there is to choose from. */
export async function openForm<
  Values extends Record<string, unknown>,
  Found extends { version: number },
  Options = null,
>(
  { request, params, context }: LoaderFunctionArgs,
  { find, options }: RecordForm<Values, Found, Options>,
): Promise<{ idempotencyKey: string; found: Found | null; options: Options | null }> {
  const read = await readOrNullAfterPost(
    context,
    Promise.all([
      options ? readAsAdmin(request, context, options()) : null,
      params.id ? readAsAdmin(request, context, find(params.id)) : readAsAdmin(request, context),
    ]),
  );
  const [choices, record] = read ?? [null, []];
  const found = record[0]?.[0] ?? null;
  // What somebody typed into it is shown, also where the record has gone since.
  if (params.id && !found && !context.isPost)
    throw new Response("There is no such record, or it was deleted.", { status: 404 });
  return { idempotencyKey: crypto.randomUUID(), found, options: choices?.[0][0] ?? null };
}

/**
 * Adds the record that a form describes, or saves it where the form names a version. One that was saved by somebody else
 * since comes back with both versions, to choose.
 */
export async function saveForm<
  Values extends Record<string, unknown>,
  Found extends { version: number },
  Options = null,
>({ request, params, context }: ActionFunctionArgs, form: RecordForm<Values, Found, Options>) {
  const id = params.id ?? null;
  const { fields, problem } = pickFields(await request.formData(), ["idempotencyKey", "version", ...form.fields]);
  const idempotencyKey = String(fields.get("idempotencyKey") ?? "");
  const version = parseVersion(String(fields.get("version") ?? ""));
  fields.delete("idempotencyKey");
  fields.delete("version");
  const submission = parseWithZod(fields, { schema: form.schema });
  const refuse = (status: number, message?: string, theirs: Found | null = null, next = idempotencyKey) =>
    data<SaveAnswer<Found>>(
      {
        result: submission.reply(message ? { formErrors: [message] } : {}),
        theirs,
        idempotencyKey: next,
        version: theirs?.version ?? version,
        unreachable: status === 503,
      },
      status,
    );
  let current: Found | null = null;
  try {
    const [choices, [found = []]] = await Promise.all([
      form.options && form.missing ? readAsAdmin(request, context, form.options()) : null,
      id ? readAsAdmin(request, context, form.find(id)) : readAsAdmin(request, context),
    ]);
    current = found[0] ?? null;
    if (problem || !z.uuid().safeParse(idempotencyKey).success) return refuse(400, problem ?? OUT_OF_DATE);
    if (submission.status !== "success") return refuse(400);
    if (id && !current) return refuse(404, DELETED);
    const options = choices?.[0][0];
    const missing = (options && form.missing?.(submission.value, options, current)) ?? {};
    if (Object.keys(missing).length > 0) {
      const result = submission.reply({ fieldErrors: missing });
      return data<SaveAnswer<Found>>({ result, theirs: null, idempotencyKey, version, unreachable: false }, 400);
    }
    await context.db.write(changeFor(form, { id, version, idempotencyKey }, submission.value, byOf(context)));
    // Back to the list as it was behind the dialog.
    return redirect(form.path + new URL(request.url).search, 303);
  } catch (error) {
    if (error instanceof ConflictError && current) return refuse(409, MEANWHILE, current, crypto.randomUUID());
    if (error instanceof IdempotencyMismatchError) return refuse(409, SENT_BEFORE, null, crypto.randomUUID());
    if (error instanceof Error && /FOREIGN KEY constraint failed/.test(error.message)) return refuse(400, NOT_THERE);
    const refusal = refusalOf(error);
    return refuse(refusal.status, refusal.problem);
  }
}

function changeFor<Values extends Record<string, unknown>, Found extends { version: number }, Options>(
  { kind, add, save }: RecordForm<Values, Found, Options>,
  { id, version, idempotencyKey }: { id: string | null; version: number; idempotencyKey: string },
  values: Values,
  by: By,
): Change {
  if (!id) return add ? add(idempotencyKey, values, by) : addRecord(kind, idempotencyKey, values, by);
  const of = { id, version, idempotencyKey };
  return save ? save(of, values, by) : saveRecord(kind, of, values, by);
}

/** What is no version was never read: whatever the record is at, it is another. */
function parseVersion(text: string): number {
  return /^\d{1,9}$/.test(text) ? Number(text) : 0;
}

const OUT_OF_DATE = "This page is out of date. Load it again.";
const DELETED = "Somebody has deleted this meanwhile. Close this and use Undo on the list, or add it anew.";
const MEANWHILE =
  "Somebody else saved this while you were editing. Their version is shown beside yours; press Save again to keep yours.";
const SENT_BEFORE =
  "This form was saved before with other details, and that stands. Press the button again to save what is shown here too.";
const NOT_THERE = "Something chosen here does not exist any more, so this is not saved. Load the page again.";

/** A checkbox to tick: sent, with whatever text, only where it is ticked. */
export const checkbox = z
  .string()
  .optional()
  .transform((text) => text !== undefined);

/** Reads a field's text by one of the rules of domain/typed.ts. */
export const typed = <T>(read: (text: string) => ParseResult<T>) =>
  z.transform((text: string, { issues }): T => {
    const outcome = read(text);
    if ("value" in outcome) return outcome.value;
    issues.push({ code: "custom", message: outcome.problem, input: text });
    return z.NEVER;
  });

/** A name: required, at most 200 characters, and nothing that a spreadsheet would take for a formula. */
export const nameField = (label: string) =>
  z.string({ error: `${label} is required.` }).pipe(typed((text) => parseName(text, label)));

function parseName(text: string, label: string): ParseResult<string> {
  const typedAs = parseText(text, 200);
  if ("problem" in typedAs) return typedAs;
  if (!typedAs.value) return { problem: `${label} is required.` };
  if (/^[=+\-@\t\r]/.test(typedAs.value))
    return { problem: `${label} cannot begin with ${typedAs.value[0]}: spreadsheets take that for a formula.` };
  return typedAs;
}
