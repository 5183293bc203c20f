import { type ActionFunctionArgs, data, redirect } from "@remix-run/cloudflare";
import { nothingElse, readOrNullAfterPost, requireAdmin, writeAsAdmin } from "#app/auth/require-admin.ts";
import { isUuid } from "#app/domain/basics/idempotency-key.ts";
import type { UndoAnswer } from "#app/domain/fields/notices.ts";
import { readReply } from "#app/domain/statements/question-rules.ts";
import { byOf } from "#app/records/by.ts";
import { pickFields } from "#app/records/forms/form-fields.ts";
import { OUT_OF_DATE, refusalOf } from "#app/records/refusals.ts";
import { undoChange } from "#app/records/undo.ts";
import { leadTo, type ScreenRead, writeAndLead } from "#app/records/write-and-lead.ts";
import { ConflictError, IdempotencyMismatchError } from "#db/errors.ts";
import { answerQuestion, mailAnswersAgain } from "#db/queries/statements/statement-questions.ts";
import { queueMails } from "../queue-mails.ts";

const PAGE = "/customers/questions";

/** The answer to a reply that was not saved: the typed reply, its question's id and the problem. */
export type ReplyAnswer = { question: string; reply: string; problem: string; unreachable: boolean };

const FIELDS = ["idempotencyKey", "question", "reply"] as const;

const ANSWERED = "Somebody else answered this question, so your reply was not sent.";

/** Answers a question, with or without words, undoes an answer, or e-mails a reply again (docs/product.md, 'Questions'). */
export async function answer(args: ActionFunctionArgs, load: ScreenRead["load"]) {
  const form = await args.request.formData();
  const to = (key: string) => `${PAGE}?${new URLSearchParams({ done: key })}`;
  if (form.get("intent") === "again") return mailAgain(args, form);
  if (form.get("intent") === "undo") return undoChange(args, form, { to, screen: { path: PAGE, load } });
  const { fields, problem: foreign } = pickFields(form, FIELDS);
  const [idempotencyKey = "", question = "", reply = ""] = FIELDS.map((name) => String(fields.get(name) ?? ""));
  const refuse = (status: number, problem: string) =>
    data<ReplyAnswer>({ question, reply, problem, unreachable: status === 503 }, status);
  const read = foreign || !isUuid(idempotencyKey) ? { problem: OUT_OF_DATE } : readReply(reply);
  if ("problem" in read) {
    await readOrNullAfterPost(args.context, requireAdmin(args.request, args.context));
    return refuse(400, read.problem);
  }
  try {
    const isMailed = args.context.mail !== null && read.value !== "";
    const change = answerQuestion({ id: question, reply: read.value, idempotencyKey, isMailed }, byOf(args.context));
    const address = to(idempotencyKey);
    const { written } = await writeAndLead(args, change, address, { path: PAGE, load });
    if (isMailed) await queueMails(args.context, [{ kind: "answer", id: question }]);
    return leadTo(args, address, written);
  } catch (error) {
    if (error instanceof Response) throw error;
    // A used idempotency key also means that the question was answered, by an earlier reply from this page.
    const isAnswered = error instanceof ConflictError || error instanceof IdempotencyMismatchError;
    if (isAnswered) return refuse(409, ANSWERED);
    const { status, problem } = refusalOf(error);
    return refuse(status, problem);
  }
}

/** Gives the e-mail with a reply to the queue again, if it may be sent. */
async function mailAgain({ request, context }: ActionFunctionArgs, form: FormData) {
  const { fields, problem } = pickFields(form, ["intent", "idempotencyKey", "question"]);
  const [idempotencyKey, id] = [String(fields.get("idempotencyKey") ?? ""), String(fields.get("question") ?? "")];
  const refuse = (status: number, why: string) =>
    data<UndoAnswer>({ problem: why, unreachable: status === 503 }, status);
  if (problem || !isUuid(idempotencyKey) || !context.mail) {
    await requireAdmin(request, context);
    return refuse(400, OUT_OF_DATE);
  }
  const by = byOf(context);
  const change = mailAnswersAgain([id], { ...by, idempotencyKey: `again ${idempotencyKey}`, mailedBy: by.actor });
  try {
    await writeAsAdmin(request, context, change, nothingElse);
  } catch (error) {
    if (error instanceof Response) throw error;
    const { status, problem: why } = refusalOf(error);
    return refuse(status, why);
  }
  await queueMails(context, [{ kind: "answer", id }]);
  return redirect(PAGE, 303);
}
