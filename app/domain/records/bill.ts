import type { LocalDate } from "#app/domain/basics/calendar.ts";
import { LOCATION_NAMES, type Location } from "#app/domain/basics/locations.ts";
import type { BillStatus } from "#app/domain/bills/mend-bill.ts";
import { describe } from "#app/domain/fields/field.ts";
import {
  readOnly,
  readOnlyChoice,
  readOnlyDate,
  readOnlyDollars,
  readOnlyNumber,
  readOnlyText,
} from "#app/domain/fields/field-kinds.ts";

/** A bill in its list. `value` in cents; the names are also those of deleted records; customers and horses are marked then. */
export type BillRow = {
  id: string;
  seq: number;
  date: LocalDate;
  customer: string;
  customerId: string | null;
  horse: string;
  horseId: string;
  service: string;
  quantity: number;
  value: number;
  location: Location;
  comments: string;
  /** An e-mail address, or 'visitor'. */
  enteredBy: string;
  status: BillStatus;
  isCorrected: boolean;
};

/** The fields of a bill (docs/product.md, 'Billing'). All nine columns fit a page of 1280 pixels. */
export const bill = describe<BillRow, "customerId" | "horseId" | "status" | "isCorrected">()({
  date: readOnlyDate("Date", { phone: "fact" }),
  customer: readOnlyText("Customer", { phone: "fact" }),
  horse: readOnlyText("Horse", { phone: "title" }),
  service: readOnlyText("Service", { phone: "fact" }),
  quantity: readOnlyNumber("Quantity", {}),
  value: readOnlyDollars("Value", { phone: "end" }),
  location: readOnlyChoice("Location", LOCATION_NAMES, {}),
  comments: readOnlyText("Comments", { hidden: true }),
  enteredBy: readOnly("Entered By", (actor) => (actor === "visitor" ? "Visitor" : actor), {
    column: "entered_by",
    hidden: true,
  }),
});
