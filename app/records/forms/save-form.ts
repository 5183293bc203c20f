import type { Submission } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { readAsAdmin } from "#app/auth/require-admin.ts";
import { todayInNewYork } from "#app/domain/basics/calendar.ts";
import { isUuid } from "#app/domain/basics/idempotency-key.ts";
import { isList, textOfControls } from "#app/domain/fields/field.ts";
import { withNotice } from "#app/domain/fields/list-state.ts";
import { byOf } from "#app/records/by.ts";
import { searchOf } from "#app/records/lists/list-route.ts";
import { OUT_OF_DATE } from "#app/records/refusals.ts";
import { leadTo, type ScreenRead, writeAndLead } from "#app/records/write-and-lead.ts";
import { ConflictError } from "#db/errors.ts";
import { recentActors } from "#db/queries/activity/recorded-changes.ts";
import type { By } from "#db/write/records.ts";
import { pickFields } from "./form-fields.ts";
import { asStored, type FormRoute, type KnownChange, type ReferenceOptions, type Versioned } from "./form-route.ts";
import {
  choiceNames,
  type HiddenFields,
  mergedLabels,
  openedWith,
  type PlannedEdit,
  planEdit,
  takeHiddenFields,
} from "./merged-edit.ts";
import { schemaOf } from "./record-schema.ts";
import {
  answerTo,
  DELETED,
  notOffered,
  type RefusalDetails,
  refusalOfConflict,
  refusalOfSave,
} from "./save-refusals.ts";

/**
 * Saves the record that the address names, or adds a record if it names none, and redirects to the list. If another
 * admin saved the record since the dialog opened, merges both edits, or asks which values to save (docs/product.md,
 * 'Two people').
 */
export async function saveForm<Row extends Versioned, Entered>(
  args: ActionFunctionArgs,
  route: FormRoute<Row, Entered>,
) {
  const { request, params, context } = args;
  const id = route.id ?? params.id ?? null;
  const { fields, problem } = pickOf(route, id, await request.formData());
  const hidden = takeHiddenFields(fields, route);
  const submission = parseWithZod(fields, { schema: schemaOf(route.description, route.rules) });
  const refuse: Refuse = (status, refusal = {}, error) => {
    context.log.fail("Error saving a record", error);
    return answerTo(submission, hidden, status, refusal);
  };
  try {
    const isValid = !problem && submission.status === "success";
    const unread = isValid && (await saveUnread(args, route, id, { hidden, submission }));
    if (unread) return unread;
  } catch (error) {
    const { status, ...refusal } = refusalOfSave(error);
    return refuse(status, refusal, error);
  }
  return saveRead<Row, Entered>(args, route, id, { problem, hidden, submission, refuse });
}

/** The action of a form: see `saveForm`. */
export const formAction =
  <Row extends Versioned, Entered>(route: FormRoute<Row, Entered>) =>
  (args: ActionFunctionArgs) =>
    saveForm(args, route);

type Refuse = (status: number, refusal?: RefusalDetails, error?: unknown) => ReturnType<typeof answerTo>;

type SentForm<Entered> = {
  problem: string | undefined;
  hidden: HiddenFields;
  submission: Submission<Entered>;
  refuse: Refuse;
};

/** Saves a form after reading the record and the options of its references. */
async function saveRead<Row extends Versioned, Entered>(
  args: ActionFunctionArgs,
  route: FormRoute<Row, Entered>,
  id: string | null,
  { problem, hidden, submission, refuse }: SentForm<Entered>,
) {
  const { request, context } = args;
  const { description, choices, find, asOf = asStored } = route;
  let current: Row | null = null;
  let plan: PlannedEdit<Entered> | null = null;
  let impossible: RefusalDetails | undefined;
  let offered: ReferenceOptions | undefined;
  try {
    const [[read] = [], [records = []]] = await Promise.all([
      choices ? readAsAdmin(request, context, choices()) : [],
      id && find ? readAsAdmin(request, context, find(id)) : readAsAdmin(request, context),
    ]);
    [offered, current] = [read?.[0], records[0] ? asOf(records[0].record, todayInNewYork(context.now)) : null];
    if (problem || !isUuid(hidden.idempotencyKey)) return refuse(400, { formErrors: [problem ?? OUT_OF_DATE] });
    // An Add or Remove button of a list field was pressed: the form returns with one entry more or fewer.
    if (submission.status === undefined) return answerTo(submission, hidden, 200);
    if (submission.status !== "success") return refuse(400);
    if (id && !current) return refuse(404, { formErrors: [DELETED] });
    if (current && !isKnown(hidden.version, current)) return refuse(409, { formErrors: [OUT_OF_DATE] });
    plan = current && planEdit(route, hidden, submission.value, current);
    const missing = notOffered(description, plan, submission.payload, offered, current);
    if (missing.length > 0) {
      context.log.fail(`${missing[0]?.label} not found`);
      const messages = missing.map(({ name, label }) => [name, [`${label} not found. Choose another one.`]]);
      return refuse(400, { fieldErrors: Object.fromEntries(messages) });
    }
    if (plan?.isInvalid) return refuse(400, { plan, version: current?.version });
    const by = byOf(context);
    const change: KnownChange | typeof UNSAVABLE =
      id && plan && current
        ? editOf(route, id, plan, { hidden, sent: submission.value, by, current })
        : (route.add?.(hidden.idempotencyKey, submission.value, by) ?? UNSAVABLE);
    impossible = impossibleIn(change);
    if (!("mutations" in change)) return refuse(400, { formErrors: [change.problem] });
    const to = addressAfter(request, route, { plan, hidden, current });
    const { written } = await writeAndLead(args, change, to, screenOf(route));
    return leadTo(args, to, written);
  } catch (error) {
    const isConflict = error instanceof ConflictError;
    if (isConflict && impossible) return refuse(400, impossible);
    if (!(isConflict && id && plan && current)) {
      const { status, ...refusal } = refusalOfSave(error);
      return refuse(status, refusal, error);
    }
    const read = readAsAdmin(request, context, recentActors(id, plan.since));
    const actors = await read.then(([rows]) => rows.map(({ actor }) => actor)).catch(() => []);
    return refuse(409, refusalOfConflict(route, plan, { current, offered, actors }), error);
  }
}

