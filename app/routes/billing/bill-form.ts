import { date, describe, dollars, flag, optionalReference, quantity, readOnlyText, text } from "#app/domain/field.ts";
import type { BillToEdit } from "#db/queries/mend-bills.ts";

const customer = optionalReference<BillToEdit>("Customer", {
  nameOf: (bill) => bill.customer,
  placeholder: "Unknown",
});

/** The form of a pending bill, and what it shows of it (docs/product.md, 'Editing a bill'). */
export const billForm = describe<BillToEdit, "customer" | "status" | "pay">()({
  horse: readOnlyText("Horse"),
  service: readOnlyText("Service"),
  date: date("Date"),
  customerId: { ...customer, input: { ...customer.input, mustBeOffered: true } },
  quantity: quantity("Quantity"),
  value: dollars("Value", { kind: "billValue" }),
  follows: flag("Update value when quantity changes", { isCheckbox: true }),
  comments: text("Comments", 2_000, { control: "multiline" }),
});
