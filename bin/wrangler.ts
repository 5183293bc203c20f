import { randomUUID } from "node:crypto";
import { existsSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";
import { parseArgs } from "node:util";
import { collectOutput, runHere } from "./tool.ts";
import { UserFacingError } from "./user-facing-error.ts";

const WRANGLER = "node_modules/.bin/wrangler";
const REPORT = "build/deploy.ndjson";

/** 128 and the number of SIGINT. After Ctrl-C wrangler exits with this or with 0, whichever of its processes ends first. */
const INTERRUPTED = 130;

export type Account = { id: string; name: string };

/** A finished `wrangler deploy`, and the addresses and schedules that it has set. */
export type Deployment = { versionId: string; targets: string[] };

/**
 * The accounts at Cloudflare that this machine is signed in to, or null if it is to none.
 * @throws UserFacingError if Cloudflare cannot be asked
 */
export async function readAccounts(): Promise<Account[] | null> {
  const { code, stdout, stderr } = await collectOutput(WRANGLER, ["whoami", "--json"]);
  if (code === 0) return (JSON.parse(stdout) as { accounts: Account[] }).accounts;
  if (stdout.includes('"loggedIn"')) return null;
  throw new UserFacingError(`Cloudflare cannot be asked who is signed in: ${lastSentence(stderr)}.`);
}

/** Signs in to Cloudflare in the browser. Returns the exit code of wrangler, which says what went wrong. */
export const signIn = () => runHere(WRANGLER, ["login"]);

/** The names of the secrets that the worker on Cloudflare has; none before the first deployment. */
export async function listSecrets(): Promise<string[]> {
  const { code, stdout, stderr } = await collectOutput(WRANGLER, ["secret", "list", "--format", "json"]);
  if (code === 0) return (JSON.parse(stdout) as { name: string }[]).map(({ name }) => name);
  if (/Worker "[^"]*".* not found/.test(stdout + stderr)) return [];
  throw new UserFacingError(`Cloudflare does not list the secrets: ${lastSentence(stderr)}.`);
}

/**
 * Runs `wrangler deploy` at this terminal. The secrets become part of the new version; the worker keeps those that are not
 * named. Returns the exit code, or what it has deployed; null after a dry run.
 */
export async function deployWorker(
  args: string[],
  secrets: Record<string, string>,
): Promise<number | Deployment | null> {
  rmSync(REPORT, { force: true });
  process.env.NODE_ENV = "production";
  process.env.WRANGLER_OUTPUT_FILE_PATH = REPORT;
  const hasSecrets = Object.keys(secrets).length > 0;
  const code = hasSecrets
    ? await runHere(WRANGLER, ["deploy", "--secrets-file", "/dev/stdin", ...args], openUnnamed(JSON.stringify(secrets)))
    : await runHere(WRANGLER, ["deploy", ...args]);
  if (code !== 0 && code !== INTERRUPTED) return code;
  if (isDryRun(args)) return null;
  const report = readReport();
  if (!report) throw new UserFacingError("The upload was interrupted; run npm run deploy again.");
  return { versionId: report.version_id, targets: report.targets };
}

/** What wrangler wrote of a finished deployment; undefined if there is none. */
function readReport() {
  if (!existsSync(REPORT)) return undefined;
  const lines = readFileSync(REPORT, "utf8").trim().split("\n");
  return lines.map((line) => JSON.parse(line)).find(({ type }) => type === "deploy");
}

/** Whether the arguments of `wrangler deploy` ask for a build that is not uploaded. */
export function isDryRun(args: string[]): boolean {
  const { values } = parseArgs({ args, options: { "dry-run": { type: "boolean" } }, strict: false });
  return values["dry-run"] === true;
}

/**
 * The file descriptor of a file with this text and no name, so that nothing stays on the disk, however this process ends. wrangler
 * opens `/dev/stdin` by its name, which cannot be done with the pipes of Node: on Linux they are sockets.
 */
function openUnnamed(text: string): number {
  const path = `build/${randomUUID()}`;
  const file = openSync(path, "wx+", 0o600);
  rmSync(path);
  // At a position, because a write without one would leave the reader at the end of the file.
  writeSync(file, text, 0);
  return file;
}

/** The last line of a tool's log that says something, without colours. */
function lastSentence(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a colour begins with the control character ESC
  const lines = text.replace(/\u001b\[[\d;]*m/g, "").split("\n");
  const said = lines.find((line) => /ERROR/.test(line))?.replace(/^.*ERROR\S*\s*/, "");
  return (said ?? lines.findLast((line) => line.trim()) ?? "no answer").trim().replace(/\.$/, "");
}
