import type { LocalDate } from "#app/domain/basics/calendar.ts";
import type { Cents } from "#app/domain/basics/money.ts";
import { type Charged, type Invoice, PAY_CHOICES, type PayChoice } from "#app/domain/bills/corrections.ts";
import type { LinePart } from "#app/domain/bills/divided-line.ts";
import type { BillStatus, PayItem } from "#app/domain/bills/mend-bill.ts";
import { describe } from "#app/domain/fields/field.ts";
import { choice, date, dollars, optionalReference, requiredReference, text } from "#app/domain/fields/field-kinds.ts";

/** The exported line of a bill, with its names as they were; `amount` in cents. */
type ExportedLine = {
  invoiceNumber: number;
  /** Absent if the bill was invoiced before Hayloft. */
  customer?: string;
  item: string;
  quantity: number;
  amount: number;
};

/** The values of the form of a correction: what is right. */
export type CorrectionValues = Charged & { reason: string; pay: PayChoice };

/** A bill in the form of its correction. `amount` is what it is in QuickBooks once all its corrections are entered. */
export type BillToCorrect = CorrectionValues & {
  id: string;
  version: number;
  date: LocalDate;
  comments: string;
  customer: string;
  horse: string;
  service: string;
  status: BillStatus;
  /** Null if the bill is not exported. */
  line: ExportedLine | null;
  invoice: Invoice | null;
  /** The payroll item of the service entry that made the bill, unless the item was deleted. */
  payItem: PayItem | null;
  /** All bills of the line, if it was divided among owners: `amount` is that of the line. Pending ones have no `line`. */
  parts: readonly CorrectedPart[];
};

/** A bill of a divided line; `amount` as in `BillToCorrect`. */
export type CorrectedPart = LinePart & Pick<BillToCorrect, "customerId" | "amount" | "line" | "invoice">;

const customer = optionalReference<BillToCorrect>("Customer", {
  nameOf: (bill) => bill.customer,
  placeholder: "Unknown",
});
const pay = choice("Groom's Payroll Item", PAY_CHOICES);
const reason = text("Reason", 500, { control: "multiline" });

/** The form of a correction: what is right (docs/product.md, 'Correcting a bill'). */
export const correctionForm = describe<
  BillToCorrect,
  "date" | "comments" | "customer" | "horse" | "service" | "status" | "line" | "invoice" | "payItem" | "parts"
>()({
  customerId: { ...customer, input: { ...customer.input, mustBeOffered: true } },
  serviceId: requiredReference("Service", {
    nameOf: (bill: BillToCorrect) => bill.service,
    placeholder: "Select a service...",
  }),
  amount: dollars("Amount", { kind: "billValue" }),
  // Asked of a bill with an unpaid item alone.
  pay: { ...pay, input: { ...pay.input, required: false, problem: "Choose what to do with the payroll item." } },
  reason: { ...reason, input: { ...reason.input, required: true } },
});

/** The values of the form of a credit memo; `amount` in cents, above 0. */
export type CreditValues = {
  customerId: string;
  horseId: string;
  serviceId: string;
  amount: Cents;
  date: LocalDate;
  reason: string;
};
type Credit = CreditValues & { id: string; version: number; customer: string; horse: string; service: string };

/** The form of a credit memo (docs/product.md, 'Credits'). */
export const creditForm = describe<Credit, "customer" | "horse" | "service">()({
  customerId: requiredReference("Customer", {
    nameOf: (credit: Credit) => credit.customer,
    placeholder: "Select a customer...",
  }),
  horseId: requiredReference("Horse", { nameOf: (credit: Credit) => credit.horse, placeholder: "Select a horse..." }),
  serviceId: requiredReference("Service", {
    nameOf: (credit: Credit) => credit.service,
    placeholder: "Select a service...",
  }),
  amount: dollars("Amount", { kind: "billValue" }),
  date: date("Date", { initial: "today" }),
  reason: { ...reason, input: { ...reason.input, required: true } },
});
