import { isNull, sql } from "drizzle-orm";
import type { LocalDate } from "#app/domain/calendar.ts";
import type { GroomWeek } from "#app/domain/payroll-summary.ts";
import { grooms, payrollItems } from "#db/schema.ts";
import { asList, statements } from "#db/statements.ts";

/** The days that an item can be summed by, each as its index has it. */
const days = {
  date: sql`${payrollItems.date}`,
  payment: sql`coalesce(${payrollItems.paymentDate}, '')`,
};

export type SummaryDay = keyof typeof days;

/** What each groom's items from one day until the day before another come to, week by week: one row. */
export function payrollSums(by: SummaryDay, from: LocalDate, until: LocalDate) {
  const day = days[by];
  const sums = sql`select groom_id, date(${day}, 'weekday 0', '-6 days') as monday, sum(value) as total from ${payrollItems}
    where ${day} >= ${from} and ${day} < ${until} and ${isNull(payrollItems.deletedAt)} group by groom_id, monday`;
  return statements
    .select({
      sums: asList<GroomWeek>({
        groomId: sql`groom_id`,
        name: grooms.name,
        week: sql`monday`,
        total: sql`total`,
      }),
    })
    .from(sql`(${sums}) join ${grooms} on ${grooms.id} = groom_id`);
}
