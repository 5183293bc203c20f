import { vitePlugin as remix } from "@remix-run/dev";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";

/**
 * What the browser loads beside a route's own module: three files, kept from screen to screen. By themselves they would be
 * twenty, 4 kB longer in all.
 */
const CHUNKS: [name: string, modules: RegExp][] = [
  ["react", /\/node_modules\/(react|react-dom|react-router|react-router-dom|scheduler|turbo-stream|@remix-run)\//],
  [
    "page",
    /\/app\/(connection|live\/(follower|live|live-data|share)|domain\/(calendar|names)|ui\/(button|error-screen|fields?|icons|logo|nonce|screens|live-dot|shell|sign-in))\.tsx?/,
  ],
  ["list", /\/app\/ui\/|\/node_modules\/@tanstack\//],
];

/** Vite's and Remix's configuration in one; passed with `--config`. */
export default defineConfig(({ isSsrBuild }) => ({
  plugins: [
    tailwindcss(),
    remix({
      ignoredRouteFiles: ["**/*.css"],
      future: {
        v3_fetcherPersist: true,
        v3_lazyRouteDiscovery: true,
        v3_relativeSplatPath: true,
        v3_routeConfig: true,
        v3_singleFetch: true,
        v3_throwAbortReason: true,
      },
    }),
  ],
  ssr: {
    target: "webworker",
    noExternal: true,
    resolve: {
      conditions: ["workerd", "worker", "browser", "module", "import", "production"],
      externalConditions: ["workerd", "worker"],
    },
  },
  build: {
    target: "es2022",
    // 4 kB of a page's 100 less than by esbuild, gzipped.
    minify: "terser",
    terserOptions: { ecma: 2020, compress: { passes: 3 } },
    rollupOptions: {
      // It does not say so of itself, and what only writes a date in the browser would bring it along.
      treeshake: { moduleSideEffects: (id) => !id.includes("/@date-fns/tz/") },
      ...(!isSsrBuild && {
        output: { manualChunks: (id) => CHUNKS.find(([, modules]) => modules.test(id))?.[0] },
      }),
    },
  },
}));
