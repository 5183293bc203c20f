import { type SQL, sql } from "drizzle-orm";
import type { LocalDate } from "#app/domain/basics/calendar.ts";
import { LINKS_AT_ONCE, LINKS_OF_PAGE, type WhichLinks } from "#app/domain/statements/shared-statement.ts";
import { activity, admins, customers, statementLinks } from "#db/schema.ts";
import { asFlag, asList, statements } from "#db/statements.ts";
import type { Change } from "#db/write/change.ts";
import type { By } from "#db/write/records.ts";
import { isWorking, LINK, type StatementLink, stopSharing } from "./statement-links.ts";

/* All links that show a statement now (docs/product.md, 'Active links'). */

const from = (
  { customerId, actor }: Omit<WhichLinks, "actor"> & { actor: string | SQL | null },
  today: LocalDate,
): SQL =>
  sql`from ${statementLinks} l join ${customers} c on c.id = l.customer_id where ${isWorking(today)} and c.deleted_at is null
    ${customerId === null ? sql`` : sql`and customer_id = ${customerId}`} ${actor === null ? sql`` : sql`and actor = ${actor}`}`;

const { id, customerId, first, last, hasComments, isFrozen, endsOn, actor, createdAt, opened, lastOpenedAt } = LINK;
const COLUMNS = { id, customerId, first, last, hasComments, isFrozen, endsOn, actor, createdAt, opened, lastOpenedAt };

export type WorkingLink = Pick<StatementLink, keyof typeof COLUMNS> & { customer: string };

/** Selects a page of the links as one list, the latest first. `page` begins with 1. */
export function workingLinks(which: WhichLinks, today: LocalDate, page: number) {
  const rows = sql`(select l.*, c.name as customer ${from(which, today)} order by l.created_at desc, l.id limit ${LINKS_OF_PAGE} offset ${(page - 1) * LINKS_OF_PAGE})`;
  return statements.select({ links: asList<WorkingLink>({ ...COLUMNS, customer: sql`customer` }) }).from(rows);
}

/** An admin, past or present, who has made links that work, and how many. */
export type LinkMaker = { email: string; links: number; isAdmin: boolean };

/** Selects who has made links that work, of one customer or of all, as one list. */
export function makersOfLinks(customerId: string | null, today: LocalDate) {
  const counted = sql`(select actor, count(*) as links ${from({ customerId, actor: null }, today)} group by actor order by actor)`;
  const isAdmin = asFlag(sql`exists (select 1 from ${admins} where email = actor and deleted_at is null)`);
  return statements
    .select({ makers: asList<LinkMaker>({ email: sql`actor`, links: sql`links`, isAdmin }) })
    .from(counted);
}

/** Selects how many links of the admin whom the change with a key has deleted still work; 0 for any other change. */
export const countLinksOfDeleted = (changeKey: string, today: LocalDate) => {
  const email = sql`(select content ->> 'email' from ${activity} where id = ${changeKey} and action = 'delete admin')`;
  return statements
    .select({ count: sql<number>`count(*)` })
    .from(sql`(select 1 ${from({ customerId: null, actor: email }, today)})`);
};

/** Selects the ids of the latest of the links, as many as are turned off at once, as one list. */
export const idsOfLinks = (which: WhichLinks, today: LocalDate) =>
  statements
    .select({ links: asList<{ id: string }>({ id }) })
    .from(sql`(select l.id ${from(which, today)} order by l.created_at desc, l.id limit ${LINKS_AT_ONCE})`);

type TurnOff = By & { idempotencyKey: string };

/** Turns off some links. Those that do not work stay as they are. */
export const turnOffLinks = (ids: readonly string[], by: TurnOff): Change => ({
  ...stopSharing(ids, by),
  action: ids.length === 1 ? "stop sharing statement" : "stop sharing statements",
});

/** Turns off the `ids` of `idsOfLinks`. ConflictError unless there are `count` of the links, as many as the page has shown. */
export const turnOffAll = (
  ids: readonly string[],
  { which, count, today, ...by }: TurnOff & { which: WhichLinks; count: number; today: LocalDate },
): Change => ({
  ...turnOffLinks(ids, by),
  payload: { which, count },
  preconditions: [sql`(select count(*) ${from(which, today)}) = ${count}`],
});
