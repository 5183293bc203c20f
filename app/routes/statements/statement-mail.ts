import { formatUsDate, type LocalDate } from "#app/domain/basics/calendar.ts";

/* The e-mail with the link to a shared statement (docs/product.md, 'Shared statements'). */

type About = { barn: string; customer: string; period: string; url: string; endsOn: LocalDate };

/** Subject and text of the e-mail with a link. */
export function mailOf({ barn, customer, period, url, endsOn }: About): { subject: string; text: string } {
  return {
    subject: `Your statement for ${period} from ${barn}`,
    text: `Hello ${customer},

Your statement for ${period} is ready:
${url}

The link expires on ${formatUsDate(endsOn)}. Please don't forward this link.

${barn}`,
  };
}

/** The mailto address that opens the office's mail program with an e-mail to these addresses. */
export function mailtoOf(emails: readonly string[], { subject, text }: { subject: string; text: string }): string {
  const to = emails.map((email) => encodeURIComponent(email).replace("%40", "@")).join(",");
  // RFC 6068 requires line breaks as CR LF.
  return `mailto:${to}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(text.replaceAll("\n", "\r\n"))}`;
}
