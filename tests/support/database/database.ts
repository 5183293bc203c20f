import { connect, type DatabaseEvents } from "#db/connection.ts";
import { openDemoDatabase } from "./demo-database.ts";

/** A copy of the demo barn, and the product's own connection to it. */
export async function openDatabase() {
  const { proxy, authToken, rows, change, close } = await openDemoDatabase();
  return {
    proxy,
    /** A busy machine may take longer than the limit of a page. */
    connect: (events?: DatabaseEvents, timeoutMs = 30_000) => connect({ url: proxy.url, authToken, timeoutMs }, events),
    rows,
    change,
    close,
  };
}

export type TestDatabase = Awaited<ReturnType<typeof openDatabase>>;
