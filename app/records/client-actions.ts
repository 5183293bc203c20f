import { type ClientActionFunctionArgs, replace, type ShouldRevalidateFunctionArgs } from "@remix-run/react";
import type { Redirected, Unreachable } from "#app/domain/basics/answers.ts";
import { isBrowsed } from "#app/domain/fields/list-state.ts";
import { routerState } from "#app/remix/router.ts";
import { INVALID, isUnreachable, sendOrReportOffline } from "./sending.ts";

/** The client action of a dialog. */
export const sendForm = ({ serverAction }: ClientActionFunctionArgs) => sendOrReportOffline(() => serverAction());

const NO_ANSWER = "Hayloft cannot be reached. Press Confirm again when you are back online: nothing is billed twice.";

/** The client action of a batch dialog. After a lost answer the batch may have been written; a second Confirm is safe. */
export const submitBatch = ({ serverAction }: ClientActionFunctionArgs) =>
  sendOrReportOffline(() => serverAction(), NO_ANSWER);

const NO_ANSWER_TO_IMPORT =
  "Hayloft cannot be reached. Press the button again when you are back online: nothing is imported twice.";

/** The client action of an import. After a lost answer the import may have been written; a second press is safe. */
export const submitImport = ({ serverAction }: ClientActionFunctionArgs) =>
  sendOrReportOffline(() => serverAction(), NO_ANSWER_TO_IMPORT);

/** A batch dialog reloads only if the answer reports changed data or the admin chooses another batch. */
export function revalidateIfChanged(step: ShouldRevalidateFunctionArgs): boolean {
  const { currentUrl, nextUrl, formMethod, actionResult } = step;
  return actionResult?.isChanged === true || (formMethod !== "POST" && currentUrl.search !== nextUrl.search);
}

/**
 * Sends a form. React Router drops the redirect of a fetcher's action if a navigation started after the submission, and may
 * then show data that the loader read before the write. In that case this returns the redirect as data: the router then
 * reloads the list, and the page follows the redirect itself. https://github.com/remix-run/react-router/pull/10674
 */
async function sendAndKeepRedirect({ request, serverAction }: ClientActionFunctionArgs, sentAt: string) {
  try {
    return await sendOrReportOffline<unknown>(() => serverAction());
  } catch (error) {
    const to = error instanceof Response && error.headers.get("Location");
    if (!to) throw error;
    const { navigation, location } = routerState();
    const isOvertaken = navigation.state !== "idle" || location.key !== sentAt;
    if (isOvertaken) return { redirected: { from: request.url, to } } satisfies Redirected;
    // A redirect to the current address must not add a history entry. The router ensures this for forms, not for fetchers.
    throw to === location.pathname + location.search ? replace(to) : error;
  }
}

/** The end of the queue of saves; resolves to the answer of a save that failed offline. */
let queueEnd: Promise<Unreachable | undefined> = Promise.resolve(undefined);

/**
 * The client action of controls that save at once. Saves are sent one after the other, so that the last one entered is
 * the last one written. If a save fails offline, the saves queued behind it are dropped.
 */
export function submitInOrder(args: ClientActionFunctionArgs): Promise<unknown> {
  const { request } = args;
  const { key } = routerState().location;
  const answer = queueEnd.then((failed) => failed ?? sendAndKeepRedirect(args, key));
  const end = answer.then(
    (result) => (isUnreachable(result) && !request.signal.aborted ? result : undefined),
    () => undefined,
  );
  queueEnd = end;
  end.then(() => {
    if (queueEnd === end) queueEnd = Promise.resolve(undefined);
  });
  return answer;
}

/** A record dialog keeps the data it opened with until it is opened for another record. */
export function revalidateOnOtherRecord({ currentParams, nextParams }: ShouldRevalidateFunctionArgs): boolean {
  return currentParams.id !== nextParams.id;
}

/**
 * A list reloads after every command except one that did not reach the database or had invalid values. Such a command
 * changed nothing, and a failed reload would replace the page and the typed text by an error page.
 */
export function revalidateAfterCommand({
  actionResult,
  actionStatus,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  return actionResult?.unreachable || actionStatus === INVALID ? false : defaultShouldRevalidate;
}

/** A short list stays as it is while the browser searches, sorts and turns its pages (docs/architecture.md, 'One list'). */
export function revalidateShortList(step: ShouldRevalidateFunctionArgs): boolean {
  const { formMethod = "GET", currentUrl, nextUrl } = step;
  const isBrowsing = formMethod === "GET" && isBrowsed(currentUrl.searchParams, nextUrl.searchParams);
  return !isBrowsing && revalidateAfterCommand(step);
}
