import { formatUsDate, type LocalDate } from "#app/domain/basics/calendar.ts";

/* The e-mails of statements and answers, which the queue sends (docs/product.md, 'E-mails'). */

export type MailKind = "statement" | "answer";

/** What the queue gets of an e-mail: its kind, and the id of the link or question whose row in the database says the rest. */
export type MailMessage = { kind: MailKind; id: string };

type MailText = { subject: string; text: string };

type AboutLink = { barn: string; customer: string; period: string; url: string; endsOn: LocalDate };

/** Subject and text of the e-mail with a link. */
export function mailOf({ barn, customer, period, url, endsOn }: AboutLink): MailText {
  return {
    subject: `Your statement for ${period} from ${barn}`,
    text: `Hello ${customer},

Your statement for ${period} is ready:
${url}

The link expires on ${formatUsDate(endsOn)}. Please don't forward this link.

${barn}`,
  };
}

/** A line of a statement in words, a question about it, and the office's reply. */
export type AnsweredQuestion = { line: string; question: string; reply: string };

/** Subject and text of the e-mail with the reply to a question. */
export function answerMailOf(
  { line, question, reply }: AnsweredQuestion,
  { barn, customer, url, endsOn }: Omit<AboutLink, "period">,
): MailText {
  return {
    subject: `${barn} answered your question`,
    text: `Hello ${customer},

You asked about ${line}:
${question}

Our answer:
${reply}

Your statement:
${url}

The link expires on ${formatUsDate(endsOn)}. Please don't forward this link.

${barn}`,
  };
}

/** The mailto address that opens the office's mail program with an e-mail to these addresses. */
export function mailtoOf(emails: readonly string[], { subject, text }: MailText): string {
  const to = emails.map((email) => encodeURIComponent(email).replace("%40", "@")).join(",");
  // RFC 6068 requires line breaks as CR LF.
  return `mailto:${to}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(text.replaceAll("\n", "\r\n"))}`;
}

/** What may have changed between the press that queued an e-mail and its turn. */
type AtItsTurn = {
  /** Whether an answer was undone. */
  isUndone: boolean;
  isDeleted: boolean;
  isStopped: boolean;
  endsOn: LocalDate;
  emails: readonly string[];
  /** The addresses at the press. */
  mailedTo: readonly string[];
  /** Who pressed; null if an older version of Hayloft has queued it. */
  mailedBy: string | null;
  isByAdmin: boolean;
};

/** Why a queued e-mail must not be sent any more; '' if nothing stands in its way. */
export function whyNotSent(mail: AtItsTurn, today: LocalDate): string {
  if (mail.isUndone) return "The answer was undone.";
  if (mail.isDeleted) return "The customer was deleted.";
  if (mail.isStopped) return "The link was turned off.";
  if (mail.endsOn < today) return "The link has expired.";
  if (mail.emails.join() !== mail.mailedTo.join()) return "The e-mail address was changed.";
  return mail.mailedBy !== null && !mail.isByAdmin ? `${mail.mailedBy} is no longer an admin.` : "";
}
