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

/** A port that was free a moment ago. */
export async function findFreePort(): Promise<number> {
  const server = createServer();
  server.listen(0, LOOPBACK);
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new TypeError("A TCP server has a port");
  return address.port;
}
