import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { accountQuestion, PROMPTS, problemOfAppAddress } from "#bin/deploying/deploy-prompts.ts";
import { checkKept, keepSetting, openSettings } from "#bin/deploying/deploy-settings.ts";
import { configOf, type WorkerSettings } from "#bin/deploying/worker-config.ts";
import { argumentsOf } from "#bin/deploying/wrangler.ts";
import { mailSettings } from "#bin/process/environment.ts";
import { startHostedDatabase } from "#tests/support/database/hosted-database.ts";

/* Where `npm run deploy` has its settings, and what it says of wrong answers. */

function newFile(text?: string): string {
  const folder = mkdtempSync(join(tmpdir(), "hayloft-settings-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, "barn.env");
  if (text !== undefined) writeFileSync(file, text);
  return file;
}

test("the settings are those of the named file or of ENV_FILE, those of a shell that names a database, or those of barn.env", () => {
  const file = newFile("DATABASE_URL=libsql://kept.example\nGOOGLE_CLIENT_ID=kept\n");
  const exported = { DATABASE_URL: "libsql://shell.example", DATABASE_AUTH_TOKEN: "of the shell" };
  expect(openSettings(undefined, { ...exported })).toBe(null);
  expect(openSettings(undefined, { ENV_FILE: newFile() })).toMatch(/barn\.env$/);
  expect(openSettings("staging.env", { ...exported, ENV_FILE: file })).toBe("staging.env");
  expect(openSettings(undefined, {})).toBe("barn.env");
  const env: NodeJS.ProcessEnv = { ...exported, ENV_FILE: file, WORKER_NAME: "other", BACKUP_BUCKET: "others" };
  openSettings(undefined, env);
  // The token of another database is forgotten, and asked for.
  expect(env).toEqual({ ENV_FILE: file, DATABASE_URL: "libsql://kept.example", GOOGLE_CLIENT_ID: "kept" });
});

const MAIL = { MAIL_URL: "https://api.mail.example/emails", MAIL_KEY: "the-key", MAIL_FROM: "office@barn.example" };

test("the mail provider of npm run deploy is that of the file, and not that of the shell", () => {
  const file = newFile("DATABASE_URL=libsql://kept.example\n");
  const env: NodeJS.ProcessEnv = { ...MAIL, ENV_FILE: file };
  openSettings(undefined, env);
  expect(mailSettings(env)).toEqual({});
  for (const [name, value] of Object.entries(MAIL)) keepSetting(file, name, value);
  openSettings(undefined, env);
  expect(mailSettings(env)).toEqual(MAIL);
});

test("half of a mail provider is named, without its values", () => {
  const half = { ...MAIL, MAIL_KEY: "", MAIL_FROM: "office@barn" };
  expect(() => mailSettings(half)).toThrow(
    /^The settings of the mail provider: MAIL_KEY is missing; MAIL_FROM must be an address or Name <address>, on one line\.$/,
  );
});

const KEPT: [before: string | undefined, value: string][] = [
  [undefined, "plain"],
  ["", "a#b"],
  ["# A comment\nOTHER='x y'", "a'b#c"],
  ["NAME=\nOTHER=x y\n", "a\"b'c#d"],
];

test.each(KEPT)("to a file with %j, the value %j is added, and all other lines stay", (before, value) => {
  const file = newFile(before);
  keepSetting(file, "NAME", value);
  const text = readFileSync(file, "utf8");
  expect([text.startsWith(before ?? ""), parseEnv(text)]).toEqual([true, { ...parseEnv(before ?? ""), NAME: value }]);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test("a value that no quotes can hold is refused, and the file stays as it is", () => {
  const file = newFile("OTHER=x\n");
  expect(() => keepSetting(file, "NAME", "#'\"`")).toThrow("cannot keep this value of NAME");
  expect(readFileSync(file, "utf8")).toBe("OTHER=x\n");
});

/** Starts a server that has nothing, and returns its address. */
async function startOther(): Promise<string> {
  const server = createServer((_request, response) => response.writeHead(404).end());
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** What `npm run deploy` says of an answer; undefined if it takes it. */
const problemOf = (name: string, answer: string, env: NodeJS.ProcessEnv = {}) =>
  PROMPTS.find((question) => question.name === name)?.problemOf(answer, env);

const ANSWERS: [name: string, answer: string, problem: string | undefined][] = [
  ["DATABASE_URL", "barn.turso.io", "The address must begin with libsql:// or https://."],
  ["DATABASE_URL", "http://barn.turso.io", "The address must begin with libsql:// or https://."],
  ["DATABASE_URL", "libsql://barn turso.io", "The address has a blank."],
  ["DATABASE_URL", "libsql://barn.turso.io?tls=0", 'The address must end before its "?" or "#".'],
  ["DATABASE_URL", "http://127.0.0.1:9", "127.0.0.1:9: The database cannot be reached."],
  ["DATABASE_AUTH_TOKEN", "two words", "It has a blank."],
  ["GOOGLE_CLIENT_ID", "123-a", "A client ID of Google ends with .apps.googleusercontent.com."],
  [
    "GOOGLE_CLIENT_ID",
    "123-a.apps.googleusercontent.com.example",
    "A client ID of Google ends with .apps.googleusercontent.com.",
  ],
  ["GOOGLE_CLIENT_ID", "123-a.apps.googleusercontent.com", undefined],
  ["GOOGLE_CLIENT_SECRET", "GOCSPX a", "It has a blank."],
  ["GOOGLE_CLIENT_SECRET", "123-a.apps.googleusercontent.com", "This is the ID of the client, not its secret."],
  ["GOOGLE_CLIENT_SECRET", "GOCSPX-a", undefined],
  ["FIRST_ADMIN", "ann", "'ann' is not an e-mail address."],
  ["FIRST_ADMIN", "Ann@barn.example", undefined],
];

test.each(ANSWERS)("%s: of %j it says %j", async (name, answer, problem) => {
  expect(await problemOf(name, answer)).toBe(problem);
});

const WRONG = ANSWERS.filter(([name, , problem]) => problem && name !== "DATABASE_URL");

test.each([...WRONG, ["DATABASE_URL", "http://barn.turso.io", "The address must begin with libsql:// or https://."]])(
  "%s: a kept %j is refused as one that is typed",
  async (name, answer, problem) => {
    await expect(checkKept({ [name]: answer })).rejects.toThrow(
      `${name} is wrong, and nothing was changed: ${problem}`,
    );
  },
);

test("kept settings of a Google client whose ID and secret are swapped are refused", async () => {
  const swapped = { GOOGLE_CLIENT_ID: "GOCSPX-a", GOOGLE_CLIENT_SECRET: "123-a.apps.googleusercontent.com" };
  await expect(checkKept(swapped)).rejects.toThrow("GOOGLE_CLIENT_ID is wrong");
});

test("with another worker, the address of the app is that of this worker", async () => {
  const [production, staging] = ["https://hayloft.barn.workers.dev", "https://staging.barn.workers.dev"];
  await checkKept({ WORKER_NAME: "staging", APP_URL: staging });
  await expect(checkKept({ WORKER_NAME: "staging", APP_URL: production })).rejects.toThrow(
    "It must be https://staging.YOUR-SUBDOMAIN.workers.dev.",
  );
});

test.each([
  [[], undefined, []],
  [["staging.env"], "staging.env", []],
  [["--keep-vars", "barns/a.env", "--dry-run"], "barns/a.env", ["--keep-vars", "--dry-run"]],
])("npm run deploy -- %j takes the settings of %j, and gives wrangler %j", (args, file, options) => {
  expect(argumentsOf(args)).toEqual({ file, options });
});

test.each([
  ["--env", "staging"],
  ["-e", "staging"],
  ["--env=staging"],
  ["--config", "other.toml"],
  ["--name", "staging"],
  ["--name"],
  ["a.env", "b.env"],
])("npm run deploy -- %s %s stops: only the settings name a worker", (...args) => {
  expect(() => argumentsOf(args)).toThrow(/WORKER_NAME in the settings|one file of settings/);
});

const TRACKED = readFileSync("wrangler.toml", "utf8");
/** The lines of a deployment's file that wrangler.toml has not, and those that it lacks. */
function ownLines(settings: WorkerSettings) {
  const tracked = settings.MAIL_URL ? TRACKED : configOf(TRACKED, {});
  const [before, after] = [tracked, configOf(TRACKED, settings)].map((text) => text.split("\n"));
  return {
    added: after?.filter((line) => !before?.includes(line)),
    gone: before?.filter((line) => !after?.includes(line)),
  };
}

const STAGING = {
  added: [
    'name = "hayloft-staging"',
    'WORKER_NAME = "hayloft-staging"',
    expect.stringMatching(/^namespace_id = "\d{8}1"$/),
    expect.stringMatching(/^namespace_id = "\d{8}2"$/),
  ],
  gone: ['name = "hayloft"', 'WORKER_NAME = "hayloft"', 'namespace_id = "1001"', 'namespace_id = "1002"'],
};

test("wrangler's file of a deployment has its worker, domain, bucket and counters, and is wrangler.toml otherwise", () => {
  // Without a mail provider it has no queue.
  const plain = TRACKED.replace(/^# <queues>[\s\S]*^# <\/queues>\n/m, "");
  expect(configOf(TRACKED, {})).toBe(plain);
  expect(plain).not.toContain("queues.");
  expect(configOf(TRACKED, { APP_URL: "https://hayloft.barn.workers.dev" })).toBe(plain);
  const mail = { MAIL_URL: "https://api.mail.example/emails" };
  const [app, queues] = ["https://app.barn.workers.dev", ['queue = "a-mail"', 'queue = "a-unsent"']];
  expect(ownLines({ ...mail, WORKER_NAME: "a", APP_URL: app }).added).toEqual(
    expect.arrayContaining([`APP_URL = "${app}"`, ...queues, 'dead_letter_queue = "a-unsent"']),
  );
  expect(
    ownLines({ APP_URL: "https://barn.example.com/", BACKUP_BUCKET: "barn-backups", HSTS_SUBDOMAINS: "1" }),
  ).toEqual({
    added: [
      'routes = [{ pattern = "barn.example.com", custom_domain = true }]',
      "workers_dev = false",
      'HSTS_SUBDOMAINS = "1"',
      ...["[[r2_buckets]]", 'binding = "BACKUP_BUCKET"', 'bucket_name = "barn-backups"'],
    ],
    gone: ["workers_dev = true"],
  });
  const staging = { WORKER_NAME: "hayloft-staging", APP_URL: "https://hayloft-staging.barn.workers.dev" };
  expect(ownLines(staging)).toEqual(STAGING);
  const counters = (name: string) => configOf(TRACKED, { WORKER_NAME: name }).match(/namespace_id = "\d+"/g) ?? [];
  expect(new Set(["hayloft", "hayloft-staging", "hayloft-2"].flatMap(counters)).size).toBe(6);
});

test.each([
  [{ WORKER_NAME: "Staging" }, TRACKED, "WORKER_NAME is wrong, and nothing was changed: It has up to 54 lowercase"],
  [{ WORKER_NAME: "a-" }, TRACKED, "WORKER_NAME is wrong"],
  [{ BACKUP_BUCKET: 'a"\nname = "b' }, TRACKED, "BACKUP_BUCKET is wrong"],
  [{ HSTS_SUBDOMAINS: "yes" }, TRACKED, "HSTS_SUBDOMAINS is wrong, and nothing was changed: It is 1, or not there."],
  [
    {},
    TRACKED.replace("workers_dev = true", "workers_dev = false"),
    "wrangler.toml was edited: it lacks the line workers_dev = true.",
  ],
  [{}, TRACKED.replace("# </queues>\n", ""), "wrangler.toml was edited: it lacks the line # <queues>."],
])("settings %j are refused by a sentence", (settings, tracked, sentence) => {
  expect(() => configOf(tracked, settings)).toThrow(sentence);
});

const ADDRESSES: [address: string, problem: string | undefined][] = [
  ["hayloft.barn.workers.dev", "It must begin with https://."],
  ["http://hayloft.barn.workers.dev", "It must begin with https://."],
  ["https://hayloft.barn.workers.dev/horses", "It must end after hayloft.barn.workers.dev."],
  ["https://barn.workers.dev", "It must be https://hayloft.YOUR-SUBDOMAIN.workers.dev."],
  ["https://other.barn.workers.dev", "It must be https://hayloft.YOUR-SUBDOMAIN.workers.dev."],
  ["https://hayloft.barn.workers.dev/", undefined],
  ["https://app.example.com:8443", "It must end after app.example.com."],
  ["https://app.example.com", undefined],
  ["http://127.0.0.1:8787", undefined],
];

test.each(ADDRESSES)("APP_URL: of %j it says %j", (address, problem) => {
  expect(problemOfAppAddress(address, "hayloft")).toBe(problem);
});

test("the answers for the database are tried: a server that is none, a token of another database, and one that may only read", async () => {
  const { url, authToken, name, token } = await startHostedDatabase();
  expect(await problemOf("DATABASE_URL", url)).toBe(undefined);
  expect(await problemOf("DATABASE_URL", await startOther())).toMatch(
    /^127.*: The database cannot serve \(.*404.*\)\.$/,
  );
  const env = { DATABASE_URL: url };
  expect(await problemOf("DATABASE_AUTH_TOKEN", "e.y.z", env)).toBe(
    `${name}: The database refused the token in DATABASE_AUTH_TOKEN.`,
  );
  expect(await problemOf("DATABASE_AUTH_TOKEN", await token({ a: "ro" }), env)).toBe(
    `${name}: The token in DATABASE_AUTH_TOKEN may only read.`,
  );
  expect(await problemOf("DATABASE_AUTH_TOKEN", authToken, env)).toBe(undefined);
  // No other token helps.
  await expect(problemOf("DATABASE_AUTH_TOKEN", "e.y.z", { DATABASE_URL: "http://127.0.0.1:9" })).rejects.toThrow(
    "cannot be reached",
  );
});

test("of several accounts at Cloudflare, one must be named by its ID", async () => {
  const { hint, problemOf } = accountQuestion([
    { id: "1a", name: "Barn" },
    { id: "2b", name: "Other" },
  ]);
  expect(hint({})).toContain("1a (Barn), 2b (Other).");
  expect([await problemOf("Barn", {}), await problemOf("2b", {})]).toEqual([
    "None of these accounts has this ID.",
    undefined,
  ]);
});
