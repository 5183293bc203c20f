import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runQuietly } from "#bin/process/child.ts";
import { readWorkerOptions } from "./worker-options.ts";

/** The folder of the finished worker, as `wrangler deploy` uploads it; see wrangler.toml. */
export const WORKER_BUNDLE = "build/server";

/** What wrangler.toml says of the worker, as Miniflare takes it. */
export const WORKER_OPTIONS = "build/worker-options.json";

const STAMP = "build/inputs.sha256";
const INPUTS = [
  "app",
  "bin/running/build.ts",
  "bin/running/worker-options.ts",
  "db",
  "public",
  "package.json",
  "package-lock.json",
  "remix.config.ts",
  "tsconfig.json",
  "wrangler.toml",
];

/** Whether build/ was made from what is in the sources now. */
export function isBuilt(inputs = hashInputs()): boolean {
  return existsSync(STAMP) && readFileSync(STAMP, "utf8") === inputs;
}

/** Builds the app: `build/client` for the browser, `build/server` for the worker. Does nothing if the build is up to date. */
export async function buildApp(): Promise<void> {
  const inputs = hashInputs();
  if (isBuilt(inputs)) return;
  rmSync("build", { recursive: true, force: true });
  const [options] = await Promise.all([
    readWorkerOptions(),
    runQuietly("node_modules/.bin/remix", ["vite:build", "--config", "remix.config.ts"], {
      env: { NODE_ENV: "production" },
      failure: "The app could not be built; the reason is above.",
    }),
  ]);
  writeFileSync(WORKER_OPTIONS, JSON.stringify(options, null, 2));
  writeFileSync(STAMP, inputs);
}

function hashInputs(): string {
  const hash = createHash("sha256");
  for (const path of INPUTS.flatMap(filesUnder)) hash.update(`${path}\0`).update(readFileSync(path)).update("\0");
  return hash.digest("hex");
}

function filesUnder(path: string): string[] {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
