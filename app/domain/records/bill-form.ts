import type { LocalDate } from "#app/domain/basics/calendar.ts";
import type { LinePart } from "#app/domain/bills/divided-line.ts";
import type { BillStatus, PayItem } from "#app/domain/bills/mend-bill.ts";
import { describe } from "#app/domain/fields/field.ts";
import {
  date,
  dollars,
  flag,
  optionalReference,
  quantity,
  readOnlyText,
  text,
} from "#app/domain/fields/field-kinds.ts";

/** The values of the form of a bill; `value` in cents. */
export type BillValues = {
  date: LocalDate;
  customerId: string | null;
  quantity: number;
  value: number;
  /** Whether the value follows the quantity. */
  follows: boolean;
  comments: string;
};

/** A bill in its form; the names are also those of deleted records. */
export type BillToEdit = BillValues & {
  id: string;
  version: number;
  customer: string;
  horse: string;
  service: string;
  status: BillStatus;
  /** The payroll item of the service entry that made the bill, unless the item was deleted. */
  pay: PayItem | null;
  /** The last day of the bill of a standing charge, by which its groom is paid; null of other bills. */
  doneBy: LocalDate | null;
  /** All bills of the line, if it was divided among owners; `value` is that of the line. */
  parts: readonly LinePart[];
};

const customer = optionalReference<BillToEdit>("Customer", {
  nameOf: (bill) => bill.customer,
  placeholder: "Unknown",
});

/** The form of a pending bill, and what it shows of it (docs/product.md, 'Editing a bill'). */
export const billForm = describe<BillToEdit, "customer" | "status" | "pay" | "doneBy" | "parts">()({
  horse: readOnlyText("Horse"),
  service: readOnlyText("Service"),
  date: date("Date"),
  customerId: { ...customer, input: { ...customer.input, mustBeOffered: true } },
  quantity: quantity("Quantity"),
  value: dollars("Value", { kind: "billValue" }),
  follows: flag("Update value when quantity changes", { isCheckbox: true }),
  comments: text("Comments", 2_000, { control: "multiline" }),
});
