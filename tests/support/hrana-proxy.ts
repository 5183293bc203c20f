import { createServer, type IncomingMessage, request as send } from "node:http";
import type { AddressInfo } from "node:net";

type Pipeline = { requests: { type: string; batch?: { steps: { stmt: { sql?: string; sql_id?: number } }[] } }[] };

/** What the next requests meet on their way. */
export type Trouble =
  | { kind: "none" }
  /** The statement of this place in a batch (0 is BEGIN) is replaced by one that fails. */
  | { kind: "fail statement"; place: number }
  /** The request reaches the server, its answer never comes back: the connection is cut. */
  | { kind: "lose answer" }
  /** Nothing answers, and the connection stays open. */
  | { kind: "stall" };

/** Stands in front of sqld: counts what passes, and makes trouble when it is told to. */
export async function startHranaProxy(target: string) {
  const { hostname, port } = new URL(target);
  const proxy = {
    url: "",
    /** The SQL of every request that passed, statement by statement. */
    requests: [] as string[][],
    trouble: { kind: "none" } as Trouble,
    stop: () =>
      new Promise<void>((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };

  const server = createServer(async (incoming, outgoing) => {
    const body = await read(incoming);
    const pipeline = JSON.parse(body.toString() || '{"requests":[]}') as Pipeline;
    const steps = pipeline.requests.flatMap((each) => each.batch?.steps ?? []);
    proxy.requests.push(steps.map(({ stmt }) => stmt.sql ?? `#${stmt.sql_id}`));
    const trouble = proxy.trouble;
    if (trouble.kind === "stall") return;
    if (trouble.kind === "fail statement") {
      const step = steps[trouble.place];
      if (step) step.stmt = { sql: "select * from a_table_that_is_not_there" };
    }
    const forwarded = JSON.stringify(pipeline);
    const upstream = send(
      {
        hostname,
        port,
        path: incoming.url,
        method: incoming.method,
        headers: { ...incoming.headers, "content-length": Buffer.byteLength(forwarded) },
      },
      async (answer) => {
        const answered = await read(answer);
        if (trouble.kind === "lose answer") return outgoing.destroy();
        outgoing.writeHead(answer.statusCode ?? 500, { "content-type": answer.headers["content-type"] ?? "" });
        outgoing.end(answered);
      },
    );
    upstream.on("error", () => outgoing.destroy());
    upstream.end(forwarded);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  proxy.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return proxy;
}

async function read(message: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of message) parts.push(part as Buffer);
  return Buffer.concat(parts);
}
