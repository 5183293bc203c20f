import { addHours, addMinutes } from "date-fns";
import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Period } from "#app/domain/statements/statement.ts";
import type { AnsweredQuestion, MailKind, MailMessage } from "#app/domain/statements/statement-mail.ts";
import { admins, customers, settings, statementLinks, statementQuestions } from "#db/schema.ts";
import { asFlag, asList, statements } from "#db/statements.ts";
import { type Change, setOf } from "#db/write/change.ts";
import type { By } from "#db/write/records.ts";
import type { StatementLink } from "./statement-links.ts";

/* The e-mails in the queue (docs/architecture.md, 'One e-mail'): those with links, and those with answers to questions. */

/** For how many hours an e-mail without an answer is sent again. Providers store idempotency keys for 24 hours. */
export const RETRY_HOURS = 23;

/** If the queue has not said after this many minutes what became of an e-mail, it has lost it. */
export const STALE_MINUTES = 30;

/**
 * After this many minutes without an answer, an e-mail can be given to the queue again by hand: the queue has lost it (the app was
 * killed), or tries it again. That cannot send it twice at any moment, because each message for an attempt carries the same idempotency
 * key, and a provider that still works on it refuses the second request for now. The minute only keeps the button away from e-mails
 * whose first turn is about to come. Past `RETRY_HOURS` the key is forgotten, and the button with it.
 */
export const SLOW_MINUTES = 1;

/** The name of the row's table before its columns, where several tables have such columns. */
type Prefix = "" | "q." | "m.";

/** The condition that an e-mail may have been sent: the queue has given it up, or lost it. */
export function isUnconfirmed(now: Date, prefix: Prefix = ""): SQL {
  const [state, problem, queued, mailed] = ["mail_state", "mail_problem", "queued_at", "mailed_at"].map((name) =>
    sql.raw(prefix + name),
  );
  return sql`coalesce(${state}, '') = 'sending' and (${problem} <> '' or coalesce(${queued}, ${mailed}) < ${addMinutes(now, -STALE_MINUTES).toISOString()})`;
}

/** The condition that an e-mail has no answer yet, and has waited for one for some time. */
export const isSlow = (now: Date) =>
  sql`coalesce(mail_state, '') = 'sending' and (mail_problem <> '' or coalesce(queued_at, mailed_at) < ${addMinutes(now, -SLOW_MINUTES).toISOString()})`;

/** The condition that the provider still knows the key of an e-mail that it may have sent. */
export const isRemembered = (now: Date, prefix: Prefix = "") =>
  sql`${sql.raw(`${prefix}mailed_at`)} > ${addHours(now, -RETRY_HOURS).toISOString()}`;

/** An e-mail in the queue, with what it says and what decides whether it is sent. `id` is that of its link or question. */
export type QueuedMail = MailMessage &
  Period &
  Pick<StatementLink, "tokenHash" | "endsOn" | "mailState" | "mailAttempt" | "mailedTo" | "mailProblem"> & {
    linkId: string;
    customer: string;
    barn: string;
    emails: string[];
    isDeleted: boolean;
    isStopped: boolean;
    /** The question, of the e-mail with its reply. */
    about: AnsweredQuestion | null;
    /** Whether the answer was undone since. */
    isUndone: boolean;
    mailedBy: string | null;
    isByAdmin: boolean;
    /** Whether this attempt was given to the queue before, so that the provider may have sent the e-mail. */
    isQueuedAgain: boolean;
    /** Whether the provider still knows the key then. */
    isRemembered: boolean;
  };

const OF_KIND = {
  statement: { table: statementLinks, linkId: sql`m.id`, about: sql`null`, isUndone: sql`0` },
  answer: {
    table: statementQuestions,
    linkId: sql`m.link_id`,
    about: sql`json_object('line', m.line, 'question', m.question, 'reply', m.reply)`,
    isUndone: sql`m.answered_at is null`,
  },
} satisfies { [Kind in MailKind]: object };

