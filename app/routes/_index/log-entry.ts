import type { SubmissionResult } from "@conform-to/react";
import { type ActionFunctionArgs, type AppLoadContext, data, redirect, type Session } from "@remix-run/cloudflare";
import { findUser, isAdmin } from "#app/auth/require-admin.ts";
import type { OwnBills } from "#app/auth/session.ts";
import { shortId } from "#app/domain/logged-before.ts";
import { DatabaseUnavailableError } from "#db/errors.ts";
import { type Sender, saveEntry } from "./log-service.ts";
import { CONFLICT, KEY_REUSED, RATE_LIMITED, UNREACHABLE } from "./messages.ts";
import { type Refusal, readEntry, refusal } from "./submission.ts";

/** The answer to a post that did not save the entry. */
export type Answer = {
  result?: SubmissionResult<string[]>;
  /** The idempotency key of the next post: the submitted key, or a new one if that is used up. */
  idempotencyKey?: string | undefined;
  /** What the next post confirms: an unusual date or quantity, or that the same was logged before. */
  question?: string | undefined;
  /** The same was logged before: Submit reads 'Log it again'. */
  isRepetition?: boolean;
  /** The server or the database does not answer, so the page must not revalidate. */
  unreachable?: boolean;
};

/** The action of the service form (docs/product.md, 'Service form'). */
export async function logEntry({ request, context }: ActionFunctionArgs) {
  const read = readEntry(await request.formData());
  const refuse = (status: number, reason: Refusal) => {
    const isMissing = "horseId" in (reason.fields ?? {}) || "serviceId" in (reason.fields ?? {});
    context.log.fail(isMissing ? "Missing required data" : "Error creating bill item");
    return data<Answer>(refusal(read, reason), status);
  };
  const limited = () => refuse(429, { form: RATE_LIMITED });
  // Counts the entries of visitors before anything is read, and those of others when it is known who they are.
  if (!(await context.isWithinRateLimit(context.session ? "admin entry" : "entry"))) return limited();
  if (!("entry" in read)) return refuse(400, {});
  const { entry } = read;
  try {
    const own = await context.ownBills().getSession(request.headers.get("Cookie"));
    const sender = readSender(context, own.get("ids") ?? []);
    const outcome = await saveEntry(context.db, read, sender, context.now);
    if (outcome === "saved") {
      // Not for a document: the page varies with the cookies, and Back would load another form instead of the posted one.
      const remembered = context.isDataRequest && { "Set-Cookie": await remember(entry.id, own, context) };
      return redirect(`/?saved=${entry.id}`, { status: 303, headers: remembered || {} });
    }
    if (outcome === "mismatch") return refuse(409, { form: KEY_REUSED, idempotencyKey: crypto.randomUUID() });
    if (outcome === "conflict") return refuse(409, { form: CONFLICT });
    if (outcome === "limited") return limited();
    const { problems: fields, question, notice } = outcome;
    return refuse(400, { fields, question, ...(notice && { form: notice, isRepetition: true }) });
  } catch (error) {
    if (!(error instanceof DatabaseUnavailableError)) throw error;
    return refuse(503, { form: UNREACHABLE, question: read.confirmed || undefined, unreachable: true });
  }
}

async function readSender(context: AppLoadContext, ownBills: string[]): Promise<Sender> {
  const [user, admin] = await Promise.all([findUser(context), isAdmin(context)]);
  return {
    actor: user?.email ?? "visitor",
    isAdmin: admin,
    ownBills,
    isWithinRateLimit: async () => !context.session || context.isWithinRateLimit("entry"),
  };
}

/** How many of its bills a browser remembers. */
const REMEMBERED = 30;

/** The Set-Cookie header value with which the browser remembers that it logged a bill. */
function remember(id: string, own: Session<OwnBills>, context: AppLoadContext): Promise<string> {
  const others = (own.get("ids") ?? []).filter((each) => each !== shortId(id));
  own.set("ids", [...others, shortId(id)].slice(-REMEMBERED));
  return context.ownBills().commitSession(own);
}
