import { randomUUID } from "node:crypto";
import { existsSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";
import { parseArgs } from "node:util";
import { runHere, startChild } from "#bin/process/child.ts";
import { UserFacingError } from "#bin/process/user-facing-error.ts";

const WRANGLER = "node_modules/.bin/wrangler";
const REPORT = "build/deploy.ndjson";

/** 128 and the number of SIGINT. After Ctrl-C wrangler exits with this or with 0, whichever of its processes ends first. */
const INTERRUPTED = 130;

export type CloudflareAccount = { id: string; name: string };

/** The variable of the worker by which the next deployment knows the database of this one: the secrets cannot be read back. */
const DATABASE_NAME = "DATABASE_NAME";

/** The names of the worker and the database of a deployment. */
export type Target = { worker: string; database: string };

/** A finished `wrangler deploy`, and the addresses and schedules that it has set. */
export type Deployment = { versionId: string; targets: string[] };

/**
 * The accounts at Cloudflare that this machine is signed in to, or null if it is to none.
 * @throws UserFacingError if Cloudflare cannot be asked
 */
export async function readAccounts(): Promise<CloudflareAccount[] | null> {
  const { code, stdout, said } = await ask(["whoami", "--json"]);
  if (code === 0) return (JSON.parse(stdout) as { accounts: CloudflareAccount[] }).accounts;
  if (stdout.includes('"loggedIn"')) return null;
  throw new UserFacingError(`Cloudflare cannot be asked who is signed in: ${lastSentence(said)}.`);
}

/** Signs in to Cloudflare in the browser. Returns the exit code of wrangler, which says what went wrong. */
export const signIn = () => runHere(WRANGLER, ["login"]);

/** The names of the secrets that the worker on Cloudflare has; null before its first deployment. */
export async function listSecrets(worker: string): Promise<string[] | null> {
  const { code, stdout, said } = await ask(["secret", "list", ...named(worker)]);
  if (code === 0) return (JSON.parse(stdout) as { name: string }[]).map(({ name }) => name);
  if (/Worker "[^"]*".* not found/.test(said)) return null;
  throw new UserFacingError(`Cloudflare does not list the secrets: ${lastSentence(said)}.`);
}

type Version = { resources: { bindings?: { name: string; text?: string }[] } };

/** The name of the database of the version that serves now; undefined if its deployment did not note it. */
export async function readDeployedDatabase(worker: string): Promise<string | undefined> {
  const deployment = await readJson<{ versions: { version_id: string }[] }>([
    "deployments",
    "status",
    ...named(worker),
  ]);
  const id = deployment.versions[0]?.version_id ?? "";
  const { resources } = await readJson<Version>(["versions", "view", id, ...named(worker)]);
  return resources.bindings?.find(({ name }) => name === DATABASE_NAME)?.text;
}

async function readJson<T>(args: string[]): Promise<T> {
  const { code, stdout, said } = await ask([...args, "--json"]);
  if (code === 0) return JSON.parse(stdout) as T;
  throw new UserFacingError(`Cloudflare does not say what is deployed: ${lastSentence(said)}.`);
}

/** What wrangler says. */
async function ask(args: string[]): Promise<{ code: number | null; stdout: string; said: string }> {
  const child = startChild(WRANGLER, args);
  return { code: await child.ended, stdout: child.stdout(), said: child.said() };
}

const named = (worker: string) => ["--name", worker];

/**
 * The file of settings that the arguments name, if any, and the options of `wrangler deploy`.
 * @throws UserFacingError if an option names a worker or a file of wrangler: the settings do
 */
export function argumentsOf(args: string[]): { file: string | undefined; options: string[] } {
  const { values, positionals } = parseArgs({ args, options: OPTIONS, strict: false, allowPositionals: true });
  const refused = REFUSED.find((name) => values[name] !== undefined);
  if (refused) {
    throw new UserFacingError(
      `npm run deploy does not take --${refused}: WORKER_NAME in the settings names the worker.`,
    );
  }
  const [file, ...others] = positionals.filter((each) => each.endsWith(".env"));
  if (others.length > 0) throw new UserFacingError("npm run deploy takes one file of settings at a time.");
  return { file, options: args.filter((each) => each !== file) };
}

/**
 * Runs `wrangler deploy` at this terminal. The secrets become part of the new version, which also notes the name of its database;
 * the worker keeps those that are not named. Returns the exit code, or what it has deployed; null after a dry run.
 */
export async function deployWorker(
  args: string[],
  { database, config }: Target & { config: string },
  secrets: Record<string, string>,
): Promise<number | Deployment | null> {
  rmSync(REPORT, { force: true });
  process.env.NODE_ENV = "production";
  process.env.WRANGLER_OUTPUT_FILE_PATH = REPORT;
  const hasSecrets = Object.keys(secrets).length > 0;
  const all = ["deploy", ...args, "--config", config, `--var=${DATABASE_NAME}:${database}`];
  const code = hasSecrets
    ? await runHere(WRANGLER, [...all, "--secrets-file", "/dev/stdin"], openUnnamed(JSON.stringify(secrets)))
    : await runHere(WRANGLER, all);
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

/** Makes the queues that are not there yet. */
export async function createQueues(queues: readonly string[]): Promise<void> {
  for (const queue of queues) {
    const { code, said } = await ask(["queues", "info", queue]);
    if (code === 0) continue;
    const made = /does not exist/.test(said) ? await ask(["queues", "create", queue]) : { code, said };
    if (made.code !== 0)
      throw new UserFacingError(`Cloudflare does not make the queue ${queue}: ${lastSentence(made.said)}.`);
  }
}

/** Whether the arguments of `wrangler deploy` ask for a build that is not uploaded. */
export const isDryRun = (args: string[]): boolean => args.includes("--dry-run");

const TEXT = { type: "string" } as const;
const REFUSED = ["name", "env", "config"] as const;
const OPTIONS = { name: TEXT, env: { ...TEXT, short: "e" }, config: { ...TEXT, short: "c" } } as const;

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
