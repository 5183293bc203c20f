/** What `remix vite:build` writes. */
declare module "*/server/index.js" {
  import type { ServerBuild } from "@remix-run/cloudflare";
  import type { LiveHub } from "#app/live/server/hub.ts";
  import type { createRequestHandlerFor, runSchedule } from "./handle-request.ts";

  const build: ServerBuild & {
    entry: {
      module: {
        createRequestHandlerFor: typeof createRequestHandlerFor;
        runSchedule: typeof runSchedule;
        LiveHub: typeof LiveHub;
      };
    };
  };
  export = build;
}
