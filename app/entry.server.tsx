import type { AppLoadContext, EntryContext, HandleErrorFunction } from "@remix-run/cloudflare";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { renderToString } from "react-dom/server";
import { DatabaseUnavailableError } from "#db/errors.ts";
import { NonceContext } from "./ui/shell/nonce.ts";

/**
 * Renders a page to one string. React's streaming renderer encodes each fragment of text by itself, which costs several
 * times as much here; and since `renderToString` cannot wait for Remix's hydration data, that is written after the page
 * by hand, in the form that Remix's own `StreamTransfer` gives it.
 */
export default async function handleDocument(
  request: Request,
  status: number,
  headers: Headers,
  { serverHandoffStream, ...remix }: EntryContext,
  { nonce }: AppLoadContext,
): Promise<Response> {
  const page = renderToString(
    <NonceContext.Provider value={nonce}>
      <RemixServer context={remix} url={request.url} nonce={nonce} />
    </NonceContext.Provider>,
  );
  const data = serverHandoffStream ? await new Response(serverHandoffStream).text() : "";
  headers.set("Content-Type", "text/html; charset=utf-8");
  return new Response(`<!doctype html>${page}${hydration(data, nonce)}`, { status, headers });
}

function hydration(data: string, nonce: string): string {
  const controller = "window.__remixContext.streamController";
  const text = JSON.stringify(data).replace(
    /[<>&\u2028\u2029]/g,
    (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  return `<script nonce="${nonce}">${controller}.enqueue(${text});${controller}.close()</script>`;
}

export const handleError: HandleErrorFunction = (error, { request }) => {
  if (request.signal.aborted || isRouteErrorResponse(error)) return;
  const where = `${request.method} ${new URL(request.url).pathname}`;
  if (error instanceof DatabaseUnavailableError) console.error(`${where}: ${error.message}`);
  else console.error(where, error);
};
