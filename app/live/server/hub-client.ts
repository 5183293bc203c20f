import type { Env } from "#app/server/env.ts";

/** What a request may ask of the hub. */
export type Live = {
  /** The stream of an admin, until they leave or are removed. */
  listen(email: string, request: Request): Promise<Response>;
  /** Something was changed: those who listen are to be told now. */
  look(): Promise<void>;
};

/** There is one hub for the barn. */
export function connectHub({ LIVE }: Env): Live {
  const hub = () => LIVE.get(LIVE.idFromName("barn"));
  return {
    async listen(email, request) {
      const headers = new Headers({ Email: encodeURIComponent(email) });
      const last = request.headers.get("Last-Event-ID");
      if (last) headers.set("Last-Event-ID", last);
      const { body } = await hub().fetch("https://hub/listen", { headers, signal: request.signal });
      return new Response(body, { headers: { "Content-Type": "text/event-stream" } });
    },
    async look() {
      try {
        await hub().fetch("https://hub/look", { method: "POST" });
      } catch (error) {
        // What was changed is found at the next beat.
        console.warn("live:", error);
      }
    },
  };
}
