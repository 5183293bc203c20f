import { createClient } from "@libsql/client/web";
import { connect, type DatabaseEvents } from "#db/connection.ts";
import { makeMissingTexts } from "#db/missing-texts.ts";
import { openDemoDatabase } from "./demo-database.ts";

/** A copy of the demo barn, and the product's own connection to it. */
export async function openDatabase() {
  const { proxy, url, authToken, rows, close } = await openDemoDatabase();
  return {
    proxy,
    /** A busy machine may take longer than the limit of a page. */
    connect: (events?: DatabaseEvents, timeoutMs = 30_000) => connect({ url: proxy.url, authToken, timeoutMs }, events),
    rows,
    /** Makes the sort keys and search texts of rows that a test has inserted without them. */
    makeTexts: () => makeMissingTexts(createClient({ url, authToken })),
    close,
  };
}

export type TestDatabase = Awaited<ReturnType<typeof openDatabase>>;
