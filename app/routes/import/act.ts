import { type ActionFunctionArgs, data, redirect } from "@remix-run/cloudflare";
import { nothingElse, writeAsAdmin } from "#app/auth/require-admin.ts";
import { byOf } from "#app/records/by.ts";
import { OUT_OF_DATE, refusalOf } from "#app/records/refusals.ts";
import { ConflictError } from "#db/errors.ts";
import { chooseInDraft, discardDraft, undoImport } from "#db/queries/import/imports.ts";
import { writeImport } from "#db/write/import.ts";
import { choicesOf, planDraft, readImport, shownOf } from "./draft.ts";

type Answer = { problem: string; unreachable: boolean };
const refuse = (status: number, problem: string) => data<Answer>({ problem, unreachable: status === 503 }, status);

const NOTHING = "Nothing of these files can be imported.";
const TOUCHED =
  "Nothing was undone: since the import, some of its records were edited, billed or exported, or others refer to them. Delete what is wrong one by one.";

const WRITES: ReadonlySet<unknown> = new Set(["import", "undo"]);
const NO_ANSWER =
  "The database did not answer in time. Load this page again: if the import is not done, press the button again; nothing is imported twice.";

/** What the buttons on the page of an import do. */
export async function actOnDraft(args: ActionFunctionArgs) {
  const { request, params, context } = args;
  const form = await request.formData();
  const id = params.id ?? "";
  try {
    const read = await readImport(request, context, id);
    if (!read) return redirect("/import?discarded", 303);
    const isDone = read.found.doneAt !== null;
    switch (form.get("intent")) {
      case "undo":
        return await undoWhole(args, read);
      case "discard":
        await context.db.stage(discardDraft(id));
        return redirect("/import", 303);
      case "choose":
        await context.db.stage(chooseInDraft(id, choicesOf(form)));
        return redirect(`/import/${id}`, 303);
      case "import":
        return isDone ? redirect(`/import/${id}`, 303) : await bringIn(args, form, read);
      default:
        return refuse(400, OUT_OF_DATE);
    }
  } catch (error) {
    const isRefused = error instanceof ConflictError || (error instanceof Error && /FOREIGN KEY/.test(error.message));
    if (isRefused && form.get("intent") === "undo") return refuse(409, TOUCHED);
    const { problem, status } = refusalOf(error);
    return refuse(status, status === 503 && WRITES.has(form.get("intent")) ? NO_ANSWER : problem);
  }
}

type Read = NonNullable<Awaited<ReturnType<typeof readImport>>>;

/** Undoes a finished import. A draft has nothing to undo. */
async function undoWhole({ request, context }: ActionFunctionArgs, { found, change }: Read) {
  const { id, content } = found;
  if (!content) throw new ConflictError("The import is a draft");
  await writeAsAdmin(request, context, undoImport({ id, content, change }, byOf(context)), nothingElse);
  return redirect(`/import/${id}`, 303);
}

/** Writes a draft if its plan is still the one that the page showed; otherwise shows the page of the changed plan. */
async function bringIn({ request, context }: ActionFunctionArgs, form: FormData, { found, ...read }: Read) {
  const { id } = found;
  const choices = choicesOf(form);
  const { plan, problems } = await planDraft(read, choices, context.now);
  if (problems.length > 0 || shownOf(plan, context.now) !== form.get("shown")) {
    await context.db.stage(chooseInDraft(id, choices));
    return redirect(`/import/${id}?changed`, 303);
  }
  const isNothing =
    [plan.rows, plan.restored].flatMap((each) => Object.values(each)).every(({ length }) => length === 0) &&
    plan.admins.length === 0;
  if (isNothing && !plan.settings.lastPayroll && !plan.settings.invoiceNumber) return refuse(400, NOTHING);
  const db = context.connect();
  const write = (change: Parameters<typeof db.write>[0]) =>
    writeAsAdmin(request, { ...context, db }, change, nothingElse);
  await writeImport({ stage: db.stage, write }, plan, { id, ...byOf(context) });
  return redirect(`/import/${id}`, 303);
}
