import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { readAsAdmin, readOrNullAfterPost } from "#app/auth/require-admin.ts";
import { isReachable } from "#app/domain/barn/barn-details.ts";
import { todayInNewYork } from "#app/domain/basics/calendar.ts";
import { listedStatements } from "#db/queries/statements/customer-statement.ts";
import { lastLinks, mailingsOf } from "#db/queries/statements/mailings.ts";
import { lastOptions } from "#db/queries/statements/statement-links.ts";
import { questionsToAnswer } from "#db/queries/statements/statement-questions.ts";
import { periodOfAll } from "../period.ts";
import { describeStatement } from "./describe-statements.ts";

/** Reads the customers with lines in the address's period, with the total and state of each statement, in one database request. */
export async function readStatements({ request, context }: Pick<LoaderFunctionArgs, "request" | "context">) {
  const today = todayInNewYork(context.now);
  const period = periodOfAll(request, today);
  const queries = [
    listedStatements(period),
    lastLinks(period, context.now),
    mailingsOf(period, context.now),
    lastOptions(),
    questionsToAnswer(),
  ] as const;
  const read = await readOrNullAfterPost(context, readAsAdmin(request, context, ...queries));
  const [found, [last], [past], [options], [asked]] = read ?? [[], [], [], [], []];
  const links = new Map(last?.links.map((link) => [link.customerId, link]));
  const whole = found.flatMap(({ statement }) => statement ?? []);
  const rows = await Promise.all(
    whole.map((each) => describeStatement(each, links.get(each.customer.id), context.now)),
  );
  return {
    ...{ period, today, isRead: read !== null, rows, links: last?.links ?? [], runs: past?.runs ?? [] },
    isTooLong: whole.length < found.length,
    ...{ isReachable: whole.every(({ barn }) => isReachable(barn)), options, questions: asked?.count ?? 0 },
  };
}
