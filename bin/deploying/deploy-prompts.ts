import { createClient } from "@libsql/client/http";
import { isLoopback } from "#app/server/env.ts";
import { checkedAddress } from "#bin/admin.ts";
import { explainFault, isRefusal } from "#bin/database/database-error.ts";
import { checkDatabase } from "#bin/migrate.ts";
import { UserFacingError } from "#bin/process/user-facing-error.ts";
import { problemOfAddress } from "#db/address.ts";
import { problemOfName, workerOf } from "./worker-config.ts";
import type { CloudflareAccount } from "./wrangler.ts";

/** A setting that `npm run deploy` asks for. */
export type DeployPrompt = {
  /** Its name in the file of the settings. */
  name: string;
  /** What it is and where to find it: one sentence. `env` has the answers before it. */
  hint: (env: NodeJS.ProcessEnv) => string;
  /** What is wrong with an answer, as a sentence; undefined if nothing is. */
  problemOf: (answer: string, env: NodeJS.ProcessEnv) => string | undefined | Promise<string | undefined>;
  /** The terminal does not show the answer. */
  isSecret?: true;
};

/** What a deployment needs, in the order in which it is asked. */
export const PROMPTS: readonly DeployPrompt[] = [
  {
    name: "WORKER_NAME",
    hint: () =>
      "The name of this deployment's worker at Cloudflare, such as hayloft-staging: hayloft is that of barn.env.",
    problemOf: problemOfName,
  },
  {
    name: "DATABASE_URL",
    hint: () => "The address of the Turso database: turso db show --url hayloft prints it.",
    problemOf: problemOfDatabase,
  },
  {
    name: "DATABASE_AUTH_TOKEN",
    hint: () => "A token that may write to the database: turso db tokens create hayloft prints one.",
    problemOf: async (authToken, env) =>
      problemOfText(authToken) ?? refusalOf(() => checkDatabase({ url: env.DATABASE_URL ?? "", authToken })),
    isSecret: true,
  },
  {
    name: "APP_URL",
    hint: (env) =>
      `The address of the app: https://${workerOf(env)}.YOUR-SUBDOMAIN.workers.dev, with the subdomain that the Cloudflare dashboard shows under Workers & Pages, or https://YOUR-DOMAIN, on a zone of yours at Cloudflare.`,
    problemOf: (address, env) => problemOfAppAddress(address, workerOf(env)),
  },
  {
    name: "GOOGLE_CLIENT_ID",
    hint: ({ APP_URL }) =>
      `The ID of a Google client of the type Web application: make one at https://console.cloud.google.com/auth/clients, with the redirect address ${APP_URL ? new URL(APP_URL).origin : "https://YOUR-HOST"}/auth/google/callback`,
    problemOf: (id) =>
      problemOfText(id) ??
      (/^[\w-]+\.apps\.googleusercontent\.com$/.test(id)
        ? undefined
        : "A client ID of Google ends with .apps.googleusercontent.com."),
  },
  {
    name: "GOOGLE_CLIENT_SECRET",
    hint: () => "The secret of that client: Google shows it when the client is made.",
    problemOf: (secret) =>
      problemOfText(secret) ??
      (secret.endsWith(".apps.googleusercontent.com") ? "This is the ID of the client, not its secret." : undefined),
    isSecret: true,
  },
  {
    name: "FIRST_ADMIN",
    hint: () => "The e-mail address of the first admin, with which that person signs in at Google.",
    problemOf: (address) =>
      refusalOf(
        () => checkedAddress(address),
        () => true,
      ),
  },
];

/** Which account at Cloudflare the worker belongs to, for a user who has several. */
export const accountQuestion = (accounts: CloudflareAccount[]): DeployPrompt => ({
  name: "CLOUDFLARE_ACCOUNT_ID",
  hint: () =>
    `The ID of the Cloudflare account that the app belongs to: ${accounts.map(({ id, name }) => `${id} (${name})`).join(", ")}.`,
  problemOf: (answer) => (accounts.some(({ id }) => id === answer) ? undefined : "None of these accounts has this ID."),
});

const problemOfText = (text: string) => (/\s/.test(text) ? "It has a blank." : undefined);

/** What is wrong with the address of a database: it has another form, or no database answers there. */
async function problemOfDatabase(address: string): Promise<string | undefined> {
  const isLocal = URL.canParse(address) && isLoopback(new URL(address));
  if (!/^(libsql|https):/.test(address) && !isLocal) return "The address must begin with libsql:// or https://.";
  const problem = problemOfAddress(address);
  if (problem) return `The address ${problem}.`;
  const database = { url: address, authToken: "" };
  const error = await createClient(database)
    .execute("select 1")
    .then(
      () => undefined,
      (failure) => explainFault(failure, database),
    );
  // A database that asks for a token exists.
  return error instanceof UserFacingError && !isRefusal(error) ? error.message : undefined;
}

/** What is wrong with the address of the app, given the name of its worker. */
export function problemOfAppAddress(address: string, worker: string): string | undefined {
  if (!URL.canParse(address)) return "It must begin with https://.";
  const { protocol, hostname, host, port, pathname, search, hash } = new URL(address);
  if (isLoopback(new URL(address))) return undefined;
  if (protocol !== "https:") return "It must begin with https://.";
  if (port) return `It must end after ${hostname}.`;
  if (`${pathname}${search}${hash}` !== "/") return `It must end after ${host}.`;
  if (!hostname.endsWith(".workers.dev")) return undefined;
  const isOfWorker = hostname.startsWith(`${worker}.`) && hostname.split(".").length === 4;
  return isOfWorker ? undefined : `It must be https://${worker}.YOUR-SUBDOMAIN.workers.dev.`;
}

/** The sentence of an error that another answer can prevent; any other error is thrown. */
async function refusalOf(check: () => unknown, isPreventable = isRefusal): Promise<string | undefined> {
  try {
    await check();
  } catch (error) {
    if (error instanceof UserFacingError && isPreventable(error)) return error.message;
    throw error;
  }
}
