import { addHours, addMinutes } from "date-fns";
import { eq, type SQL, sql } from "drizzle-orm";
import { type LocalDate, todayInNewYork } from "#app/domain/basics/calendar.ts";
import type { Period } from "#app/domain/statements/statement.ts";
import { customers, settings, statementLinks } from "#db/schema.ts";
import { asList, statements } from "#db/statements.ts";
import { type Change, hasRecord, setOf } from "#db/write/change.ts";
import type { By } from "#db/write/records.ts";
import { isWorking, keyOfEnd, LINK, type StatementLink, stopSharing } from "./statement-links.ts";

/* The statements of a period that are shared in one run (docs/product.md, 'Statements of a month'). A run is the `run_id` of its links. */

/** The latest link of a customer and a period that works. */
export type LastLink = Pick<
  StatementLink,
  | "id"
  | "customerId"
  | "digest"
  | "isFrozen"
  | "actor"
  | "createdAt"
  | "mailState"
  | "mailedAt"
  | "mailedTo"
  | "mailProblem"
  | "opened"
  | "lastOpenedAt"
>;

const { id, customerId, digest, isFrozen, actor, createdAt, mailState } = LINK;
const { mailedAt, mailedTo, mailProblem, opened, lastOpenedAt } = LINK;

/** Selects the latest working link of each customer for exactly this period, as one list. */
export function lastLinks({ first, last }: Period, today: LocalDate) {
  const working = sql`(select *, row_number() over (partition by customer_id order by created_at desc, id) as place from ${statementLinks}
    where first = ${first} and last = ${last} and ${isWorking(today)})`;
  const columns = {
    ...{ id, customerId, digest, isFrozen, actor, createdAt, mailState },
    ...{ mailedAt, mailedTo, mailProblem, opened, lastOpenedAt },
  };
  return statements.select({ links: asList<LastLink>(columns) }).from(sql`(select * from ${working} where place = 1)`);
}

/** Selects the customers that a run has made a link for, as one list. */
export const customersOfMailing = (runId: string) =>
  statements
    .select({ customers: asList<{ id: string }>({ id: customerId }) })
    .from(statementLinks)
    .where(sql`run_id = ${runId}`);

/** A run, with how many of its links work, were opened, and what became of their e-mails. */
export type StatementMailing = {
  id: string;
  at: string;
  actor: string;
  links: number;
  working: number;
  opened: number;
  sending: number;
  /** How many of the e-mails that are 'sending' can be sent again: the provider still knows their keys. */
  retriable: number;
  accepted: number;
  refused: number;
};

/** For how many hours an e-mail without an answer is sent again. Providers store idempotency keys for 24 hours. */
export const RETRY_HOURS = 23;

/**
 * The condition that an e-mail without an answer can be sent again: the link shows its statement, the customer has the addresses of the
 * first attempt, and the provider still knows the key.
 */
const isRetriable = (now: Date) =>
  sql`mail_state = 'sending' and ${isWorking(todayInNewYork(now))} and mailed_at > ${addHours(now, -RETRY_HOURS).toISOString()}
    and exists (select 1 from ${customers} c where c.id = customer_id and c.deleted_at is null and c.emails = mailed_to)`;

/** How many runs of a period are listed. */
const MAX_RUNS = 20;

/** Selects the runs of a period as one list, the latest first. */
export function mailingsOf({ first, last }: Period, now: Date) {
  const count = (condition: ReturnType<typeof sql>) => sql`count(*) filter (where ${condition})`;
  const runs = sql`(select run_id, min(created_at) as at, actor, count(*) as links, ${count(isWorking(todayInNewYork(now)))} as working,
    ${count(sql`opened > 0`)} as opened, ${count(sql`mail_state = 'sending' and stopped_at is null`)} as sending, ${count(isRetriable(now))} as retriable,
    ${count(sql`mail_state = 'accepted'`)} as accepted, ${count(sql`mail_state = 'refused'`)} as refused
    from ${statementLinks} where first = ${first} and last = ${last} and run_id is not null group by run_id order by at desc, run_id limit ${MAX_RUNS})`;
  const column = (name: string) => sql.raw(name);
  return statements
    .select({
      runs: asList<StatementMailing>({
        id: column("run_id"),
        ...{ at: column("at"), actor, links: column("links"), working: column("working"), opened },
        ...{
          sending: column("sending"),
          retriable: column("retriable"),
          accepted: column("accepted"),
          refused: column("refused"),
        },
      }),
    })
    .from(runs);
}

/** Selects the ids of all links of a run, ended ones too, as one list. */
export const linksOfMailing = (runId: string) =>
  statements
    .select({ links: asList<{ id: string }>({ id }) })
    .from(sql`(select * from ${statementLinks} where run_id = ${runId} order by id)`);

/** Takes a run back: ends all its links. `ids` are those of `linksOfRun`; if a request has made more since, nothing is written. */
export const endMailing = (runId: string, ids: readonly string[], by: By): Change => ({
  ...stopSharing(ids, { ...by, idempotencyKey: keyOfEnd(runId) }),
  action: "stop sharing statements",
  preconditions: [eq(statements.$count(statementLinks, eq(statementLinks.runId, runId)), ids.length)],
});

