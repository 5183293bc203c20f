import { formatUsDate, formatWithWeekday, type LocalDate, plusDays } from "#app/domain/basics/calendar.ts";
import { type Cents, formatDollars } from "#app/domain/basics/money.ts";
import { formatMonth, type Month } from "#app/domain/basics/months.ts";
import { pluralize } from "#app/domain/basics/pluralize.ts";
import { totalOf } from "#app/domain/bills/charges.ts";
import { formatCorrection } from "#app/domain/bills/corrections.ts";
import { MOST_HORSES } from "#app/domain/boarding/unbilled-board.ts";
import { type BackupState, describeLastBackup, lateBackup } from "#app/domain/overview/backups.ts";
import {
  describeWaiting,
  type PayrollState,
  type Salary,
  scheduleFailure,
  UNKNOWN_LAST_RUN,
  weeksDue,
} from "#app/domain/payroll/payroll.ts";

/* What needs doing today, in words (docs/product.md, 'Overview'). */

/** A number of records and the sum of their amounts in cents. */
export type Amount = { count: number; sum: Cents };

/** What the list depends on, all of it as of today. */
export type Situation = {
  lastPayroll: string | null;
  scheduled: PayrollState["scheduled"];
  /** The number of grooms who are active today, and the names of those without an item in the current week. */
  activeGrooms: number;
  idleGrooms: readonly string[];
  /** The grooms with salaries of past weeks that no run makes, by name. */
  waiting: readonly { name: string; salaries: Salary[] }[];
  /** The unpaid items with a payment date up to today. */
  paymentsDue: Amount;
  /** The unpaid items of the next payment date after today; null if there is none. */
  nextPayment: (Amount & { date: LocalDate }) | null;
  /** The months with horses that were not billed for them, the last one first; `left` are those of the horses that left since. */
  unbilledBoard: readonly { month: Month; count: number; left: number }[];
  /** Whether there may be more such horses than are counted. */
  isBoardCut: boolean;
  /** The unbilled shows of today and before. */
  unbilledShows: number;
  pending: Amount;
  /** The pending bills that 'Check' finds, as far as their number is known without reading the bills. */
  findings: { old: number; future: number; unknown: number; zero: number };
  /** The exports of the last days that were not voided, and the id of the last one. */
  exports: { count: number; last: string };
  corrections: Amount;
  /** The questions without an answer, and the names of the customers who ask. */
  questions: { count: number; customers: readonly string[] };
  backups: BackupState;
};

/** Something to do: `to` is the place where it is done, if it is done in Hayloft, and `list` that of the records. */
export type Todo = {
  id: string;
  text: string;
  /** The sum of the records of the to-do, at the right of its line: '$8,515.50'. */
  amount?: string;
  note: string;
  to?: string;
  action?: string;
  list?: { to: string; text: string };
};

/** Exports of this many days are reminded of. */
export const EXPORT_DAYS = 7;

/** The next payment date is shown this many days before. */
const PAYMENT_DAYS = 7;

/** How many grooms or customers a to-do names. */
const MAX_NAMED = 3;

/** 'Ana, Bob and Carl', or 'Ana, Bob, Carl and 2 more'. */
function joinNames(names: readonly string[]): string {
  const more = names.length - MAX_NAMED;
  const parts = [...names.slice(0, MAX_NAMED), ...(more > 0 ? [`${more} more`] : [])];
  return parts.length > 1 ? `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}` : (parts[0] ?? "");
}

const isOrAre = (count: number) => (count === 1 ? "is" : "are");

