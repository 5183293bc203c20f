/** Remix's server build: its routes, its assets and `app/entry.server.tsx`. Remix's Vite plugin writes it. */
declare module "virtual:remix/server-build" {
  import type { ServerBuild } from "@remix-run/cloudflare";

  const build: ServerBuild;
  export = build;
}
