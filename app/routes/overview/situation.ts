import type { LocalDate } from "#app/domain/basics/calendar.ts";
import type { Cents } from "#app/domain/basics/money.ts";
import type { Month } from "#app/domain/basics/months.ts";
import type { SimpleCheck } from "#app/domain/exports/judge-bills.ts";
import type { BackupState } from "#app/domain/overview/backups.ts";
import type { Dismissible } from "#app/domain/overview/dismissals.ts";
import type { PayrollState, Salary } from "#app/domain/payroll/payroll.ts";
import type { FailingRoute } from "#app/live/server/failing-routes.ts";
import type { UnsentStatements } from "#db/queries/statements/mailings.ts";

/** A number of records and the sum of their amounts in cents. */
export type Amount = { count: number; sum: Cents };

/** The numbers from which the to-dos follow, as of today. */
export type Situation = {
  lastPayroll: string | null;
  scheduled: PayrollState["scheduled"];
  /** The number of grooms who are active today, and those without an item in the current week. */
  activeGrooms: number;
  idleGrooms: readonly { name: string; weeklySalary: Cents }[];
  /** The grooms whom a payroll run would pay now, and the sum of their salaries. */
  salaries: Amount;
  /** The grooms with salaries of past weeks that no run makes, by name. */
  waiting: readonly { name: string; salaries: Salary[] }[];
  /** The unpaid items with a payment date up to today. */
  paymentsDue: Amount;
  /** The unpaid items of the next payment date after today; null if there is none. */
  nextPayment: (Amount & { date: LocalDate }) | null;
  /** The months with unbilled horses, the last one first, and the charges that they lack: see `UnbilledMonth`. */
  unbilledBoard: readonly (Amount & { month: Month; charges: string })[];
  /** Whether there may be more unbilled horses than were read. */
  isBoardCut: boolean;
  /** The unbilled shows up to today. */
  unbilledShows: Amount;
  pending: Amount;
  /** The numbers of pending bills that 'Check' finds, for the checks that can be counted without reading the bills. */
  findings: Record<SimpleCheck, number>;
  /** The latest exports of the last `EXPORT_DAYS` days that are not voided, and of which no admin said that they were imported. */
  exports: readonly { id: string; date: LocalDate; total: Cents }[];
  corrections: Amount;
  /** The unanswered questions: their number, and the names of their customers. */
  questions: { count: number; customers: readonly string[] };
  /** The entries that came after the statements of their months: see late-entries.ts. */
  lateEntries: readonly (Amount & { month: Month })[];
  /** The statements that were not e-mailed, by their periods. */
  unsent: readonly UnsentStatements[];
  backups: BackupState;
  /** The pages that fail for several people. */
  failing: readonly FailingRoute[];
};

/** A to-do. `to` is the address where it is done, if in Hayloft; `list` is the address of its records; `dismiss` what its answer stores. */
export type Todo = {
  id: string;
  text: string;
  /** The sum of the records of the to-do, at the right of its line: '$8,515.50'. */
  amount?: string;
  note?: string;
  to?: string;
  action?: string;
  list?: { to: string; text: string };
  dismiss?: Dismissible;
};

/** For this many days a to-do asks whether an export was imported. */
export const EXPORT_DAYS = 7;

/** The most grooms or customers that a to-do names. */
export const MAX_NAMED = 3;

/** 'Ana, Bob and Carl', or 'Ana, Bob, Carl and 2 more'. */
export function joinNames(names: readonly string[]): string {
  const more = names.length - MAX_NAMED;
  const parts = [...names.slice(0, MAX_NAMED), ...(more > 0 ? [`${more} more`] : [])];
  return parts.length > 1 ? `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}` : (parts[0] ?? "");
}
