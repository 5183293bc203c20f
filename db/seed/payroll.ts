import { clockInNewYork, type LocalDate, mondayOf, plusDays } from "#app/domain/basics/calendar.ts";
import { weeklyPayDate } from "#app/domain/payroll/pay-dates.ts";
import type { payrollItems, payrollRuns } from "#db/schema.ts";
import { covers, employmentOf, middayOf, type SeededBarn } from "./barn.ts";
import type { PayForService } from "./bills.ts";
import { randomFrom } from "./random.ts";

type PayrollRun = typeof payrollRuns.$inferInsert;
type PayrollItem = Required<Omit<typeof payrollItems.$inferInsert, "seq" | "itemSort" | "searchText">>;

/** Returns the start of the scheduled payroll run of a Monday: 06:00 in New York, in summer and in winter. */
function scheduledTime(monday: LocalDate): string {
  const inSummer = `${monday}T10:00:00.000Z`;
  return clockInNewYork(new Date(inSummer)).hour === 6 ? inSummer : `${monday}T11:00:00.000Z`;
}

/** Items that were due before this week are paid, but for those of the last `weeks`, which the history pays. */
const isPaid = (paymentDate: LocalDate, today: LocalDate, weeks: number) =>
  paymentDate < plusDays(mondayOf(today), -7 * weeks);

/** Pays the salaries of each week from the week of `first` to last week. The current week is left for the demo to run. */
export function paySalaries(barn: SeededBarn, first: LocalDate, today: LocalDate, unpaidWeeks = 0) {
  const random = randomFrom("salaries");
  const runs: PayrollRun[] = [];
  const items: PayrollItem[] = [];
  for (let monday = mondayOf(first); monday < mondayOf(today); monday = plusDays(monday, 7)) {
    const at = scheduledTime(monday);
    const paymentDate = weeklyPayDate(monday);
    const paid = isPaid(paymentDate, today, unpaidWeeks);
    const employed = barn.grooms.filter((groom) => covers(employmentOf(groom), monday, plusDays(monday, 6)));
    const run = {
      id: random.uuid(),
      at,
      actor: "schedule",
      itemCount: employed.length,
      total: employed.reduce((sum, { weeklySalary }) => sum + weeklySalary, 0),
      failure: null,
      lastPayrollBefore: runs.at(-1)?.at ?? null,
    };
    runs.push(run);
    for (const groom of employed) {
      items.push({
        ...{ id: random.uuid(), groomId: groom.id, item: "Weekly Salary", value: groom.weeklySalary },
        ...{
          date: monday,
          paymentDate,
          paid,
          paidOn: paid ? paymentDate : null,
          week: monday,
          payrollRunId: run.id,
          billItemId: null,
        },
        ...{ version: 1, createdAt: at, updatedAt: at, deletedAt: null },
      });
    }
  }
  return { runs, items, lastPayroll: runs.at(-1)?.at ?? null };
}

/** Returns the payroll items of the services that grooms did. An item has the id of its bill. */
export function payForServices(pay: PayForService[], today: LocalDate, unpaidWeeks = 0): PayrollItem[] {
  return pay.map((item) => ({
    ...item,
    paid: isPaid(item.paymentDate, today, unpaidWeeks),
    paidOn: isPaid(item.paymentDate, today, unpaidWeeks) ? item.paymentDate : null,
    ...{ week: null, payrollRunId: null, billItemId: item.id },
    ...{ version: 1, createdAt: middayOf(item.date), updatedAt: middayOf(item.date), deletedAt: null },
  }));
}
