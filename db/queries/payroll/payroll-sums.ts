import { isNull, sql } from "drizzle-orm";
import { type LocalDate, plusDays } from "#app/domain/basics/calendar.ts";
import type { PaidSum } from "#app/domain/payroll/paid-year.ts";
import {
  type EmployedGroom,
  type GroomSum,
  isByMonth,
  PAST_PAYMENT_DAYS,
  type PayCheck,
} from "#app/domain/payroll/payroll-summary.ts";
import { billItems, dayPaid, grooms, lastDay, payrollItems } from "#db/schema.ts";
import { asList, statements } from "#db/statements.ts";

/** The dates that items can be grouped by. */
const DAYS = { date: sql`${payrollItems.date}`, payment: sql`coalesce(${payrollItems.paymentDate}, '')` };

export type SummaryDay = keyof typeof DAYS;

/** Selects the sums in cents of each groom's items in the columns of the summary of some weeks, in one row. */
export function payrollSums(by: SummaryDay, weeks: readonly LocalDate[]) {
  const day = DAYS[by];
  const [from = "", until] = [weeks[0], plusDays(weeks.at(-1) ?? "", 7)];
  const monday = sql`date(${day}, 'weekday 0', '-6 days')`;
  const column = isByMonth(weeks) ? sql`substr(${monday}, 1, 7)` : monday;
  const sums = sql`select ${payrollItems.groomId} as groom_id, ${column} as "column", sum(${payrollItems.value}) as total,
    coalesce(sum(${payrollItems.value}) filter (where ${payrollItems.paid} = 0), 0) as unpaid from ${payrollItems}
    where ${day} >= ${from} and ${day} < ${until} and ${payrollItems.deletedAt} is null group by 1, 2`;
  return statements
    .select({
      sums: asList<GroomSum>({
        groomId: grooms.id,
        name: grooms.name,
        column: sql`"column"`,
        total: sql`total`,
        unpaid: sql`unpaid`,
      }),
    })
    .from(sql`(${sums}) sums join ${grooms} on ${grooms.id} = sums.groom_id`);
}

/**
 * Selects what each groom was paid in each month of a year, by the day of payment and the location: that of the service's bill, or
 * the groom's. One row.
 */
export function paidInYear(year: number) {
  const day = dayPaid(payrollItems);
  const at = sql`coalesce((select ${billItems.location} from ${billItems} where ${billItems.id} = ${payrollItems.billItemId}), ${grooms.location})`;
  const sums = sql`select ${grooms.id} as id, ${grooms.name} as name, ${at} as location, substr(${day}, 1, 7) as month, sum(${payrollItems.value}) as sum
    from ${payrollItems} join ${grooms} on ${grooms.id} = ${payrollItems.groomId}
    where ${day} between ${`${year}-01-01`} and ${`${year}-12-31`} and ${payrollItems.paid} = 1 and ${payrollItems.deletedAt} is null group by 1, 3, 4`;
  return statements
    .select({
      sums: asList<PaidSum>({
        groomId: sql`id`,
        name: sql`name`,
        location: sql`location`,
        month: sql`month`,
        sum: sql`sum`,
      }),
    })
    .from(sql`(${sums})`);
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
  const recent = sql`select coalesce(${payrollItems.paymentDate}, '') from ${payrollItems} where coalesce(${payrollItems.paymentDate}, '') >= ${plusDays(today, -PAST_PAYMENT_DAYS)}
    and ${payrollItems.paid} = 0 and ${payrollItems.deletedAt} is null`;
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
      checks: asList<PayCheck>({ id: grooms.id, name: grooms.name, items: sql`due.items`, sum: sql`due.amount` }),
    })
    .from(sql`${due} join ${grooms} on ${grooms.id} = due.groom_id`);
}
