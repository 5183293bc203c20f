import { isRouteErrorResponse, redirect, type ShouldRevalidateFunctionArgs } from "@remix-run/react";
import { SIGNED_OUT, type Unreachable, type WrittenAnswer } from "#app/domain/basics/answers.ts";
import { forgetAll, hearWritten, isExact } from "#app/live/browser/exact-cache.ts";
import { newestData } from "#app/live/browser/live-data.ts";
import { SESSION_REFUSED, sessionEnd } from "#app/live/browser/session-end.ts";
import { routerState } from "#app/remix/router.ts";

const NO_CONNECTION =
  "Hayloft cannot be reached, so this is not saved yet. What you typed is kept: try again when you are back online.";

const IS_OVER = "You were signed out, so this is not saved yet. Once you are signed in again, save it again.";
const NO_ADMIN = "Only admins may do this, so it is not saved.";

/**
 * The answer if the session may not send the form. The event lets the page say who is signed in and offer to sign in.
 */
function refuseSession(problem: string): Unreachable {
  dispatchEvent(new Event(SESSION_REFUSED));
  return { unreachable: true, problem };
}

/**
 * Sends a form to the server, hands the written data in the answer to the tab, and follows its redirect. Without a
 * connection or a session, returns a problem, and the page keeps the typed text. A form that one admin filled in is
 * never sent as another admin.
 * @throws the redirect to follow
 */
export async function sendOrReportOffline<Answer>(
  send: () => Promise<Answer>,
  problem = NO_CONNECTION,
): Promise<Answer | Unreachable> {
  if (sessionEnd()?.isAdmin) return refuseSession(IS_OVER);
  let isKnown = false;
  try {
    const answer = await send();
    if (typeof answer !== "object" || answer === null) return answer;
    const { written, to, ...rest } = answer as Answer & WrittenAnswer;
    if (written) hearWritten(written);
    isKnown = written !== undefined || isRefusal(answer);
    if (to !== undefined) throw redirect(to);
    return rest as Answer;
  } catch (error) {
    if (isRouteErrorResponse(error) && error.status === 403)
      return refuseSession(error.statusText === SIGNED_OUT ? IS_OVER : NO_ADMIN);
    if (error instanceof Response || isRouteErrorResponse(error)) throw error;
    return { unreachable: true, problem };
  } finally {
    if (!isKnown) forgetAll();
  }
}

/** Whether the server answered that nothing was written. */
const isRefusal = (answer: object) => ("problem" in answer || "result" in answer) && !isUnreachable(answer);

/** Whether an answer says that the server or its database could not be reached. */
export function isUnreachable(answer: unknown): answer is Unreachable {
  return typeof answer === "object" && answer !== null && "unreachable" in answer && answer.unreachable === true;
}

/** The HTTP status of an answer to invalid values. */
export const INVALID = 400;

/** The root reloads when the service form does, except after invalid values and while its data are up to date. */
export const revalidateRoot = (step: ShouldRevalidateFunctionArgs) =>
  step.actionStatus !== INVALID && !isRootUpToDate(step) && revalidateWhenOnline(step);

/**
 * Whether the root's data need no reload: they are exact after a command, and the event stream updates them between
 * pages.
 */
function isRootUpToDate({ formMethod, nextUrl }: ShouldRevalidateFunctionArgs): boolean {
  const root = routerState().loaderData.root as object | undefined;
  if (!root || nextUrl.pathname === "/" || nextUrl.searchParams.has("merged")) return false;
  const isAdmin = (newestData(root) as { changeNumber?: unknown }).changeNumber !== null;
  return isAdmin && (formMethod === undefined || isExact(root));
}

/**
 * The service form reloads unless the reload would fail: a failed loader replaces the page by an error page, and the
 * typed text is lost. A change of the search parameters alone, such as closing the confirmation, reloads nothing.
 */
export function revalidateWhenOnline({
  currentUrl,
  nextUrl,
  formMethod,
  actionResult,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  // The entry was queued because the server did not answer.
  const isKept = formMethod !== undefined && nextUrl.searchParams.has("kept");
  if (actionResult?.unreachable || isKept || !navigator.onLine) return false;
  if (!formMethod && currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search) return false;
  return defaultShouldRevalidate;
}
