import {
  type ActionFunctionArgs,
  type AppLoadContext,
  data,
  type LoaderFunctionArgs,
  redirect,
} from "@remix-run/cloudflare";
import { isOutage, readAsAdmin, readChangeNumber, readOrNullAfterPost } from "#app/auth/require-admin.ts";
import { type LocalDate, todayInNewYork } from "#app/domain/calendar.ts";
import { type ListState, readListState } from "#app/domain/list-state.ts";
import type { ParseResult } from "#app/domain/parse.ts";
import type { Query } from "#db/connection.ts";
import { ConflictError, IdempotencyMismatchError } from "#db/errors.ts";
import { type ListFilter, type ListSource, listPage, pageOf } from "#db/list/list-page.ts";
import { type By, hiddenColumns, type Kind, removeRecord, restoreRecord, setFields } from "#db/records.ts";
import type { Change } from "#db/write.ts";
import { pickFields } from "./form-fields.ts";

/** One list: what it reads. */
export type ListRoute<Row, Sort extends string> = {
  /** '/services' */
  path: string;
  source: ListSource<Row, Sort>;
  defaultSort: Sort;
  /** The rows that are current, where the screen tells them from all. */
  current?: (today: LocalDate) => ListSource<Row, Sort>["where"] | undefined;
  /** The name of a record, deleted or not. */
  nameOf?: (id: string) => Query<{ name: string }[]>;
};

/** A list of records, and what may be done to a row of it. */
export type EditableListRoute<Row, Sort extends string> = Required<Pick<ListRoute<Row, Sort>, "nameOf">> &
  ListRoute<Row, Sort> & {
    /** The fields that are set in the row itself, and how their text is read. */
    settable: Record<string, (text: string) => ParseResult<unknown>>;
    set?: (id: string, values: Record<string, unknown>, by: By) => Change;
    remove: (id: string, by: By) => Change;
    restore: (id: string, by: By) => Change;
    /** What else is done from the menu of a row or in answer to it, by the `intent` of its form. */
    actions?: Record<string, RowAction>;
    /** Why a record must stay, if it must. */
    whyKept?: (id: string) => string | undefined;
    /** What it means here that a change, of a `field` where one was set, no longer fits what is in the database. */
    staleMeans?: string | ((field: string) => string | undefined);
  };

/** What the form of an action says; `idempotencyKey` is an id that the page carried, so that it is done once. */
export type ActionFields = { id: string; idempotencyKey: string; value: string };

/** Something done to a row that is no setting of a field. */
export type RowAction = {
  /** The change, or why there is none, from what the database has of it. */
  prepare: (
    fields: ActionFields,
    read: <Row>(query: Query<Row[]>) => Promise<Row[]>,
    by: By,
  ) => Promise<Change | { problem: string }>;
  /** The part of the list's address by which it is told what was done: it has the idempotencyKey. */
  tells?: string;
};

/** How the records of a kind are changed in their list. */
export const changesOf = (kind: Kind) => ({
  set: (id: string, values: Record<string, unknown>, by: By) => setFields(kind, id, values, by),
  remove: (id: string, by: By) => removeRecord(kind, id, by),
  restore: (id: string, by: By) => restoreRecord(kind, id, by),
});

/** What happened to a row, told to whoever did it; nothing where all is well. */
export type RowAnswer = { problem?: string; unreachable?: boolean };

/** What the address of a list, or of a dialog over it, asks for: its state, and which rows are shown over all pages. */
export function listFilterOf<Row, Sort extends string>(
  { url }: Request,
  { source, defaultSort, current }: ListRoute<Row, Sort>,
  today: LocalDate,
): { state: ListState; filter: ListFilter } {
  const state = readListState(new URL(url).searchParams, Object.keys(source.sorts), defaultSort);
  const view = state.view === "current" ? current?.(today) : undefined;
  // What SQL's text cannot hold: a NUL, and half of a character.
  return { state, filter: { view, q: state.q.replaceAll("\0", " ").toWellFormed() } };
}

/**
 * Reads the page of a list that its address asks for, in one request with the admin check; null behind the answer to a form
 * where the database is away.
 */
export async function readList<Row, Sort extends string>(
  { request, context }: LoaderFunctionArgs,
  screen: ListRoute<Row, Sort>,
) {
  const today = todayInNewYork(context.now);
  const { state, filter } = listFilterOf(request, screen, today);
  const page = listPage(screen.source, {
    ...filter,
    sort: state.sort as Sort,
    descending: state.descending,
    place: state.place,
  });
  const deletedId = new URL(request.url).searchParams.get("deleted") ?? "";
  const email = context.user?.email ?? "";
  const read = await readOrNullAfterPost(
    context,
    Promise.all([
      readAsAdmin(request, context, page, hiddenColumns(email, screen.path)),
      screen.nameOf && deletedId ? readAsAdmin(request, context, screen.nameOf(deletedId)) : null,
    ]),
  );
  if (!read) return null;
  const [[pages, choices], named] = read;
  const deleted = named?.[0][0];
  return {
    changeNumber: await readChangeNumber(context),
    path: screen.path,
    defaultSort: screen.defaultSort,
    state,
    today,
    data: pageOf(pages[0], state.place),
    hiddenColumns: choices[0]?.hidden ?? null,
    deleted: deleted ? { id: deletedId, name: deleted.name } : null,
  };
}

