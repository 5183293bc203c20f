import { eq, type SQL, sql } from "drizzle-orm";
import { type LocalDate, plusMonths, todayInNewYork } from "#app/domain/basics/calendar.ts";
import type { Period } from "#app/domain/statements/statement.ts";
import { customers, statementLinks } from "#db/schema.ts";
import { asFlag, asList, statements } from "#db/statements.ts";
import { type Change, hasRecord, setOf } from "#db/write/change.ts";
import type { By } from "#db/write/records.ts";
import { isRemembered, isSlow, isUnconfirmed } from "./queued-mails.ts";
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
  | "queuedAt"
  | "mailedTo"
  | "mailProblem"
  | "byHandAt"
  | "hasComments"
  | "runId"
  | "endsOn"
  | "opened"
  | "lastOpenedAt"
> & {
  /** Whether the e-mail may or may not have been sent: the queue has given it up, or lost it. */
  isUnconfirmed: boolean;
  /** Whether the e-mail can be given to the queue again, with its key. */
  isRetriable: boolean;
};

const { id, customerId, digest, isFrozen, actor, createdAt, mailState } = LINK;
const { mailedAt, queuedAt, mailedTo, mailProblem, byHandAt, hasComments, runId, endsOn, opened, lastOpenedAt } = LINK;

/**
 * The condition that an e-mail without an answer can be given to the queue again (`SLOW_MINUTES`): the link shows its statement, no
 * admin has sent it by hand, the customer has the addresses of the first attempt, and the provider still knows the key.
 */
const isRetriable = (now: Date) =>
  sql`${isSlow(now)} and ${isRemembered(now)} and ${isWorking(todayInNewYork(now))} and by_hand_at is null
    and exists (select 1 from ${customers} c where c.id = customer_id and c.deleted_at is null and c.emails = mailed_to)`;

/** The latest working link of each customer for exactly this period. */
const latest = ({ first, last }: Period, now: Date) =>
  sql`(select * from (select *, row_number() over (partition by customer_id order by created_at desc, id) as place from ${statementLinks}
    where first = ${first} and last = ${last} and ${isWorking(todayInNewYork(now))}) where place = 1)`;

/** Selects the latest working link of each customer for exactly this period, as one list. */
export function lastLinks(period: Period, now: Date) {
  const columns = {
    ...{ id, customerId, digest, isFrozen, actor, createdAt, mailState, mailedAt, queuedAt, mailedTo, mailProblem },
    ...{ byHandAt, hasComments, runId, endsOn, opened, lastOpenedAt },
    ...{ isUnconfirmed: asFlag(isUnconfirmed(now)), isRetriable: asFlag(isRetriable(now)) },
  };
  return statements.select({ links: asList<LastLink>(columns) }).from(latest(period, now));
}

/** Selects the links that a run has made, as one list. */
export const madeByMailing = (run: string) =>
  statements
    .select({ links: asList<Pick<StatementLink, "id" | "customerId" | "mailState">>({ id, customerId, mailState }) })
    .from(statementLinks)
    .where(sql`run_id = ${run}`);

/** A link that is to be sent by hand. */
export type LinkByHand = Pick<StatementLink, "id" | "customerId"> & { customer: string };

/**
 * Selects the links of a period that were neither sent nor opened, as one list: in the order of the customers' names, those behind a
 * customer first. An e-mail in the queue, or one that may have arrived, is not sent by hand as well.
 */
export function linksByHand(period: Period, now: Date, behind = "") {
  const isBefore = sql`(c.name_sort, c.id) <= (select name_sort, id from ${customers} where id = ${behind})`;
  const left = sql`(select l.id as id, customer_id, c.name as customer from ${latest(period, now)} l join ${customers} c on c.id = customer_id and c.deleted_at is null
    where coalesce(mail_state, 'refused') = 'refused' and by_hand_at is null and opened = 0 order by coalesce(${isBefore}, 0), c.name_sort, c.id)`;
  return statements.select({ links: asList<LinkByHand>({ id, customerId, customer: sql`customer` }) }).from(left);
}

/**
 * Says that a link of a customer was sent by hand. ConflictError if the link has ended, was marked as sent before, or if Hayloft has
 * e-mailed it or is about to.
 */
export const markByHand = (
  linkId: string,
  { customerId: owner, ...by }: By & { idempotencyKey: string; customerId: string },
): Change => ({
  ...by,
  action: "send statement by hand",
  payload: { linkId },
  audited: [{ table: statementLinks, ids: [linkId] }],
  mutations: [
    {
      sql: sql`update ${statementLinks} set by_hand_at = ${by.at.toISOString()}
        where id = ${linkId} and customer_id = ${owner} and by_hand_at is null and ${isWorking(todayInNewYork(by.at))}
          and (coalesce(mail_state, 'refused') = 'refused' or (${isUnconfirmed(by.at)}))`,
      expectRows: 1,
    },
  ],
});

/** A run, with how many of its links work, were opened, and what became of their e-mails. */
export type StatementMailing = {
  id: string;
  at: string;
  actor: string;
  links: number;
  working: number;
  opened: number;
  sending: number;
  /** How many of these are not confirmed. */
  unconfirmed: number;
  accepted: number;
  refused: number;
};

/** How many runs of a period are listed. */
const MAX_RUNS = 20;

