import { type ClientLoaderFunctionArgs, isRouteErrorResponse, redirect } from "@remix-run/react";
import type { LocalDate } from "#app/domain/basics/calendar.ts";
import { enter, forgetAll, isExact, take } from "#app/live/browser/exact-cache.ts";
import { newestData } from "#app/live/browser/live-data.ts";
import { placeAt } from "#app/registry/places.ts";
import { routerState } from "#app/remix/router.ts";

/** The client loader of a screen or page: returns cached data if they are exact, otherwise loads from the server. */
export async function loadScreen(args: ClientLoaderFunctionArgs): Promise<object> {
  const url = new URL(args.request.url);
  const cached = await take("screen", url);
  if (cached) return cached;
  const loaded = loadFresh(args);
  enter("screen", url, loaded);
  return loaded;
}

/** The client loader of a dialog: returns data that were loaded ahead if they are exact, otherwise loads from the server. */
export const loadDialog = async (args: ClientLoaderFunctionArgs): Promise<object> =>
  (await take("dialog", new URL(args.request.url))) ?? loadFresh(args);

type Opened = { found: object | null; choices: object | null };

/**
 * The client loader of a record's form. The form opens at once from the row in the list behind it, if the list is
 * exact. `choices`, the options of its references, is then a promise.
 */
export async function loadForm(args: ClientLoaderFunctionArgs): Promise<unknown> {
  const { pathname } = new URL(args.request.url);
  const { dialog, params } = placeAt(pathname) ?? {};
  const { id } = params ?? {};
  const list = listBehind(pathname);
  const found = id === undefined ? null : list?.rows.find((row) => row.id === id);
  const isWhole = dialog?.form === "whole";
  if (!list || found === undefined || (!found && !isWhole)) return loadDialog(args);
  const choices = isWhole ? null : loadDialog(args).then((opened) => (opened as Opened).choices);
  // The dialog shows the failure. The empty handler prevents an unhandled rejection before the dialog renders.
  choices?.catch(() => {});
  return { idempotencyKey: crypto.randomUUID(), found, choices, initial: null, today: list.today };
}

/** The list behind a dialog, if it is on screen and exact. */
function listBehind(path: string): { rows: readonly { id: string }[]; today: LocalDate } | undefined {
  const { screen } = placeAt(path) ?? {};
  const loaded = routerState().loaderData[screen?.path ?? ""] as object | undefined;
  if (!loaded || !isExact(loaded)) return undefined;
  const { list } = newestData(loaded) as { list?: { data: { rows: { id: string }[] } | null; today: LocalDate } };
  return list?.data ? { rows: list.data.rows, today: list.today } : undefined;
}

/**
 * The client loader of a page whose data are not cached.
 * @throws a redirect to the sign-in, which leads back, once the session has ended
 */
export async function loadFresh({ request, serverLoader }: ClientLoaderFunctionArgs): Promise<object> {
  try {
    return await serverLoader<object>();
  } catch (error) {
    if (!isRouteErrorResponse(error) || error.status !== 403) throw error;
    forgetAll();
    const { pathname, search } = new URL(request.url);
    throw redirect(`/?${new URLSearchParams({ to: pathname + search })}`);
  }
}
