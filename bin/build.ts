import { type ChildProcess, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { dieWithUs } from "./child.ts";
import { Explained } from "./explained.ts";

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
  await run("node_modules/.bin/remix", ["vite:build", "--config", "remix.config.ts"]);
  await bundleWorker();
  writeFileSync(STAMP, inputs);
}

/** What `wrangler deploy` would send, written to a folder instead. */
export async function bundleWorker(): Promise<void> {
  rmSync(WORKER_BUNDLE, { recursive: true, force: true });
  await run("node_modules/.bin/wrangler", ["deploy", "--dry-run", "--outdir", WORKER_BUNDLE]);
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

/** Runs a tool; what it says is shown only when it fails. */
async function run(file: string, args: string[]): Promise<void> {
  const child = spawn(file, args, {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, NODE_ENV: "production", CI: "1", WRANGLER_SEND_METRICS: "false", WRANGLER_LOG: "warn" },
  });
  dieWithUs(child);
  const said = collect(child);
  const code = await new Promise((resolve) => child.once("error", () => resolve(-1)).once("close", resolve));
  if (code === 0) return;
  process.stderr.write(said());
  throw new Explained("The app could not be built; the reason is above.");
}

function collect(child: ChildProcess): () => string {
  let said = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (text: string) => {
      said += text;
    });
  }
  return () => said;
}
