import type { AppLoadContext } from "@remix-run/cloudflare";
import { confirmBatch, openBatch } from "#app/records/batch-route.ts";
import { loadHorses } from "#app/routes/barn/horses/load.ts";
import { horsesBilling } from "#app/routes/boarding/horses-billing.ts";
import { RequestLog } from "#app/server/log.ts";
import { ADMIN } from "#tests/support/barn/barn.ts";
import type { TestDatabase } from "./database.ts";

/** The 'Bill N Horses' dialog for the horses named `tag`, opened or confirmed at an instant, with further parameters. */
export function horseBatchAt(database: TestDatabase, instant: string, tag: string, params = "") {
  const url = `http://hayloft.example/horses/bill?q=${tag}&${params}`;
  const context = async () => {
    const id = crypto.randomUUID();
    await database.rows("insert into sessions (id, email, since, last_seen) values (?, ?, ?, ?)", [
      ...[id, ADMIN.email, instant, instant],
    ]);
    const session = { id, user: ADMIN };
    const log = new RequestLog(new Request(url));
    return { now: new Date(instant), log, db: database.connect(), session } as unknown as AppLoadContext;
  };
  return {
    open: async () => openBatch({ request: new Request(url), params: {}, context: await context() }, horsesBilling),
    /** Returns the status of the response. */
    async confirm(opened: { idempotencyKey: string; fingerprint: string } | null, optedIn: string[] = []) {
      const body = new URLSearchParams({
        idempotencyKey: opened?.idempotencyKey ?? "",
        fingerprint: opened?.fingerprint ?? "",
      });
      for (const id of optedIn) body.append("optedIn", id);
      const request = new Request(url, { method: "POST", body });
      const response = await confirmBatch({ request, params: {}, context: await context() }, horsesBilling, loadHorses);
      return "init" in response ? response.init?.status : response.status;
    },
  };
}
