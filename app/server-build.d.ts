/** What `remix vite:build` writes. */
declare module "*/server/index.js" {
  import type { ServerBuild } from "@remix-run/cloudflare";
  import type { createServe } from "../app/serve.ts";

  const build: ServerBuild & { entry: { module: { createServe: typeof createServe } } };
  export = build;
}
