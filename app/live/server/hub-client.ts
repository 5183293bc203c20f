import type { Env } from "#app/server/env.ts";
import { logFailure } from "#app/server/log.ts";
import type { FailingRoute } from "./failing-routes.ts";

/** How long a page waits for the hub, in milliseconds: what it shows comes from the database. */
const PAGE_TIMEOUT_MS = 300;

/** The requests that the worker sends to the hub (docs/architecture.md, 'One live update'). */
export type HubClient = {
  /** Opens the event stream of an admin's session. It ends when the request is aborted, the session ends or the admin is removed. */
  listen(sessionId: string, request: Request): Promise<Response>;
  /** Tells the hub to poll the database now. Never throws: a failed call only delays the update to the next heartbeat. */
  notify(): Promise<void>;
  /** The routes that fail for several people; null if the hub does not answer within that time, in milliseconds. */
  failing(timeoutMs?: number): Promise<FailingRoute[] | null>;
  /** Counts an answer 500. Returns whether the route fails for several people since this one. `person` is a hash. */
  countFailure(failure: { route: string; person: string }): Promise<boolean>;
};

/** A client of the one hub that all requests share. */
export function createHubClient({ LIVE }: Env): HubClient {
  const hub = () => LIVE.get(LIVE.idFromName("barn"));
  return {
    async listen(sessionId, request) {
      const headers = new Headers({ Session: sessionId });
      const lastEventId = request.headers.get("Last-Event-ID");
      if (lastEventId) headers.set("Last-Event-ID", lastEventId);
      const { body } = await hub().fetch("https://hub/listen", { headers, signal: request.signal });
      return new Response(body, { headers: { "Content-Type": "text/event-stream" } });
    },
    async notify() {
      try {
        await hub().fetch("https://hub/notify", { method: "POST" });
      } catch (error) {
        logFailure("The hub cannot be notified", error, "warn");
      }
    },
    async failing(timeoutMs = PAGE_TIMEOUT_MS) {
      try {
        const response = await hub().fetch("https://hub/", { signal: AbortSignal.timeout(timeoutMs) });
        // During a deployment an older hub may answer, which counts no failures.
        return (await response.json<{ failing?: FailingRoute[] }>()).failing ?? [];
      } catch {
        return null;
      }
    },
    async countFailure(failure) {
      const response = await hub().fetch("https://hub/failed", { method: "POST", body: JSON.stringify(failure) });
      return (await response.json<{ isNews: boolean }>()).isNews;
    },
  };
}
