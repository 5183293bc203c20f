import type { Submission, SubmissionResult } from "@conform-to/react";
import { data } from "@remix-run/cloudflare";
import { type Description, isList, textOfControls } from "#app/domain/fields/field.ts";
import { type Conflict, namesOfActors } from "#app/domain/fields/merge-edits.ts";
import { refusalOf } from "#app/records/refusals.ts";
import { IdempotencyMismatchError } from "#db/errors.ts";
import type { FormRoute, ReferenceOptions, Versioned } from "./form-route.ts";
import { describeConflict, type HiddenFields, type PlannedEdit } from "./merged-edit.ts";

/* The answers of a form that is not saved. */

/** The answer to a post that wrote nothing. */
type SaveAnswer = {
  result: SubmissionResult<string[]>;
  /** The fields to decide, if another admin saved the record since the dialog opened. */
  conflict: Conflict | null;
  /** The hidden fields of the next save. */
  idempotencyKey: string;
  version: number;
  base: string;
  /** The database does not answer, so the page must not revalidate. */
  unreachable: boolean;
};

export type RefusalDetails = {
  formErrors?: string[];
  fieldErrors?: Record<string, string[]>;
  conflict?: Conflict;
  /** The merged form, which the dialog shows next, and the version of the record in it. */
  plan?: Pick<PlannedEdit<unknown>, "base" | "submission">;
  version?: number | undefined;
  /** The idempotency key of the next save, if the submitted one is used up. */
  nextKey?: string;
};

/** The answer to a save that writes nothing: the submitted or merged texts, the messages and the hidden fields of the next save. */
export function answerTo(
  submitted: Pick<Submission<unknown>, "reply">,
  hidden: HiddenFields,
  status: number,
  { formErrors, fieldErrors, conflict, plan, version = hidden.version, nextKey }: RefusalDetails = {},
) {
  const { submission = submitted, base = hidden.base } = plan ?? {};
  return data<SaveAnswer>(
    {
      result: submission.reply({ ...(formErrors && { formErrors }), ...(fieldErrors && { fieldErrors }) }),
      conflict: conflict ?? null,
      idempotencyKey: nextKey ?? hidden.idempotencyKey,
      version,
      base,
      unreachable: status === 503,
    },
    status,
  );
}

type ConflictDetails<Row> = { current: Row; offered: ReferenceOptions | undefined; actors: string[] };

/** Asks which values to save, or says why the record cannot be saved at all. */
export function refusalOfConflict<Row extends Versioned, Entered>(
  route: FormRoute<Row, Entered>,
  plan: PlannedEdit<Entered>,
  { current, offered, actors }: ConflictDetails<Row>,
): RefusalDetails {
  const nextKey = crypto.randomUUID();
  const fixed = route.whyFixed?.(current);
  if (fixed) return { formErrors: [fixed], nextKey };
  if (plan.merge.undecided.length === 0) return { formErrors: [SAME_MOMENT], nextKey };
  const { fields } = route.description;
  const nameOf = (field: string, id: string) => {
    const described = fields.find(({ name }) => name === field);
    if (described?.input?.textOf(current) === id) return described.detail(current);
    return offered?.[field]?.find((option) => option.id === id)?.name;
  };
  const conflict = describeConflict(route, plan, current, nameOf, actors);
  const message = `${actors.length > 0 ? namesOfActors(actors) : "Somebody else"} ${EDIT_CONFLICT}`;
  return { formErrors: [message], conflict, plan, version: current.version, nextKey };
}

/** The status and messages for any other error of a save. */
export function refusalOfSave(error: unknown): RefusalDetails & { status: number } {
  if (error instanceof IdempotencyMismatchError) {
    return { status: 409, formErrors: [KEY_REUSED], nextKey: crypto.randomUUID() };
  }
  if (error instanceof Error && /FOREIGN KEY constraint failed/.test(error.message)) {
    return { status: 400, formErrors: [REFERENCE_DELETED] };
  }
  const { status, problem } = refusalOf(error);
  return { status, formErrors: [problem] };
}

/**
 * The submitted references that the form does not offer. An unchanged reference is valid even if its record was
 * deleted.
 */
export function notOffered<Row, Entered>(
  { fields }: Pick<Description<Row, Entered>, "fields">,
  plan: Pick<PlannedEdit<Entered>, "merge"> | null,
  payload: Record<string, unknown>,
  choices: ReferenceOptions | undefined,
  current: Row | null,
): { name: string; label: string }[] {
  // The admin decides the conflict first.
  if (plan && plan.merge.undecided.length > 0) return [];
  const entered: Record<string, unknown> = plan?.merge.texts ?? payload;
  return fields.filter(({ name, input }) => {
    const text = textOfControls(entered[name]);
    const known = current ? (input?.textOf(current) ?? "") : "";
    // The schema has refused an empty field that is required.
    if (!input?.mustBeOffered || !choices || text === known) return false;
    // Of a list of references, such as shares, every second text is an id.
    const ids = (each: string) => (isList(input) ? each.split("\n").filter((_, n) => n % 2 === 1) : [each]);
    const offered = choices[input.offeredBy ?? name];
    return ids(text).some((id) => id && !ids(known).includes(id) && !offered?.some((option) => option.id === id));
  });
}

export const DELETED =
  "Somebody deleted this while you were editing. Close this and press Undo on the list, or add it again.";
const EDIT_CONFLICT = "saved this while you were editing. Choose what to keep, then save again.";
const SAME_MOMENT = "Somebody else saved this at the same moment, so yours is not saved yet. Press the button again.";
const KEY_REUSED =
  "This form was saved before with other details, and those stand. Press the button again to save what is shown here too.";
const REFERENCE_DELETED = "Something you chose no longer exists, so this is not saved. Load the page again.";
