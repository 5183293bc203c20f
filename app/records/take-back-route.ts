import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { readAsAdmin, readOrNullAfterPost } from "#app/auth/require-admin.ts";
import type { TakeBackAnswer, Written } from "#app/domain/basics/answers.ts";
import { formatInNewYork } from "#app/domain/basics/calendar.ts";
import { isUuid } from "#app/domain/basics/idempotency-key.ts";
import type { PastRun, RunToTakeBack, TakenBack } from "#app/domain/bills/runs.ts";
import type { ScreenPath } from "#app/registry/screens.ts";
import { ConflictError } from "#db/errors.ts";
import type { RowSource } from "#db/list/list-source.ts";
import { shortList } from "#db/list/short-list.ts";
import { acceptedPayload } from "#db/queries/activity/recorded-changes.ts";
import type { TakeBack } from "#db/queries/bills/take-backs.ts";
import type { Query } from "#db/query.ts";
import type { Change } from "#db/write/change.ts";
import type { By } from "#db/write/records.ts";
import { byOf } from "./by.ts";
import { pickFields } from "./forms/form-fields.ts";
import { newestFirst } from "./lists/short-list-order.ts";
import { liveLoader } from "./live-loader.ts";
import { OUT_OF_DATE, refusalOf } from "./refusals.ts";
import { leadTo, type ScreenRead, writeAndLead } from "./write-and-lead.ts";

/** What an admin undoes whole, in a dialog over the list of its kind: a run, an export (docs/architecture.md, 'One batch'). */
export type TakeBackDialogRoute<Past> = {
  path: ScreenPath;
  find: (id: string) => Query<{ past: Past }[]>;
  takeBack: (takeBack: TakeBack, past: Past, by: By) => Change;
  /** The search parameters of the list after the undo. */
  after: (takeBack: TakeBack) => string;
  /** The message if the run or export changed since the dialog opened. */
  changed: string;
};

/** A list of past runs, each of which an admin can undo. */
export type TakeBackRoute = Omit<TakeBackDialogRoute<RunToTakeBack>, "after" | "changed"> & {
  source: RowSource<PastRun>;
  findTakeBack: (id: string) => Query<{ takenBack: TakenBack }[]>;
  undo: (takenBack: TakenBack, by: By) => Change;
  /** The message if the run was made again since it was undone. */
  undoConflict: string;
};

/** Reads the runs, the newest first, and the run that was just undone; without data after a post during an outage. */
async function readPastRuns({ request, context }: LoaderFunctionArgs, route: TakeBackRoute) {
  const { searchParams } = new URL(request.url);
  const findTaken = route.findTakeBack(searchParams.get("taken") ?? "");
  const read = await readOrNullAfterPost(
    context,
    readAsAdmin(request, context, shortList(route.source, {}), findTaken),
  );
  const takenBack = read?.[1][0]?.takenBack;
  const data = read && newestFirst(read[0][0]);
  return {
    data: data && { ...data, rows: data.rows.map(withTexts) },
    takenBack: takenBack && !takenBack.isUndone ? takenBack : null,
  };
}

/** The run with its instants as texts in New York: '11/22/2026, 9:14 AM'. */
function withTexts<Run extends PastRun>(run: Run): Run {
  const textOf = (instant: string) => formatInNewYork(new Date(instant));
  return { ...run, at: textOf(run.at), takenBackAt: run.takenBackAt && textOf(run.takenBackAt) };
}

/**
 * Reads the run or export of the dialog; null after a post while the database does not answer.
 * @throws a 404 response if the run or export does not exist
 */
export async function openPast<Past>(
  { request, params, context }: LoaderFunctionArgs,
  { find }: Pick<TakeBackDialogRoute<Past>, "find">,
) {
  const read = await readOrNullAfterPost(context, readAsAdmin(request, context, find(params.id ?? "")));
  const past = read?.[0][0]?.past;
  if (read && !past) throw new Response(NONE, { status: 404 });
  return { past: past ?? null, idempotencyKey: crypto.randomUUID() };
}

