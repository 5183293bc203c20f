import { type Client, createClient } from "@libsql/client/http";
import { isBusy } from "./faults.ts";

export type ClientAddress = { url: string; authToken?: string | undefined };

/** Runs `use` with a client of its own, for commands that write no `Change`: see `seedBarn`. */
export async function withClient<T>(
  { url, authToken }: ClientAddress,
  use: (client: Client) => Promise<T>,
): Promise<T> {
  const client = createClient({ url, ...(authToken ? { authToken } : {}) });
  try {
    return await use(client);
  } finally {
    client.close();
  }
}

/** How long a command sends a write again to a busy database, in milliseconds. */
export const PATIENCE_MS = 10_000;
/** About how long a write waits until it is sent again, in milliseconds. */
const BUSY_PAUSE_MS = 100;

/**
 * Repeats a write that the database refuses because another one has the lock, until the deadline in epoch milliseconds. sqld
 * gives up after 100 ms; a write that it refused has written nothing.
 */
export async function retryWhileBusy<Result>(deadline: number, write: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await write();
    } catch (error) {
      // Random, so that writes that met once do not meet again.
      const pause = BUSY_PAUSE_MS * (0.5 + Math.random());
      if (!isBusy(error) || Date.now() + pause >= deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}
