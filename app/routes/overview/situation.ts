import type { LocalDate } from "#app/domain/basics/calendar.ts";
import type { Cents } from "#app/domain/basics/money.ts";
import type { Month } from "#app/domain/basics/months.ts";
import type { SimpleCheck } from "#app/domain/exports/judge-bills.ts";
import type { BackupState } from "#app/domain/overview/backups.ts";
import type { PayrollState, Salary } from "#app/domain/payroll/payroll.ts";

/** A number of records and the sum of their amounts in cents. */
export type Amount = { count: number; sum: Cents };

/** The numbers from which the to-dos follow, as of today. */
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
  /** The months with unbilled horses, the last one first. `left` counts the unbilled horses that have left since. */
  unbilledBoard: readonly { month: Month; count: number; left: number }[];
  /** Whether there may be more unbilled horses than were read. */
  isBoardCut: boolean;
  /** The number of unbilled shows up to today. */
  unbilledShows: number;
  pending: Amount;
  /** The numbers of pending bills that 'Check' finds, for the checks that can be counted without reading the bills. */
  findings: Record<SimpleCheck, number>;
  /** The exports of the last `EXPORT_DAYS` days that are not voided: their number, and the id of the last one. */
  exports: { count: number; last: string };
  corrections: Amount;
  /** The unanswered questions: their number, and the names of their customers. */
  questions: { count: number; customers: readonly string[] };
  backups: BackupState;
};

/** A to-do. `to` is the address where it is done, if in Hayloft; `list` is the address of its records. */
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

/** For this many days a to-do reminds of an export. */
export const EXPORT_DAYS = 7;

/** The most grooms or customers that a to-do names. */
export const MAX_NAMED = 3;

/** 'Ana, Bob and Carl', or 'Ana, Bob, Carl and 2 more'. */
export function joinNames(names: readonly string[]): string {
  const more = names.length - MAX_NAMED;
  const parts = [...names.slice(0, MAX_NAMED), ...(more > 0 ? [`${more} more`] : [])];
  return parts.length > 1 ? `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}` : (parts[0] ?? "");
}

export const isOrAre = (count: number) => (count === 1 ? "is" : "are");
