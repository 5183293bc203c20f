import { LOCATION_NAMES } from "#app/domain/boarding.ts";
import { formatUsDate } from "#app/domain/calendar.ts";
import { describe, shown, shownText } from "#app/domain/field.ts";
import { formatDollars } from "#app/domain/money.ts";
import type { BillRow } from "#db/queries/bills.ts";

/** The fields of a bill (docs/product.md, 'Billing'). */
export const bill = describe<BillRow>()({
  date: shown("Date", formatUsDate),
  customer: shownText("Customer", { width: "w-44" }),
  horse: shownText("Horse", { width: "w-40" }),
  service: shownText("Service", { width: "w-48" }),
  quantity: shown("Quantity", String, { width: "w-24", align: "end" }),
  value: shown("Value", formatDollars, { width: "w-28", align: "end" }),
  location: shown("Location", (location) => LOCATION_NAMES[location], { width: "w-36" }),
  comments: shownText("Comments", { width: "w-64", hidden: true }),
});
