import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { type LocalDate, plusMonths } from "#app/domain/basics/calendar.ts";
import { firstDayOf, type Month, monthOf } from "#app/domain/basics/months.ts";
import { billItems, statementLinks } from "#db/schema.ts";
import { statements } from "#db/statements.ts";

/* Entries that came after the statement of their days (docs/product.md, 'Late entries'). */

/** For this many months before a period its statement has late entries. */
const LATE_MONTHS = 3;

/**
 * The instant of what the customer has seen: a frozen link shows what it had when it was made, a live one what it had when it was opened
 * last. A live one that was not opened yet will show every entry.
 */
const seenAt = sql`iif(l.frozen is null, coalesce(l.last_opened_at, '9999'), l.created_at)`;

/** The condition that a statement of a later period before a day, which has the entry, was shared since it was entered. */
const isOnLater = (
  before: SQL,
) => sql`exists (select 1 from ${statementLinks} n where n.customer_id = l.customer_id and n.first > b.date
  and n.last < ${before} and n.created_at > b.created_at)`;

/** The numbers of the bills with days in the links of `which` that were entered after all of them were seen. */
const lateBills = (which: SQL, before: SQL) => sql`select b.seq as seq from ${statementLinks} l
  cross join ${billItems} b indexed by bill_items_by_customer on coalesce(b.customer_id, '') = l.customer_id and b.date between l.first and l.last
  where ${which} and b.deleted_at is null and not ${isOnLater(before)}
  group by b.seq having max(${seenAt}) < b.created_at`;

/** The numbers of a customer's late bills before the period in `p`, in a select. */
export const lateBillsOf = (customerId: string | SQLWrapper) =>
  lateBills(
    sql`l.customer_id = ${customerId} and l.last >= date(p.first, ${`-${LATE_MONTHS} months`}) and l.first < p.first and b.date < p.first`,
    sql`p.first`,
  );

/** Selects the late entries of the last months that no later statement has, by their months, the last one first. */
export function lateEntries(today: LocalDate) {
  const since = firstDayOf(monthOf(plusMonths(firstDayOf(monthOf(today)), -LATE_MONTHS)));
  const late = lateBills(sql`l.first >= ${since}`, sql`'9999'`);
  return statements
    .select({ month: sql<Month>`month`, count: sql<number>`n`, sum: sql<number>`amount` })
    .from(
      sql`(select substr(date, 1, 7) as month, count(*) as n, sum(value) as amount from ${billItems} where seq in (${late}) group by 1 order by 1 desc)`,
    );
}
