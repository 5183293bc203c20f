import type { AppLoadContext, EntryContext, HandleErrorFunction } from "@remix-run/cloudflare";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { renderToReadableStream } from "react-dom/server";
import { DatabaseUnavailable } from "#db/errors.ts";
import { NonceContext } from "./ui/nonce.ts";

/** The worker's way in: one bundle holds one copy of every module, error classes included. */
export { createServe } from "./serve.ts";

export default async function handleDocument(
  request: Request,
  status: number,
  headers: Headers,
  remix: EntryContext,
  { nonce }: AppLoadContext,
): Promise<Response> {
  let code = status;
  const body = await renderToReadableStream(
    <NonceContext.Provider value={nonce}>
      <RemixServer context={remix} url={request.url} nonce={nonce} />
    </NonceContext.Provider>,
    {
      nonce,
      signal: request.signal,
      onError(error) {
        if (request.signal.aborted) return;
        console.error(error);
        code = 500;
      },
    },
  );
  await body.allReady;
  headers.set("Content-Type", "text/html; charset=utf-8");
  return new Response(body, { status: code, headers });
}

export const handleError: HandleErrorFunction = (error, { request }) => {
  if (request.signal.aborted || isRouteErrorResponse(error)) return;
  const where = `${request.method} ${new URL(request.url).pathname}`;
  if (error instanceof DatabaseUnavailable) console.error(`${where}: ${error.message}`);
  else console.error(where, error);
};
