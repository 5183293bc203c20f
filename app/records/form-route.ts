import type { Submission, SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { failure, readAsAdmin, readOrNullAfterPost } from "#app/auth/require-admin.ts";
import { type LocalDate, todayInNewYork } from "#app/domain/calendar.ts";
import type { Description, Option } from "#app/domain/field.ts";
import { isUuid } from "#app/domain/idempotency-key.ts";
import type { ScreenPath } from "#app/domain/screens.ts";
import type { Query } from "#db/connection.ts";
import { ConflictError, IdempotencyMismatchError } from "#db/errors.ts";
import {
  addRecord,
  type By,
  type Edited,
  findRecord,
  type RecordSource,
  type RecordTable,
  saveRecord,
  type Values,
} from "#db/records.ts";
import type { Change } from "#db/write.ts";
import { pickFields } from "./form-fields.ts";
import { byOf, searchOf } from "./list-route.ts";
import { type FormRules, schemaOf } from "./record-schema.ts";
import { OUT_OF_DATE, refusalOf } from "./refusals.ts";

/** The options of a form's references, by field name. */
export type Choices = { readonly [field: string]: readonly Option[] };

/** The form of a record, for Add and Edit (docs/architecture.md, 'One form'). */
export type FormRoute<Row, Entered> = {
  /** The list behind the dialog. */
  path: ScreenPath;
  description: Pick<Description<Row, Entered>, "fields" | "inputNames">;
  /** Rules that involve several fields. */
  rules?: FormRules<Entered>;
  find: (id: string) => Query<{ record: Row }[]>;
  choices?: () => Query<Choices[]>;
  /** Absent if records are only edited. */
  add?: (id: string, values: Entered, by: By) => Change;
  /** `current` is the record as it was read with this request. */
  save: (edited: Edited, values: Entered, by: By, current: Row) => Change | { problem: string };
  /** Why a record cannot be saved whatever its version; undefined if it can. */
  whyFixed?: (current: Row) => string | undefined;
};

/** Infers the type parameters of a form route from its description. */
export const formRoute = <Row, Entered>(route: FormRoute<Row, Entered>): FormRoute<Row, Entered> => route;

/** The `find`, `add` and `save` of a form route, for the records of a source. */
export function editableRecord<Table extends RecordTable, Row>(source: RecordSource<Table, Row>) {
  return {
    find: (id: string) => findRecord(source, id),
    add: (id: string, values: Values<Table>, by: By) => addRecord(source, id, values, by),
    save: (edited: Edited, values: Values<Table>, by: By) => saveRecord(source, edited, values, by),
  };
}

/** A record that a dialog edits has a version. */
type Versioned = { version: number };

/** The loader data of a record dialog. */
export type OpenedForm<Row> = {
  idempotencyKey: string;
  /** The current record; null in Add mode. */
  found: Row | null;
  choices: Choices | null;
  today: LocalDate;
};

/** The answer to a save that wrote nothing. */
export type SaveAnswer<Row> = {
  result: SubmissionResult<string[]>;
  /** The record as another admin saved it since the dialog opened. The next save overwrites it. */
  theirs: Row | null;
  /** The idempotency key and the record version for the next save. */
  idempotencyKey: string;
  version: number;
  /** The database does not answer, so the page must not revalidate. */
  unreachable: boolean;
};

/**
 * Reads the record and the options of its references in one database request.
 * @throws a 404 response if the record does not exist
 */
export async function openForm<Row, Entered>(
  { request, params, context }: LoaderFunctionArgs,
  { find, choices }: FormRoute<Row, Entered>,
): Promise<OpenedForm<Row>> {
  const read = await readOrNullAfterPost(
    context,
    Promise.all([
      choices ? readAsAdmin(request, context, choices()) : null,
      params.id ? readAsAdmin(request, context, find(params.id)) : readAsAdmin(request, context),
    ]),
  );
  const [offered, records] = read ?? [null, []];
  const found = records[0]?.[0]?.record ?? null;
  // After a post the form keeps the submitted texts on screen, even if the record was deleted.
  if (params.id && !found && !context.isPost) throw failure(context, 404);
  return {
    idempotencyKey: crypto.randomUUID(),
    found,
    choices: offered?.[0][0] ?? null,
    today: todayInNewYork(context.now),
  };
}

/**
 * Saves the record that the address names, or adds a record if it names none, and redirects to the list. If another admin
 * saved the record since the dialog opened, the answer has both versions (docs/product.md, 'Two people').
 */
export async function saveForm<Row extends Versioned, Entered>(
  { request, params, context }: ActionFunctionArgs,
  route: FormRoute<Row, Entered>,
) {
  const { description, choices, find, rules } = route;
  const id = params.id ?? null;
  const { fields, problem } = pickFields(await request.formData(), [
    "idempotencyKey",
    "version",
    ...description.inputNames,
  ]);
  const hidden = takeHiddenFields(fields);
  const { idempotencyKey, version } = hidden;
  const submission = parseWithZod(fields, { schema: schemaOf(description, rules) });
  const answer = refuserOf<Row>(submission, hidden);
  const refuse: typeof answer = (...refusal) => {
    context.log.fail("Error saving a record");
    return answer(...refusal);
  };
  let current: Row | null = null;
  try {
    const [offered, [records = []]] = await Promise.all([
      choices ? readAsAdmin(request, context, choices()) : null,
      id ? readAsAdmin(request, context, find(id)) : readAsAdmin(request, context),
    ]);
    current = records[0]?.record ?? null;
    if (problem || !isUuid(idempotencyKey)) return refuse(400, { formErrors: [problem ?? OUT_OF_DATE] });
    if (submission.status !== "success") return refuse(400);
    if (id && !current) return refuse(404, { formErrors: [DELETED] });
    const missing = notOffered(description, submission.payload, offered?.[0][0], current);
    if (missing.length > 0) {
      context.log.fail(`${missing[0]?.label} not found`);
      const messages = missing.map(({ name, label }) => [name, [`${label} not found. Choose another one.`]]);
      return refuse(400, { fieldErrors: Object.fromEntries(messages) });
    }
    const change =
      id && current
        ? route.save({ id, version, idempotencyKey }, submission.value, byOf(context), current)
        : (route.add?.(idempotencyKey, submission.value, byOf(context)) ?? { problem: OUT_OF_DATE });
    if ("problem" in change) return refuse(400, { formErrors: [change.problem] });
    await context.db.write(change);
    // The list behind the dialog keeps its search and page.
    return redirect(route.path + searchOf(request, description), 303);
  } catch (error) {
    const { status, ...details } = refusalOfSave(error, current, route);
    context.log.fail("Error saving a record", error);
    return refuse(status, details);
  }
}

type HiddenFields = { idempotencyKey: string; version: number };

type RefusalDetails<Row> = {
  formErrors?: string[];
  fieldErrors?: Record<string, string[]>;
  theirs?: Row | null;
  /** The idempotency key of the next save, if the submitted one is used up. */
  nextKey?: string;
};

/** Builds the answers to a save that writes nothing: the submitted texts, the messages and the hidden fields of the next save. */
function refuserOf<Row extends Versioned>(
  submission: Pick<Submission<unknown>, "reply">,
  { idempotencyKey, version }: HiddenFields,
) {
  return (
    status: number,
    { formErrors, fieldErrors, theirs = null, nextKey = idempotencyKey }: RefusalDetails<Row> = {},
  ) => {
    const result = submission.reply({ ...(formErrors && { formErrors }), ...(fieldErrors && { fieldErrors }) });
    const hidden = { idempotencyKey: nextKey, version: theirs?.version ?? version };
    return data<SaveAnswer<Row>>({ result, theirs, ...hidden, unreachable: status === 503 }, status);
  };
}

/** The status and messages for the error of a save; `current` is the record as it was read before the save. */
function refusalOfSave<Row>(
  error: unknown,
  current: Row | null,
  { whyFixed }: Pick<FormRoute<Row, never>, "whyFixed">,
): RefusalDetails<Row> & { status: number } {
  const nextKey = crypto.randomUUID();
  const fixed = error instanceof ConflictError && current && whyFixed?.(current);
  if (fixed) return { status: 409, formErrors: [fixed], nextKey };
  if (error instanceof ConflictError && current) {
    return { status: 409, formErrors: [EDIT_CONFLICT], theirs: current, nextKey };
  }
  if (error instanceof IdempotencyMismatchError) return { status: 409, formErrors: [KEY_REUSED], nextKey };
  if (error instanceof Error && /FOREIGN KEY constraint failed/.test(error.message)) {
    return { status: 400, formErrors: [REFERENCE_DELETED] };
  }
  const { status, problem } = refusalOf(error);
  return { status, formErrors: [problem] };
}

/** Removes the hidden fields from a form. An invalid version becomes 0, which no record has. */
function takeHiddenFields(fields: FormData): HiddenFields {
  const idempotencyKey = String(fields.get("idempotencyKey") ?? "");
  const version = String(fields.get("version") ?? "");
  fields.delete("idempotencyKey");
  fields.delete("version");
  return { idempotencyKey, version: /^\d{1,9}$/.test(version) ? Number(version) : 0 };
}

/** The references that are not among the form's options. An unchanged reference is valid even if the other record was deleted. */
function notOffered<Row, Entered>(
  { fields }: Pick<Description<Row, Entered>, "fields">,
  entered: Record<string, unknown>,
  choices: Choices | undefined,
  current: Row | null,
): { name: string; label: string }[] {
  return fields.filter(({ name, input }) => {
    const id = entered[name];
    // The schema has refused an empty field that is required.
    if (!input?.mustBeOffered || !choices || !id || (current && input.textOf(current) === id)) return false;
    return !choices[name]?.some((option) => option.id === id);
  });
}

const DELETED = "Somebody has deleted this meanwhile. Close this and use Undo on the list, or add it anew.";
const EDIT_CONFLICT =
  "Somebody else saved this while you were editing. Their version is shown beside yours; press Save again to keep yours.";
const KEY_REUSED =
  "This form was saved before with other details, and that stands. Press the button again to save what is shown here too.";
const REFERENCE_DELETED = "Something chosen here does not exist any more, so this is not saved. Load the page again.";
