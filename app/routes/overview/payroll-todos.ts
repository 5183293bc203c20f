import { formatUsDate, formatWithWeekday, type LocalDate, plusDays } from "#app/domain/basics/calendar.ts";
import { formatDollars } from "#app/domain/basics/money.ts";
import { pluralize } from "#app/domain/basics/pluralize.ts";
import { totalOf } from "#app/domain/bills/charges.ts";
import { sumOf } from "#app/domain/overview/charts.ts";
import { describeWaiting, scheduleFailure, UNKNOWN_LAST_RUN, weeksDue } from "#app/domain/payroll/payroll.ts";
import { joinNames, MAX_NAMED, type Situation, type Todo } from "./situation.ts";

/** The next payment date is shown this many days before. */
const PAYMENT_DAYS = 7;

/** Payroll that was not run yet for the current or an earlier week. */
export function payrollTodo({ lastPayroll, scheduled, activeGrooms, salaries }: Situation, now: Date): Todo | null {
  const action = { id: "payroll", to: "/payroll/generate", action: "Run payroll" };
  if (!lastPayroll) {
    const failure = scheduleFailure({ lastPayroll, scheduled }, now);
    const note = `${failure ? `${failure} ` : ""}Enter when payroll was last run.`;
    return activeGrooms > 0 ? { ...action, text: UNKNOWN_LAST_RUN, note } : null;
  }
  const weeks = weeksDue(new Date(lastPayroll), now);
  const [first] = weeks;
  if (!first) return null;
  return {
    ...action,
    text:
      weeks.length === 1
        ? `Payroll not run for the week of ${formatUsDate(first)}`
        : `Payroll not run for ${weeks.length} weeks since ${formatUsDate(first)}`,
    amount: formatDollars(salaries.sum),
    note: scheduleFailure({ lastPayroll, scheduled }, now) ?? `${pluralize(salaries.count, "groom")}.`,
  };
}

/** Payments up to today that are not marked paid, and those of the next payment date. */
export function paymentTodos({ paymentsDue, nextPayment }: Situation, today: LocalDate): (Todo | null)[] {
  const { count, sum } = paymentsDue;
  const isSoon = nextPayment && nextPayment.date <= plusDays(today, PAYMENT_DAYS);
  return [
    count > 0
      ? {
          id: "payments",
          text: `${pluralize(count, "payment")} to grooms due`,
          amount: formatDollars(sum),
          to: "/payroll/pay",
          action: "Mark due payments as paid",
        }
      : null,
    isSoon
      ? {
          id: "checks",
          text: `Checks for ${formatWithWeekday(nextPayment.date)}`,
          amount: formatDollars(nextPayment.sum),
          note: `${pluralize(nextPayment.count, "payroll item")}.`,
          to: `/payroll-summary?pay=${nextPayment.date}#checks`,
          action: "See the checks",
        }
      : null,
  ];
}

/** Active grooms without an item in the current week, once payroll was run for it. */
export function groomsTodo({ lastPayroll, idleGrooms }: Situation, now: Date): Todo | null {
  const isRun = lastPayroll !== null && weeksDue(new Date(lastPayroll), now).length === 0;
  if (!isRun || idleGrooms.length === 0) return null;
  return {
    id: "grooms",
    text: `${pluralize(idleGrooms.length, "groom")} without a payroll item this week`,
    amount: formatDollars(sumOf(idleGrooms.map(({ weeklySalary }) => weeklySalary))),
    note: `${joinNames(idleGrooms.map(({ name }) => name))}.`,
    to: "/payroll/generate",
    action: "Run payroll",
    list: { to: "/payroll", text: "Payroll" },
  };
}

/** Unpaid past weeks whose salaries no run makes: they wait for an admin. */
export function waitingTodo({ waiting }: Situation, today: LocalDate): Todo | null {
  if (waiting.length === 0) return null;
  const total = formatDollars(totalOf(waiting.flatMap(({ salaries }) => salaries)));
  const lines = waiting.slice(0, MAX_NAMED).map((groom) => `${describeWaiting(groom, today)}.`);
  const more = waiting.length - lines.length;
  return {
    id: "waiting",
    text: `Past weeks without a salary, ${pluralize(waiting.length, "groom")}`,
    amount: total,
    note: [...lines, ...(more > 0 ? [`And ${more} more.`] : [])].join(" "),
    to: "/payroll#waiting",
    action: "See the weeks",
  };
}
