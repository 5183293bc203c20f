import { LOCATION_NAMES } from "#app/domain/boarding.ts";
import { formatUsDate } from "#app/domain/calendar.ts";
import { describe, readOnly, readOnlyText } from "#app/domain/field.ts";
import { formatDollars } from "#app/domain/money.ts";
import type { BillRow } from "#db/queries/bills.ts";

/** The fields of a bill (docs/product.md, 'Billing'). */
export const bill = describe<BillRow, "status" | "isCorrected">()({
  date: readOnly("Date", formatUsDate),
  customer: readOnlyText("Customer", { onCard: true, width: "w-34" }),
  horse: readOnlyText("Horse", { onCard: true, width: "w-32" }),
  service: readOnlyText("Service", { onCard: true, width: "w-34" }),
  quantity: readOnly("Quantity", String, { width: "w-19", align: "end" }),
  value: readOnly("Value", formatDollars, { onCard: true, width: "w-25", align: "end" }),
  location: readOnly("Location", (location) => LOCATION_NAMES[location], { width: "w-23" }),
  comments: readOnlyText("Comments", { width: "w-36" }),
  enteredBy: readOnly("Entered By", (actor) => (actor === "visitor" ? "Visitor" : actor), {
    column: "entered_by",
    width: "w-36",
  }),
});
