import { type SQL, sql } from "drizzle-orm";
import type { BarnDetails } from "#app/domain/barn/barn-details.ts";
import type { LocalDate } from "#app/domain/basics/calendar.ts";
import { lastDayOf, monthOf } from "#app/domain/basics/months.ts";
import type { Period } from "#app/domain/statements/statement.ts";
import { activity, customers, statementLinks } from "#db/schema.ts";
import { asFlag, asList, statements } from "#db/statements.ts";
import { type Change, hasRecord, setOf } from "#db/write/change.ts";
import type { By } from "#db/write/records.ts";
import { barnDetails, parseStatement, type StatementData, statementRow } from "./customer-statement.ts";

/* Links that show a statement without an account (docs/product.md, 'Shared statements'). */

/** A link to be made. */
export type NewLink = Period & {
  id: string;
  tokenHash: string;
  customerId: string;
  hasComments: boolean;
  endsOn: LocalDate;
  /** Null of a link that shows the statement as it is when it is opened. */
  frozen: string | null;
  digest: string;
  /** The addresses to which the queue sends the link; null if it does not. */
  mailedTo: string[] | null;
  /** The id of the customer's last link, if it was not sent yet and a mailing makes another kind of link in its place. */
  replacedId: string | null;
};

/** The condition that a link shows its statement, unless the customer is deleted. */
export const isWorking = (today: LocalDate) => sql`stopped_at is null and ends_on >= ${today}`;

/** The key of the change that ends the links of a run. */
export const keyOfEnd = (runId: string) => `end ${runId}`;

/**
 * Makes links. A run makes links only for customers whose last working link of the period is frozen and does not have
 * the statement as it is now, or is still the one that it replaces, or who have none, and for whom it has made none: two runs at once, or
 * one that is sent twice, make one link each. An undone run makes no more.
 */
export function shareStatements(
  links: readonly NewLink[],
  { idempotencyKey, runId, today, ...by }: By & { idempotencyKey: string; runId: string | null; today: LocalDate },
): Change {
  const now = by.at.toISOString();
  const of = (name: keyof NewLink) => sql.raw(`value ->> '${name}'`);
  const isUnsent = sql`coalesce(l.mail_state, 'refused') = 'refused' and l.by_hand_at is null and l.opened = 0`;
  const last = sql`(select iif(l.id is ${of("replacedId")} and ${isUnsent}, '', iif(l.frozen is null, ${of("digest")}, l.digest)) from ${statementLinks} l where l.customer_id = ${of("customerId")} and l.first = ${of("first")}
    and l.last = ${of("last")} and ${isWorking(today)} order by created_at desc, id limit 1)`;
  const isOfRun = sql`exists (select 1 from ${statementLinks} l where l.run_id = ${runId} and l.customer_id = ${of("customerId")})`;
  const isOfCustomer = hasRecord(customers, of("customerId"));
  const isNew =
    runId === null ? isOfCustomer : sql`${isOfCustomer} and ${last} is not ${of("digest")} and not ${isOfRun}`;
  const isMailed = sql`${of("mailedTo")} is not null`;
  return {
    ...by,
    idempotencyKey,
    action: runId === null ? "share statement" : "share statements",
    payload: {
      runId,
      // The payload is what the form says: the same key with another amount or another day is still the same form.
      links: links.map(({ id, tokenHash, digest, endsOn, frozen, replacedId, ...link }) => ({
        ...link,
        isFrozen: frozen !== null,
      })),
    },
    audited: [{ table: statementLinks, ids: links.map(({ id }) => id) }],
    preconditions:
      runId === null ? [] : [sql`not exists (select 1 from ${activity} where ${activity.id} = ${keyOfEnd(runId)})`],
    mutations: [
      {
        sql: sql`insert into ${statementLinks} (id, token_hash, customer_id, first, last, has_comments, ends_on, frozen, digest, run_id, actor, created_at, mail_state, mailed_at, queued_at, mailed_by, mailed_to)
          select ${of("id")}, ${of("tokenHash")}, ${of("customerId")}, ${of("first")}, ${of("last")}, ${of("hasComments")}, ${of("endsOn")}, ${of("frozen")}, ${of("digest")},
            ${runId}, ${by.actor}, ${now}, iif(${isMailed}, 'sending', null), iif(${isMailed}, ${now}, null), iif(${isMailed}, ${now}, null), iif(${isMailed}, ${by.actor}, null), coalesce(${of("mailedTo")}, '[]')
          from json_each(${JSON.stringify(links)}) where ${isNew}`,
        expectRows: runId === null ? links.length : "any",
      },
    ],
    timeoutMs: SHARE_TIMEOUT_MS,
  };
}

