import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { isLoopback } from "#app/server/env.ts";
import { UserFacingError } from "#bin/process/user-facing-error.ts";

/*
 * wrangler's file of one deployment: wrangler.toml with the names that its settings have (docs/operating.md, 'Several deployments'). A
 * barn does not edit wrangler.toml itself, so that an upgrade replaces it without a conflict.
 */

const TRACKED = "wrangler.toml";

/** The name of the worker in wrangler.toml, which barn.env need not have. */
const DEFAULT_WORKER = "hayloft";

/** The settings of a deployment that wrangler's file has. */
export type WorkerSettings = NodeJS.Dict<string> & {
  WORKER_NAME?: string;
  APP_URL?: string;
  BACKUP_BUCKET?: string;
  HSTS_SUBDOMAINS?: string;
  MAIL_URL?: string;
};

/** The name of the worker of these settings. */
export const workerOf = ({ WORKER_NAME }: WorkerSettings): string => WORKER_NAME || DEFAULT_WORKER;

/** The queues of a deployment, of e-mails and of those that failed; none without a mail provider. */
export const queuesOf = (settings: WorkerSettings): string[] =>
  settings.MAIL_URL ? ["mail", "unsent"].map((name) => `${workerOf(settings)}-${name}`) : [];

/** What is wrong with the name of a worker or of a bucket; undefined if nothing is. */
export const problemOfName = (name: string): string | undefined =>
  /^[a-z0-9]([a-z0-9-]{0,52}[a-z0-9])?$/.test(name)
    ? undefined
    : "It has up to 54 lowercase letters, digits and hyphens, with a hyphen neither first nor last.";

/**
 * wrangler.toml with the names of a deployment: those of its worker, its domain, its bucket, its queues, and the counters of its rate
 * limits, which workers of one account would share otherwise.
 * @throws UserFacingError if wrangler.toml was edited in one of these places, or a name is wrong
 */
export function configOf(tracked: string, settings: WorkerSettings): string {
  const { APP_URL = "", BACKUP_BUCKET: bucket, HSTS_SUBDOMAINS: subdomains } = settings;
  const worker = workerOf(settings);
  check("WORKER_NAME", problemOfName(worker));
  check("BACKUP_BUCKET", bucket && problemOfName(bucket));
  check("HSTS_SUBDOMAINS", subdomains && subdomains !== "1" ? "It is 1, or not there." : undefined);
  let config = tracked;
  const replace = (line: string, by: string) => {
    if (!config.includes(`\n${line}\n`) && !config.startsWith(`${line}\n`)) throw edited(line);
    config = config.replace(line, by);
  };
  replace(`name = "${DEFAULT_WORKER}"`, `name = "${worker}"`);
  replace(`WORKER_NAME = "${DEFAULT_WORKER}"`, `WORKER_NAME = "${worker}"`);
  const domain = domainOf(APP_URL);
  const route = `routes = [{ pattern = "${domain}", custom_domain = true }]\nworkers_dev = false`;
  replace("workers_dev = true", domain ? route : "workers_dev = true");
  for (const place of [1, 2]) {
    const line = `namespace_id = "100${place}"`;
    replace(line, worker === DEFAULT_WORKER ? line : `namespace_id = "${counterOf(worker)}${place}"`);
  }
  if (subdomains) replace("[vars]", `[vars]\nHSTS_SUBDOMAINS = "1"`);
  const [queues] = config.match(/^# <queues>\n[\s\S]*^# <\/queues>\n/m) ?? [];
  if (!queues) throw edited("# <queues>");
  const hasQueues = queuesOf(settings).length > 0;
  config = config.replace(queues, hasQueues ? queues.replaceAll(`"${DEFAULT_WORKER}-`, `"${worker}-`) : "");
  if (hasQueues) replace("[vars]", `[vars]\nAPP_URL = "${new URL(APP_URL).origin}"`);
  return bucket ? `${config}\n[[r2_buckets]]\nbinding = "BACKUP_BUCKET"\nbucket_name = "${bucket}"\n` : config;
}

/** Writes wrangler's file of a deployment, and returns its name and the lines that wrangler.toml has not. */
export function writeConfig(settings: WorkerSettings): { file: string; own: string[] } {
  const tracked = readFileSync(TRACKED, "utf8");
  const config = configOf(tracked, settings);
  const file = `${workerOf(settings)}.wrangler.toml`;
  writeFileSync(file, config);
  const lines = new Set(tracked.split("\n"));
  return { file, own: config.split("\n").filter((line) => !lines.has(line)) };
}

function check(name: string, problem: string | undefined): void {
  if (problem) throw new UserFacingError(`${name} is wrong, and nothing was changed: ${problem}`);
}

const edited = (line: string) =>
  new UserFacingError(
    `${TRACKED} was edited: it lacks the line ${line}. Get it back with git checkout ${TRACKED}, and put the names of this deployment into its settings (docs/operating.md, 'Several deployments').`,
  );

/** The host of the app, if it is on a domain of its own. */
function domainOf(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  return url.hostname.endsWith(".workers.dev") || isLoopback(url) ? undefined : url.hostname;
}

/** The first eight digits of the number of a rate limit. */
const counterOf = (worker: string) =>
  10_000_000 + (createHash("sha256").update(worker).digest().readUInt32BE() % 90_000_000);
