import type { ActionFunctionArgs, AppLoadContext } from "@remix-run/cloudflare";
import { formatDollars } from "#app/domain/basics/money.ts";
import { pluralize } from "#app/domain/basics/pluralize.ts";
import type { ShareOptions } from "#app/domain/statements/shared-statement.ts";
import { nameOfPeriod, type Period } from "#app/domain/statements/statement.ts";
import { mailOf } from "#app/domain/statements/statement-mail.ts";
import { fingerprintOfMails, type MailingPlan, type Wanted } from "./plan-mailing.ts";

/** What the dialog shows before e-mails are sent, and what its form sends. */
export type MailingReview = {
  id: string;
  /** Whether the main button sends e-mails; otherwise it only makes links. */
  isMail: boolean;
  /** Whether the worker has a mail provider. Without one the links are sent by hand. */
  canMail: boolean;
  customers: string[];
  options: ShareOptions;
  /** 'E-mail 33 customers, $240,804.32'. */
  title: string;
  notes: string[];
  /** One of the e-mails; null if there is none, or if the database could not be asked again. */
  sample: { to: string; subject: string; text: string } | null;
  fingerprint: string;
  /** 'Test sent to alex@barn.example.' */
  said: string;
};

/** The dialog of a plan; null if the plan has nothing to do. */
export async function reviewOf(
  plan: MailingPlan,
  { id, customers, options }: Wanted,
  { args: { request, context }, period }: { args: ActionFunctionArgs; period: Period },
): Promise<MailingReview | null> {
  const { mails, links, left, asBefore } = plan;
  const [mail] = mails;
  if (!mail && links.length === 0) return null;
  const canMail = context.mail !== null;
  const sum = mail ? mails.reduce((total, { amount }) => total + amount, 0) : plan.amount;
  const silent = links.filter(({ mailedTo }) => mailedTo === null).length;
  const skipped = customers.length - mails.length - silent - left;
  return {
    ...{ id, isMail: mail !== undefined, canMail, customers, options },
    title: `${mail ? "E-mail" : "Share with"} ${pluralize(mails.length || links.length, "customer")}, ${formatDollars(sum)}`,
    notes: [
      ...(canMail && silent > 0
        ? [`${silent} without an e-mail address ${silent === 1 ? "gets" : "get"} a link only.`]
        : []),
      ...(canMail ? [] : [BY_HAND]),
      ...(asBefore > 0
        ? [
            `${pluralize(asBefore, "e-mail")} may have arrived: ${asBefore === 1 ? "it goes" : "they go"} out again as before.`,
          ]
        : []),
      ...(skipped > 0 ? [`${skipped} left out: sent already, deleted, or too long for one page.`] : []),
      ...(left > 0 ? [`${left} more stay selected for the next time.`] : []),
    ],
    sample: mail ? { to: mail.emails.join(", "), ...textFor(mail, period, new URL("/s/…", request.url).href) } : null,
    fingerprint: await fingerprintOfMails(plan),
    said: "",
  };
}

const BY_HAND =
  "You send each link by hand. Hayloft can e-mail them for you: set up a mail provider (docs/operating.md, “Mail”).";

/** The dialog of a form whose command did not reach the database. */
export const reviewAfterOutage = (
  { id, isMail, customers, options }: Wanted,
  { canMail, fingerprint }: Pick<MailingReview, "canMail" | "fingerprint">,
): MailingReview => ({
  ...{ id, isMail, canMail, customers, options, fingerprint },
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
