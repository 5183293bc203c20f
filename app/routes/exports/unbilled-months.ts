import { formatUsDate, type LocalDate } from "#app/domain/basics/calendar.ts";
import { formatDollars } from "#app/domain/basics/money.ts";
import { formatMonth, type Month } from "#app/domain/basics/months.ts";
import { byName } from "#app/domain/basics/names.ts";
import { daysOf, describeBillable, describeDeletion, ownerNamesOf } from "#app/domain/boarding/boarding-month.ts";
import { monthNotBilled, type UnbilledHorse, type unbilledBoard } from "#app/domain/boarding/unbilled-board.ts";
import type { Finding, FindingRow } from "./finding.ts";
import { DESCRIPTIONS } from "./finding-texts.ts";

type Unbilled = ReturnType<typeof unbilledBoard<UnbilledHorse & { id: string; name: string }>>[number];

/** The horses that were not billed for a month, and the dialog that bills them. */
export function describeMonth({ month, sum, horses }: Unbilled, shown: number, today: LocalDate): Finding {
  return {
    ...{ id: month, count: horses.length, ...DESCRIPTIONS.unbilledBoard, amount: formatDollars(sum) },
    heading: monthNotBilled(month, horses.length, today),
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

/** A horse and a month, with the dialog that bills the horse for it. */
function horseRow(horse: Unbilled["horses"][number], month: Month, today: LocalDate): FindingRow {
  const { id, name, board, amount, checkOutDate } = horse;
  const [days, { of }] = [daysOf(board.toBill), board.part];
  return {
    key: id,
    name: `${name}, ${formatMonth(month)}`,
    links: [{ to: `/horses/bill?${new URLSearchParams({ q: `"${name}"`, month })}&back=/billing/check`, text: name }],
    facts: ownerNamesOf(board),
    reason: [
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
