import { formatDollars } from "#app/domain/basics/money.ts";
import { formatMonth } from "#app/domain/basics/months.ts";
import { pluralize } from "#app/domain/basics/pluralize.ts";
import { formatCorrection } from "#app/domain/bills/corrections.ts";
import { MOST_HORSES } from "#app/domain/boarding/unbilled-board.ts";
import { OLD_DAYS } from "#app/domain/exports/judge-bills.ts";
import { EXPORT_DAYS, isOrAre, type Situation, type Todo } from "./situation.ts";

/** The most months with unbilled board that have a line of their own. */
const MAX_MONTHS = 3;

/** Unbilled board: a line for each of the last months, the earliest first, and one line for all months before. */
export function boardTodos({ unbilledBoard, isBoardCut }: Situation): Todo[] {
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

/** Shows that are not billed, and bills that are not exported. */
export function billingTodos({ unbilledShows, pending }: Situation): (Todo | null)[] {
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

/** Files to import into QuickBooks, and corrections to enter there. */
export function afterExportTodos({ exports, corrections }: Situation): (Todo | null)[] {
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
