import { type Cents, formatDollars } from "#app/domain/basics/money.ts";
import { IMPORTED_INVOICE } from "./imported.ts";

/** The customer, service and amount of a bill. */
export type Charged = { customerId: string | null; serviceId: string; amount: Cents };

/** What a correction does to the groom's payroll item: '' if that was not asked, because the bill has no unpaid item. */
export type PayChoice = "" | "change" | "leave";

export const PAY_CHOICES: Record<PayChoice, string> = {
  "": "Select...",
  change: "Change it to the amount above",
  leave: "Leave it as it is",
};

/** An entry that the accountant makes in QuickBooks; a negative amount is a credit. */
type CorrectionEntry = Charged & {
  /** Null if no invoice of the customer has the bill yet. */
  invoiceNumber: number | null;
};

/** The invoice that has the exported line of a bill, and its customer. */
export type Invoice = { invoiceNumber: number; customerId: string | null };

/**
 * The entries that correct a bill in QuickBooks from `now` to `right` (docs/product.md, 'Correcting a bill'). Their sum
 * is the difference of the amounts. Empty if there is nothing to enter. `invoice` is null if no invoice has the bill
 * any more.
 */
export function correctionEntries(invoice: Invoice | null, now: Charged, right: Charged): CorrectionEntry[] {
  const entry = (charged: Charged, amount: Cents): CorrectionEntry => ({
    ...charged,
    amount,
    invoiceNumber: invoice && charged.customerId === invoice.customerId ? invoice.invoiceNumber : null,
  });
  const isSameLine = now.customerId === right.customerId && now.serviceId === right.serviceId;
  const entries = isSameLine
    ? [entry(now, right.amount - now.amount)]
    : [entry(now, -now.amount), entry(right, right.amount)];
  return entries.filter(({ amount }) => amount !== 0);
}

/** A stored entry that was not undone. */
type Standing = Pick<CorrectionEntry, "customerId" | "invoiceNumber" | "amount">;

/**
 * The amount of a bill in QuickBooks once all its corrections are entered, and the customer of its exported line. The line has
 * no id of its customer: it is the customer of the first entry on its invoice or, before the first correction, of the bill.
 */
export function correctedSoFar(
  line: { invoiceNumber: number; amount: Cents },
  customerId: string | null,
  standing: readonly Standing[],
): { amount: Cents; invoice: Invoice | null } {
  const amount = standing.reduce((sum, each) => sum + each.amount, line.amount);
  const onInvoice = standing.find((each) => each.invoiceNumber === line.invoiceNumber);
  // Corrections without an entry on the exported invoice moved a line of $0.00 to another customer: no invoice has the
  // bill now.
  if (standing.length > 0 && !onInvoice) return { amount, invoice: null };
  const owner = onInvoice ? onInvoice.customerId : customerId;
  return { amount, invoice: { invoiceNumber: line.invoiceNumber, customerId: owner } };
}

/** The invoice number of a credit memo, which is on no invoice. The database stores null instead. */
export const CREDIT_MEMO = -1;

/** The invoice of an entry: '1001', 'before Hayloft', 'credit memo' or 'new invoice'. */
export function formatInvoice(number: number | null): string {
  if (number === null) return "new invoice";
  if (number === CREDIT_MEMO) return "credit memo";
  return number === IMPORTED_INVOICE ? "before Hayloft" : String(number);
}

/** 'Credit $130.00' or 'Add $50.00'. A sum may be '$0.00'. */
export const formatCorrection = (amount: Cents): string =>
  (amount < 0 ? "Credit " : amount > 0 ? "Add " : "") + formatDollars(Math.abs(amount));

/** What is left to enter in QuickBooks of a bill's corrections: 'Credit of $250.27 to enter'; '' if that is nothing. */
export const describeToEnter = (amount: Cents): string =>
  amount === 0 ? "" : `${amount < 0 ? "Credit" : "Charge"} of ${formatDollars(Math.abs(amount))} to enter`;
