import { LOCATION_NAMES } from "#app/domain/boarding.ts";
import { formatUsDate } from "#app/domain/calendar.ts";
import { describe, readOnly, readOnlyText } from "#app/domain/field.ts";
import { formatDollars } from "#app/domain/money.ts";
import type { BillRow } from "#db/queries/bills.ts";

/** The fields of a bill (docs/product.md, 'Billing'). */
export const bill = describe<BillRow, "status" | "isCorrected">()({
  date: readOnly("Date", formatUsDate),
  customer: readOnlyText("Customer", { width: "w-40" }),
  horse: readOnlyText("Horse", { width: "w-36" }),
  service: readOnlyText("Service", { width: "w-40" }),
  quantity: readOnly("Quantity", String, { width: "w-24", align: "end" }),
  value: readOnly("Value", formatDollars, { width: "w-28", align: "end" }),
  location: readOnly("Location", (location) => LOCATION_NAMES[location], { width: "w-28" }),
  comments: readOnlyText("Comments", { width: "w-52" }),
  enteredBy: readOnly("Entered By", (actor) => (actor === "visitor" ? "Visitor" : actor), {
    column: "entered_by",
    width: "w-44",
  }),
});
