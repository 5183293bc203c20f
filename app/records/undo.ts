import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { readAsAdmin, readOrNullAfterPost } from "#app/auth/require-admin.ts";
import { type DoneChange, describeChangedSince, labelOfOthers, textOfDone } from "#app/domain/activity/done.ts";
import { todayInNewYork } from "#app/domain/basics/calendar.ts";
import type { ChangeNotice, UndoAnswer } from "#app/domain/fields/notices.ts";
import { ConflictError } from "#db/errors.ts";
import { findDone } from "#db/queries/activity/done-changes.ts";
import { canUndo, changedSince, type FoundChange, findChange, undo } from "#db/write/undo.ts";
import { byOf } from "./by.ts";
import { pickFields } from "./forms/form-fields.ts";
import { refusalOf } from "./refusals.ts";
import { leadTo, type ScreenRead, writeAndLead } from "./write-and-lead.ts";

/* Undo, from the notice of a change or from a list (docs/product.md, 'Undo'). */

/** Reads the change that the address names as just done (`?done=`); null if it names none. */
export async function readDone({ request, context }: Pick<LoaderFunctionArgs, "request" | "context">) {
  const key = new URL(request.url).searchParams.get("done");
  if (!key) return null;
  const read = await readOrNullAfterPost(context, readAsAdmin(request, context, findDone(key)));
  return read?.[0][0]?.done ?? null;
}

/** The notice of a change: what it has done and, until it is undone, Undo. */
export function changeNotice(done: DoneChange | null, now: Date): ChangeNotice | null {
  if (!done) return null;
  const { key, action, before, after, isUndone } = done;
  const isOffered = !isUndone && canUndo(action, before, after);
  return {
    key,
    recordId: done.count === 1 ? done.recordId : "",
    text: textOfDone(done, todayInNewYork(now)) + (isUndone ? " Undone since." : ""),
    canUndo: isOffered,
    isUndo: action.startsWith("undo "),
    others: isOffered ? labelOfOthers(done) : null,
  };
}

/** Reads the notice of the change that the address names as just done. */
export const readNotice = async (args: Pick<LoaderFunctionArgs, "request" | "context">) =>
  changeNotice(await readDone(args), args.context.now);

/** The fields of the form of Undo: the key of the change, and 'others' or 'rest' for a part of it. */
const FIELDS = ["intent", "change", "part", "then"] as const;

type Leads = {
  /** The address after an undo, by the key of the undo and the chosen next step. */
  to: (key: string, then: string) => string;
  screen: ScreenRead | null;
};

/** Undoes the change that a form names, whole, once, and leads to a screen that says so. */
export async function undoChange(args: ActionFunctionArgs, form: FormData, { to, screen }: Leads) {
  const { request, context } = args;
  const { fields, problem } = pickFields(form, FIELDS);
  const [, key, part, then] = FIELDS.map((name) => String(fields.get(name) ?? "")) as [string, string, string, string];
  const refuse = (status: number, answer: UndoAnswer) => {
    context.log.fail("Error undoing a change");
    return data<UndoAnswer>({ ...answer, unreachable: status === 503 }, status);
  };
  let found: FoundChange | undefined;
  try {
    const [[change], [done]] = await readAsAdmin(
      request,
      context,
      findChange(key),
      findDone(part === "others" ? key : ""),
    );
    if (problem) return refuse(400, { problem });
    if (!change) return refuse(404, { problem: NOTHING });
    found = change;
    const others = done?.done.others.map(({ id }) => id) ?? [];
    const undoing = undo(change, byOf(context), {
      ...(part === "others" && { only: others, idempotencyKey: `undo others of ${key}` }),
      skipsChanged: part === "rest",
    });
    if ("problem" in undoing) return refuse(400, undoing);
    const address = to(undoing.idempotencyKey, then);
    const { written } = await writeAndLead(args, undoing, address, screen);
    return leadTo(args, address, written);
  } catch (error) {
    const refusal = refusalOf(error);
    if (!found || !(error instanceof ConflictError) || error.problem) return refuse(refusal.status, refusal);
    const since = await readOrNullAfterPost(context, readAsAdmin(request, context, changedSince(found)));
    const { names = [], unchanged = 0, kinds = 0 } = since?.[0][0] ?? {};
    // The rest of a part would be more than was asked for.
    const isRest = part !== "others" && kinds === 1 && names.length > 0 && unchanged > 0;
    return refuse(409, {
      problem: describeChangedSince(names),
      ...(isRest && { rest: { change: key, count: unchanged } }),
    });
  }
}

const NOTHING = "There is nothing to undo: this change is too old, or there is none.";

/** The action of a screen whose only command is Undo. */
export const undoAction = (path: string, load: ScreenRead["load"] | null) => async (args: ActionFunctionArgs) =>
  undoChange(args, await args.request.formData(), {
    to: (key) => `${path}?${new URLSearchParams({ done: key })}`,
    screen: load && { path, load },
  });
