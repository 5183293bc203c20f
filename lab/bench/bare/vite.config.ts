import { vitePlugin as remix } from "@remix-run/dev";
import { defineConfig } from "vite";
import app, { workerEntry } from "../../../remix.config.ts";

/** The app's own configuration, but for its routes and its styles. */
export default defineConfig((env) => ({
  ...app(env),
  plugins: [
    remix({
      appDirectory: "lab/bench/bare",
      buildDirectory: "build/bare",
      future: {
        v3_fetcherPersist: true,
        v3_lazyRouteDiscovery: true,
        v3_relativeSplatPath: true,
        v3_routeConfig: true,
        v3_singleFetch: true,
        v3_throwAbortReason: true,
      },
    }),
    workerEntry("./lab/bench/bare/worker.ts"),
  ],
}));