/** How long sharing may take, in milliseconds: the frozen statements of a mailing have some megabytes. */
const SHARE_TIMEOUT_MS = 15_000;

/**
 * Ends links, of one customer or of a run, and empties their frozen statements. Links that have ended stay as they are.
 */
export function stopSharing(
  ids: readonly string[],
  { idempotencyKey, ...by }: By & { idempotencyKey: string },
): Change {
  const stopped = { stoppedAt: by.at.toISOString(), stoppedBy: by.actor, frozen: sql`iif(frozen is null, null, '')` };
  const update = statements.update(statementLinks).set(stopped);
  return {
    ...by,
    idempotencyKey,
    action: "stop sharing statement",
    payload: { ids },
    audited: [{ table: statementLinks, ids }],
    mutations: [
      {
        sql: update.where(sql`id in ${setOf({ ids })} and stopped_at is null`),
        expectRows: "any",
      },
    ],
  };
}

/** Ends one link of a customer. ConflictError if there is no such link, or if it was stopped before. */
export const stopLink = (
  id: string,
  { customerId, ...by }: By & { idempotencyKey: string; customerId: string },
): Change => ({
  ...stopSharing([id], by),
  preconditions: [
    sql`exists (select 1 from ${statementLinks} where id = ${id} and customer_id = ${customerId} and stopped_at is null)`,
  ],
});

/** A link as the office sees it. */
export type StatementLink = Period & {
  id: string;
  tokenHash: string;
  customerId: string;
  hasComments: boolean;
  isFrozen: boolean;
  endsOn: LocalDate;
  digest: string;
  runId: string | null;
  actor: string;
  createdAt: string;
  stoppedAt: string | null;
  stoppedBy: string | null;
  mailState: "sending" | "accepted" | "refused" | null;
  mailAttempt: number;
  mailedAt: string | null;
  queuedAt: string | null;
  mailedTo: string[];
  mailProblem: string;
  byHandAt: string | null;
  opened: number;
  lastOpenedAt: string | null;
};

export const LINK: { [Name in keyof StatementLink]: SQL } = {
  id: sql`id`,
  tokenHash: sql`token_hash`,
  customerId: sql`customer_id`,
  first: sql`first`,
  last: sql`last`,
  hasComments: asFlag(sql`has_comments`),
  isFrozen: asFlag(sql`frozen is not null`),
  endsOn: sql`ends_on`,
  digest: sql`digest`,
  runId: sql`run_id`,
  actor: sql`actor`,
  createdAt: sql`created_at`,
  stoppedAt: sql`stopped_at`,
  stoppedBy: sql`stopped_by`,
  mailState: sql`mail_state`,
  mailAttempt: sql`mail_attempt`,
  mailedAt: sql`mailed_at`,
  queuedAt: sql`queued_at`,
  mailedTo: sql`json(mailed_to)`,
  mailProblem: sql`mail_problem`,
  byHandAt: sql`by_hand_at`,
  opened: sql`opened`,
  lastOpenedAt: sql`last_opened_at`,
};

/** How many links of a customer that have ended are listed. */
const MAX_ENDED = 20;

