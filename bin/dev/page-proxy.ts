import { once } from "node:events";
import { createServer, request as forward, type IncomingMessage, type ServerResponse } from "node:http";
import { Transform } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { LOOPBACK } from "#bin/ports.ts";

/** Same origin, so the app's strict Content-Security-Policy lets both through as it is. */
const SCRIPT = "/__dev/reload.js";
const EVENTS = "/__dev/events";

/**
 * Takes itself out of the document at once, lest React finds a node there that it did not render. Loads the page again
 * when another build is served than the one that the page is of, even if it heard nothing of the change.
 */
const RELOAD = `const { src } = document.currentScript;
document.currentScript.remove();
new EventSource("${EVENTS}").onmessage = ({ data }) => {
  if (!src.endsWith(data)) location.reload();
};
`;

type Target = { worker: URL; build: string };

const ATTEMPTS = 40;

export type PageProxy = {
  /** From now on requests go to this worker, and open pages load themselves again. */
  serve(url: string): void;
  stop(): Promise<void>;
};

/** Stands in front of workerd during development, and makes open pages reload; nothing of it is in the product. */
export async function startPageProxy(port: number): Promise<PageProxy> {
  let target: Target | undefined;
  const listeners = new Set<ServerResponse>();
  const tell = (response: ServerResponse) => target && response.write(`data: ?${target.build}\n\n`);

  const server = createServer((request, response) => {
    if (request.url?.startsWith(SCRIPT))
      return response.writeHead(200, { "Content-Type": "text/javascript" }).end(RELOAD);
    if (request.url === EVENTS) {
      response.writeHead(200, { "Content-Type": "text/event-stream", "Cache-Control": "no-store" });
      response.write("retry: 300\n");
      tell(response);
      listeners.add(response);
      return response.on("close", () => listeners.delete(response));
    }
    return pass(request, response, () => target);
  });
  // Everything a browser may ask for while a page stays open.
  server.requestTimeout = 0;
  server.listen(port, LOOPBACK);
  await once(server, "listening");
  return {
    serve(url) {
      target = { worker: new URL(url), build: String(Date.now()) };
      for (const listener of listeners) tell(listener);
    },
    async stop() {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function pass(
  request: IncomingMessage,
  response: ServerResponse,
  target: () => Target | undefined,
): Promise<void> {
  const repeatable = request.method === "GET" || request.method === "HEAD";
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const to = target();
    try {
      if (to) return answer(await ask(to.worker, request, response), to.build, request, response);
    } catch (error) {
      // The worker was replaced in this very moment; what may have been carried out is not sent twice.
      if (!repeatable) return fail(response, error);
    }
    await sleep(100);
  }
  fail(response, new Error("There is no build to serve yet; the terminal says why."));
}

function ask(to: URL, request: IncomingMessage, response: ServerResponse): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const headers = { ...request.headers };
    // To be read by `withScript`.
    if (wantsPage(request)) headers["accept-encoding"] = "identity";
    const upstream = forward({ host: to.hostname, port: to.port, method: request.method, path: request.url, headers });
    upstream.once("response", resolve).once("error", reject);
    response.once("close", () => upstream.destroy());
    request.pipe(upstream);
  });
}

function answer(upstream: IncomingMessage, build: string, request: IncomingMessage, response: ServerResponse): void {
  const headers = { ...upstream.headers };
  // Names of scripts have no hash here, so none may be kept.
  if (request.url?.startsWith("/assets/")) headers["cache-control"] = "no-store";
  const isPage = wantsPage(request) && /^text\/html\b/.test(headers["content-type"] ?? "");
  if (isPage) delete headers["content-length"];
  response.writeHead(upstream.statusCode ?? 502, headers);
  upstream.on("error", () => response.destroy());
  (isPage ? upstream.pipe(withScript(build)) : upstream).pipe(response);
}

function wantsPage({ headers }: IncomingMessage): boolean {
  return /\btext\/html\b/.test(headers.accept ?? "");
}

/** Puts the script first into the head, where it runs before the page's own. */
function withScript(build: string): Transform {
  let head: string | null = "";
  return new Transform({
    transform(chunk: Buffer, _, done) {
      if (head === null) return done(null, chunk);
      // Latin-1 keeps every byte as it is.
      head += chunk.toString("latin1");
      const at = /<head[^>]*>/i.exec(head);
      if (!at) return done();
      const end = at.index + at[0].length;
      const page = `${head.slice(0, end)}<script src="${SCRIPT}?${build}"></script>${head.slice(end)}`;
      head = null;
      done(null, Buffer.from(page, "latin1"));
    },
    flush(done) {
      done(null, head ? Buffer.from(head, "latin1") : undefined);
    },
  });
}

function fail(response: ServerResponse, error: unknown): void {
  if (response.headersSent) return void response.destroy();
  response.writeHead(502, { "Content-Type": "text/plain; charset=utf-8", "Retry-After": "1" });
  response.end(`The app does not answer: ${error instanceof Error ? error.message : error}\n`);
}
