import { formatUsDate, type LocalDate } from "#app/domain/basics/calendar.ts";
import { formatDollars } from "#app/domain/basics/money.ts";
import { formatMonth, type Month } from "#app/domain/basics/months.ts";
import { byName } from "#app/domain/basics/names.ts";
import { pluralize } from "#app/domain/basics/pluralize.ts";
import { totalOf } from "#app/domain/bills/charges.ts";
import {
  describeBillable,
  describeDeletion,
  missingCharges,
  ownerNamesOf,
} from "#app/domain/boarding/boarding-month.ts";
import { daysOf } from "#app/domain/boarding/owed-charges.ts";
import { monthNotBilled, type UnbilledHorse, type unbilledBoard } from "#app/domain/boarding/unbilled-board.ts";
import type { Finding, FindingRow } from "./finding.ts";
import { DESCRIPTIONS } from "./finding-texts.ts";

type Unbilled = ReturnType<typeof unbilledBoard<UnbilledHorse & { id: string; name: string }>>[number];

/** The horses that were not billed for a month, and the dialog that bills them. */
export function describeMonth({ month, sum, charges, horses }: Unbilled, shown: number, today: LocalDate): Finding {
  return {
    ...{ id: month, count: horses.length, ...DESCRIPTIONS.unbilledBoard, amount: formatDollars(sum) },
    heading: monthNotBilled(month, horses.length, today, charges),
    rows: horses
      .sort(byName)
      .slice(0, shown)
      .map((horse) => horseRow(horse, month, today)),
    action: {
      to: `/horses/bill?month=${month}&back=/billing/check`,
      text: "Bill",
      label: `Bill ${formatMonth(month)}`,
    },
  };
}

/** The bills of boarding from the form and of shows in months whose boarding is not billed, each with a button to count it. */
export function describeLoggedBoard(months: readonly Unbilled[], shown: number): Finding {
  const bills = months.flatMap(({ month, horses }) =>
    horses.flatMap(({ name, board, logged }) => logged.map((bill) => ({ ...bill, name, month, board }))),
  );
  return {
    ...{ id: "loggedBoard", count: bills.length, ...DESCRIPTIONS.loggedBoard, action: null },
    amount: formatDollars(totalOf(bills)),
    heading: `${DESCRIPTIONS.loggedBoard.title}: ${pluralize(bills.length, "bill")}`,
    rows: bills.slice(0, shown).map(({ id, value, date, name, month, board }) => ({
      key: id,
      name: `${name}, ${formatMonth(month)}`,
      links: [
        { to: `/billing?${new URLSearchParams({ view: "all", q: `"${name}"`, from: date, to: date })}`, text: name },
      ],
      facts: ownerNamesOf(board),
      reason: formatUsDate(date),
      amount: value,
      fine: { kind: "counted", recordId: id, scope: month },
    })),
  };
}

/** A horse and a month, with the dialog that bills the horse for it. */
function horseRow(horse: Unbilled["horses"][number], month: Month, today: LocalDate): FindingRow {
  const { id, name, board, amount, checkOutDate } = horse;
  const [days, { of }] = [daysOf(board.toBill), board.part];
  const missing = missingCharges(board);
  return {
    key: id,
    name: `${name}, ${formatMonth(month)}`,
    links: [{ to: `/horses/bill?${new URLSearchParams({ q: `"${name}"`, month })}&back=/billing/check`, text: name }],
    facts: ownerNamesOf(board),
    reason: [
      missing && `only ${missing}`,
      days < of && `${days} of ${of} days`,
      ...describeBillable(board),
      checkOutDate !== null && checkOutDate < today && `left ${formatUsDate(checkOutDate)}`,
      ...describeDeletion(horse),
    ]
      .filter(Boolean)
      .join(", "),
    amount,
    fine: { kind: "board", recordId: id, scope: month },
  };
}
