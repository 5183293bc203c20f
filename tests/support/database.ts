import { connect } from "#db/connection.ts";
import { openDemoDatabase } from "./demo-database.ts";

/** A copy of the demo barn, and the product's own connection to it. */
export async function openDatabase() {
  const { proxy, authToken, rows, close } = await openDemoDatabase();
  return {
    proxy,
    connect: (onChange?: Parameters<typeof connect>[1]) => connect({ url: proxy.url, authToken }, onChange),
    rows,
    close,
  };
}
