import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";

/** Whether the answer to a request is lost on its way back, after the app has done what it asks for. */
type Loss = (request: { method: string; path: string }) => boolean;

/** An HTTP proxy, as a phone sees the app: at one address, whichever app is behind it, and with a connection that fails. */
export async function startRelay(app: string) {
  let target = app;
  let isUp = true;
  let isLost: Loss = () => false;
  const server = createServer((incoming, answer) => {
    const { method = "GET", url: path = "/", headers } = incoming;
    if (!isUp) return void incoming.socket.destroy();
    const outgoing = request(new URL(path, target), { method, headers }, (reply) => {
      if (!isUp || isLost({ method, path })) {
        reply.resume();
        reply.on("end", () => incoming.socket.destroy());
        return;
      }
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
    lose(loss: Loss) {
      isLost = loss;
    },
    stop: () =>
      new Promise<void>((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

export type Relay = Awaited<ReturnType<typeof startRelay>>;
