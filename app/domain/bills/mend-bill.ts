import type { LocalDate } from "#app/domain/basics/calendar.ts";
import { billValue, type Cents } from "#app/domain/basics/money.ts";
import { payDateFor } from "#app/domain/payroll/pay-dates.ts";

/** A bill is pending until it is exported or voided (docs/product.md, 'Billing'). */
export type BillStatus = "pending" | "exported" | "voided";

/** Why a bill cannot be edited or voided; undefined if it can. */
export function whyNotMended(status: BillStatus): string | undefined {
  if (status === "exported")
    return "This bill is exported, so it stays as it is. Use Correct in the list of all bills.";
  if (status === "voided") return "This bill is voided, so it stays as it is.";
  return undefined;
}

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
};

/**
 * Whether an edit of the bill also changes its payroll item: the item is unpaid, and its date and value were not
 * edited.
 */
export function followsBill(item: PayItem, bill: { date: LocalDate; value: Cents }): boolean {
  const isInStep = item.date === bill.date && item.value === bill.value && item.paymentDate === payDateFor(bill.date);
  return !item.paid && isInStep;
}
