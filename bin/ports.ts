import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";

/** Everything the commands start listens here, and nowhere else. */
export const LOOPBACK = "127.0.0.1";

export async function isPortFree(port: number): Promise<boolean> {
  const server = createServer();
  server.listen(port, LOOPBACK);
  try {
    await once(server, "listening");
    return true;
  } catch {
    return false;
  } finally {
    server.close();
  }
}

/** Linux, macOS and Windows give these to no outgoing connection, so that a port stays free until it is used. */
const [FIRST, LAST] = [20_000, 32_767];

/** A port that was free a moment ago. */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST, LAST + 1);
    if (await isPortFree(port)) return port;
  }
}
