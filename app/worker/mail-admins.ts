import { todayInNewYork } from "#app/domain/basics/calendar.ts";
import type { Env } from "#app/server/env.ts";
import { type Alert, logFailure } from "#app/server/log.ts";
import { createMailer } from "#app/server/mail.ts";
import type { Database } from "#db/connection.ts";
import { listAdmins } from "#db/queries/barn/admins.ts";

const FAILED: { [alert in Alert]: { subject: string; text: string } } = {
  backup: {
    subject: "The nightly backup of Hayloft failed",
    text: "The nightly backup was not made, or was not what it should be. The last good one is still there, and the next night tries again.\n\nThe log of the worker says why: look for the word backup in the field alert.",
  },
  mail: {
    subject: "Hayloft could not e-mail everything",
    text: "The mail provider did not answer, so some e-mails to customers were given up. Open Overview: its to-dos lead to them, and Try again sends each once.\n\nThe log of the worker says how many: look for the word mail in the field alert.",
  },
  pages: {
    subject: "A page of Hayloft fails for several people",
    text: "Within an hour, a page of Hayloft said to several people that something went wrong. Overview names its address. Nothing is saved that Hayloft did not confirm.\n\nThe log of the worker says why: look for the word pages in the field alert, and for the lines before it.",
  },
  payroll: {
    subject: "Hayloft could not run payroll",
    text: "The weekly payroll did not run by itself. Open Payroll and press Add Payroll Items.\n\nThe log of the worker says why: look for the word payroll in the field alert.",
  },
};

/**
 * Tells the admins by e-mail of an alert, at most once a day for each, if there is a mail provider (docs/operating.md, 'Alerts'). Never throws: the log has the failure itself.
 */
export async function mailAdmins(alert: Alert, open: () => Database, env: Env, now: Date): Promise<void> {
  const mail = createMailer(env);
  if (!mail) return;
  try {
    const [admins] = await Promise.all([open().read(listAdmins())]);
    const barn = env.WORKER_NAME ?? "hayloft";
    await Promise.all(
      admins.map(({ email }) =>
        mail({ to: [email], ...FAILED[alert], key: `failed-${alert}-${barn}-${todayInNewYork(now)}-${email}` }),
      ),
    );
  } catch (error) {
    logFailure("The admins were not told", error, "warn");
  }
}
