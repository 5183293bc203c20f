import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Mail, MailOutcome } from "#app/server/mail.ts";
import { WORKER_OPTIONS } from "#bin/running/build.ts";
import { startWorker, type Worker, type WorkerBindings, type WorkerLog } from "#bin/running/worker.ts";
import { type MailProvider, mailError, startMailProvider } from "#lab/support/mail-provider.ts";

/* The module that sends mail, on workerd, with a provider of the test. No screen is involved: the worker sends what it is posted. */

/** It waits 1.5 seconds for the provider, so that no test takes long. */
const ENTRY = `import { createMailer } from "./app/server/mail.ts";
export default {
  async fetch(request, env) {
    const send = createMailer(env, 1500);
    return Response.json(send ? await send(await request.json()) : null);
  },
};`;

const log: WorkerLog[] = [];
let folder: string;
let provider: MailProvider;
let worker: Worker;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "hayloft-mail-"));
  await build({
    stdin: { contents: ENTRY, resolveDir: process.cwd(), loader: "ts" },
    outfile: join(folder, "index.js"),
    bundle: true,
    format: "esm",
    target: "es2022",
    conditions: ["workerd", "worker", "browser"],
  });
  provider = await startMailProvider();
  worker = await deploy(provider.env);
});
afterAll(async () => {
  await worker.stop();
  await provider.stop();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => {
  Object.assign(provider, { behavior: "accept", refused: [] });
  for (const list of [provider.sent, provider.requests, log]) list.length = 0;
});

function deploy(bindings: Partial<WorkerBindings>): Promise<Worker> {
  const { compatibilityDate, compatibilityFlags } = JSON.parse(readFileSync(WORKER_OPTIONS, "utf8"));
  return startWorker({
    host: "127.0.0.1",
    port: 0,
    bindings,
    log: (line) => void log.push(line),
    build: { bundle: folder, assets: "public", options: { compatibilityDate, compatibilityFlags } },
  });
}

const newMail = (values: Partial<Mail> = {}): Mail => ({
  to: ["ann@customer.example"],
  subject: "Statement of November",
  text: "Dear Ann,\n\nplease find your statement.\n",
  key: crypto.randomUUID(),
  ...values,
});

async function send(mail: Mail, { url } = worker): Promise<MailOutcome | null> {
  const response = await fetch(url, { method: "POST", body: JSON.stringify(mail) });
  return (await response.json()) as MailOutcome | null;
}

/** The lines of the log, once there are as many: they come through a pipe. */
async function logged(count: number) {
  const lines = () => log.flatMap(({ message }) => (message.startsWith("{") ? [JSON.parse(message)] : []));
  await expect.poll(() => lines().length).toBe(count);
  return lines();
}

test("an accepted mail is sent with its sender, its recipients, its text and its key", async () => {
  const mail = newMail({ to: ["ann@customer.example", "ben@customer.example"] });
  expect(await send(mail)).toEqual({ state: "accepted" });
  const { key, ...content } = mail;
  expect(provider.sent).toEqual([{ from: provider.env.MAIL_FROM, ...content }]);
  expect(provider.requests.map(({ headers }) => headers)).toMatchObject([
    {
      authorization: `Bearer ${provider.env.MAIL_KEY}`,
      "content-type": "application/json",
      "idempotency-key": key,
    },
  ]);
  expect(await logged(0)).toEqual([]);
});

test("a mail that is sent twice with one key is accepted twice and sent once", async () => {
  const mail = newMail();
  expect([await send(mail), await send(mail)]).toEqual([{ state: "accepted" }, { state: "accepted" }]);
  expect(provider.sent).toHaveLength(1);
  expect(provider.requests).toHaveLength(2);
});

test("a mail that was sent with this key and another text is accepted, and sent once", async () => {
  const mail = newMail();
  provider.behavior = "drop";
  expect(await send(mail)).toEqual({ state: "unknown" });
  provider.behavior = "accept";
  expect(await send({ ...mail, text: "Dear Ben," })).toEqual({ state: "accepted" });
  expect(provider.sent.map(({ text }) => text)).toEqual([mail.text]);
  expect(await logged(1)).toMatchObject([{ message: "The mail provider did not answer" }]);
});

test("a mail to an address that the provider refuses is refused in the words of the provider", async () => {
  provider.refused = ["ann@customer.example"];
  const problem = "The address ann@customer.example is suppressed.";
  expect(await send(newMail())).toEqual({ state: "refused", problem });
  expect(await logged(1)).toMatchObject([{ level: "warn", message: "The mail provider refused a mail", status: 422 }]);
});

test("a provider that never answers, one that is still at work and one that is not there leave the mail unknown", async () => {
  const mail = newMail();
  provider.behavior = "hang";
  const first = send(mail);
  await expect.poll(() => provider.requests.length).toBe(1);
  expect([await send(mail), await first]).toEqual([{ state: "unknown" }, { state: "unknown" }]);
  const lost = await deploy({ ...provider.env, MAIL_URL: "http://127.0.0.1:9/emails" });
  expect(await send(mail, lost)).toEqual({ state: "unknown" });
  await lost.stop();
  expect(provider.sent).toEqual([]);
});

const generic = (status: number) => `The mail provider answered ${status}.`;
const UNKNOWN: MailOutcome = { state: "unknown" };
const refused = (problem: string): MailOutcome => ({ state: "refused", problem });

const ANSWERS: [what: string, answer: MailProvider["behavior"], outcome: MailOutcome][] = [
  ["200", { status: 200, body: { id: "1" } }, { state: "accepted" }],
  ["202 without a body", { status: 202, body: "" }, { state: "accepted" }],
  ["400", mailError(400, "validation_error", "The field from is wrong."), refused("The field from is wrong.")],
  ["401", mailError(401, "missing_api_key", "Missing API key."), refused("Missing API key.")],
  ["403", mailError(403, "invalid_api_key", "API key is invalid."), refused("API key is invalid.")],
  ["404 without JSON", { status: 404, body: "<h1>Not found</h1>" }, refused(generic(404))],
  ["413 without a body", { status: 413, body: "" }, refused(generic(413))],
  ["422 with null", { status: 422, body: "null" }, refused(generic(422))],
  ["422 with a message that is no text", { status: 422, body: { message: { x: 1 } } }, refused(generic(422))],
  ["409 of a mail sent before", mailError(409, "invalid_idempotent_request", "Key used."), { state: "accepted" }],
  ["409 of a request at work", mailError(409, "concurrent_idempotent_requests", "Wait."), UNKNOWN],
  ["409 of another provider", { status: 409, body: "conflict" }, UNKNOWN],
  ["429", mailError(429, "rate_limit_exceeded", "Too many requests."), UNKNOWN],
  ["500", mailError(500, "application_error", "An unexpected error occurred."), UNKNOWN],
  ...[304, 408, 425, 503].map((status): [string, MailProvider["behavior"], MailOutcome] => [
    ...([`${status}`, status === 304 ? { status } : { status, body: "" }, UNKNOWN] as const),
  ]),
];

test.each(ANSWERS)("the answer %s has its outcome", async (_, answer, outcome) => {
  provider.behavior = answer;
  expect(await send(newMail())).toEqual(outcome);
});

test("a redirect is not followed: the mail is unknown, and neither it nor the key goes elsewhere", async () => {
  const elsewhere = await startMailProvider();
  for (const status of [301, 307, 308]) {
    provider.behavior = { status, body: "", headers: { Location: elsewhere.env.MAIL_URL } };
    expect(await send(newMail())).toEqual(UNKNOWN);
  }
  expect(elsewhere.requests).toEqual([]);
  await elsewhere.stop();
});

test("the words of the provider become one line of at most 300 characters, without the key and control characters", async () => {
  const { MAIL_KEY } = provider.env;
  provider.behavior = mailError(422, "x", `Line 1\r\n\u0000Line 2\u2028 of ${MAIL_KEY}\u001b[31m \ud800 end\n`);
  expect(await send(newMail())).toEqual(refused("Line 1 Line 2  of … [31m   end"));
  provider.behavior = mailError(422, "x", `${"x".repeat(295)}${MAIL_KEY}${"🐴".repeat(300)}`);
  expect(await send(newMail())).toEqual(refused(`${"x".repeat(295)}…${"🐴".repeat(4)}`));
});

const BAD_MAILS: [what: string, values: Partial<Mail>, problem: string][] = [
  ["no recipient", { to: [] }, "The mail has no recipient."],
  ...[
    "ann@customer.example, eve@evil.example",
    "ann@customer.example\r\nBcc: eve@evil.example",
    "Ann <ann@customer.example>",
    '"a"@customer.example',
    "a;b@customer.example",
    "ann@customer",
    "",
  ].map((address): [string, Partial<Mail>, string] => [
    `the recipient ${JSON.stringify(address)}`,
    { to: ["ann@customer.example", address] },
    "A recipient is not a plain e-mail address.",
  ]),
  ...["", "x".repeat(257), "two words", "a\r\nX-Other: b", "clé"].map((key): [string, Partial<Mail>, string] => [
    `the key ${JSON.stringify(key)}`,
    { key },
    "The mail has no valid idempotency key.",
  ]),
];

test.each(BAD_MAILS)("a mail with %s is refused without asking the provider", async (_, values, problem) => {
  expect(await send(newMail(values))).toEqual(refused(problem));
  expect(provider.requests).toEqual([]);
});

test("line breaks and quotes in a subject or a text change no other part of the mail", async () => {
  const text = 'Dear "Ann",\r\n.\r\n","to":["eve@evil.example"]\\\u2028';
  await send(newMail({ subject: 'A "B"\r\nBcc: eve@evil.example\u0000\u2029","to":["eve"] \ud800', text }));
  expect(provider.sent).toEqual([
    {
      from: provider.env.MAIL_FROM,
      to: ["ann@customer.example"],
      subject: 'A "B" Bcc: eve@evil.example ","to":["eve"]',
      text,
    },
  ]);
});

test("a failed mail has one line in the log, which has no address, text or key", async () => {
  const { MAIL_KEY, MAIL_URL } = provider.env;
  const mail = newMail({ to: ["zebedee@customer.example"], subject: "Quux", text: "Quux" });
  const words = `${mail.to} ${MAIL_KEY} ${mail.key} Quux`;
  const behaviors: MailProvider["behavior"][] = [
    mailError(422, words, words),
    mailError(500, words, words),
    { status: 429, body: words },
    { status: 302, body: words, headers: { Location: `/?${encodeURIComponent(words)}` } },
    "drop",
    "hang",
  ];
  for (const behavior of behaviors) {
    provider.behavior = behavior;
    await send(mail);
    provider.accepted.clear();
  }
  const lines = await logged(behaviors.length);
  expect(lines.map(({ message, status }) => `${message} ${status ?? ""}`)).toEqual([
    "The mail provider refused a mail 422",
    "The mail provider may not have sent a mail 500",
    "The mail provider may not have sent a mail 429",
    "The mail provider may not have sent a mail 302",
    "The mail provider did not answer ",
    "The mail provider did not answer ",
  ]);
  for (const secret of ["zebedee", "Quux", "office@", MAIL_KEY, MAIL_URL, mail.key]) {
    expect(JSON.stringify(log)).not.toContain(secret);
  }
});

test("a worker without a mail provider, or with half of one, sends nothing", async () => {
  const { MAIL_URL, MAIL_KEY } = provider.env;
  for (const bindings of [{}, { MAIL_URL, MAIL_KEY }, { ...provider.env, MAIL_FROM: "nobody" }]) {
    const other = await deploy(bindings);
    expect(await send(newMail(), other)).toBe(null);
    await other.stop();
  }
});
