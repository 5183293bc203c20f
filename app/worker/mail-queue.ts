import { hashOf, tokenOf } from "#app/auth/statement-token.ts";
import { todayInNewYork } from "#app/domain/basics/calendar.ts";
import { nameOfPeriod } from "#app/domain/statements/statement.ts";
import { answerMailOf, type MailMessage, mailOf, whyNotSent } from "#app/domain/statements/statement-mail.ts";
import { type Env, invalidMailVariables, invalidVariables, REQUIRED_VARIABLES } from "#app/server/env.ts";
import { logLine } from "#app/server/log.ts";
import { createMailer, type Mailer, type MailOutcome } from "#app/server/mail.ts";
import { sendTo } from "#app/server/mail-route.ts";
import type { Database } from "#db/connection.ts";
import { SCHEDULE } from "#db/queries/payroll/payroll-runs.ts";
import { mailsToQueue, queueAgain } from "#db/queries/statements/mailings.ts";
import { type MailRecord, type QueuedMail, queuedMails, recordMails } from "#db/queries/statements/queued-mails.ts";
import { answersToQueue, mailAnswersAgain } from "#db/queries/statements/statement-questions.ts";
import { mailAdmins } from "./mail-admins.ts";

/* The consumer of the queue of e-mails (docs/architecture.md, 'One e-mail'). */

const NO_ANSWER = "The mail provider did not answer.";
const TOO_LATE = "The mail provider did not answer for a day.";
/** The outcome if the worker's secret has changed since the link was made, so that its address is lost. */
const LOST = "Hayloft no longer knows the address of this link.";

/** What a delivery needs of the worker. */
type Delivery = { appUrl: string; secret: string; send: Mailer; now: Date };

/**
 * Sends the e-mails of a batch, one after the other, and records what became of each. Each is read right before it is sent, because a link
 * may have been turned off meanwhile. The queue delivers a message again that has no
 * answer, and all of the batch if this throws: by its key the provider sends an e-mail once, however often it is delivered. Messages
 * that failed at each delivery come from the other queue, and are recorded as not confirmed.
 */
export async function deliverMails(batch: MessageBatch<MailMessage>, env: Env, open: () => Database): Promise<void> {
  const now = new Date();
  const read = (messages: readonly Message<MailMessage>[]) => waitingMails(messages, open(), now);
  const isGivenUp = batch.queue.endsWith("-unsent");
  const records = isGivenUp ? giveUp(await read(batch.messages)) : await sendAll(batch, read, deliveryOf(env, now));
  for (const change of recordMails(records, { actor: SCHEDULE, at: now })) await open().write(change);
  const unconfirmed = records.filter(({ state }) => state === "sending").length;
  if (unconfirmed === 0) return;
  logLine({ level: "error", message: `E-mails were not confirmed: ${unconfirmed}`, alert: "mail" });
  await mailAdmins("mail", open, env, now);
}

/** The e-mails of a batch, by `keyOf`. There is nothing left to do for a row that is gone, or whose e-mail was sent or given up. */
async function waitingMails(messages: readonly Message<MailMessage>[], db: Database, now: Date) {
  const idsOf = (kind: MailMessage["kind"]) => messages.flatMap(({ body }) => (body.kind === kind ? body.id : []));
  const kinds = (["statement", "answer"] as const).filter((kind) => idsOf(kind).length > 0);
  const found = await Promise.all(kinds.map((kind) => db.read(queuedMails(kind, idsOf(kind), now))));
  const waiting = found
    .flatMap(([row]) => row?.mails ?? [])
    .filter(({ mailState, mailProblem }) => mailState === "sending" && mailProblem === "");
  return new Map(waiting.map((mail) => [keyOf(mail), mail]));
}

/** The id of a question was chosen by the one who asked: only with its kind it is no other row's. */
const keyOf = ({ kind, id }: MailMessage) => `${kind} ${id}`;

