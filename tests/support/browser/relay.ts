import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

const UNCOMPRESSED = { "accept-encoding": "identity" };

/** Whether a request is one of those that are held back, or whose answer is lost after the app has done what it asks for. */
type Choice = (request: { method: string; path: string }) => boolean;

async function sendRewritten(reply: IncomingMessage, answer: ServerResponse, rewrite: (page: string) => string) {
  const page = await text(reply);
  const { "content-length": _, ...headers } = reply.headers;
  answer.writeHead(reply.statusCode ?? 502, headers).end(rewrite(page));
}

function startGate() {
  let isHeld: Choice = () => false;
  let held = Promise.resolve();
  return {
    pass: async (request: Parameters<Choice>[0]) => void (isHeld(request) && (await held)),
    /** Holds back these requests until the returned function is called. */
    hold(which: Choice): () => void {
      let letGo = () => {};
      held = new Promise((resolve) => {
        letGo = resolve;
      });
      isHeld = which;
      return () => {
        isHeld = () => false;
        letGo();
      };
    },
  };
}

/**
 * An HTTP proxy, as a phone sees the app: at one address, whichever app is behind it, and with a connection that fails. `rewrite`
 * changes its pages on their way. It closes no idle connection, and keeps none to the app: a request that is sent at the moment
 * of the closing would be lost.
 */
export async function startRelay(app: string, rewrite?: (page: string) => string) {
  let target = app;
  let isUp = true;
  let isLost: Choice = () => false;
  const { pass, hold } = startGate();
  let [login, logins] = [/^$/, 0];
  const server = createServer({ keepAliveTimeout: 0 }, async (incoming, answer) => {
    const { method = "GET", url: path = "/" } = incoming;
    await pass({ method, path });
    const headers = { ...incoming.headers, ...(rewrite && UNCOMPRESSED) };
    if (!isUp) return void incoming.socket.destroy();
    if (login.test(path)) {
      logins += 1;
      return void answer.writeHead(200, { "Content-Type": "text/html" }).end("<h1>Log in</h1>");
    }
    const outgoing = request(new URL(path, target), { method, headers, agent: false }, (reply) => {
      if (!isUp || isLost({ method, path })) {
        reply.resume();
        return reply.on("end", () => incoming.socket.destroy());
      }
      if (rewrite && reply.headers["content-type"]?.startsWith("text/html"))
        return sendRewritten(reply, answer, rewrite).catch(() => incoming.socket.destroy());
      answer.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(answer);
    });
    outgoing.on("error", () => incoming.socket.destroy());
    incoming.pipe(outgoing);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    /** Puts another app behind the address. */
    to(app: string) {
      target = app;
    },
    goDown() {
      isUp = false;
      server.closeAllConnections();
    },
    comeUp() {
      isUp = true;
    },
    /** From now on the relay answers requests of these paths with a login page, as a guest network does until its user logs in. */
    askForLogin(paths: RegExp) {
      [login, logins] = [paths, 0];
    },
    /** How many requests got the login page since then. */
    logins: () => logins,
    lose(lost: Choice) {
      isLost = lost;
    },
    hold,
    stop: () =>
      new Promise<void>((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

export type Relay = Awaited<ReturnType<typeof startRelay>>;
