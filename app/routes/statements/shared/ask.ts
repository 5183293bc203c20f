import { type ActionFunctionArgs, data, redirect } from "@remix-run/cloudflare";
import { isOutage, readOrNullAfterPost } from "#app/auth/require-admin.ts";
import { todayInNewYork } from "#app/domain/basics/calendar.ts";
import { isUuid } from "#app/domain/basics/idempotency-key.ts";
import { lineInWords, MAX_OPEN_QUESTIONS, readQuestion, seqOfLine } from "#app/domain/statements/question-rules.ts";
import type { SharedStatement } from "#app/domain/statements/shared-statement.ts";
import { pickFields } from "#app/records/forms/form-fields.ts";
import { OUT_OF_DATE } from "#app/records/refusals.ts";
import { ConflictError, IdempotencyMismatchError } from "#db/errors.ts";
import type { SharedLink } from "#db/queries/statements/statement-links.ts";
import { askQuestion } from "#db/queries/statements/statement-questions.ts";
import { keysOf, readShared, readSharedAgain, type Shared } from "./read.ts";

const FIELDS = ["idempotencyKey", "line", "question"] as const;

/** The submitted texts. */
type Sent = { [Name in (typeof FIELDS)[number]]: string };

/** The answer to a question that was not saved. */
export type AskAnswer = Sent & { problem: string };

type Refusal = { status: number; problem: string };

const UNREACHABLE = {
  status: 503,
  problem: "The database cannot be reached, so your question was not sent. Press the button again in a moment.",
};
const LINE_GONE = { status: 409, problem: "This line is no longer on the statement. Choose another line." };
const TOO_MANY_OPEN = {
  status: 409,
  problem: `You have ${MAX_OPEN_QUESTIONS} open questions. Ask again when the barn has answered them.`,
};
const SENT_BEFORE = {
  status: 409,
  problem: "Another question was sent with this form. Press the button again to send this one, too.",
};
const TOO_OFTEN = { status: 429, problem: "Too many pages were opened. Wait a minute, then press the button again." };

const NOT_SHOWN: { [State in Exclude<Shared["state"], "shown">]: Refusal } = {
  ended: { status: 410, problem: "This link has expired, so your question was not sent." },
  "too long": { status: 409, problem: "The statement is too long to show, so your question was not sent." },
  unknown: { status: 404, problem: "There is no statement at this address, so your question was not sent." },
  "too many": TOO_OFTEN,
};

/** Sends a question about a line to the office (docs/product.md, 'Questions'). */
export async function sendQuestion(args: ActionFunctionArgs) {
  const { fields, problem } = pickFields(await args.request.formData(), FIELDS);
  const [idempotencyKey, line, question] = FIELDS.map((name) => String(fields.get(name) ?? ""));
  const sent = { idempotencyKey, line, question } as Sent;
  const refusal = problem ? { status: 400, problem: OUT_OF_DATE } : await send(args, sent);
  if (!refusal) return redirect(`/s/${args.params.token}?asked#questions`, 303);
  const { status, ...why } = refusal;
  args.context.log.fail("A question was not sent");
  // Replaces an invalid key, or a key under which another question was saved.
  const isUsedUp = refusal === SENT_BEFORE || !isUuid(sent.idempotencyKey);
  return data<AskAnswer>({ ...sent, ...why, ...(isUsedUp && { idempotencyKey: crypto.randomUUID() }) }, status);
}

/** Writes the question. Returns the reason if it was not written, otherwise null. */
async function send(args: ActionFunctionArgs, sent: Sent): Promise<Refusal | null> {
  const { context } = args;
  const shared = await readOrNullAfterPost(context, readShared(args));
  if (!shared) return UNREACHABLE;
  if (shared.state !== "shown") return NOT_SHOWN[shared.state];
  if (!(await context.isWithinRateLimit("question"))) return TOO_OFTEN;
  if (!isUuid(sent.idempotencyKey)) return { status: 400, problem: OUT_OF_DATE };
  const read = readQuestion(sent.question);
  if ("problem" in read) return { status: 400, problem: read.problem };
  // A repeated post of a saved question, whose answer was lost, succeeds even if the line is gone by now.
  if (shared.questions.some(({ id, question }) => id === sent.idempotencyKey && question === read.value)) return null;
  const line = await lineOf(shared, sent.line);
  if (!line) return LINE_GONE;
  const asked = {
    idempotencyKey: sent.idempotencyKey,
    linkId: shared.link.id,
    lineKey: sent.line,
    question: read.value,
    ...line,
  };
  try {
    await context.db.write(askQuestion(asked, context.now, todayInNewYork(context.now)));
    return null;
  } catch (error) {
    if (error instanceof IdempotencyMismatchError) return SENT_BEFORE;
    if (error instanceof ConflictError) return whyRefused(args);
    if (isOutage(error)) return UNREACHABLE;
    throw error;
  }
}

/** Finds a line by its key on the page. Returns the number of its bill and the line in words. */
async function lineOf({ link, shown }: { link: SharedLink; shown: SharedStatement }, lineKey: string) {
  const keys = await keysOf(link, shown);
  for (const { name, lines } of shown.horses) {
    const line = lines.find(({ key }) => keys.get(key) === lineKey);
    if (line) return { seq: seqOfLine(line.key), line: lineInWords(name, line) };
  }
  return undefined;
}

/** Why the write of a question was refused. */
async function whyRefused(args: ActionFunctionArgs): Promise<Refusal> {
  const now = await readOrNullAfterPost(args.context, readSharedAgain(args));
  if (!now) return UNREACHABLE;
  if (now.state !== "shown") return NOT_SHOWN[now.state];
  const open = now.questions.filter(({ answeredAt }) => answeredAt === null);
  return open.length >= MAX_OPEN_QUESTIONS ? TOO_MANY_OPEN : LINE_GONE;
}
