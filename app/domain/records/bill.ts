import type { LocalDate } from "#app/domain/basics/calendar.ts";
import type { BillStatus } from "#app/domain/bills/mend-bill.ts";
import { LOCATION_NAMES, type Location } from "#app/domain/boarding/boarding.ts";
import {
  describe,
  readOnly,
  readOnlyChoice,
  readOnlyDate,
  readOnlyDollars,
  readOnlyNumber,
  readOnlyText,
} from "#app/domain/fields/field.ts";

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
  date: readOnlyDate("Date", { phone: "fact", width: "w-40" }),
  customer: readOnlyText("Customer", { phone: "fact", width: "w-34" }),
  horse: readOnlyText("Horse", { phone: "title", width: "w-28" }),
  service: readOnlyText("Service", { phone: "fact", width: "w-34" }),
  quantity: readOnlyNumber("Quantity", { width: "w-18" }),
  value: readOnlyDollars("Value", { phone: "end", width: "w-24" }),
  location: readOnlyChoice("Location", LOCATION_NAMES, { width: "w-22" }),
  comments: readOnlyText("Comments", { hidden: true, width: "w-40" }),
  enteredBy: readOnly("Entered By", (actor) => (actor === "visitor" ? "Visitor" : actor), {
    column: "entered_by",
    hidden: true,
    width: "w-36",
  }),
});
