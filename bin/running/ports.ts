import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";

/** Everything the commands start listens here, and nowhere else. */
export const LOOPBACK = "127.0.0.1";

/** Why nothing can listen on a port, as the end of a sentence; undefined if it is free. */
export async function problemOfPort(port: number): Promise<string | undefined> {
  const server = createServer();
  server.listen(port, LOOPBACK);
  try {
    await once(server, "listening");
    return undefined;
  } catch (error) {
    // Ports below 1024 on most machines, and those that Windows reserves.
    return (error as NodeJS.ErrnoException).code === "EACCES" ? "is not allowed for this user" : "is in use";
  } finally {
    server.close();
  }
}

export const isPortFree = async (port: number): Promise<boolean> => (await problemOfPort(port)) === undefined;

/**
 * Linux, macOS and Windows give no outgoing connection a port of this range, so that it stays free until it is used.
 */
const [FIRST, LAST] = [20_000, 32_767];

/** The first of so many ports in a row that were free a moment ago. */
export async function findFreePort(inRow = 1): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST, LAST + 2 - inRow);
    const ports = Array.from({ length: inRow }, (_, n) => isPortFree(port + n));
    if ((await Promise.all(ports)).every(Boolean)) return port;
  }
}