/** @throws if the worker lacks what it needs to send; the messages then wait for their next turn */
function deliveryOf(env: Env, now: Date): Delivery {
  const invalid = [...invalidVariables(env, REQUIRED_VARIABLES), ...invalidMailVariables(env)];
  const [send, { APP_URL: appUrl, SESSION_SECRET: secret }] = [createMailer(env), env];
  if (invalid.length > 0 || !send || !appUrl || !secret)
    throw new Error(`No e-mail is sent: ${invalid.join("; ") || "the worker has no mail provider"}`);
  return { appUrl, secret, send, now };
}

function giveUp(mails: ReadonlyMap<string, QueuedMail>): MailRecord[] {
  return [...mails.values()].map(({ kind, id, mailAttempt }) => ({
    ...{ kind, id, attempt: mailAttempt, state: "sending", problem: NO_ANSWER },
  }));
}

async function sendAll(
  { messages }: MessageBatch<MailMessage>,
  read: (messages: readonly Message<MailMessage>[]) => Promise<ReadonlyMap<string, QueuedMail>>,
  delivery: Delivery,
): Promise<MailRecord[]> {
  const records: MailRecord[] = [];
  const done = new Set<string>();
  for (const message of messages) {
    const key = keyOf(message.body);
    // The second of two messages for one e-mail has nothing left to do.
    const mail = done.has(key) ? undefined : (await read([message])).get(key);
    done.add(key);
    if (!mail) continue;
    const isAgain = message.attempts > 1 || mail.isQueuedAgain;
    const record = await outcomeOf(mail, isAgain, delivery);
    if (record) records.push(record);
    else message.retry();
  }
  return records;
}

/** What became of an e-mail; null if the provider may or may not have sent it, so that it has another turn. */
async function outcomeOf(
  mail: QueuedMail,
  isAgain: boolean,
  { appUrl, secret, send, now }: Delivery,
): Promise<MailRecord | null> {
  const { kind, id, mailAttempt: attempt, mailedTo, about } = mail;
  const token = await tokenOf(secret, mail.linkId);
  const isLost = (await hashOf(token)) !== mail.tokenHash;
  const isTooLate = isAgain && !mail.isRemembered;
  const problem = whyNotSent(mail, todayInNewYork(now)) || (isLost ? LOST : isTooLate ? TOO_LATE : "");
  // After a delivery without an answer the provider may have sent the e-mail.
  if (problem) return { kind, id, attempt, state: isAgain ? "sending" : "refused", problem };
  const url = new URL(`/s/${token}`, appUrl).href;
  const text = about ? answerMailOf(about, { ...mail, url }) : mailOf({ ...mail, period: nameOfPeriod(mail), url });
  const outcome: MailOutcome = await send({
    to: mailedTo,
    ...text,
    key: `${kind === "answer" ? "answer-" : ""}${id}.${attempt}`,
  });
  if (outcome.state === "unknown") return null;
  return { kind, id, attempt, state: outcome.state, problem: outcome.state === "refused" ? outcome.problem : "" };
}

/** Gives the e-mails that the queue has lost, or given up, to it again. */
export async function queueLostMails({ MAIL_QUEUE: queue }: Env, open: () => Database): Promise<void> {
  if (!queue) return;
  const now = new Date();
  const db = open();
  const [[mails], [replies]] = await Promise.all([db.read(mailsToQueue(null, now)), db.read(answersToQueue(now))]);
  const [links, answers] = [mails?.links ?? [], replies?.answers ?? []].map((rows) => rows.map(({ id }) => id));
  const by = () => ({ actor: SCHEDULE, at: now, idempotencyKey: crypto.randomUUID(), mailedBy: null });
  if (links?.length) await open().write(queueAgain(links, by()));
  if (answers?.length) await open().write(mailAnswersAgain(answers, by()));
  await sendTo(queue, [
    ...(links ?? []).map((id) => ({ kind: "statement" as const, id })),
    ...(answers ?? []).map((id) => ({ kind: "answer" as const, id })),
  ]);
}
