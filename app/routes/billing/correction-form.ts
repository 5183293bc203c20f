import { describe, dollars, optionalReference, requiredReference, text } from "#app/domain/field.ts";
import type { BillToCorrect } from "#db/queries/corrections.ts";

const customer = optionalReference<BillToCorrect>("Customer", {
  nameOf: (bill) => bill.customer,
  placeholder: "Unknown",
});
const reason = text("Reason", 500, { control: "multiline" });

/** The form of a correction: what is right (docs/product.md, 'Correcting a bill'). */
export const correctionForm = describe<
  BillToCorrect,
  "date" | "customer" | "horse" | "service" | "status" | "line" | "invoice"
>()({
  customerId: { ...customer, input: { ...customer.input, mustBeOffered: true } },
  serviceId: requiredReference("Service", {
    nameOf: (bill: BillToCorrect) => bill.service,
    placeholder: "Select a service...",
  }),
  amount: dollars("Amount", { kind: "billValue" }),
  reason: { ...reason, input: { ...reason.input, required: true } },
});