type Entry<Entered> = { value: Entered; payload: Record<string, unknown> };

/**
 * Saves a form in one database request, without reading the record first. Returns undefined if the form must be saved
 * by `saveRead`: it chooses another reference or merges edits, the route has no `save`, or the record has another
 * version by now.
 */
async function saveUnread<Row extends Versioned, Entered>(
  args: ActionFunctionArgs,
  route: FormRoute<Row, Entered>,
  id: string | null,
  { hidden, submission: { value, payload } }: { hidden: HiddenFields; submission: Entry<Entered> },
) {
  const { idempotencyKey, version } = hidden;
  const opened = id ? openedWith(hidden) : {};
  if (!isUuid(idempotencyKey) || !opened) return undefined;
  const { fields } = route.description;
  const isOther = fields.some(
    ({ name, input }) => input?.mustBeOffered && ![undefined, "", opened[name]].includes(textOfControls(payload[name])),
  );
  if (isOther) return undefined;
  const by = byOf(args.context);
  const change = id ? route.save?.({ id, version, idempotencyKey }, value, by) : route.add?.(idempotencyKey, value, by);
  if (!change || "problem" in change) return undefined;
  const sent = id ? { ...change, payload: { id, version, ...value } } : change;
  const to = addressAfter(args.request, route, { plan: null, hidden, current: null });
  try {
    const { written } = await writeAndLead(args, sent, to, screenOf(route));
    return leadTo(args, to, written);
  } catch (error) {
    if (error instanceof ConflictError) return undefined;
    throw error;
  }
}

/** The screen that a save reads again. */
const screenOf = <Row, Entered>({ path, load }: FormRoute<Row, Entered>): ScreenRead | null => load && { path, load };

/** Picks the fields that the form of the route has: see `pickFields`. */
function pickOf<Row, Entered>(route: FormRoute<Row, Entered>, id: string | null, form: FormData) {
  const { fields, inputNames } = route.description;
  const lists = fields.flatMap(({ name, input }) => (isList(input) ? [name] : []));
  const names = inputNames.filter((name) => !lists.includes(name));
  return pickFields(form, ["idempotencyKey", "version", "base", ...(id ? choiceNames(route) : []), ...names], lists);
}

/** Whether the record ever had this version. A form without a version or with a later one is from another database. */
const isKnown = (version: number, current: Versioned) => version >= 1 && version <= current.version;

/** The message of a change that cannot be written, at its place; undefined if it can. */
const impossibleIn = ({ problem, field }: Partial<KnownChange>): RefusalDetails | undefined =>
  problem === undefined ? undefined : field ? { fieldErrors: { [field]: [problem] } } : { formErrors: [problem] };

/** The answer if the route can neither add nor save the record. */
const UNSAVABLE = { problem: OUT_OF_DATE };

type Sent<Row, Entered> = { hidden: HiddenFields; sent: Entered; by: By; current: Row };

/** The change for a merged edit. With an undecided conflict the write fails, unless the same form was saved before. */
function editOf<Row extends Versioned, Entered>(
  route: FormRoute<Row, Entered>,
  id: string,
  { merge, entered }: PlannedEdit<Entered>,
  { hidden: { idempotencyKey, version, chosen }, sent, by, current }: Sent<Row, Entered>,
): KnownChange | typeof UNSAVABLE {
  // No record has version 0, so the write fails with a conflict.
  const edited = { id, version: merge.undecided.length > 0 ? 0 : current.version, idempotencyKey };
  const change = route.saveKnown?.(edited, entered, by, current) ?? route.save?.(edited, entered, by) ?? UNSAVABLE;
  if (!("mutations" in change)) return change;
  const labels = mergedLabels(route.description.fields, merge);
  return {
    ...change,
    // The submitted values: a repeated post may merge to other values, and must have the same payload as the first one.
    payload: { id, version, ...sent, ...(Object.keys(chosen).length > 0 && { chosen }) },
    action: labels.length > 0 ? `${change.action}, merged: ${labels.join(", ")}` : change.action,
  };
}

/** Whether the save merges edits that the dialog has not shown. */
const isMergedNow = (plan: PlannedEdit<unknown> | null, { version }: HiddenFields, current: Versioned | null) =>
  plan !== null && plan.merge.merged.length > 0 && version !== current?.version;

/** The address after a save: the list behind the dialog, with its search and page. */
function addressAfter<Row, Entered>(
  request: Request,
  route: FormRoute<Row, Entered>,
  { plan, hidden, current }: { plan: PlannedEdit<Entered> | null; hidden: HiddenFields; current: Versioned | null },
): string {
  const name = isMergedNow(plan, hidden, current) ? "merged" : "done";
  const notice = { [name]: hidden.idempotencyKey };
  if (!route.next) return route.path + withNotice(searchOf(request, route.description), notice);
  const { pathname, search } = new URL(route.next(request), request.url);
  return pathname + withNotice(search, name === "merged" ? notice : {});
}
