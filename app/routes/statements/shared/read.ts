import type { AppLoadContext, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { failure, isOutage } from "#app/auth/require-admin.ts";
import { hashOf, isToken } from "#app/auth/statement-token.ts";
import type { BarnDetails } from "#app/domain/barn/barn-details.ts";
import { todayInNewYork } from "#app/domain/basics/calendar.ts";
import { readFrozen, type SharedStatement, sharedOf } from "#app/domain/statements/shared-statement.ts";
import { statementOf } from "#app/domain/statements/statement.ts";
import { findShared, type SharedLink } from "#db/queries/statements/statement-links.ts";
import { type LinkQuestion, questionsOfLink } from "#db/queries/statements/statement-questions.ts";

type Args = Pick<LoaderFunctionArgs, "params" | "context">;

/**
 * The result of reading a link: a statement, or why there is none. Without a link at the address there is no `barn`.
 */
export type Shared =
  | { state: "shown"; link: SharedLink; shown: SharedStatement; questions: LinkQuestion[] }
  | { state: "ended" | "too long"; barn: BarnDetails }
  | { state: "unknown" | "too many" };

/** The read of each request: after a post the loader reuses what the action has read. */
const reads = new WeakMap<AppLoadContext, Promise<Shared>>();

/**
 * Reads the statement of a link, once per request, in one database request. Reads nothing if the token is malformed.
 * @throws a 503 response if the database does not answer
 */
export function readShared(args: Args): Promise<Shared> {
  const shared = reads.get(args.context) ?? read(args);
  reads.set(args.context, shared);
  return shared;
}

/** Reads the statement again, after a write found that it has changed. */
export function readSharedAgain(args: Args): Promise<Shared> {
  reads.delete(args.context);
  return readShared(args);
}

async function read({ params, context }: Args): Promise<Shared> {
  const { token = "" } = params;
  if (!(await context.isWithinRateLimit("shared statement"))) return { state: "too many" };
  if (!isToken(token)) return { state: "unknown" };
  const today = todayInNewYork(context.now);
  const hash = await hashOf(token);
  const [[link], [asked]] = await Promise.all([
    context.db.read(findShared(hash, today)),
    context.db.read(questionsOfLink(hash)),
  ]).catch((error: unknown) => {
    throw isOutage(error) ? failure(context, 503) : error;
  });
  if (!link) return { state: "unknown" };
  if (link.isEnded) return { state: "ended", barn: link.barn };
  const shown = link.frozen === null ? showNow(link, today) : readFrozen(link.frozen);
  return shown
    ? { state: "shown", link, shown, questions: asked?.questions ?? [] }
    : { state: "too long", barn: link.barn };
}

function showNow({ statement: source, customerId, hasComments }: SharedLink, asOf: string): SharedStatement | null {
  if (!source || source.isTooLong) return null;
  const statement = statementOf(source, customerId);
  return sharedOf(source, statement, { asOf, hasComments });
}

/** The keys of the lines on the page, by the statement's own keys, which would reveal how many bills the barn has. */
export async function keysOf({ id }: SharedLink, { horses }: SharedStatement): Promise<Map<string, string>> {
  const lines = horses.flatMap((horse) => horse.lines);
  const keys = await Promise.all(lines.map(({ key }) => hashOf(`${id} ${key}`)));
  return new Map(lines.map(({ key }, i) => [key, keys[i]?.slice(0, 16) ?? ""]));
}
