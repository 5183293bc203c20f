import { once } from "node:events";
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";
import { createServer, type ViteDevServer } from "vite";
import { LOOPBACK } from "#bin/running/ports.ts";

type FetchHandler = (request: Request, env: Record<string, unknown>, context: object) => Promise<Response>;

export type Pages = { url: string; stop(): Promise<void> };

/** Serves the app from its sources: Vite sends scripts and styles, and the worker's entry, run by Vite on Node, all else. */
export async function startPages(port: number, env: () => Promise<Record<string, unknown>>): Promise<Pages> {
  const http = createHttpServer();
  const vite = await createServer({
    configFile: "remix.config.ts",
    appType: "custom",
    server: { middlewareMode: true, hmr: { server: http } },
    // A package that Vite finds later makes it load the page again, with two copies of React in between.
    optimizeDeps: { entries: ["app/entry.client.tsx", "app/root.tsx", "app/routes/**/*.tsx"] },
  });
  http.on("request", (incoming, outgoing) => {
    vite.middlewares(incoming, outgoing, () => void answer(vite, env, incoming, outgoing));
  });
  http.listen(port, LOOPBACK);
  await once(http, "listening");
  return {
    url: `http://${LOOPBACK}:${port}`,
    async stop() {
      await vite.close();
      http.close();
      http.closeAllConnections();
    },
  };
}

async function answer(
  vite: ViteDevServer,
  env: () => Promise<Record<string, unknown>>,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  try {
    const entry = await vite.ssrLoadModule("/app/entry.worker.ts");
    const handle: FetchHandler = entry.default.fetch;
    const context = { waitUntil: (work: Promise<unknown>) => void work.catch(console.error) };
    await send(await handle(requestOf(incoming, outgoing), await env(), context), outgoing);
  } catch (error) {
    if (error instanceof Error) vite.ssrFixStacktrace(error);
    console.error(error);
    if (!outgoing.headersSent) outgoing.writeHead(500, { "Content-Type": "text/plain; charset=utf-8" });
    outgoing.end(error instanceof Error ? error.stack : String(error));
  }
}

/** The request as workerd would give it to the worker; a browser that leaves aborts it. */
function requestOf(incoming: IncomingMessage, outgoing: ServerResponse): Request {
  const { method = "GET", headers, url = "/" } = incoming;
  const abort = new AbortController();
  outgoing.once("close", () => abort.abort());
  const hasBody = method !== "GET" && method !== "HEAD";
  return new Request(new URL(url, `http://${headers.host}`), {
    method,
    headers: Object.entries(headers).flatMap(([name, value]) =>
      [value ?? []].flat().map((each): [string, string] => [name, each]),
    ),
    signal: abort.signal,
    // `duplex` is not yet in TypeScript's types: https://github.com/nodejs/node/issues/46221
    ...(hasBody && ({ body: Readable.toWeb(incoming), duplex: "half" } as object)),
  });
}

async function send(response: Response, outgoing: ServerResponse): Promise<void> {
  for (const [name, value] of response.headers) if (name !== "set-cookie") outgoing.setHeader(name, value);
  const cookies = response.headers.getSetCookie();
  if (cookies.length > 0) outgoing.setHeader("Set-Cookie", cookies);
  outgoing.writeHead(response.status);
  if (!response.body) return void outgoing.end();
  // The browser may leave in the middle of a stream.
  await pipeline(Readable.fromWeb(response.body as ReadableStream), outgoing).catch(() => {});
}