/** Selects the runs of a period as one list, the latest first. */
export function mailingsOf({ first, last }: Period, now: Date) {
  const count = (condition: ReturnType<typeof sql>) => sql`count(*) filter (where ${condition})`;
  const runs = sql`(select run_id, min(created_at) as at, actor, count(*) as links, ${count(isWorking(todayInNewYork(now)))} as working,
    ${count(sql`opened > 0`)} as opened, ${count(sql`mail_state = 'sending' and stopped_at is null`)} as sending, ${count(sql`${isUnconfirmed(now)} and stopped_at is null`)} as unconfirmed,
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
          unconfirmed: column("unconfirmed"),
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

/** Selects the e-mails that can be given to the queue again, as one list: of the statements of a period, or of all links. */
export const mailsToQueue = (period: Period | null, now: Date) =>
  statements
    .select({ links: asList<{ id: string }>({ id }) })
    .from(period ? latest(period, now) : statementLinks)
    .where(isRetriable(now));

/**
 * Gives e-mails without an answer to the queue again, with their keys. `mailedBy` is who pressed; null leaves it as it was.
 */
export function queueAgain(
  linkIds: readonly string[],
  { idempotencyKey, mailedBy, ...by }: By & { idempotencyKey: string; mailedBy: string | null },
): Change {
  const set = sql`mail_problem = '', queued_at = ${by.at.toISOString()}, mailed_by = coalesce(${mailedBy}, mailed_by)`;
  return changeOf(
    linkIds,
    { ...by, idempotencyKey },
    sql`update ${statementLinks} set ${set} where id in ${setOf({ ids: linkIds })} and ${isRetriable(by.at)}`,
  );
}

const changeOf = (ids: readonly string[], by: By & { idempotencyKey: string }, update: SQL): Change => ({
  ...by,
  action: "queue statements",
  payload: { ids },
  audited: [{ table: statementLinks, ids }],
  mutations: [{ sql: update, expectRows: "any" }],
});

/**
 * Begins the e-mails with working links, to the addresses that their customers have now. An e-mail that was accepted,
 * or that is in the queue, stays as it is. One that has no answer for some time is begun again: with its key if it goes to the same
 * addresses, or as another attempt, because the provider must not take it for the first one; `isTold` is the condition that a person
 * knows of the first one.
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
  const now = by.at.toISOString();
  const isElsewhere = sql`mail_state = 'sending' and mailed_to <> c.emails`;
  const canBeginAgain = sql`iif(mailed_to = c.emails, ${isSlow(by.at)} and ${isRemembered(by.at)}, ${isUnconfirmed(by.at)} and ${isTold})`;
  return changeOf(
    linkIds,
    { ...by, idempotencyKey },
    sql`update ${statementLinks} set mail_state = 'sending', mail_problem = '', queued_at = ${now}, mailed_by = ${by.actor}, mailed_to = c.emails,
      mailed_at = iif(mail_state = 'sending' and mailed_to = c.emails, mailed_at, ${now}), mail_attempt = mail_attempt + iif(${isElsewhere}, 1, 0)
      from (select id as owner, emails from ${customers} where deleted_at is null and emails <> '[]') c
      where id in ${setOf({ ids: linkIds })} and owner = customer_id and ${which}
        and ${isWorking(todayInNewYork(by.at))} and (mail_state is null or mail_state = 'refused' or (${canBeginAgain}))`,
  );
}

type Sending = By & { idempotencyKey: string; customerId: string; toldAttempt: number | null };

/**
 * Begins the e-mail with one link of a customer. `toldAttempt` is the attempt that, as the page said, may have gone to other addresses.
 * ConflictError if the customer is deleted.
 */
export const beginMail = (linkId: string, { customerId: owner, toldAttempt, ...by }: Sending): Change => ({
  ...beginMails([linkId], { ...by, which: sql`customer_id = ${owner}`, isTold: sql`mail_attempt = ${toldAttempt}` }),
  action: "queue statement",
  payload: { linkId, toldAttempt },
  preconditions: [hasRecord(customers, owner)],
});

/** The statements of a period whose e-mails the provider has refused, or did not confirm, and whose links were neither sent by hand nor opened since. */
export type UnsentStatements = Period & { refused: number; unconfirmed: number };

/** For how many months of statements Overview looks for e-mails that were not sent, and how many periods it names. */
const [UNSENT_MONTHS, UNSENT_PERIODS] = [12, 3];

/** Selects the statements that were not e-mailed, by their periods, the last one first. */
export function unsentStatements(now: Date) {
  const today = todayInNewYork(now);
  const links = sql`(select *, row_number() over (partition by customer_id, first, last order by created_at desc, id) as place from ${statementLinks}
    where first >= ${plusMonths(today, -UNSENT_MONTHS)} and ${isWorking(today)})`;
  const unsent = sql`(select first, last, count(*) filter (where mail_state = 'refused') as refused, count(*) filter (where mail_state = 'sending') as unconfirmed
    from ${links} where place = 1 and by_hand_at is null and opened = 0 and (mail_state = 'refused' or (${isUnconfirmed(now)}))
      and exists (select 1 from ${customers} c where c.id = customer_id and c.deleted_at is null)
    group by first, last order by last desc, first desc limit ${UNSENT_PERIODS})`;
  const column = <Value>(name: string) => sql<Value>`${sql.raw(name)}`;
  return statements
    .select({
      first: column<LocalDate>("first"),
      last: column<LocalDate>("last"),
      refused: column<number>("refused"),
      unconfirmed: column<number>("unconfirmed"),
    })
    .from(unsent);
}
