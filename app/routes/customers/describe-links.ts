import type { AppLoadContext } from "@remix-run/cloudflare";
import { hashOf } from "#app/auth/statement-token.ts";
import { formatInNewYork, formatUsDate, type LocalDate } from "#app/domain/calendar.ts";
import { pluralize } from "#app/domain/pluralize.ts";
import { nameOfPeriod } from "#app/domain/statement.ts";
import { mailOf, mailtoOf } from "#app/domain/statement-mail.ts";
import type { StatementData } from "#db/queries/customer-statement.ts";
import type { StatementLink } from "#db/queries/statement-links.ts";

/** A link in words, for its row in the list. */
export type LinkRow = {
  id: string;
  period: string;
  shared: string;
  shows: string;
  opened: string;
  /** 'Until 02/23/2027', 'Ended 11/25/2026 by ann@barn.example'. */
  ends: string;
  isWorking: boolean;
};

export const isWorking = ({ stoppedAt, endsOn }: StatementLink, today: LocalDate) =>
  stoppedAt === null && endsOn >= today;

/** The links of a customer in words. Called by loaders only: the browser does not load the code of time zones. */
export function describeLinks(links: readonly StatementLink[], today: LocalDate): LinkRow[] {
  return links.map((link) => {
    const stopped = link.stoppedAt && `Stopped ${formatInNewYork(new Date(link.stoppedAt))} by ${link.stoppedBy}`;
    const last = link.lastOpenedAt && `, last ${formatInNewYork(new Date(link.lastOpenedAt))}`;
    return {
      id: link.id,
      period: nameOfPeriod(link),
      shared: `${formatInNewYork(new Date(link.createdAt))} by ${link.actor}`,
      shows: `${link.isFrozen ? "As it was then" : "As it is now"}${link.hasComments ? ", with comments" : ""}`,
      opened: link.opened === 0 ? "Not opened" : `${pluralize(link.opened, "time")}${last}`,
      ends:
        stopped ||
        (isWorking(link, today) ? `Until ${formatUsDate(link.endsOn)}` : `Ended ${formatUsDate(link.endsOn)}`),
      isWorking: isWorking(link, today),
    };
  });
}

/** A link that is to be sent: its address, and the e-mail with it. */
export type LinkToSend = { id: string; url: string; subject: string; text: string; mailto: string; period: string };

/** The address of a link with the e-mail for it; null if the worker's secret is not the one any more that made the address. */
export async function linkToSend(
  { request, context }: { request: Request; context: AppLoadContext },
  { customer, barn }: Pick<StatementData, "customer" | "barn">,
  link: StatementLink,
): Promise<LinkToSend | null> {
  const token = await context.tokenOf(link.id);
  if ((await hashOf(token)) !== link.tokenHash) return null;
  const url = new URL(`/s/${token}`, request.url).href;
  const period = nameOfPeriod(link);
  const mail = mailOf({ barn: barn.name, customer: customer.name, period, url, endsOn: link.endsOn });
  return { id: link.id, url, period, ...mail, mailto: mailtoOf(customer.emails, mail) };
}
