import { isRouteErrorResponse, type ShouldRevalidateFunctionArgs } from "@remix-run/react";

/** An answer that says that server or database could not be reached; a client action gives it by itself. */
export type Unreachable = { unreachable: true };

/** Sends a form to the server; without a connection the page stays as it is and is told. */
export async function sendOrStay<Answer>(send: () => Promise<Answer>): Promise<Answer | Unreachable> {
  try {
    return await send();
  } catch (error) {
    if (error instanceof Response || isRouteErrorResponse(error)) throw error;
    return { unreachable: true };
  }
}

/** Lists are not read again after a send that failed for want of a connection: that would fail too, and take the page away. */
export function revalidateWhenReachable({
  actionResult,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  return actionResult?.unreachable ? false : defaultShouldRevalidate;
}
