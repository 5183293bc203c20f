import type { AppLoadContext } from "@remix-run/cloudflare";
import { hashOf } from "#app/auth/statement-token.ts";
import { type LocalDate, todayInNewYork } from "#app/domain/basics/calendar.ts";
import { monthOf } from "#app/domain/basics/months.ts";
import { digestText } from "#app/domain/statements/shared-statement.ts";
import { statementOf } from "#app/domain/statements/statement.ts";
import { openFirst, openingOf, type SharedLink } from "#db/queries/statements/statement-links.ts";

/** User agents that fetch a page for a link preview or a link scan. `CUBOT` is a maker of phones, not a bot. */
const PREVIEWERS =
  /(?<!cu)bot\b|crawler|spider|preview|facebookexternalhit|facebookcatalog|whatsapp|skype|viber|embedly|iframely|pinterest|vkshare|snapchat|googleimageproxy|google-safety|safelinks|url ?scanner/i;

/**
 * Whether a request shows the page to a reader: not HEAD, not a range, not a prefetch, and not from a program that
 * previews the link.
 */
export function isOfReader({ method, headers }: Request): boolean {
  if (method !== "GET" || headers.has("Range")) return false;
  const purpose = ["Sec-Purpose", "Purpose", "X-Purpose", "X-Moz"].map((name) => headers.get(name) ?? "").join();
  if (/prefetch|prerender|preview/i.test(purpose)) return false;
  return !PREVIEWERS.test(headers.get("User-Agent") ?? "");
}

/** Records the first opening as a change. Of two simultaneous first openings the second only increases the count. */
export async function countOpening(link: SharedLink, { connect, now }: AppLoadContext): Promise<void> {
  const opening = { id: link.id, digest: await digestShown(link, todayInNewYork(now)) };
  const isFirst = link.opened === 0 && (await connect().write(openFirst(opening, now))) === "written";
  if (!isFirst) await connect().commit(openingOf(opening, now));
}

/** The digest of the statement that a live link shows; undefined of a frozen one, and of one whose later months have not begun. */
async function digestShown({ statement: source, customerId }: SharedLink, today: LocalDate) {
  if (!source || source.isTooLong || monthOf(source.period.last) > monthOf(today)) return undefined;
  return hashOf(digestText(statementOf(source, customerId)));
}
