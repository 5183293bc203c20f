import { daysBetween, formatUsDate, type LocalDate } from "#app/domain/basics/calendar.ts";
import { type Cents, formatDollars } from "#app/domain/basics/money.ts";
import { formatMonth } from "#app/domain/basics/months.ts";
import { pluralize } from "#app/domain/basics/pluralize.ts";
import { BILL_CHECKS, type BillCheck, type FineKey, isGroupCheck } from "#app/domain/exports/checks.ts";
import { UNKNOWN } from "#app/domain/exports/invoices.ts";
import { fineKeyOfBill, isFarPrice, isFarQuantity, mistypedFactor } from "#app/domain/exports/judge-bills.ts";
import type { BillFindings, FoundBill } from "#app/domain/exports/sum-findings.ts";
import { OF_BILLS } from "./finding-texts.ts";

/* The texts of Check about the bills that it found (docs/product.md, 'Check'). */

/** A check of bills, with the number of bills that it found. */
export type CheckOfBills = { id: BillCheck; title: string; why: string; count: number };

/** Why one check found a bill. `to` is the address of the bills that the check compares it with. */
type Reason = FineKey & { check: BillCheck; text: string; to: string | null };

/** A found bill in words. */
export type BillFinding = {
  id: string;
  seq: number;
  /** 'Clipping for Bella, 11/01/2026' */
  name: string;
  date: string;
  horse: string;
  /** '2 × Clipping' */
  what: string;
  value: string;
  reasons: Reason[];
};

/** The found bills of a customer: their number and sum in `title`, and the first of them. */
export type CustomerFindings = { id: string; name: string; title: string; rows: BillFinding[] };

/** The number and the sum of bills: '3 bills, $195.00'. */
export const describeSum = ({ count, sum }: { count: number; sum: Cents }) =>
  `${pluralize(count, "bill")}, ${formatDollars(sum)}`;

/** Why a bill's quantity or value is far above the usual. */
function describeExcess(bill: FoundBill): string {
  const { quantity, value, usual } = bill;
  if (!usual) return "";
  return [
    isFarQuantity(bill, bill) && `quantity ${quantity}, usually up to ${usual.quantity}`,
    isFarPrice(bill, bill) &&
      `${formatDollars(value / quantity)} each, usually up to ${formatDollars(usual.value / usual.valueFor)}`,
  ]
    .filter((each) => each !== false)
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
function alikeAddress({ date, slot, horseId, serviceId }: FoundBill): string {
  const isDay = slot === date;
  const day = isDay ? { q: formatUsDate(date) } : {};
  const range = isDay ? { from: date, to: date } : {};
  return `/billing?${new URLSearchParams({ view: "all", ...day, sort: "horse", horse: horseId, service: serviceId, ...range })}`;
}

const REASONS: { [check in BillCheck]: (bill: FoundBill, today: LocalDate) => string } = {
  duplicates: ({ alike }) => `${pluralize(alike.count, "bill")} of this horse, service and day`,
  boardTwice: ({ alike, slot }) => `${pluralize(alike.count, "bill")} of this service for ${formatMonth(slot)}`,
  notOwner: ({ owner }) => (owner === UNKNOWN ? "The horse had no owner" : `${owner} owned the horse`),
  unknown: () => `Exported as “${UNKNOWN}”`,
  offPrice: ({ unitPrice, quantity }) =>
    `Not ${quantity} × ${formatDollars(unitPrice ?? 0)} = ${formatDollars((unitPrice ?? 0) * quantity)}`,
  mistyped: (bill) => `${formatDollars(bill.value / bill.quantity)} each, ${describeFactor(bill)}`,
  farAbove: (bill) => describeExcess(bill).replace(/^q/, "Q"),
  zero: () => "$0.00",
  future: () => "Dated in the future",
  old: ({ date }, today) => `${daysBetween(date, today)} days old`,
};

function billFinding(bill: FoundBill, today: LocalDate): BillFinding {
  const { id, seq, horse, service, quantity, value } = bill;
  const date = formatUsDate(bill.date);
  const reasons = bill.checks.map((check) => ({
    check,
    text: REASONS[check](bill, today),
    to: isGroupCheck(check) ? alikeAddress(bill) : null,
    ...fineKeyOfBill(check, bill, bill),
  }));
  const name = `${service} for ${horse}, ${date}`;
  return { id, seq, name, date, horse, what: `${quantity} × ${service}`, value: formatDollars(value), reasons };
}

/** The bills that the checks found, by customer; the first customer is Unknown. */
export function describeBills(
  { rows, customers }: Pick<BillFindings, "rows" | "customers">,
  today: LocalDate,
): CustomerFindings[] {
  const sections = new Map<string, CustomerFindings>();
  for (const bill of rows) {
    const sum = customers.get(bill.customerId) ?? { count: 0, sum: 0 };
    const id = bill.customerId ?? "";
    const section = sections.get(id) ?? { id, name: bill.customer, title: describeSum(sum), rows: [] };
    section.rows.push(billFinding(bill, today));
    sections.set(id, section);
  }
  return [...sections.values()];
}

/** All checks of bills, including those that found nothing. */
export const describeChecks = ({ counts }: Pick<BillFindings, "counts">): CheckOfBills[] =>
  BILL_CHECKS.map((id) => ({ id, title: OF_BILLS[id].title, why: OF_BILLS[id].why, count: counts[id] }));
