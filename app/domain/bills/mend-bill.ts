import { formatUsDate, type LocalDate } from "#app/domain/basics/calendar.ts";
import { billValue, type Cents, formatDollars } from "#app/domain/basics/money.ts";
import type { Days } from "#app/domain/boarding/board-parts.ts";
import { payDateFor } from "#app/domain/payroll/pay-dates.ts";
import { PAY_CHOICES, type PayChoice } from "./corrections.ts";

/** A bill is pending until it is exported or voided (docs/product.md, 'Billing'). */
export type BillStatus = "pending" | "exported" | "voided";

/** Why a bill cannot be edited or voided; undefined if it can. */
export function whyNotMended(status: BillStatus): string | undefined {
  if (status === "exported")
    return "This bill is exported, so it stays as it is. Use Correct in the list of all bills.";
  if (status === "voided") return "This bill is voided, so it stays as it is.";
  return undefined;
}

/** What a board bill is for from now on: its days, and the quantity and the dates, '11/03, 11/10', of a standing charge; null if they stay. */
export type Mend = { days: Days | null; counted: { quantity: number; dates: string } | null };

type Counted = { quantity: number; value: Cents };

/** The unit price of a bill in cents; null if the value is no multiple of the quantity, because an admin typed it. */
export function priceOfOne({ quantity, value }: Counted): Cents | null {
  return value % quantity === 0 ? value / quantity : null;
}

/**
 * The value that an edit saves (docs/product.md, 'Editing a bill'): the value that was entered or, if the quantity
 * changed and the value did not, the bill's own price times the new quantity. With JavaScript the form computes that
 * already.
 */
export function valueToSave(bill: Counted, entered: Counted & { follows: boolean }): Cents {
  const price = priceOfOne(bill);
  const isLeft = entered.value === bill.value && entered.quantity !== bill.quantity;
  return entered.follows && isLeft && price !== null ? billValue(price, entered.quantity) : entered.value;
}

/** Whether the value that an edit saves was typed: it changed, and not because it followed the quantity. */
export function isTypedValue(bill: Counted, saved: Counted & { follows: boolean }): boolean {
  const price = priceOfOne(bill);
  const hasFollowed = saved.follows && price !== null && saved.value === billValue(price, saved.quantity);
  return saved.value !== bill.value && !hasFollowed;
}

/** The payroll item that a service entry made together with its bill; amounts in cents. */
export type PayItem = {
  id: string;
  groom: string;
  item: string;
  date: LocalDate;
  paymentDate: LocalDate | null;
  value: Cents;
  paid: boolean;
  /** The day on which a paid item was paid; null if it is not known. */
  paidOn: LocalDate | null;
};

/** "Luis's payroll item of $250.00, dated 11/02/2026," */
const nameOfPay = ({ groom, value, date }: PayItem) =>
  `${groom}'s payroll item of ${formatDollars(value)}, dated ${formatUsDate(date)},`;

/** Says that a paid item is not changed with its bill. */
const describePaid = (item: PayItem) =>
  `${nameOfPay(item)} was paid${item.paidOn ? ` on ${formatUsDate(item.paidOn)}` : ""} and is not changed.`;

/** A bill with a payroll item; `doneBy` is the last day of a standing charge's bill, null of other bills. */
type PaidBill = { date: LocalDate; value: Cents; doneBy?: LocalDate | null };

/** What an edit of the bill does to the groom's payroll item, in a sentence; null if the bill has no item. */
export function describePay(item: PayItem | null, bill: PaidBill): string | null {
  if (!item) return null;
  if (item.paid) return describePaid(item);
  return followsBill(item, bill)
    ? `${nameOfPay(item)} is unpaid: its ${bill.doneBy ? "value and last day follow" : "date, payment date and value follow"} this bill.`
    : `${nameOfPay(item)} was edited by hand and stays as it is.`;
}

/** What the form of a correction says of the payroll item: a question about one that is unpaid, a sentence about one that is paid. */
export function askAboutPay(item: PayItem | null): { question?: string; note?: string } {
  if (!item) return {};
  if (item.paid) return { note: describePaid(item) };
  return { question: `${item.groom}'s payroll item, ${formatDollars(item.value)} unpaid` };
}

/** Why a correction cannot do what was chosen for the payroll item as it is now; undefined if it can. */
export function whyNotPayChoice(item: PayItem | null, choice: PayChoice): string | undefined {
  if (!item) return undefined;
  if (item.paid) return choice === "change" ? `${describePaid(item)} Choose "${PAY_CHOICES.leave}".` : undefined;
  return choice === "" ? `Choose what happens to ${nameOfPay(item)} which is unpaid.` : undefined;
}

/**
 * Whether an edit of the bill also changes its payroll item: the item is unpaid, and its date and value were not
 * edited.
 */
export function followsBill(item: PayItem, bill: PaidBill): boolean {
  const day = bill.doneBy ?? bill.date;
  const isInStep = item.date === day && item.value === bill.value && item.paymentDate === payDateFor(day);
  return !item.paid && isInStep;
}
