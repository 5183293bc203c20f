import {
  type ClientActionFunctionArgs,
  isRouteErrorResponse,
  replace,
  type ShouldRevalidateFunctionArgs,
} from "@remix-run/react";
import type { Redirected, Unreachable } from "#app/domain/answers.ts";

const NO_CONNECTION =
  "Hayloft cannot be reached, so this is not saved yet. What you typed is kept: try again when you are back online.";

/** Sends a form to the server; without a connection the page stays as it is and is told. */
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
export const submitForm = ({ serverAction }: ClientActionFunctionArgs) => sendOrReportOffline(() => serverAction());

const NO_ANSWER = "Hayloft cannot be reached. Press Confirm again when you are back online: nothing is billed twice.";

/** The client action of what is confirmed: nothing is typed there, and it may have been done. */
export const submitBatch = ({ serverAction }: ClientActionFunctionArgs) =>
  sendOrReportOffline(() => serverAction(), NO_ANSWER);

/** What is to be confirmed stays as it was opened, unless the answer says that it has changed. */
export function revalidateIfChanged({ currentUrl, nextUrl, actionResult }: ShouldRevalidateFunctionArgs): boolean {
  return actionResult?.isChanged === true || currentUrl.search !== nextUrl.search;
}

/**
 * Sends a form. The router drops the redirect of a fetcher if a navigation has started since, and may then show the list as
 * it was before: such a redirect is returned as data, so that the list is loaded again and the page can follow it.
 * https://github.com/remix-run/react-router/pull/10674
 */
async function sendAndKeepRedirect({ request, serverAction }: ClientActionFunctionArgs, sentAt: string) {
  try {
    return await serverAction();
  } catch (error) {
    const to = error instanceof Response && error.headers.get("Location");
    if (!to) throw error;
    // The router's own state: what React has rendered of it may be older.
    const { navigation, location } = window.__remixRouter.state;
    const isOvertaken = navigation.state !== "idle" || location.key !== sentAt;
    if (isOvertaken) return { redirected: { from: request.url, to } } satisfies Redirected;
    // The history keeps one entry for one address; the router sees to it for the submission of a form only.
    throw to === location.pathname + location.search ? replace(to) : error;
  }
}

/** What is on its way; it says so where it met with nobody. */
let line: Promise<Unreachable | undefined> = Promise.resolve(undefined);

/**
 * The client action of whatever saves at once: one after the other, so that the last that was done is the last that is
 * saved. What waits behind one that met with nobody is not sent after it.
 */
export function submitInOrder(args: ClientActionFunctionArgs): Promise<unknown> {
  const { request } = args;
  const { key } = window.__remixRouter.state.location;
  const turn = line.then((away) => away ?? sendOrReportOffline<unknown>(() => sendAndKeepRedirect(args, key)));
  const end = turn.then(
    (answer) => (isUnreachable(answer) && !request.signal.aborted ? answer : undefined),
    () => undefined,
  );
  line = end;
  end.then(() => {
    if (line === end) line = Promise.resolve(undefined);
  });
  return turn;
}

/** Whether this says that nobody was reached. */
export function isUnreachable(answer: unknown): answer is Unreachable {
  return typeof answer === "object" && answer !== null && "unreachable" in answer && answer.unreachable === true;
}

/** What a dialog opened with stays while somebody types, whatever becomes of the record. */
export function revalidateOnOtherRecord({ currentParams, nextParams }: ShouldRevalidateFunctionArgs): boolean {
  return currentParams.id !== nextParams.id;
}

/** A list is read again after whatever was done to it, but for what never reached the server. */
export function revalidateUnlessUnreachable({
  actionResult,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  return actionResult?.unreachable ? false : defaultShouldRevalidate;
}

/**
 * Whether what is on screen is read again. Not where that must fail, since a failed reading takes the page away, and all
 * that was typed with it; and not for a step within the page, such as closing its confirmation.
 */
export function revalidateWhenOnline({
  currentUrl,
  nextUrl,
  formMethod,
  actionResult,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  if (actionResult?.unreachable || !navigator.onLine) return false;
  if (!formMethod && currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search) return false;
  return defaultShouldRevalidate;
}
