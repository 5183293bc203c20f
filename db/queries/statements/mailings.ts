import { eq, type SQL, sql } from "drizzle-orm";
import { todayInNewYork } from "#app/domain/basics/calendar.ts";
import type { Period } from "#app/domain/statements/statement.ts";
import { customers, statementLinks } from "#db/schema.ts";
import { asFlag, asList, statements } from "#db/statements.ts";
import { type Change, hasRecord, setOf } from "#db/write/change.ts";
import type { By } from "#db/write/records.ts";
import { isRemembered, isUnconfirmed } from "./queued-mails.ts";
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
  | "endsOn"
  | "opened"
  | "lastOpenedAt"
> & {
  /** Whether the e-mail may or may not have been sent: the queue has given it up, or lost it. */
  isUnconfirmed: boolean;
};

const { id, customerId, digest, isFrozen, actor, createdAt, mailState } = LINK;
const { mailedAt, queuedAt, mailedTo, mailProblem, byHandAt, endsOn, opened, lastOpenedAt } = LINK;

/** The latest working link of each customer for exactly this period. */
const latest = ({ first, last }: Period, now: Date) =>
  sql`(select * from (select *, row_number() over (partition by customer_id order by created_at desc, id) as place from ${statementLinks}
    where first = ${first} and last = ${last} and ${isWorking(todayInNewYork(now))}) where place = 1)`;

/** Selects the latest working link of each customer for exactly this period, as one list. */
export function lastLinks(period: Period, now: Date) {
  const columns = {
    ...{ id, customerId, digest, isFrozen, actor, createdAt, mailState, mailedAt, queuedAt, mailedTo, mailProblem },
    ...{ byHandAt, endsOn, opened, lastOpenedAt, isUnconfirmed: asFlag(isUnconfirmed(now)) },
  };
  return statements.select({ links: asList<LastLink>(columns) }).from(latest(period, now));
}

/** Selects the links that a run has made, as one list. */
export const madeByMailing = (runId: string) =>
  statements
    .select({ links: asList<Pick<StatementLink, "id" | "customerId" | "mailState">>({ id, customerId, mailState }) })
    .from(statementLinks)
    .where(sql`run_id = ${runId}`);

/** A link that is to be sent by hand. */
type LinkByHand = Pick<StatementLink, "id" | "customerId">;

/**
 * Selects the links of a period that were neither sent nor opened, as one list: in the order of the customers' names, those behind a
 * customer first.
 */
export function linksByHand(period: Period, now: Date, behind = "") {
  const isBefore = sql`(c.name_sort, c.id) <= (select name_sort, id from ${customers} where id = ${behind})`;
  const left = sql`(select l.id as id, customer_id from ${latest(period, now)} l join ${customers} c on c.id = customer_id and c.deleted_at is null
    where coalesce(mail_state, 'refused') = 'refused' and by_hand_at is null and opened = 0 order by coalesce(${isBefore}, 0), c.name_sort, c.id)`;
  return statements.select({ links: asList<LinkByHand>({ id, customerId }) }).from(left);
}

/** Says that a link of a customer was sent by hand. ConflictError if the link has ended, or was marked as sent before. */
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
        where id = ${linkId} and customer_id = ${owner} and by_hand_at is null and ${isWorking(todayInNewYork(by.at))}`,
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
  /** How many of these are not confirmed, and how many of those can be sent again: the provider still knows their keys. */
  unconfirmed: number;
  retriable: number;
  accepted: number;
  refused: number;
};

/**
 * The condition that an e-mail that is not confirmed can be sent again: the link shows its statement, the customer has the addresses of
 * the first attempt, and the provider still knows the key.
 */
const isRetriable = (now: Date) =>
  sql`${isUnconfirmed(now)} and ${isRemembered(now)} and ${isWorking(todayInNewYork(now))}
    and exists (select 1 from ${customers} c where c.id = customer_id and c.deleted_at is null and c.emails = mailed_to)`;

/** How many runs of a period are listed. */
const MAX_RUNS = 20;

/** Selects the runs of a period as one list, the latest first. */
export function mailingsOf({ first, last }: Period, now: Date) {
  const count = (condition: ReturnType<typeof sql>) => sql`count(*) filter (where ${condition})`;
  const runs = sql`(select run_id, min(created_at) as at, actor, count(*) as links, ${count(isWorking(todayInNewYork(now)))} as working,
    ${count(sql`opened > 0`)} as opened, ${count(sql`mail_state = 'sending' and stopped_at is null`)} as sending, ${count(sql`${isUnconfirmed(now)} and stopped_at is null`)} as unconfirmed, ${count(isRetriable(now))} as retriable,
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

/** Selects the e-mails that can be given to the queue again, of a run or of all, as one list. */
export const mailsToQueue = (runId: string | null, now: Date) =>
  statements
    .select({ links: asList<{ id: string }>({ id }) })
    .from(statementLinks)
    .where(sql`${isRetriable(now)}${runId === null ? sql`` : sql` and run_id = ${runId}`}`);

/**
 * Gives e-mails that are not confirmed to the queue again, with their keys. `mailedBy` is who pressed; null leaves it as it was.
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
  action: "send statements",
  payload: { ids },
  audited: [{ table: statementLinks, ids }],
  mutations: [{ sql: update, expectRows: "any" }],
});

/**
 * Begins the e-mails with working links, to the addresses that their customers have now. An e-mail that was accepted,
 * or that is in the queue, stays as it is. One that is not confirmed is begun again: with its key if it goes to the same
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
  const canBeginAgain = sql`${isUnconfirmed(by.at)} and iif(mailed_to = c.emails, ${isRemembered(by.at)}, ${isTold})`;
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
  action: "send statement",
  payload: { linkId, toldAttempt },
  preconditions: [hasRecord(customers, owner)],
});