/** Reads the run that the dialog shows: see `openPast`. */
export async function openTakeBack(args: LoaderFunctionArgs, route: TakeBackRoute) {
  const { past, idempotencyKey } = await openPast(args, route);
  return { run: past && withTexts(past), idempotencyKey };
}

/** Undoes the run that the dialog showed: see `confirmPast`. */
export const confirmTakeBack = (args: ActionFunctionArgs, route: TakeBackRoute) =>
  confirmPast(
    args,
    { ...route, after: ({ idempotencyKey }) => `taken=${idempotencyKey}`, changed: CHANGED },
    loadPastRuns(route),
  );

/** The loader of a list of past runs. */
export const loadPastRuns = (route: TakeBackRoute) => liveLoader((args) => readPastRuns(args, route));

/**
 * Undoes the run, or voids the export, that the dialog showed, once per idempotency key, and redirects to the list.
 * Refuses with 409 if the run or export changed.
 */
export async function confirmPast<Past extends { obstacle: string | null; fingerprint: string }>(
  { request, params, context }: ActionFunctionArgs,
  route: TakeBackDialogRoute<Past>,
  load: ScreenRead["load"],
) {
  const { fields, problem } = pickFields(await request.formData(), ["idempotencyKey", "fingerprint"]);
  const id = params.id ?? "";
  const idempotencyKey = String(fields.get("idempotencyKey") ?? "");
  const fingerprint = String(fields.get("fingerprint") ?? "");
  const isValid = isUuid(idempotencyKey) && /^[\d.]{1,120}$/.test(fingerprint);
  const sent = isValid ? { idempotencyKey, fingerprint } : null;
  const refuse = (status: number, reason: string, isChanged = false) =>
    data<TakeBackAnswer>({ problem: reason, isChanged, sent, unreachable: status === 503 }, status);
  let written: Written | undefined;
  try {
    const [[found], [accepted]] = await readAsAdmin(request, context, route.find(id), acceptedPayload(idempotencyKey));
    if (problem || !isValid) return refuse(400, problem ?? OUT_OF_DATE);
    if (!found) return refuse(404, NONE);
    const takeBack = { idempotencyKey, id, fingerprint };
    const change = route.takeBack(takeBack, found.past, byOf(context));
    const to = `${route.path}?${route.after(takeBack)}`;
    if (accepted) {
      if (accepted.payload !== JSON.stringify(change.payload)) return refuse(409, OUT_OF_DATE, true);
    } else {
      if (found.past.obstacle || found.past.fingerprint !== fingerprint) return refuse(409, route.changed, true);
      ({ written } = await writeAndLead({ request, context }, change, to, { path: route.path, load }));
    }
    return leadTo({ context }, to, written);
  } catch (error) {
    if (error instanceof ConflictError) return refuse(409, route.changed, true);
    const { problem: reason, status } = refusalOf(error);
    return refuse(status, reason);
  }
}

const NONE = "There is none with this address.";

const CHANGED = "Nothing was undone: since you opened this, somebody else changed some of it. Look at it as it is now.";

/** Brings an undone run back, once, and redirects to the list. Refuses with 409 if the run was made again. */
export async function undoTakeBack({ request, context }: ActionFunctionArgs, route: TakeBackRoute) {
  const { fields, problem } = pickFields(await request.formData(), ["takeBack"]);
  const refuse = (status: number, reason: string) =>
    data<TakeBackAnswer>({ problem: reason, isChanged: false, sent: null, unreachable: status === 503 }, status);
  try {
    const [[found]] = await readAsAdmin(request, context, route.findTakeBack(String(fields.get("takeBack") ?? "")));
    if (problem || !found) return refuse(400, problem ?? "There is nothing to undo.");
    const change = route.undo(found.takenBack, byOf(context));
    const { written } = await writeAndLead({ request, context }, change, route.path, {
      path: route.path,
      load: loadPastRuns(route),
    });
    return leadTo({ context }, route.path, written);
  } catch (error) {
    if (error instanceof ConflictError) return refuse(409, route.undoConflict);
    const { problem: reason, status } = refusalOf(error);
    return refuse(status, reason);
  }
}
