import { formatUsDate, type LocalDate } from "#app/domain/basics/calendar.ts";
import { formatDollars } from "#app/domain/basics/money.ts";
import { formatMonth } from "#app/domain/basics/months.ts";
import { pluralize } from "#app/domain/basics/pluralize.ts";
import { formatCorrection } from "#app/domain/bills/corrections.ts";
import { MOST_HORSES, monthNotBilled } from "#app/domain/boarding/unbilled-board.ts";
import { OLD_DAYS } from "#app/domain/exports/judge-bills.ts";
import { sumOf } from "#app/domain/overview/charts.ts";
import type { Situation, Todo } from "./situation.ts";

/** The most months with unbilled board that have a line of their own. */
const MAX_MONTHS = 4;

/** Unbilled board: a line for each of the last months, the earliest first, and one line for all months before. */
export function boardTodos({ unbilledBoard, isBoardCut }: Situation, today: LocalDate): Todo[] {
  const own = unbilledBoard.length > MAX_MONTHS ? MAX_MONTHS - 1 : MAX_MONTHS;
  const [recent, earlier] = [unbilledBoard.slice(0, own).toReversed(), unbilledBoard.slice(own)];
  const onlySome = isBoardCut ? { note: `Counted among ${MOST_HORSES} only.` } : {};
  const todos = recent.map(({ month, count, sum, charges }) => ({
    id: `horses-${month}`,
    text: monthNotBilled(month, count, today, charges),
    amount: formatDollars(sum),
    ...onlySome,
    to: `/horses/bill?month=${month}&back=/overview`,
    action: "Bill horses",
  }));
  const [last, first] = [earlier[0]?.month, earlier.at(-1)?.month];
  if (!last || !first) return todos;
  return [
    {
      id: "horses-earlier",
      text: `${formatMonth(first)} to ${formatMonth(last)}: horses not billed`,
      amount: formatDollars(sumOf(earlier.map(({ sum }) => sum))),
      ...onlySome,
      to: "/billing/check#unbilledBoard",
      action: "Check",
    },
    ...todos,
  ];
}

/** Shows that are not billed, and bills that are not exported. */
export function billingTodos({ unbilledShows, pending }: Situation): (Todo | null)[] {
  return [
    unbilledShows.count > 0
      ? {
          id: "shows",
          text: `${pluralize(unbilledShows.count, "show")} not billed`,
          amount: formatDollars(unbilledShows.sum),
          note: "Up to today.",
          to: "/shows/bill",
          action: "Bill shows",
          list: { to: "/shows?billed=no", text: "Unbilled shows" },
        }
      : null,
    pending.count > 0
      ? {
          id: "pending",
          text: `${pluralize(pending.count, "bill")} to export`,
          amount: formatDollars(pending.sum),
          to: "/billing/export",
          action: "Export to QB",
          list: { to: "/billing", text: "Pending bills" },
        }
      : null,
  ];
}

/** The findings of 'Check' about pending bills. */
export function findingsTodo({ pending, findings }: Situation): Todo | null {
  if (pending.count === 0) return null;
  const { old, future, unknown, zero } = findings;
  const parts = [
    old > 0 && `${old.toLocaleString("en-US")} more than ${OLD_DAYS} days old`,
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

/** Files that may not be in QuickBooks yet, and corrections to enter there. */
export function afterExportTodos({ exports, corrections }: Situation): (Todo | null)[] {
  return [
    ...exports.map(({ id, date, total }) => ({
      id: `export-${id}`,
      text: `Imported ${formatUsDate(date).slice(0, 5)} export into QuickBooks?`,
      amount: formatDollars(total),
      list: { to: `/billing/exports?made=${id}`, text: "File and steps" },
      dismiss: { kind: "imported" as const, recordId: id, scope: "", name: `Export of ${formatUsDate(date)}` },
    })),
    corrections.count > 0
      ? {
          id: "corrections",
          text: pluralize(corrections.count, "correction"),
          amount: formatCorrection(corrections.sum),
          note: "Enter these in QuickBooks.",
          to: "/billing/corrections",
          action: "Corrections",
        }
      : null,
  ];
}
