import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout } from "node:timers/promises";

/** A mail as the provider gets it. */
type SentMail = { from: string; to: string[]; subject: string; text: string };

/**
 * What the provider does with a request: `accept` and `drop` send the mail, and `drop` then cuts the connection instead
 * of an answer; `hang` does neither, and `slow` takes a second to accept. An `Answer` is returned as it is, and no mail is sent.
 */
type Behavior = "accept" | "drop" | "hang" | "slow" | Answer;

/** A body that is no text is sent as JSON. */
type Answer = { status: number; body?: unknown; headers?: Record<string, string> };

const SLOW_MS = 1_000;

const KEY = "re_the-key-of-the-provider";

export type MailProvider = Awaited<ReturnType<typeof startMailProvider>>;

/** An answer in the form of Resend's errors. */
export const mailError = (status: number, name: string, message: string): Answer => ({
  status,
  body: { statusCode: status, name, message },
});

/**
 * Stands in for Resend (https://resend.com/docs/api-reference/emails/send-email): an HTTP server on loopback with Resend's
 * idempotency keys, errors and form of a mail.
 */
export async function startMailProvider() {
  const provider = {
    /** The worker's variables for this provider. */
    env: { MAIL_URL: "", MAIL_KEY: KEY, MAIL_FROM: "Hayloft Barn <office@barn.example>" },
    /** The mails that the provider has sent, each once. */
    sent: [] as SentMail[],
    requests: [] as { headers: IncomingMessage["headers"]; body: string }[],
    behavior: "accept" as Behavior,
    /** Addresses to which the provider sends no mail. */
    refused: [] as string[],
    /** The accepted requests by their idempotency keys; null while one is at work. */
    accepted: new Map<string, { body: string; answer: Answer } | null>(),
    stop: async () => {},
  };
  const server = createServer((request, response) => void receive(provider, request, response));
  // Node would close idle connections, as in `startHranaProxy`.
  server.keepAliveTimeout = 0;
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  provider.env.MAIL_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}/emails`;
  provider.stop = () =>
    new Promise<void>((done) => {
      server.close(() => done());
      server.closeAllConnections();
    });
  return provider;
}

async function receive(provider: MailProvider, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await text(request);
  const { behavior, accepted } = provider;
  provider.requests.push({ headers: request.headers, body });
  const key = String(request.headers["idempotency-key"] ?? "");
  const isGiven = typeof behavior === "object";
  const answer = isGiven ? behavior : answerTo(provider, request, key, body);
  const isAccepted = !isGiven && answer.status === 200;
  if (behavior === "hang" && isAccepted) {
    accepted.set(key, null);
    return void response.once("close", () => accepted.delete(key));
  }
  if (isAccepted && !accepted.has(key)) {
    provider.sent.push(JSON.parse(body) as SentMail);
    accepted.set(key, { body, answer });
  }
  if (behavior === "drop") return void request.socket.destroy();
  if (behavior === "slow") await setTimeout(SLOW_MS);
  const content = typeof answer.body === "string" ? answer.body : JSON.stringify(answer.body);
  response.writeHead(answer.status, { "Content-Type": "application/json", ...answer.headers }).end(content);
}

/** The answer of a provider that works. */
function answerTo(
  { accepted, refused }: MailProvider,
  { method, url, headers }: IncomingMessage,
  key: string,
  body: string,
): Answer {
  if (method !== "POST" || url !== "/emails")
    return mailError(404, "not_found", "The requested endpoint does not exist.");
  if (headers.authorization !== `Bearer ${KEY}`) return mailError(403, "invalid_api_key", "API key is invalid.");
  const before = accepted.get(key);
  if (before === null) {
    return mailError(409, "concurrent_idempotent_requests", "The original request is still in progress.");
  }
  if (before && before.body !== body) {
    return mailError(409, "invalid_idempotent_request", "Same idempotency key used with a different request payload.");
  }
  const { to } = JSON.parse(body) as SentMail;
  const invalid = to.find((address) => refused.includes(address));
  if (invalid) return mailError(422, "validation_error", `The address ${invalid} is suppressed.`);
  return before?.answer ?? { status: 200, body: { id: crypto.randomUUID() } };
}