/** Deletes, restores or sets a field of one row, and goes back to the list as it was. */
export async function actOnList<Row, Sort extends string>(
  { request, context }: ActionFunctionArgs,
  screen: EditableListRoute<Row, Sort>,
) {
  const { fields, problem } = pickFields(await request.formData(), [
    "intent",
    "id",
    "field",
    "value",
    "idempotencyKey",
  ]);
  const text = (name: string) => String(fields.get(name) ?? "");
  const action = Object.hasOwn(screen.actions ?? {}, text("intent")) ? screen.actions?.[text("intent")] : undefined;
  try {
    const read = async <Found>(query: Query<Found[]>) => (await readAsAdmin(request, context, query))[0];
    const [named, change] = await Promise.all([
      read(screen.nameOf(text("id"))),
      problem ? { problem } : action ? act(action, text, read, byOf(context)) : changeFor(screen, text, byOf(context)),
    ]);
    // What an action finds wrong may be that there is no such record.
    if ("problem" in change && !action) return data<RowAnswer>(change, 400);
    if (named.length === 0) return data<RowAnswer>({ problem: "There is no such record. Load the list again." }, 404);
    if ("problem" in change) return data<RowAnswer>(change, 400);
    await context.db.write(change);
  } catch (error) {
    const { problem, status } = refusalOf(error);
    const { staleMeans } = screen;
    const meaning = typeof staleMeans === "function" ? staleMeans(text("field")) : staleMeans;
    return data<RowAnswer>({ problem: (status === 409 && meaning) || problem, unreachable: status === 503 }, status);
  }
  if (context.isDataRequest && text("intent") === "set") return data<RowAnswer>({});
  const told =
    text("intent") === "delete"
      ? { deleted: text("id") }
      : action?.tells
        ? { [action.tells]: text("idempotencyKey") }
        : {};
  return redirect(addressAfter(request, told), 303);
}

async function act(
  { prepare }: RowAction,
  text: (name: string) => string,
  read: Parameters<RowAction["prepare"]>[1],
  by: By,
): Promise<Change | { problem: string }> {
  if (!isUuid(text("idempotencyKey"))) return { problem: "This page is out of date. Load it again." };
  return prepare({ id: text("id"), idempotencyKey: text("idempotencyKey"), value: text("value") }, read, by);
}

/** Who changes something now. */
export function byOf({ user, now }: AppLoadContext): By {
  return { actor: user?.email ?? "visitor", at: now };
}

function changeFor<Row, Sort extends string>(
  screen: EditableListRoute<Row, Sort>,
  text: (name: string) => string,
  by: By,
): Change | { problem: string } {
  const id = text("id");
  switch (text("intent")) {
    case "delete": {
      const problem = screen.whyKept?.(id);
      if (problem) return { problem };
      return screen.remove(id, by);
    }
    case "restore":
      return screen.restore(id, by);
    case "set": {
      const field = text("field");
      const read = Object.hasOwn(screen.settable, field) ? screen.settable[field] : undefined;
      if (!read || !screen.set) return { problem: `This list has no field ${field.slice(0, 40)}.` };
      const typed = read(text("value"));
      return "problem" in typed ? typed : screen.set(id, { [field]: typed.value }, by);
    }
    default:
      return { problem: "This list cannot do that." };
  }
}

/** The checks of the tables that somebody can run into by setting one field of a row. */
const CHECKS = new Map([
  ["horses_stay", "The check-out date cannot be before the check-in date."],
  ["grooms_employment", "The end date cannot be before the start date."],
]);

/** What to tell somebody whose change was not made; what nobody foresaw is thrown on. */
export function refusalOf(error: unknown): { problem: string; status: number } {
  if (error instanceof ConflictError) {
    return { problem: "Somebody else changed or deleted this a moment ago. Load the list again.", status: 409 };
  }
  if (error instanceof Error && /UNIQUE constraint failed: payroll\.groom_id/.test(error.message)) {
    return { problem: "This groom has a weekly salary for that week already, perhaps a deleted one.", status: 400 };
  }
  if (
    error instanceof IdempotencyMismatchError ||
    (error instanceof Error && /UNIQUE constraint failed/.test(error.message))
  ) {
    return { problem: "This page is out of date. Load it again.", status: 409 };
  }
  if (isOutage(error)) {
    return { problem: "The database cannot be reached, so this is not saved. Try again in a moment.", status: 503 };
  }
  const [, check] = (error instanceof Error && error.message.match(/CHECK constraint failed: (\w+)/)) || [];
  if (check) {
    const problem = CHECKS.get(check) ?? "This value does not fit the rest of the record, so it is not saved.";
    return { problem, status: 400 };
  }
  throw error;
}

/** Whether a text is an id as pages make them. */
export const isUuid = (text: string) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(text);

function addressAfter(request: Request, told: Record<string, string>): string {
  const url = new URL(request.url);
  // What was done before this is no news any more.
  for (const name of ["deleted", "billed", "marked", "generated"]) url.searchParams.delete(name);
  for (const [name, id] of Object.entries(told)) url.searchParams.set(name, id);
  return url.pathname + url.search;
}
