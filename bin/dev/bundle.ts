import { createHash } from "node:crypto";
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { type BuildContext, type BuildOptions, context, type OutputFile } from "esbuild";
import { SERVED, VITE_OUT } from "./folders.ts";

/** What `startWorker` is to serve. */
export type Served = { bundle: string; assets: string };

export type Bundler = {
  /**
   * Joins the app with its packages, for the browser and for the worker, in a new folder. Null if the result is the one
   * before. Throws if it cannot be done.
   */
  bundle(scripts: string[]): Promise<Served | null>;
  close(): Promise<void>;
};

const SHARED: BuildOptions = {
  bundle: true,
  write: false,
  format: "esm",
  platform: "browser",
  target: "es2022",
  logLevel: "silent",
  define: { "process.env.NODE_ENV": '"production"' },
};

/** esbuild keeps what it has read, so a second bundle takes a tenth of a second. */
export async function createBundler(): Promise<Bundler> {
  const worker = await context({
    ...SHARED,
    entryPoints: [join(VITE_OUT, "server/index.js")],
    outdir: "worker",
    conditions: ["workerd", "worker", "browser"],
    external: ["node:*", "cloudflare:*"],
  });
  let client: BuildContext | undefined;
  let entries = "";
  let previous = "";
  let count = 0;

  return {
    async bundle(scripts) {
      if (!client || entries !== scripts.join()) {
        await client?.dispose();
        client = await contextOfScripts(scripts);
        entries = scripts.join();
      }
      const [browserFiles, workerFiles] = await Promise.all([outputOf(client), outputOf(worker)]);
      const files = [...browserFiles, ...workerFiles];
      const now = hash([...files, ...otherFiles()]);
      if (now === previous) return null;
      previous = now;
      const folder = join(SERVED, String(++count));
      cpSync(join(VITE_OUT, "client"), join(folder, "client"), { recursive: true, filter: isNoScript });
      for (const { path, contents } of files) write(join(folder, relative(process.cwd(), path)), contents);
      return { bundle: join(folder, "worker"), assets: join(folder, "client") };
    },
    async close() {
      await Promise.all([worker.dispose(), client?.dispose()]);
    },
  };
}

function contextOfScripts(scripts: string[]): Promise<BuildContext> {
  return context({
    ...SHARED,
    entryPoints: scripts.map((name) => join(VITE_OUT, "client", name)),
    outbase: join(VITE_OUT, "client"),
    outdir: "client",
    splitting: true,
    chunkNames: "assets/package-[hash]",
  });
}

/** Scripts come from esbuild; of what Vite wrote, only Remix's own manifest and the shared worker are served as they are. */
function isNoScript(path: string): boolean {
  return !path.endsWith(".js") || /^(manifest|shared-worker)-[\w-]+\.js$/.test(basename(path));
}

async function outputOf(builder: BuildContext): Promise<OutputFile[]> {
  const { outputFiles } = await builder.rebuild();
  return outputFiles ?? [];
}

function write(path: string, contents: Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, contents);
}

/** What else decides on what is served. */
function otherFiles(): Pick<OutputFile, "path" | "contents">[] {
  const paths = readdirSync(join(VITE_OUT, "client"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && isNoScript(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  return ["wrangler.toml", ...paths.sort()].map((path) => ({ path, contents: readFileSync(path) }));
}

function hash(files: Pick<OutputFile, "path" | "contents">[]): string {
  const hash = createHash("sha256");
  for (const { path, contents } of files) hash.update(path).update(contents);
  return hash.digest("hex");
}
