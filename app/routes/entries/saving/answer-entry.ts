import type { SubmissionResult } from "@conform-to/react";
import type { AppLoadContext } from "@remix-run/cloudflare";
import { findUser, isAdmin } from "#app/auth/require-admin.ts";
import type { Person } from "#app/domain/entries/logged-before.ts";
import { languageOf } from "#app/domain/entries/texts/language.ts";
import { textsIn } from "#app/domain/entries/texts/texts.ts";
import { DatabaseUnavailableError } from "#db/errors.ts";
import { type EntryRefusal, readEntry, refusal } from "./read-entry.ts";
import { type Sender, saveEntry } from "./save-entry.ts";

/** The answer to a post that did not save the entry. */
export type EntryAnswer = {
  result?: SubmissionResult<string[]>;
  /** The idempotency key of the next post: the submitted key, or a new one if that is used up. */
  idempotencyKey?: string | undefined;
  /** The unusual date or quantity that the next post confirms. */
  question?: string | undefined;
  /** Why an Undo was refused. */
  undoProblem?: string;
  /** The server or the database does not answer, so the page must not revalidate. */
  unreachable?: boolean;
  /**
   * The id of the queued entry that was edited, and its outcome unless it was refused. Set only by the client action.
   */
  replaces?: string;
  settled?: "saved" | "kept";
};

/** The id of the entry that was saved, or the answer to one that was not, with its HTTP status. */
type Logged = { saved: string } | { status: number; answer: EntryAnswer };

/** Saves the entry of a posted form once, and answers in the language of the request (docs/product.md, 'Service form'). */
export async function answerEntry(form: FormData, request: Request, context: AppLoadContext): Promise<Logged> {
  const read = readEntry(form);
  const texts = textsIn(languageOf(request));
  const { answers } = texts;
  const refuse = (status: number, reason: EntryRefusal) => {
    const isMissing = "horseId" in (reason.fields ?? {}) || "serviceId" in (reason.fields ?? {});
    context.log.fail(isMissing ? "Missing required data" : "Error creating bill item");
    return { status, answer: refusal(read, reason) };
  };
  const limited = () => refuse(429, { form: answers.rateLimited });
  // Counts a visitor's entry before any database read. `saveEntry` counts a user's entry once it has read who is an
  // admin.
  if (!(await context.isWithinRateLimit(context.session ? "admin entry" : "entry"))) return limited();
  if (!("entry" in read)) return refuse(400, {});
  const { entry } = read;
  try {
    const outcome = await saveEntry(context.db, read, readSender(context), context.now, texts);
    if (outcome === "saved") return { saved: entry.id };
    if (outcome === "mismatch") return refuse(409, { form: answers.keyReused, idempotencyKey: crypto.randomUUID() });
    if (outcome === "conflict") return refuse(409, { form: answers.conflict });
    if (outcome === "limited") return limited();
    return refuse(400, { fields: outcome.problems, question: outcome.question });
  } catch (error) {
    if (!(error instanceof DatabaseUnavailableError)) throw error;
    return refuse(503, { form: texts.form.unreachable, question: read.confirmed || undefined, unreachable: true });
  }
}

/** The user and the browser of the request, as the database knows them. */
export async function readUser(context: AppLoadContext): Promise<Person> {
  const [user, admin] = await Promise.all([findUser(context), isAdmin(context)]);
  return { actor: user?.email ?? "visitor", isAdmin: admin, device: context.device };
}

const readSender = async (context: AppLoadContext): Promise<Sender> => ({
  ...(await readUser(context)),
  isWithinRateLimit: async () => !context.session || context.isWithinRateLimit("entry"),
});
