/** The server bundle that `remix vite:build` writes. */
declare module "*/server/index.js" {
  import type { ServerBuild } from "@remix-run/cloudflare";
  import type { LiveHub } from "#app/live/server/hub.ts";
  import type { createFetchHandler, handleScheduled } from "./handle-request.ts";

  const build: ServerBuild & {
    entry: {
      module: {
        createFetchHandler: typeof createFetchHandler;
        handleScheduled: typeof handleScheduled;
        LiveHub: typeof LiveHub;
      };
    };
  };
  export = build;
}
