import { sql } from "drizzle-orm";
import type { LocalDate } from "#app/domain/calendar.ts";
import type { GroomWeek } from "#app/domain/payroll-summary.ts";
import { grooms, totals } from "#db/schema.ts";
import { asList, statements } from "#db/statements.ts";

/** The dates that items can be grouped by: the kind of total whose key is the Monday of the date and the groom. */
const kinds = { date: "groom by date", payment: "groom by payment" };

export type SummaryDay = keyof typeof kinds;

/** Selects the sum in cents of each groom's items per week, from the Monday `from` until the day before `until`, in one row. */
export function payrollSums(by: SummaryDay, from: LocalDate, until: LocalDate) {
  return statements
    .select({
      sums: asList<GroomWeek>({
        groomId: grooms.id,
        name: grooms.name,
        week: sql`substr(${totals.key}, 1, 10)`,
        total: totals.sum,
      }),
    })
    .from(sql`${totals} join ${grooms} on ${grooms.id} = substr(${totals.key}, 12)`)
    .where(
      sql`${totals.list} = 'payroll' and ${totals.kind} = ${kinds[by]} and ${totals.key} >= ${from} and ${totals.key} < ${until} and ${totals.rows} > 0`,
    );
}
