import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runQuietly } from "./tool.ts";

/** Where the finished worker lies: the bundle that would be deployed. */
export const WORKER_BUNDLE = "build/worker";

const STAMP = "build/inputs.sha256";
const INPUTS = [
  "app",
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

/** Builds the app and bundles its worker, unless that was done with these very inputs before. */
export async function buildApp(): Promise<void> {
  const inputs = hashInputs();
  if (isBuilt(inputs)) return;
  rmSync("build", { recursive: true, force: true });
  await run("remix", ["vite:build", "--config", "remix.config.ts"]);
  await bundleWorker();
  writeFileSync(STAMP, inputs);
}

/** What `wrangler deploy` would send, written to a folder instead. */
export async function bundleWorker(): Promise<void> {
  rmSync(WORKER_BUNDLE, { recursive: true, force: true });
  await run("wrangler", ["deploy", "--dry-run", "--outdir", WORKER_BUNDLE]);
}

function hashInputs(): string {
  const hash = createHash("sha256");
  for (const path of INPUTS.flatMap(filesUnder)) hash.update(`${path}\0`).update(readFileSync(path)).update("\0");
  return hash.digest("hex");
}

function filesUnder(path: string): string[] {
  if (!existsSync(path)) return [];
  const inside = readdirSync(".", { withFileTypes: true }).find((entry) => entry.name === path);
  if (!inside?.isDirectory()) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

function run(tool: string, args: string[]): Promise<void> {
  return runQuietly(`node_modules/.bin/${tool}`, args, {
    env: { NODE_ENV: "production", CI: "1", WRANGLER_SEND_METRICS: "false", WRANGLER_HIDE_BANNER: "true" },
    failure: "The app could not be built; the reason is above.",
  });
}
