import { resolve } from "node:path";
import { vitePlugin as remix } from "@remix-run/dev";
import { minify } from "@swc/core";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig, type Plugin, type Rollup, type SSROptions } from "vite";

/**
 * Makes the server build the finished worker, with `entry` as its entry instead of `virtual:remix/server-build`. Remix's
 * plugin overwrites `rollupOptions.input`, so a plugin after it has to set it. React Router 7 reads it from the config:
 * https://github.com/remix-run/react-router/pull/11682
 */
export function workerEntry(entry: string): Plugin {
  return {
    name: "worker-entry",
    config: (_, { isSsrBuild }) => (isSsrBuild ? { build: { rollupOptions: { input: entry } } } : undefined),
  };
}

/** Makes `import()` load no style sheet before a module, since the app has one for all: Vite's helper for it is 0.5 kB of every page. */
const plainImports: Plugin = {
  name: "plain-imports",
  enforce: "pre",
  load: (id) => (id === "\0vite/preload-helper.js" ? "export const __vitePreload = (load) => load();" : undefined),
};

/**
 * The part of React that renders to a string, which the worker alone uses: 54 kB less of it, gzipped. `react-dom` is the renderer of
 * the browser, of which no component calls a function while it renders to a string. React 19 tells them apart.
 */
const reactOnServer: Plugin = {
  name: "react-on-server",
  enforce: "pre",
  resolveId(id) {
    if (id === "react-dom/server")
      return resolve("node_modules/react-dom/cjs/react-dom-server-legacy.browser.production.min.js");
    return id === "react-dom" ? "\0react-dom" : undefined;
  },
  load: (id) =>
    id === "\0react-dom" ? "export const createPortal = () => null, flushSync = (act) => act();" : undefined,
};

/** Minifies the browser's scripts: 4.6 kB less of every page, gzipped, than with esbuild, and 4 s less than with terser. */
const swcMinify: Rollup.OutputPlugin = {
  name: "swc-minify",
  async renderChunk(code, { name }) {
    const { code: minified } = await minify(code, {
      module: true,
      mangle: true,
      compress: {
        // 0.2 kB of every page.
        ...{ passes: 6, ecma: 2022, keep_fargs: false },
        // Not of conform, whose functions read `arguments`, which an arrow takes from the function around it.
        unsafe_arrows: name !== "form",
        // Names the parameters that other functions read there: 0.03 kB.
        arguments: name !== "form",
        // React Router keeps its development warnings and its checks of how it is used in production: 0.8 kB and 1.0 kB of every page.
        pure_funcs: [
          "warning",
          "warningOnce",
          "logV6DeprecationWarnings",
          "console.warn",
          "invariant",
          "invariant$1",
          "invariant$2",
        ],
      },
      format: { comments: false },
    });
    return { code: minified, map: null };
  },
};

/** Minifies the worker: 15 kB less of it, gzipped, than with esbuild. */
const minifyWorker: Rollup.OutputPlugin = {
  name: "minify-worker",
  async renderChunk(code) {
    const minified = await minify(code, {
      ...{ module: true, mangle: true },
      // A function within another one is compiled at each call of that: 5 ms of the first page of 100 bills.
      compress: { inline: 0, reduce_vars: false },
      ...{ sourceMap: true, format: { comments: false } },
    });
    return { code: minified.code, map: minified.map ?? null };
  },
};

/**
 * The chunks that routes share, so that the browser keeps them from screen to screen. Without them a list page loads 23
 * files instead of 6, and 1.8 kB more.
 */
const CHUNKS: [name: string, modules: RegExp][] = [
  // What a row needs once it is used.
  ["row", /\/app\/ui\/list\/row\/(row-editor|row-menu|row-keys|keep-focus)\./],
  ["react", /\/node_modules\/(react|react-dom|react-router|react-router-dom|scheduler|turbo-stream|@remix-run)\//],
  [
    "page",
    /vite\/preload-helper|\/app\/root\.tsx|\/app\/(records\/sending|remix\/(loader-data|route-code|router)|live\/(protocol|browser\/(if-allowed|revalidator|exact-cache|live-updates|live-data|session-end|structural-sharing|unsaved))|domain\/(basics\/(calendar|idempotency-key|money|names|packed-rows|topics)|fields\/notices)|registry\/(places|screens)|ui\/(styles|layout-effect|controls\/(button|fields\/form-field|icons)|dialog\/(dialog-title|prompt)|go-to\/go-to|shell\/(error-screen|logo|request-context|leave-guard|live-dot|shell|sign-in|toast)))\.(tsx?|css|svg)/,
  ],
  // Lists open their forms in dialogs.
  ["form", /\/app\/(ui\/controls\/fields\/checked-form|domain\/fields\/field-checks)\.|\/node_modules\/@conform-to\//],
  // Only the service form has an outbox.
  ["offline", /\/app\/offline\/(?!service-worker)|\/node_modules\/idb\//],
  [
    "list",
    /\/app\/ui\/(?!charts\/|dialog\/(batch-dialog|conflict-choices|record-dialog|delete-dialog|bill-link)|controls\/fields\/(record|list|shares|weekdays)-field|list\/past-screen|go-to\/go-to-dialog|shell\/(session-end-dialog|shortcuts)|runs\/)|\/app\/(table\/table-options|domain\/(fields\/field|boarding\/boarding|basics\/pluralize)|records\/(client-actions|client-loaders|lists\/revalidate-short-list))\.ts|\/node_modules\/@tanstack\//,
  ],
];

/** How the server build becomes a worker: with its packages in it, as they are meant for workerd. */
const WORKER: SSROptions = {
  target: "webworker",
  noExternal: true,
  resolve: {
    conditions: ["workerd", "worker", "browser", "module", "import", "production"],
    externalConditions: ["workerd", "worker"],
  },
};

/** Vite's and Remix's configuration in one; passed with `--config`. */
export default defineConfig(({ command, isSsrBuild = false }) => ({
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
    workerEntry("./app/entry.worker.ts"),
    plainImports,
    isSsrBuild && reactOnServer,
  ],
  resolve: {
    // React 18 has useSyncExternalStore, which the shim of @tanstack/react-store would bring again: 0.5 kB of every list.
    alias: { "use-sync-external-store/shim/with-selector": "use-sync-external-store/with-selector" },
  },
  // `npm run dev` runs the server on Node, with packages as Node loads them.
  ...(command === "build" && { ssr: WORKER }),
  build: {
    target: "es2022",
    // Remix preloads the modules of a route.
    modulePreload: false,
    // The plugins of the output do it.
    minify: false,
    // wrangler uploads it, so that the stack of an error in the log names the sources.
    sourcemap: isSsrBuild,
    rollupOptions: {
      treeshake: {
        // React Router reads properties that only its warnings use: 0.4 kB of every page.
        propertyReadSideEffects: isSsrBuild,
      },
      output: isSsrBuild
        ? { plugins: [minifyWorker] }
        : { plugins: [swcMinify], manualChunks: (id) => CHUNKS.find(([, modules]) => modules.test(id))?.[0] },
    },
  },
  worker: {
    rollupOptions: {
      output: {
        plugins: [swcMinify],
        // A browser looks for a new version of the service worker where the old one was, and a script answers for the addresses
        // below its own.
        entryFileNames: ({ name }) => (name === "service-worker" ? "[name].js" : "assets/[name]-[hash].js"),
      },
    },
  },
}));
