import {
  type ClientActionFunctionArgs,
  isRouteErrorResponse,
  replace,
  type ShouldRevalidateFunctionArgs,
} from "@remix-run/react";
import type { Redirected, Unreachable } from "#app/domain/answers.ts";
import { routerState } from "#app/remix/router.ts";

const NO_CONNECTION =
  "Hayloft cannot be reached, so this is not saved yet. What you typed is kept: try again when you are back online.";

/** Sends a form to the server. Without a connection the answer says so, and the page keeps what was entered. */
export async function sendOrReportOffline<Answer>(
  send: () => Promise<Answer>,
  problem = NO_CONNECTION,
): Promise<Answer | Unreachable> {
  try {
    return await send();
  } catch (error) {
    if (error instanceof Response || isRouteErrorResponse(error)) throw error;
    return { unreachable: true, problem };
  }
}

/** The client action of a dialog. */
export const sendForm = ({ serverAction }: ClientActionFunctionArgs) => sendOrReportOffline(() => serverAction());

const NO_ANSWER = "Hayloft cannot be reached. Press Confirm again when you are back online: nothing is billed twice.";

/** The client action of a batch dialog. After a lost answer the batch may have been written; a second Confirm is safe. */
export const submitBatch = ({ serverAction }: ClientActionFunctionArgs) =>
  sendOrReportOffline(() => serverAction(), NO_ANSWER);

/** A batch dialog keeps the data it opened with until an answer reports that they changed, or the admin chooses another batch. */
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
    return await serverAction();
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
 * The client action of everything that saves at once. Saves run one after the other, so that the last one entered is the last
 * one written. If a save fails offline, the saves queued behind it are dropped.
 */
export function submitInOrder(args: ClientActionFunctionArgs): Promise<unknown> {
  const { request } = args;
  const { key } = routerState().location;
  const answer = queueEnd.then(
    (failed) => failed ?? sendOrReportOffline<unknown>(() => sendAndKeepRedirect(args, key)),
  );
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

/** Whether an answer says that the server or its database could not be reached. */
export function isUnreachable(answer: unknown): answer is Unreachable {
  return typeof answer === "object" && answer !== null && "unreachable" in answer && answer.unreachable === true;
}

/** A record dialog keeps the data it opened with until it is opened for another record. */
export function revalidateOnOtherRecord({ currentParams, nextParams }: ShouldRevalidateFunctionArgs): boolean {
  return currentParams.id !== nextParams.id;
}

/** The HTTP status of an answer to invalid values. */
const INVALID = 400;

/**
 * A list reloads after every command but one that did not reach the database, or whose values are invalid: nothing has changed, and
 * a reload that failed would replace the page, and what was entered, by an error page.
 */
export function revalidateAfterCommand({
  actionResult,
  actionStatus,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  return actionResult?.unreachable || actionStatus === INVALID ? false : defaultShouldRevalidate;
}

/** The root reloads as the service form does, but not after invalid values. */
export const revalidateRoot = (step: ShouldRevalidateFunctionArgs) =>
  step.actionStatus !== INVALID && revalidateWhenOnline(step);

/**
 * The service form reloads unless a reload would fail: a failed loader replaces the page by an error page, and
 * what was entered is lost. A change of the search parameters alone, such as closing the confirmation, reloads nothing.
 */
export function revalidateWhenOnline({
  currentUrl,
  nextUrl,
  formMethod,
  actionResult,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  // An entry was kept because the server did not answer.
  const isKept = formMethod !== undefined && nextUrl.searchParams.has("kept");
  if (actionResult?.unreachable || isKept || !navigator.onLine) return false;
  if (!formMethod && currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search) return false;
  return defaultShouldRevalidate;
}
