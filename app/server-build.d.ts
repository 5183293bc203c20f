/** What `remix vite:build` writes. */
declare module "*/server/index.js" {
  import type { ServerBuild } from "@remix-run/cloudflare";
  import type { LiveHub } from "../app/live/hub.ts";
  import type { createServe, runSchedule } from "../app/serve.ts";

  const build: ServerBuild & {
    entry: {
      module: { createServe: typeof createServe; runSchedule: typeof runSchedule; LiveHub: typeof LiveHub };
    };
  };
  export = build;
}
