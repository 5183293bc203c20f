import { isRouteErrorResponse, type ShouldRevalidateFunctionArgs } from "@remix-run/react";

/** An answer that says that the server could not be reached; a client action gives it by itself. */
export type Unreachable = { unreachable: true; problem: string };

const NO_CONNECTION =
  "Hayloft cannot be reached, so this is not saved yet. What you typed is kept: try again when you are back online.";

/** Sends a form to the server; without a connection the page stays as it is and is told. */
export async function sendOrStay<Answer>(send: () => Promise<Answer>): Promise<Answer | Unreachable> {
  try {
    return await send();
  } catch (error) {
    if (error instanceof Response || isRouteErrorResponse(error)) throw error;
    return { unreachable: true, problem: NO_CONNECTION };
  }
}

/** A list is read again after whatever was done to it, but for what never reached the server. */
export function readAgainIfSent({ actionResult, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  return actionResult?.unreachable ? false : defaultShouldRevalidate;
}

/**
 * Whether what is on screen is read again. Not where that must fail, since a failed reading takes the page away, and all
 * that was typed with it; and not for a step within the page, such as closing its confirmation.
 */
export function readAgain({
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