/** Selects the e-mails of a kind that the queue delivers, as one list. */
export function queuedMails(kind: MailKind, ids: readonly string[], now: Date) {
  const { table, linkId, about, isUndone } = OF_KIND[kind];
  return statements
    .select({
      mails: asList<QueuedMail>({
        ...{ kind: sql`${kind}`, id: sql`m.id`, linkId: sql`l.id`, about, isUndone: asFlag(isUndone) },
        ...{ tokenHash: sql`l.token_hash`, first: sql`l.first`, last: sql`l.last`, endsOn: sql`l.ends_on` },
        ...{ mailState: sql`m.mail_state`, mailAttempt: sql`m.mail_attempt`, mailedTo: sql`json(m.mailed_to)` },
        ...{ mailProblem: sql`m.mail_problem`, mailedBy: sql`m.mailed_by` },
        ...{ customer: sql`customers.name`, barn: sql`(select barn_name from ${settings})` },
        emails: sql`json(customers.emails)`,
        isDeleted: asFlag(sql`customers.deleted_at is not null`),
        isStopped: asFlag(sql`l.stopped_at is not null`),
        isByAdmin: asFlag(sql`exists (select 1 from ${admins} where email = m.mailed_by and deleted_at is null)`),
        isQueuedAgain: asFlag(sql`coalesce(m.queued_at > m.mailed_at, 1)`),
        isRemembered: asFlag(isRemembered(now, "m.")),
      }),
    })
    .from(
      sql`${table} m join ${statementLinks} l on l.id = ${linkId} join ${customers} on customers.id = l.customer_id`,
    )
    .where(sql`m.id in ${setOf({ ids })}`);
}

/**
 * What became of an attempt to send an e-mail; 'sending' if that is not known, and `problem` says why. Without an attempt, of the one
 * that is under way.
 */
export type MailRecord = MailMessage & {
  attempt?: number;
  state: "accepted" | "refused" | "sending";
  problem: string;
};

/**
 * The changes that record what became of e-mails: those that were sent, and those that were not, because Activity says what happened. A
 * refusal begins another attempt, whose key the provider does not know.
 */
export function recordMails(mails: readonly MailRecord[], by: By): Change[] {
  const of = (name: keyof MailRecord) => sql.raw(`value ->> '${name}' as ${name}`);
  const recordOf = (kind: MailKind, isSent: boolean): Change | [] => {
    const own = mails.filter((mail) => mail.kind === kind && (mail.state === "accepted") === isSent);
    if (own.length === 0) return [];
    const { table } = OF_KIND[kind];
    return {
      ...by,
      idempotencyKey: crypto.randomUUID(),
      action: `${isSent ? "send" : "fail to send"} ${kind}s`,
      payload: { mails: own },
      audited: [{ table, ids: own.map(({ id }) => id) }],
      mutations: [
        {
          sql: sql`update ${table} set mail_state = m.state, mail_problem = m.problem, mail_attempt = mail_attempt + (m.state = 'refused')
            from (select ${of("id")}, ${of("attempt")}, ${of("state")}, ${of("problem")} from json_each(${JSON.stringify(own)})) m
            where ${table}.id = m.id and mail_state = 'sending' and mail_attempt = coalesce(m.attempt, mail_attempt)`,
          expectRows: "any",
        },
      ],
    };
  };
  return (["statement", "answer"] as const).flatMap((kind) => [recordOf(kind, true), recordOf(kind, false)].flat());
}

/**
 * Selects how many e-mails the queue has given up, or lost, within a day, in one row. Later the provider knows their keys no more, so
 * that only a person can help.
 */
export function unconfirmedMails(now: Date) {
  const of = (table: SQLWrapper) =>
    sql`select count(*) as n from ${table} where ${isUnconfirmed(now)} and ${isRemembered(now)}`;
  return statements
    .select({ count: sql<number>`sum(n)` })
    .from(
      sql`(${of(statementLinks)} and stopped_at is null and by_hand_at is null and opened = 0 union all ${of(statementQuestions)})`,
    );
}
