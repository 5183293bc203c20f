import { vitePlugin as remix } from "@remix-run/dev";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig, type Plugin } from "vite";

const FUTURE = {
  v3_fetcherPersist: true,
  v3_lazyRouteDiscovery: true,
  v3_relativeSplatPath: true,
  v3_routeConfig: true,
  v3_singleFetch: true,
  v3_throwAbortReason: true,
} as const;

/** What Remix asks in the browser although it is settled: which flags are on, and whether this is the server. */
const SETTLED: [asked: RegExp, answer: string][] = [
  [new RegExp(`\\b(window\\.__remixContext\\.)?future\\.(${Object.keys(FUTURE).join("|")})\\b`, "g"), "true"],
  // With `v3_singleFetch`, every loader and action is called so, and no deferred data have scripts of their own.
  [/\btypeof singleFetch === "function"/g, "true"],
  [/(?<=&& )__remixContext\.a\b/g, "false"],
  [/!isStatic\b/g, "true"],
  [/\bstaticContext(?= \?)/g, "false"],
];

/**
 * Answers it in the build, so that what Remix would do otherwise is left out: 3.5 kB of a page's 100, gzipped. Vite's `define`
 * knows global names only. An answer to what Remix does not ask any more fails the build.
 */
function settled(): Plugin {
  const unasked = new Set(SETTLED);
  let isBundled = false;
  return {
    name: "settled",
    apply: "build",
    transform(code, id) {
      if (!id.includes("/node_modules/@remix-run/react/")) return null;
      isBundled = true;
      let answered = code;
      for (const each of SETTLED) {
        const before = answered;
        answered = before.replace(...each);
        if (answered !== before) unasked.delete(each);
      }
      return { code: answered, map: null };
    },
    generateBundle() {
      // During development packages are bundled apart.
      if (!isBundled) return;
      for (const [asked] of unasked) this.error(`Remix does not ask ${asked} any more`);
    },
  };
}

/**
 * What the browser loads beside a route's own module: three files, kept from screen to screen. By themselves they would be
 * twenty, 4 kB longer in all.
 */
const CHUNKS: [name: string, modules: RegExp][] = [
  ["react", /\/node_modules\/(react|react-dom|react-router|react-router-dom|scheduler|turbo-stream|@remix-run)\//],
  [
    "page",
    /\/app\/(records\/client-actions|live\/(protocol|browser\/(revalidator|live-updates|live-data|structural-sharing))|domain\/(calendar|names|screens)|ui\/(controls\/(button|fields?|icons)|shell\/(error-screen|logo|nonce|live-dot|shell|sign-in)))\.tsx?/,
  ],
  ["list", /\/app\/ui\/|\/node_modules\/@tanstack\//],
];

/** Vite's and Remix's configuration in one; passed with `--config`. */
export default defineConfig(({ isSsrBuild = false }) => ({
  plugins: [
    tailwindcss(),
    remix({
      ignoredRouteFiles: ["**/*.css"],
      future: FUTURE,
    }),
    !isSsrBuild && settled(),
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
    // Larger functions put where they are called are shorter by themselves, and longer gzipped.
    terserOptions: { ecma: 2020, compress: { passes: 3, inline: 1 } },
    // React's modules do not require each other in circles, so none needs a function around it that is run once.
    commonjsOptions: { strictRequires: isSsrBuild },
    rollupOptions: {
      // It does not say so of itself, and what only writes a date in the browser would bring it along.
      treeshake: {
        moduleSideEffects: (id) => !id.includes("/@date-fns/tz/"),
        // Nothing in the browser reads a property for what the reading does; React Router reads many for its warnings alone.
        propertyReadSideEffects: isSsrBuild,
      },
      ...(!isSsrBuild && {
        output: { manualChunks: (id) => CHUNKS.find(([, modules]) => modules.test(id))?.[0] },
      }),
    },
  },
}));
