import { isNull, sql } from "drizzle-orm";
import { type LocalDate, plusDays } from "#app/domain/calendar.ts";
import { type Check, type EmployedGroom, type GroomWeek, PAST_PAYMENT_DAYS } from "#app/domain/payroll-summary.ts";
import { grooms, lastDay, payrollItems, totals } from "#db/schema.ts";
import { asList, statements } from "#db/statements.ts";

/** The dates that items can be grouped by: the kind of total whose key is the Monday of the date and the groom. */
const kinds = { date: "groom by date", payment: "groom by payment" };

export type SummaryDay = keyof typeof kinds;

/** Selects the sums in cents of each groom's items per week, from the Monday `from` until the day before `until`, in one row. */
export function payrollSums(by: SummaryDay, from: LocalDate, until: LocalDate) {
  return statements
    .select({
      sums: asList<GroomWeek>({
        groomId: grooms.id,
        name: grooms.name,
        week: sql`substr(${totals.key}, 1, 10)`,
        total: totals.sum,
        unpaid: totals.currentSum,
      }),
    })
    .from(sql`${totals} join ${grooms} on ${grooms.id} = substr(${totals.key}, 12)`)
    .where(
      sql`${totals.list} = 'payroll' and ${totals.kind} = ${kinds[by]} and ${totals.key} >= ${from} and ${totals.key} < ${until} and ${totals.rows} > 0`,
    );
}

/** Selects the grooms who are not deleted and had not left by the day `from`, in one row. */
export function employedGrooms(from: LocalDate) {
  return statements
    .select({
      grooms: asList<EmployedGroom>({
        id: grooms.id,
        name: grooms.name,
        startDate: grooms.startDate,
        endDate: grooms.endDate,
        createdAt: grooms.createdAt,
      }),
    })
    .from(grooms)
    .where(sql`${isNull(grooms.deletedAt)} and ${lastDay(grooms.endDate)} >= ${from}`);
}

/** The oldest payment date with unpaid items, by their index; null if there is none. */
const oldestDate = sql`(select min(coalesce(${payrollItems.paymentDate}, '')) from ${payrollItems}
  where coalesce(${payrollItems.paymentDate}, '') > '' and ${payrollItems.paid} = 0 and ${payrollItems.deletedAt} is null)`;

/** Selects the payment dates that have unpaid items, in one row: the oldest one, and those of the last weeks and all later ones. */
export function paymentDates(today: LocalDate) {
  const recent = sql`select ${totals.key} from ${totals} where ${totals.list} = 'payroll' and ${totals.kind} = 'payment'
    and ${totals.key} >= ${plusDays(today, -PAST_PAYMENT_DAYS)} and ${totals.currentRows} > 0`;
  return statements
    .select({ dates: asList<{ date: LocalDate }>({ date: sql`date` }) })
    .from(sql`(select * from (select ${oldestDate} as date union ${recent}) where date is not null order by date)`);
}

/** Selects what is due to each groom on a payment date: `chosen`, or the oldest one with unpaid items. One row. */
export function checksFor(chosen: LocalDate | null) {
  const date = chosen === null ? oldestDate : sql`${chosen}`;
  const due = sql`(select ${payrollItems.groomId} as groom_id, count(*) as items, sum(${payrollItems.value}) as amount from ${payrollItems}
    where coalesce(${payrollItems.paymentDate}, '') = ${date} and ${payrollItems.paid} = 0 and ${payrollItems.deletedAt} is null group by 1) due`;
  return statements
    .select({
      date: sql<LocalDate | null>`${date}`,
      checks: asList<Check>({ id: grooms.id, name: grooms.name, items: sql`due.items`, sum: sql`due.amount` }),
    })
    .from(sql`${due} join ${grooms} on ${grooms.id} = due.groom_id`);
}
