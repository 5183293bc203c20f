import type { AppLoadContext } from "@remix-run/cloudflare";
import { formatDollars } from "#app/domain/basics/money.ts";
import { pluralize } from "#app/domain/basics/pluralize.ts";
import type { ShareOptions } from "#app/domain/statements/shared-statement.ts";
import { nameOfPeriod, type Period } from "#app/domain/statements/statement.ts";
import { mailOf } from "#app/domain/statements/statement-mail.ts";
import { fingerprintOfMails, type MailingPlan, type Wanted } from "./plan-mailing.ts";

/** What the dialog shows before e-mails are sent, and what its form sends. */
export type MailingReview = {
  id: string;
  isMail: boolean;
  customers: string[];
  options: ShareOptions;
  /** 'E-mail 33 customers, $240,804.32'. */
  title: string;
  notes: string[];
  /** One of the e-mails; null if the database could not be asked again. */
  sample: { to: string; subject: string; text: string } | null;
  fingerprint: string;
  /** 'Test sent to alex@barn.example.' */
  said: string;
};

/** The dialog of a plan; null if the plan has no e-mail. */
export async function reviewOf(
  plan: MailingPlan,
  { id, isMail, customers, options }: Wanted,
  { request, period }: { request: Request; period: Period },
): Promise<MailingReview | null> {
  const { mails, links, left } = plan;
  const [mail] = mails;
  if (!mail) return null;
  const sum = mails.reduce((total, { amount }) => total + amount, 0);
  const silent = links.filter(({ mailedTo }) => mailedTo === null).length;
  const skipped = customers.length - mails.length - silent - left;
  return {
    ...{ id, isMail, customers, options },
    title: `E-mail ${pluralize(mails.length, "customer")}, ${formatDollars(sum)}`,
    notes: [
      ...(silent > 0 ? [`${silent} without an e-mail address ${silent === 1 ? "gets" : "get"} a link only.`] : []),
      ...(skipped > 0 ? [`${skipped} left out: sent already, deleted, or too long for one page.`] : []),
      ...(left > 0 ? [`${left} more stay selected for the next time.`] : []),
    ],
    sample: { to: mail.emails.join(", "), ...textFor(mail, period, new URL("/s/…", request.url).href) },
    fingerprint: await fingerprintOfMails(plan),
    said: "",
  };
}

/** The dialog of a form whose command did not reach the database. */
export const reviewAfterOutage = ({ id, isMail, customers, options }: Wanted, fingerprint: string): MailingReview => ({
  ...{ id, isMail, customers, options, fingerprint },
  title: isMail ? "E-mail the selected statements" : "Share the selected statements",
  ...{ notes: [], sample: null, said: "" },
});

const textFor = (mail: MailingPlan["mails"][number], period: Period, url: string) =>
  mailOf({ ...mail, period: nameOfPeriod(period), url: decodeURI(url) });

/** Sends the first e-mail of a plan to the admin, with the office's address of the statement. Returns what came of it. */
export async function sendTest(
  { session, mail: route }: AppLoadContext,
  { mails: [mail] }: MailingPlan,
  { request, period }: { request: Request; period: Period },
): Promise<{ said?: string; problem?: string }> {
  const to = session?.user.email ?? "";
  if (!route || !mail) return {};
  const path = `/customers/${mail.customerId}/statement?from=${period.first}&to=${period.last}`;
  const { subject, text } = textFor(mail, period, new URL(path, request.url).href);
  const key = `test.${crypto.randomUUID()}`;
  const outcome = await route.sendNow({ to: [to], subject: `Test: ${subject}`, text, key });
  if (outcome.state === "accepted") return { said: `Test sent to ${to}.` };
  return { problem: outcome.state === "refused" ? outcome.problem : "The mail provider does not answer." };
}
