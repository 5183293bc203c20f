import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build, type Plugin, type Rollup } from "vite";
import { withoutSignalHandlers } from "#bin/signals.ts";
import { TRIGGERS, VITE_OUT } from "./folders.ts";

export type AppBuilds = {
  isRunning(): boolean;
  /** Builds again, whatever has changed. */
  again(side: Side): void;
  close(): Promise<void>;
};

/**
 * `scripts` are the files of the client's build that hold code. A failure that names no file is none of the sources:
 * Vite's plugins now and then lose count of their assets when builds follow each other fast.
 */
export type Outcome = { scripts: string[] } | { failures: string[]; isLost: boolean };

type Side = "client" | "server";
const SIDES: Side[] = ["client", "server"];

/**
 * Builds the app for the browser and for the server, at once and again whenever a file of theirs changes; tells the
 * outcome when both are done. Packages are left out (see `bundle.ts` for them), which makes it ten times as fast.
 */
export async function watchApp(onOutcome: (outcome: Outcome) => void): Promise<AppBuilds> {
  mkdirSync(VITE_OUT, { recursive: true });
  // The outcome of the first is told when the second is done too.
  const running = new Set<Side>(SIDES);
  const failures = new Map<Side, Rollup.RollupError>();
  const watchers: Rollup.RollupWatcher[] = [];
  let scripts: string[] = [];
  let manifest = "";

  function again(side: Side) {
    running.add(side);
    writeFileSync(TRIGGERS[side], "");
  }

  function ended(side: Side) {
    running.delete(side);
    if (side === "client" && !failures.has("client")) {
      const before = manifest;
      manifest = readManifest();
      // The server names the browser's files, and may have read an older list of them.
      if (before !== manifest && watchers.length === SIDES.length) again("server");
    }
    if (running.size > 0) return;
    if (failures.size === 0) return onOutcome({ scripts });
    const errors = [...failures.values()];
    onOutcome({ failures: [...new Set(errors.map(inWords))], isLost: errors.every(({ id }) => id === undefined) });
  }

  function listen(side: Side, event: Rollup.RollupWatcherEvent) {
    if (event.code === "START") {
      running.add(side);
      failures.delete(side);
    }
    if (event.code === "ERROR") failures.set(side, event.error);
    if ("result" in event) void event.result?.close();
    if (event.code === "END" || event.code === "ERROR") ended(side);
  }

  for (const side of SIDES) {
    writeFileSync(TRIGGERS[side], "");
    // Vite would end the process at SIGTERM by itself.
    const watcher = await withoutSignalHandlers(() =>
      buildSide(side, (names) => {
        scripts = names;
      }),
    );
    watcher.on("event", (event) => listen(side, event));
    await firstEnd(watcher);
    watchers.push(watcher);
  }
  return {
    isRunning: () => running.size > 0,
    again,
    async close() {
      await Promise.all(watchers.map((watcher) => watcher.close()));
    },
  };
}

/** Remix's server build reads it, so the browser's build goes first at the start. */
function readManifest(): string {
  return readFileSync(join(VITE_OUT, "client/.vite/manifest.json"), "utf8");
}

async function buildSide(side: Side, noteScripts: (names: string[]) => void): Promise<Rollup.RollupWatcher> {
  // Names without hashes: the manifest, and with it the server's build, changes only when the set of files does.
  const client = {
    entryFileNames: "assets/[name].js",
    chunkFileNames: "assets/[name].js",
    assetFileNames: "assets/[name][extname]",
    // Those of production divide packages, which are not here.
    manualChunks: () => undefined,
  };
  const watcher = await build({
    configFile: "remix.config.ts",
    mode: "production",
    logLevel: "silent",
    clearScreen: false,
    plugins: [fitForWatching(side, noteScripts)],
    build: {
      ssr: side === "server",
      minify: false,
      cssMinify: false,
      reportCompressedSize: false,
      emptyOutDir: false,
      watch: { buildDelay: 0 },
      rollupOptions: {
        external: isPackage,
        treeshake: false,
        output: side === "client" ? client : {},
      },
    },
  });
  if (!("on" in watcher)) throw new TypeError("Vite was asked to watch");
  return watcher;
}

/** 'react' or '@scope/name', but no file, no virtual module and no asset of a package. */
function isPackage(id: string): boolean {
  return /^(@[\w-]+\/)?[a-z][^:?]*$/i.test(id) && !/\.(css|woff2)$/.test(id);
}

type RemixContext = { remixConfig: { buildDirectory: string } };

/**
 * Remix's plugin (2.17) takes a build for the last one, and closes the compiler with which it reads the routes; and it
 * writes to one folder only. Both are set right here, from outside: `remix.config.ts` stays that of production.
 */
function fitForWatching(side: Side, noteScripts: (names: string[]) => void): Plugin {
  return {
    name: "hayloft-dev",
    enforce: "post",
    config(config) {
      const context = (config as { __remixPluginContext?: RemixContext }).__remixPluginContext;
      if (!context) throw new TypeError("remix.config.ts has Remix's plugin");
      context.remixConfig = { ...context.remixConfig, buildDirectory: VITE_OUT };
      return { build: { outDir: join(VITE_OUT, side) } };
    },
    configResolved(config) {
      const remix = config.plugins.find((plugin) => plugin.name === "remix") as { buildEnd?: unknown } | undefined;
      if (remix) remix.buildEnd = undefined;
    },
    buildStart() {
      this.addWatchFile(TRIGGERS[side]);
    },
    writeBundle(_, bundle) {
      if (side !== "client") return;
      noteScripts(Object.values(bundle).flatMap((file) => (file.type === "chunk" ? [file.fileName] : [])));
    },
  };
}

function firstEnd(watcher: Rollup.RollupWatcher): Promise<void> {
  return new Promise((resolve) => {
    watcher.on("event", ({ code }) => {
      if (code === "END" || code === "ERROR") resolve();
    });
  });
}

/** The same fault is found by both builds, under names that differ by what plugins add. */
function inWords({ message }: Rollup.RollupError): string {
  const plain = message.replace(/^\[[^\]]+\] /, "").replaceAll("?__remix-build-client-route", "");
  return plain.replace(/\n{2,}/g, "\n").trim();
}
