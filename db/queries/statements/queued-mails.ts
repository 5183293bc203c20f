import { addHours, addMinutes } from "date-fns";
import { type SQL, sql } from "drizzle-orm";
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

/** The name of the row's table before its columns, where several tables have such columns. */
type Prefix = "" | "q." | "m.";

/** The condition that an e-mail may have been sent: the queue has given it up, or lost it. */
export function isUnconfirmed(now: Date, prefix: Prefix = ""): SQL {
  const [state, problem, queued, mailed] = ["mail_state", "mail_problem", "queued_at", "mailed_at"].map((name) =>
    sql.raw(prefix + name),
  );
  return sql`coalesce(${state}, '') = 'sending' and (${problem} <> '' or coalesce(${queued}, ${mailed}) < ${addMinutes(now, -STALE_MINUTES).toISOString()})`;
}

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

/** Records what became of e-mails. A refusal begins another attempt, whose key the provider does not know. */
export function recordMails(mails: readonly MailRecord[], by: By & { idempotencyKey: string }): Change {
  const of = (name: keyof MailRecord) => sql.raw(`value ->> '${name}' as ${name}`);
  const tables = (["statement", "answer"] as const).flatMap((kind) => {
    const own = mails.filter((mail) => mail.kind === kind);
    return own.length > 0 ? { own, table: OF_KIND[kind].table } : [];
  });
  return {
    ...by,
    action: "send statements",
    payload: { mails },
    audited: tables.map(({ own, table }) => ({ table, ids: own.map(({ id }) => id) })),
    mutations: tables.map(({ own, table }) => ({
      sql: sql`update ${table} set mail_state = m.state, mail_problem = m.problem, mail_attempt = mail_attempt + (m.state = 'refused')
        from (select ${of("id")}, ${of("attempt")}, ${of("state")}, ${of("problem")} from json_each(${JSON.stringify(own)})) m
        where ${table}.id = m.id and mail_state = 'sending' and mail_attempt = coalesce(m.attempt, mail_attempt)`,
      expectRows: "any",
    })),
  };
}