/** Selects a customer's links as one list: all that work, and the last ones that have ended, the latest first. */
export function linksOf(customerId: string, today: LocalDate) {
  const own = sql`from ${statementLinks} where customer_id = ${customerId}`;
  const newest = sql`select * ${own} and not (${isWorking(today)}) order by created_at desc, id limit ${MAX_ENDED}`;
  const listed = sql`(select * from (select * ${own} and ${isWorking(today)} union all select * from (${newest})) order by created_at desc, id)`;
  return statements.select({ links: asList<StatementLink>(LINK) }).from(listed);
}

/** Selects the options of the last link that was made, in one row; no row before the first link. */
export const lastOptions = () =>
  statements
    .select({
      hasComments: sql`has_comments`.mapWith(Boolean),
      isFrozen: sql`frozen is not null`.mapWith(Boolean),
      createdAt: sql<string>`created_at`,
      endsOn: sql<string>`ends_on`,
    })
    .from(sql`(select * from ${statementLinks} order by rowid desc limit 1)`);

/** The link at an address, and what its page shows. */
export type SharedLink = {
  id: string;
  customerId: string;
  hasComments: boolean;
  endsOn: LocalDate;
  opened: number;
  /** Whether the customer has an e-mail address. */
  hasAddress: boolean;
  barn: BarnDetails;
  isEnded: boolean;
  frozen: string | null;
  /** The current statement; null if the link has a frozen one, or has ended. */
  statement: StatementData | null;
};

/**
 * Selects the link with a token of this hash, in one row; no row if there is none. The links of a deleted customer have
 * ended. A current statement has no bills of months that have not begun.
 */
export function findShared(tokenHash: string, today: LocalDate) {
  const isEnded = sql`(not (${isWorking(today)}) or customers.deleted_at is not null)`;
  // The plus removes the affinity of the column, or no index of an expression would be used.
  const statement = sql`iif(${isEnded} or frozen is not null, null, ${statementRow(sql`+p.customer_id`, sql`p.has_comments`, lastDayOf(monthOf(today)))})`;
  return statements
    .select({
      id: sql<string>`p.id`,
      customerId: sql<string>`p.customer_id`,
      endsOn: sql<string>`ends_on`,
      hasComments: sql`has_comments`.mapWith(Boolean),
      opened: sql<number>`opened`,
      hasAddress: sql`customers.emails <> '[]'`.mapWith(Boolean),
      barn: barnDetails.mapWith((json: string) => JSON.parse(json) as BarnDetails),
      isEnded: isEnded.mapWith(Boolean),
      frozen: sql<string | null>`iif(${isEnded}, null, frozen)`,
      statement: statement.mapWith((json: string | null) => (json === null ? null : parseStatement(json))),
    })
    .from(
      sql`(select * from ${statementLinks} where token_hash = ${tokenHash}) p cross join ${customers} on customers.id = p.customer_id`,
    );
}

/** An opening of a link. `digest` is that of the statement that a live link has shown. */
type Opening = { id: string; digest: string | undefined };

/** Records the first opening of a link in the activity, so that the office's screens show it at once. */
export const openFirst = ({ id, digest }: Opening, at: Date): Change => ({
  actor: "visitor",
  at,
  idempotencyKey: `open ${id}`,
  action: "open statement",
  payload: { id },
  audited: [{ table: statementLinks, ids: [id] }],
  mutations: [{ sql: openingOf({ id, digest }, at), expectRows: 1 }],
});

/** Counts an opening. It is no `Change`, because everybody who has the address may open it as often as the rate limit allows. */
export const openingOf = ({ id, digest }: Opening, at: Date) =>
  statements
    .update(statementLinks)
    .set({ opened: sql`opened + 1`, lastOpenedAt: at.toISOString(), ...(digest !== undefined && { digest }) })
    .where(sql`id = ${id}`);
