import { LOCATION_NAMES, type Location } from "#app/domain/boarding.ts";
import type { LocalDate } from "#app/domain/calendar.ts";
import {
  describe,
  readOnly,
  readOnlyChoice,
  readOnlyDate,
  readOnlyDollars,
  readOnlyNumber,
  readOnlyText,
} from "#app/domain/field.ts";
import type { BillStatus } from "#app/domain/mend-bill.ts";

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

/** The fields of a bill (docs/product.md, 'Billing'). All nine columns fit a page of 1024, 1280 and 1440 pixels; their texts wrap. */
export const bill = describe<BillRow, "customerId" | "horseId" | "status" | "isCorrected">()({
  date: readOnlyDate("Date", { width: "w-23 xl:w-30" }),
  customer: readOnlyText("Customer", { onCard: true, width: "w-20 xl:w-30" }),
  horse: readOnlyText("Horse", { onCard: true, width: "w-19 xl:w-26" }),
  service: readOnlyText("Service", { onCard: true, width: "w-19 xl:w-29" }),
  quantity: readOnlyNumber("Quantity", { width: "w-16.5 xl:w-20" }),
  value: readOnlyDollars("Value", { onCard: true, width: "w-19 xl:w-23" }),
  location: readOnlyChoice("Location", LOCATION_NAMES, { width: "w-18.5 xl:w-22" }),
  comments: readOnlyText("Comments", { hidden: true, width: "w-18 xl:w-28" }),
  enteredBy: readOnly("Entered By", (actor) => (actor === "visitor" ? "Visitor" : actor), {
    column: "entered_by",
    hidden: true,
    isClipped: true,
    width: "w-16 xl:w-25 min-[90rem]:w-33",
  }),
});
