import { ownersInWords } from "#app/domain/barn/horse-owners.ts";
import { formatUsDate, plusDays } from "#app/domain/basics/calendar.ts";
import { LOCATION_NAMES } from "#app/domain/basics/locations.ts";
import { formatDollars } from "#app/domain/basics/money.ts";
import { formatMonth } from "#app/domain/basics/months.ts";
import { daysInWords } from "#app/domain/boarding/board-parts.ts";
import { datesInWords } from "#app/domain/boarding/standing-charges.ts";
import { BOARD_CHECKS, type Check } from "#app/domain/exports/checks.ts";
import {
  type BillToMend,
  type BoardCause,
  type ChangedBoard,
  fineKeyOfBoard,
} from "#app/domain/exports/judge-boards.ts";
import type { BilledHorse } from "#app/domain/exports/owed-board.ts";
import type { Finding, FindingRow } from "./finding.ts";
import { findingOf } from "./findings.ts";

/* The texts of Check about board whose horse changed after it was billed (docs/product.md, 'Check'). */

/** The checks of changed boards, whether they found something or not. */
export function describeBoards(boards: readonly ChangedBoard[], shown: (check: Check) => number): Finding[] {
  return BOARD_CHECKS.map((check) => {
    const found = boards.filter((board) => board.check === check);
    const isOfEachOne = new Set(found.map(({ horse }) => horse.id)).size === found.length;
    return findingOf(check, {
      noun: isOfEachOne ? "horse" : "month",
      count: found.length,
      sum: found.reduce((sum, { tooMuch }) => sum + tooMuch, 0),
      rows: found.slice(0, shown(check)).map(boardRow),
    });
  });
}

function boardRow(board: ChangedBoard): FindingRow {
  const { horse, month, check, causes, tooMuch, tooLittle, bills } = board;
  const toHorse = { to: `/horses/${horse.id}`, text: horse.name };
  return {
    key: `${horse.id} ${month}`,
    name: `${horse.name}, ${formatMonth(month)}`,
    links: [toHorse],
    mends: bills.map((bill) => billLink(bill, check)),
    facts: formatMonth(month),
    reason: [
      ...new Set(causes.map((cause) => describeCause(cause, horse))),
      ...(tooLittle > 0 ? [`${formatDollars(tooLittle)} not billed`] : []),
    ].join(", "),
    amount: tooMuch > 0 ? tooMuch : null,
    fine: { kind: check, ...fineKeyOfBoard(board) },
  };
}

/**
 * The form that mends a bill: of an exported one, its correction. It suggests the amount, unless a quantity was edited, the days, the
 * customer, if another one owes them, and the quantity and dates of a standing charge.
 */
function billLink(bill: BillToMend, check: Check) {
  const { id, service, value, due, dueDays, owner, counted, quantity, unitPrice, isExported } = bill;
  const days = dueDays && { days: `${dueDays.from}~${dueDays.to}` };
  const customer = owner?.customerId && { customer: owner.customerId };
  const count = counted && { quantity: String(counted.quantity), dates: datesInWords(counted.dates) };
  const isAsBilled = quantity === 1 || value === quantity * (unitPrice ?? 0);
  const suggested = isAsBilled && due !== null ? { due: String(due), ...days, ...customer, ...count } : {};
  return {
    to: `/billing/check/${id}/${isExported ? "correct" : "edit"}?${new URLSearchParams({ all: check, ...suggested })}`,
    text: `${service}: ${formatDollars(value)}${due === null ? ", with other shares" : ` to ${formatDollars(due)}`}${owner ? ` for ${owner.responsibleParty}` : ""}`,
  };
}

/** Why the board is billed wrongly: 'left 11/05/2026', 'deleted 11/05/2026', 'owner since 11/16/2026 is Priya Shah'. */
function describeCause(cause: BoardCause, { checkInDate, checkOutDate }: BilledHorse): string {
  if (cause.kind === "deleted") return `deleted ${formatUsDate(cause.on)}`;
  if (cause.kind === "charge") return `${cause.service} changed`;
  if (cause.kind !== "away") {
    const since = `since ${formatUsDate(cause.from)}`;
    if (cause.kind === "owner") return `owner ${since} is ${ownersInWords(cause.facts)}`;
    if (cause.kind === "place") return `${LOCATION_NAMES[cause.facts.location]} ${since}`;
    return "the price is lower";
  }
  const { from, to, isFirst, isLast } = cause;
  if (isFirst && isLast)
    return checkOutDate !== null && checkOutDate < from
      ? `left ${formatUsDate(checkOutDate)}`
      : `arrives ${formatUsDate(checkInDate)}`;
  if (isLast) return `left ${formatUsDate(plusDays(from, -1))}`;
  if (isFirst) return `here since ${formatUsDate(plusDays(to, 1))}`;
  return `not here ${daysInWords({ from, to })}`;
}
