import type { AppLoadContext, EntryContext, HandleErrorFunction } from "@remix-run/cloudflare";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { renderToStaticMarkup, renderToString } from "react-dom/server";
import { returnPath } from "./auth/sign-in.ts";
import { SIGNED_OUT } from "./domain/basics/answers.ts";
import { hydrationScript } from "./remix/hydration-script.ts";
import { RequestContext } from "./ui/shell/request-context.ts";
import { SendAgain } from "./ui/shell/send-again.tsx";

/**
 * Renders a document to one string: on workerd, React's streaming renderer takes 3.5 to 6.5 times as long because it encodes
 * every text fragment by itself. `renderToString` drops Remix's hydration data under single fetch, so `hydrationScript`
 * appends it.
 */
export default async function handleDocument(
  request: Request,
  status: number,
  headers: Headers,
  { serverHandoffStream, ...remix }: EntryContext,
  { nonce, log, posted }: AppLoadContext,
): Promise<Response> {
  const page = renderToString(
    <RequestContext.Provider value={{ nonce, id: log.id, again: wayOn(request, remix, posted) }}>
      <RemixServer context={remix} url={request.url} nonce={nonce} />
    </RequestContext.Provider>,
  );
  // A page without scripts needs no data for them.
  const hasScripts = remix.renderMeta?.didRenderScripts === true;
  const data = serverHandoffStream && hasScripts ? await new Response(serverHandoffStream).text() : "";
  headers.set("Content-Type", "text/html; charset=utf-8");
  return new Response(`<!doctype html>${page}${hasScripts ? hydrationScript(data, nonce) : ""}`, { status, headers });
}

/** The markup for a form that was refused because the session has ended; '' for any other page. */
function wayOn(
  { url }: Request,
  { staticHandlerContext }: Pick<EntryContext, "staticHandlerContext">,
  posted?: string,
) {
  const errors = Object.values(staticHandlerContext.errors ?? {});
  if (!errors.some((error) => isRouteErrorResponse(error) && error.statusText === SIGNED_OUT)) return "";
  const { pathname, search } = new URL(url);
  return renderToStaticMarkup(<SendAgain posted={posted} to={returnPath(pathname + search)} />);
}

/** Keeps an error that a loader, an action or rendering did not expect for the log. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || isRouteErrorResponse(error)) return;
  context.log.fail("Request failed", error);
};
