import { readFileSync, rmSync } from "node:fs";
import { parseArgs } from "node:util";
import { collectOutput, runHere } from "./tool.ts";
import { UserFacingError } from "./user-facing-error.ts";

const WRANGLER = "node_modules/.bin/wrangler";
const REPORT = "build/deploy.ndjson";

/** A finished `wrangler deploy`. */
export type Deployment = { versionId: string; url: string | undefined };

/** @throws UserFacingError if wrangler is not signed in to a Cloudflare account */
export async function checkLogin(): Promise<void> {
  const { code, stdout, stderr } = await collectOutput(WRANGLER, ["whoami", "--json"]);
  if (code === 0) return;
  if (stdout.includes('"loggedIn"')) {
    throw new UserFacingError("Nobody is signed in to Cloudflare on this machine; run npx wrangler login first.");
  }
  throw new UserFacingError(`Cloudflare cannot be asked who is signed in: ${lastSentence(stderr)}.`);
}

/** @throws UserFacingError if the worker on Cloudflare lacks one of these secrets */
export async function checkSecrets(names: readonly string[]): Promise<void> {
  const { code, stdout, stderr } = await collectOutput(WRANGLER, ["secret", "list", "--format", "json"]);
  // Before its first secret there is no worker: https://developers.cloudflare.com/workers/configuration/secrets/
  const isNew = code !== 0 && /Worker "[^"]*".* not found/.test(stdout + stderr);
  if (code !== 0 && !isNew) throw new UserFacingError(`Cloudflare does not list the secrets: ${lastSentence(stderr)}.`);
  const found = isNew ? [] : (JSON.parse(stdout) as { name: string }[]).map(({ name }) => name);
  const missing = names.filter((name) => !found.includes(name));
  if (missing.length === 0) return;
  throw new UserFacingError(
    `The worker on Cloudflare lacks ${missing.join(", ")}; run npx wrangler secret put NAME for each.`,
  );
}

/** Runs `wrangler deploy` at this terminal. Returns its exit code, or what it has deployed; null after a dry run. */
export async function deployWorker(args: string[]): Promise<number | Deployment | null> {
  rmSync(REPORT, { force: true });
  process.env.NODE_ENV = "production";
  process.env.WRANGLER_OUTPUT_FILE_PATH = REPORT;
  const code = await runHere(WRANGLER, ["deploy", ...args]);
  if (code !== 0) return code;
  if (isDryRun(args)) return null;
  const lines = readFileSync(REPORT, "utf8").trim().split("\n");
  const report = lines.map((line) => JSON.parse(line)).find(({ type }) => type === "deploy");
  return { versionId: report.version_id, url: report.targets.find((target: string) => /^https:/.test(target)) };
}

/** Whether the arguments of `wrangler deploy` ask for a build that is not uploaded. */
export function isDryRun(args: string[]): boolean {
  const { values } = parseArgs({ args, options: { "dry-run": { type: "boolean" } }, strict: false });
  return values["dry-run"] === true;
}

/** The last line of a tool's log that says something, without colours. */
function lastSentence(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a colour begins with the control character ESC
  const lines = text.replace(/\u001b\[[\d;]*m/g, "").split("\n");
  const said = lines.find((line) => /ERROR/.test(line))?.replace(/^.*ERROR\S*\s*/, "");
  return (said ?? lines.findLast((line) => line.trim()) ?? "no answer").trim().replace(/\.$/, "");
}
