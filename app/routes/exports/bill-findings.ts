import { daysBetween, formatUsDate, type LocalDate } from "#app/domain/basics/calendar.ts";
import { formatDollars } from "#app/domain/basics/money.ts";
import { formatMonth } from "#app/domain/basics/months.ts";
import { pluralize } from "#app/domain/basics/pluralize.ts";
import { type BillCheck, isGroupCheck } from "#app/domain/exports/checks.ts";
import { UNKNOWN } from "#app/domain/exports/invoices.ts";
import {
  fineKeyOfBill,
  isFarForHorse,
  isFarPrice,
  isFarQuantity,
  mistypedFactor,
} from "#app/domain/exports/judge-bills.ts";
import type { FoundBill } from "#app/domain/exports/sum-findings.ts";
import type { FindingRow } from "./finding.ts";

/* The texts of Check about the bills that it found (docs/product.md, 'Check'). */

/** Why a bill's quantity or value is far above the usual. */
function describeExcess(bill: FoundBill): string {
  const { quantity, value, usual, usualOfHorse } = bill;
  return [
    isFarForHorse(bill, bill) && `quantity ${quantity}, usually up to ${usualOfHorse} for this horse`,
    usual &&
      isFarQuantity(bill, bill) &&
      !isFarForHorse(bill, bill) &&
      `quantity ${quantity}, usually up to ${usual.quantity}`,
    usual &&
      isFarPrice(bill, bill) &&
      `${formatDollars(value / quantity)} each, usually up to ${formatDollars(usual.value / usual.valueFor)}`,
  ]
    .filter(Boolean)
    .join("; ");
}

const PARTS: Record<number, string> = { 2: "half", 10: "a tenth of", 100: "a hundredth of" };

/** '10 times the price of $65.00' */
function describeFactor(bill: FoundBill): string {
  const factor = mistypedFactor(bill, bill) ?? 1;
  const isMore = bill.value > bill.price * bill.quantity;
  return `${isMore ? `${factor} times` : PARTS[factor]} the price of ${formatDollars(bill.price)}`;
}

/** The address of the bills with the same horse, service and day (or month billed for), exported or not. */
function alikeAddress({
  date,
  slot,
  standing = null,
  horseId,
  serviceId,
  isEnteredAgain,
  horse: name,
}: FoundBill): string {
  const isDay = slot === date && standing === null;
  const day = isDay ? { q: formatUsDate(date) } : {};
  const range = isDay ? { from: date, to: date } : {};
  const horse = isEnteredAgain ? { q: name.replace(/ \(deleted\)$/, "") } : { horse: horseId };
  return `/billing?${new URLSearchParams({ view: "all", ...day, sort: "horse", ...horse, service: serviceId, ...range })}`;
}

/** Why the check found the bill, beyond what its title says. */
const REASONS: { [check in BillCheck]: (bill: FoundBill, today: LocalDate) => string } = {
  duplicates: ({ alike }) => `${pluralize(alike.count, "bill")} of this horse, service and day`,
  boardTwice: ({ alike, slot, isEnteredAgain }) =>
    `${pluralize(alike.count, "bill")} of this service for ${formatMonth(slot)}${isEnteredAgain ? ", the horse was deleted and entered again" : ""}`,
  notOwner: ({ owner }) => (owner === UNKNOWN ? "The horse had no owner" : `${owner} owned the horse`),
  unknown: () => "",
  offPrice: ({ unitPrice, quantity }) =>
    `Not ${quantity} × ${formatDollars(unitPrice ?? 0)} = ${formatDollars((unitPrice ?? 0) * quantity)}`,
  mistyped: (bill) => `${formatDollars(bill.value / bill.quantity)} each, ${describeFactor(bill)}`,
  farAbove: (bill) => describeExcess(bill).replace(/^q/, "Q"),
  notHere: () => "",
  zero: () => "",
  future: () => "",
  old: ({ date }, today) => `${daysBetween(date, today)} days old`,
};

/** A bill that a check found. Its name leads to the dialog that mends it. */
export function foundBillRow(check: BillCheck, bill: FoundBill, today: LocalDate): FindingRow {
  const { id, seq, horse, service, customer, quantity, value } = bill;
  const date = formatUsDate(bill.date);
  const name = `${service} for ${horse}, ${date}`;
  return {
    key: id,
    bill: { id, seq },
    name,
    links: [{ to: `/billing/check/${id}/edit?all=${check}`, text: horse }],
    facts: `${date} · ${quantity} × ${service} · ${customer}`,
    reason: REASONS[check](bill, today),
    compared: isGroupCheck(check) ? alikeAddress(bill) : null,
    amount: value,
    fine: { kind: check, ...fineKeyOfBill(check, bill, bill) },
  };
}