/** If a request that made links has not recorded the outcome of their e-mails after this many minutes, it was ended. */
export const STALE_MINUTES = 10;

/** The condition that an e-mail may have been sent: its request or the provider left it without an answer. */
const isUnanswered = (now: Date) =>
  sql`mail_state = 'sending' and (mail_problem <> '' or mailed_at < ${addMinutes(now, -STALE_MINUTES).toISOString()})`;

/** A link whose e-mail is to be sent. */
export type LinkToMail = Pick<StatementLink, "id" | "tokenHash" | "endsOn" | "mailAttempt" | "mailedTo"> &
  Period & { customer: string; barn: string };

const mailsOf = (condition: SQL) =>
  statements
    .select({
      links: asList<LinkToMail>({
        ...{ id: sql`l.id`, tokenHash: LINK.tokenHash, first: LINK.first, last: LINK.last, endsOn: LINK.endsOn },
        ...{ mailAttempt: LINK.mailAttempt, mailedTo },
        customer: sql`customers.name`,
        barn: sql`(select barn_name from ${settings})`,
      }),
    })
    .from(sql`${statementLinks} l join ${customers} on customers.id = l.customer_id`)
    .where(condition);

/**
 * Selects links that are to be e-mailed, as one list: those that this request has made or begun, and those of the run whose e-mail
 * was left without an answer by the provider, or by a request that ended long ago.
 */
export function linksToMail(runId: string, begunIds: readonly string[], now: Date) {
  const isMine = sql`l.id in ${setOf({ ids: begunIds })}`;
  return mailsOf(sql`${isRetriable(now)} and (${isMine} or (run_id = ${runId} and ${isUnanswered(now)}))`);
}

/** Selects a link whose e-mail `beginMail` has begun, as a list of one; an empty list if there is none to send. */
export const linkToMail = (linkId: string, now: Date) => mailsOf(sql`l.id = ${linkId} and ${isRetriable(now)}`);

/**
 * Begins the e-mails with working links, to the addresses that their customers have now. An e-mail that was accepted,
 * or that has no answer yet, stays as it is. If an e-mail without an answer went to other addresses, another attempt
 * begins, because the provider must not take it for the first one; `isTold` is the condition that a person knows of the
 * first one.
 */
export function beginMails(
  linkIds: readonly string[],
  {
    idempotencyKey,
    which = sql`1`,
    isTold = sql`1`,
    ...by
  }: By & { idempotencyKey: string; which?: SQL; isTold?: SQL },
): Change {
  const isElsewhere = sql`${isUnanswered(by.at)} and mailed_to <> c.emails and ${isTold}`;
  return {
    ...by,
    idempotencyKey,
    action: "send statements",
    payload: { linkIds },
    audited: [{ table: statementLinks, ids: linkIds }],
    mutations: [
      {
        sql: sql`update ${statementLinks} set mail_state = 'sending', mail_problem = '', mailed_at = ${by.at.toISOString()}, mailed_to = c.emails,
          mail_attempt = mail_attempt + iif(mail_state = 'sending', 1, 0)
          from (select id as owner, emails from ${customers} where deleted_at is null) c
          where id in ${setOf({ ids: linkIds })} and owner = customer_id and ${which}
            and ${isWorking(todayInNewYork(by.at))} and (mail_state is null or mail_state = 'refused' or (${isElsewhere}))`,
        expectRows: "any",
      },
    ],
  };
}

type Sending = By & { idempotencyKey: string; customerId: string; toldAttempt: number | null };

/**
 * Begins the e-mail with one link of a customer. `toldAttempt` is the attempt that, as the page said, may have gone to other addresses.
 * ConflictError if the customer is deleted.
 */
export const beginMail = (linkId: string, { customerId: owner, toldAttempt, ...by }: Sending): Change => ({
  ...beginMails([linkId], { ...by, which: sql`customer_id = ${owner}`, isTold: sql`mail_attempt = ${toldAttempt}` }),
  action: "send statement",
  payload: { linkId, toldAttempt },
  preconditions: [hasRecord(customers, owner)],
});

/** What the provider said of an attempt to e-mail a link; 'sending' if it did not answer. */
export type MailRecord = { id: string; attempt: number; state: "accepted" | "refused" | "sending"; problem: string };

/** Records what became of the e-mails with links. A refusal begins another attempt, whose key the provider does not know. */
export function recordMails(
  mails: readonly MailRecord[],
  { idempotencyKey, ...by }: By & { idempotencyKey: string },
): Change {
  return {
    ...by,
    idempotencyKey,
    action: "send statements",
    payload: { mails },
    audited: [{ table: statementLinks, ids: mails.map((mail) => mail.id) }],
    mutations: [
      {
        sql: sql`update ${statementLinks} set mail_state = m.state, mail_problem = m.problem, mail_attempt = mail_attempt + (m.state = 'refused')
          from (select value ->> 'id' as id, value ->> 'attempt' as attempt, value ->> 'state' as state, value ->> 'problem' as problem from json_each(${JSON.stringify(mails)})) m
          where statement_links.id = m.id and mail_state = 'sending' and mail_attempt = m.attempt`,
        expectRows: "any",
      },
    ],
  };
}
