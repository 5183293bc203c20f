import { connect, type DatabaseEvents } from "#db/connection.ts";
import { openDemoDatabase } from "./demo-database.ts";

/** A copy of the demo barn, and the product's own connection to it. */
export async function openDatabase() {
  const { proxy, authToken, rows, close } = await openDemoDatabase();
  return {
    proxy,
    connect: (events?: DatabaseEvents, timeoutMs?: number) =>
      connect({ url: proxy.url, authToken, ...(timeoutMs && { timeoutMs }) }, events),
    rows,
    close,
  };
}
