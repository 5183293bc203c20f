import { isNull, sql } from "drizzle-orm";
import type { LocalDate } from "#app/domain/calendar.ts";
import type { GroomWeek } from "#app/domain/payroll-summary.ts";
import { grooms, payrollItems } from "#db/schema.ts";
import { asList, statements } from "#db/statements.ts";

/** The dates that items can be grouped by, each with the expression of its index. */
const dates = {
  date: sql`${payrollItems.date}`,
  payment: sql`coalesce(${payrollItems.paymentDate}, '')`,
};

export type SummaryDay = keyof typeof dates;

/** Selects the sum in cents of each groom's items per week, from `from` until the day before `until`, in one row. */
export function payrollSums(by: SummaryDay, from: LocalDate, until: LocalDate) {
  const day = dates[by];
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
