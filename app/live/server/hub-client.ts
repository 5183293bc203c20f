import type { Env } from "#app/server/env.ts";
import { logFailure } from "#app/server/log.ts";

/** The requests that the worker sends to the hub (docs/architecture.md, 'One live update'). */
export type HubClient = {
  /** Opens the event stream of an admin's session. It ends when the request is aborted, the session ends or the admin is removed. */
  listen(sessionId: string, request: Request): Promise<Response>;
  /** Tells the hub to poll the database now. Never throws: a failed call only delays the update to the next heartbeat. */
  notify(): Promise<void>;
  /** Whether the hub answers within that time, in milliseconds. */
  answers(timeoutMs: number): Promise<boolean>;
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
    async answers(timeoutMs) {
      try {
        return (await hub().fetch("https://hub/", { signal: AbortSignal.timeout(timeoutMs) })).ok;
      } catch {
        return false;
      }
    },
  };
}