/** Payroll that was not run for the current week or before. */
function payrollTodo({ lastPayroll, scheduled, activeGrooms }: Situation, now: Date): Todo | null {
  const action = { id: "payroll", to: "/payroll/generate", action: "Add Payroll Items" };
  if (!lastPayroll) {
    const failure = scheduleFailure({ lastPayroll, scheduled }, now);
    const note = `${failure ? `${failure} ` : ""}Say when payroll was last run. The weeks since are due.`;
    return activeGrooms > 0 ? { ...action, text: UNKNOWN_LAST_RUN, note } : null;
  }
  const weeks = weeksDue(new Date(lastPayroll), now);
  const [first] = weeks;
  if (!first) return null;
  return {
    ...action,
    text:
      weeks.length === 1
        ? `Payroll is due for the week of ${formatUsDate(first)}`
        : `Payroll is due for ${weeks.length} weeks since ${formatUsDate(first)}`,
    note: scheduleFailure({ lastPayroll, scheduled }, now) ?? "Weekly salaries of all active grooms.",
  };
}

/** Payments up to today that are not marked paid, and those of the next payment date. */
function paymentTodos({ paymentsDue, nextPayment }: Situation, today: LocalDate): (Todo | null)[] {
  const { count, sum } = paymentsDue;
  const isSoon = nextPayment && nextPayment.date <= plusDays(today, PAYMENT_DAYS);
  return [
    count > 0
      ? {
          id: "payments",
          text: `${pluralize(count, "payment")} to grooms ${isOrAre(count)} due`,
          amount: formatDollars(sum),
          note: "Payroll items with a payment date up to today that are not marked paid.",
          to: "/payroll/pay",
          action: "Mark due payments as paid",
        }
      : null,
    isSoon
      ? {
          id: "checks",
          text: `Checks for ${formatWithWeekday(nextPayment.date)}`,
          amount: formatDollars(nextPayment.sum),
          note: `${pluralize(nextPayment.count, "payroll item")} with this payment date ${isOrAre(nextPayment.count)} not paid yet.`,
          to: `/payroll-summary?pay=${nextPayment.date}#checks`,
          action: "See the checks",
        }
      : null,
  ];
}

/** Active grooms without an item in the current week, once payroll was run for it. */
function groomsTodo({ lastPayroll, idleGrooms }: Situation, now: Date): Todo | null {
  const isRun = lastPayroll !== null && weeksDue(new Date(lastPayroll), now).length === 0;
  if (!isRun || idleGrooms.length === 0) return null;
  return {
    id: "grooms",
    text: `${pluralize(idleGrooms.length, "groom")} without a payroll item this week`,
    note: `${joinNames(idleGrooms)}.`,
    to: "/payroll/generate",
    action: "Add Payroll Items",
    list: { to: "/payroll", text: "Payroll" },
  };
}

/** How many months of board that was not billed have a line of their own. */
const MAX_MONTHS = 3;

/** Board that was not billed: a line for each of the last months, the earliest first, and one for those before. */
function boardTodos({ unbilledBoard, isBoardCut }: Situation): Todo[] {
  const earlier = unbilledBoard.slice(MAX_MONTHS);
  const recent = unbilledBoard.slice(0, MAX_MONTHS).toReversed();
  const onlySome = isBoardCut ? ` Counted among ${MOST_HORSES} only.` : "";
  const todos = recent.map(({ month, count, left }) => ({
    id: `horses-${month}`,
    text: `${pluralize(count, "horse")} ${isOrAre(count)} not billed for ${formatMonth(month)}`,
    note: `Billable horses that were on the property in the month.${left > 0 ? ` ${left.toLocaleString("en-US")} left since.` : ""}${onlySome}`,
    to: `/horses/bill?month=${month}`,
    action: "Bill horses",
  }));
  if (earlier.length === 0) return todos;
  const count = earlier.reduce((sum, each) => sum + each.count, 0);
  const first = earlier.at(-1)?.month ?? "";
  return [
    ...todos,
    {
      id: "horses-earlier",
      text: `${pluralize(count, "bill")} of boarding ${isOrAre(count)} missing for ${pluralize(earlier.length, "month")} since ${formatMonth(first)}`,
      note: `Billable horses that were on the property in these months.${onlySome}`,
      to: "/billing/check?all=unbilledBoard#unbilledBoard",
      action: "Check",
    },
  ];
}

