import type { AppLoadContext } from "@remix-run/cloudflare";
import { hashOf } from "#app/auth/statement-token.ts";
import { todayInNewYork } from "#app/domain/basics/calendar.ts";
import {
  DEFAULT_SHARED_DAYS,
  digestText,
  lastSharedDay,
  MAX_FROZEN,
  SHARED_DAYS,
  type ShareOptions,
  sharedOf,
} from "#app/domain/statements/shared-statement.ts";
import { statementOf } from "#app/domain/statements/statement.ts";
import type { StatementData } from "#db/queries/statements/customer-statement.ts";
import type { NewLink } from "#db/queries/statements/statement-links.ts";

/** Parses the options of sharing; null if a field has a value that the form does not offer. */
export function readOptions(form: FormData): ShareOptions | null {
  const [comments, shows, days] = [
    form.get("comments"),
    form.get("shows"),
    Number(form.get("days") ?? DEFAULT_SHARED_DAYS),
  ];
  const isKnown = [null, "yes"].includes(comments as null) && (shows === "now" || shows === "frozen");
  if (!isKnown || !SHARED_DAYS.some((each) => each === days)) return null;
  return { hasComments: comments === "yes", isFrozen: shows === "frozen", days };
}

/** The link that shares a statement; null if the statement is too long. `found` includes riders and comments. */
export async function newLink(
  { now, tokenOf }: AppLoadContext,
  found: StatementData,
  {
    mailedTo = null,
    replacedId = null,
    ...wanted
  }: ShareOptions & Pick<NewLink, "id"> & Partial<Pick<NewLink, "mailedTo" | "replacedId">>,
): Promise<NewLink | null> {
  const { customer, period, isTooLong } = found;
  const { id, hasComments, isFrozen, days } = wanted;
  if (isTooLong) return null;
  const today = todayInNewYork(now);
  const statement = statementOf(found, customer.id);
  const frozen = isFrozen ? JSON.stringify(sharedOf(found, statement, { asOf: today, hasComments })) : null;
  if (frozen && frozen.length > MAX_FROZEN) return null;
  return {
    ...{ ...period, id, customerId: customer.id, hasComments, mailedTo, replacedId },
    tokenHash: await hashOf(await tokenOf(id)),
    endsOn: lastSharedDay(today, days),
    frozen,
    digest: await hashOf(digestText(statement)),
  };
}