/** Past weeks without a salary that no run makes. */
function waitingTodo({ waiting }: Situation, today: LocalDate): Todo | null {
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

function billingTodos({ unbilledShows, pending }: Situation): (Todo | null)[] {
  return [
    unbilledShows > 0
      ? {
          id: "shows",
          text: `${pluralize(unbilledShows, "show")} ${isOrAre(unbilledShows)} not billed`,
          note: "Shows of today and before.",
          to: "/shows/bill",
          action: "Bill shows",
          list: { to: "/shows?billed=no", text: "Unbilled shows" },
        }
      : null,
    pending.count > 0
      ? {
          id: "pending",
          text: `${pluralize(pending.count, "bill")} ${isOrAre(pending.count)} pending`,
          amount: formatDollars(pending.sum),
          note: "Not exported to QuickBooks yet.",
          to: "/billing/export",
          action: "Export to QB",
          list: { to: "/billing", text: "Pending bills" },
        }
      : null,
  ];
}

/** What 'Check' finds about pending bills. */
function findingsTodo({ pending, findings }: Situation): Todo | null {
  if (pending.count === 0) return null;
  const { old, future, unknown, zero } = findings;
  const parts = [
    old > 0 && `${old.toLocaleString("en-US")} more than 60 days old`,
    future > 0 && `${future.toLocaleString("en-US")} dated in the future`,
    unknown > 0 && `${unknown.toLocaleString("en-US")} without a customer`,
    zero > 0 && `${zero.toLocaleString("en-US")} of $0.00`,
  ].filter((part) => part !== false);
  if (parts.length === 0) return null;
  return {
    id: "check",
    text: `Pending bills to look at: ${parts.join(", ")}`,
    note: "Check looks for duplicates and unusual amounts, too.",
    to: "/billing/check",
    action: "Check",
  };
}

function afterExportTodos({ exports, corrections }: Situation): (Todo | null)[] {
  return [
    exports.count > 0
      ? {
          id: "exports",
          text: `${pluralize(exports.count, "export")} of the last ${EXPORT_DAYS} days to import into QuickBooks`,
          note: "Hayloft does not know whether a file was imported.",
          to: exports.count === 1 ? `/billing/exports?made=${exports.last}` : "/billing/exports",
          action: exports.count === 1 ? "File and steps" : "Exports",
        }
      : null,
    corrections.count > 0
      ? {
          id: "corrections",
          text: `${pluralize(corrections.count, "correction")} to enter in QuickBooks`,
          amount: formatCorrection(corrections.sum),
          note: "What exported bills lacked, for the accountant.",
          to: "/billing/corrections",
          action: "Corrections",
        }
      : null,
  ];
}

/** Questions of customers about shared statements. */
function questionsTodo({ questions: { count, customers } }: Situation): Todo | null {
  if (count === 0) return null;
  return {
    id: "questions",
    text: `${pluralize(count, "question")} about statements`,
    note: `${joinNames(customers)}.`,
    to: "/customers/questions",
    action: "Answer",
  };
}

/** Daily backups that have stopped. */
function backupTodo({ backups }: Situation, now: Date): Todo | null {
  const late = lateBackup(backups, now);
  if (late === null) return null;
  const help = "Ask the person who runs Hayloft: its log has the reason.";
  return late === "never"
    ? { id: "backup", text: "No backup has been made yet", note: `One is made each night. ${help}` }
    : { id: "backup", text: `No backup for ${late} days`, note: `${describeLastBackup(backups)}. ${help}` };
}

/** What needs doing today, the most urgent first; empty if nothing does. `now` is the instant of the request, `today` its day in New York. */
export function todosOf(situation: Situation, today: LocalDate, now: Date): Todo[] {
  return [
    payrollTodo(situation, now),
    ...paymentTodos(situation, today),
    groomsTodo(situation, now),
    waitingTodo(situation, today),
    ...boardTodos(situation),
    ...billingTodos(situation),
    findingsTodo(situation),
    ...afterExportTodos(situation),
    questionsTodo(situation),
    backupTodo(situation, now),
  ].filter((todo) => todo !== null);
}
