import { formatUsDate, type LocalDate } from "#app/domain/basics/calendar.ts";
import { LOCATION_NAMES, type Location } from "#app/domain/basics/locations.ts";
import type { LinePart } from "#app/domain/bills/divided-line.ts";
import type { BillStatus } from "#app/domain/bills/mend-bill.ts";
import { describeList } from "#app/domain/fields/field.ts";
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
  /** The share of the customer in hundredths of a percent, if the line was divided among owners. */
  share: number | null;
  /** All bills of that line; empty if it was not divided. */
  parts: readonly LinePart[];
};

/** The fields of a bill (docs/product.md, 'Billing'). All nine columns fit a page of 1280 pixels. */
export const bill = describeList<BillRow, "customerId" | "horseId" | "status" | "isCorrected" | "share" | "parts">()(
  {
    path: "/billing",
    noun: "bill",
    search: "Search bills...",
    toggle: { on: "Showing pending bills", off: "Showing all bills", only: "pending only" },
    empty: {
      title: "No Bills",
      text: "No bills have been generated yet",
      done: "All bills are exported.",
      way: { to: "/horses/bill", label: "Bill horses" },
    },
    defaultSort: "date",
    nameOf: ({ service, horse, date }) => `${service} for ${horse}, ${formatUsDate(date)}`,
  },
  {
    date: readOnlyDate("Date", { width: "w-28", phone: "fact" }),
    customer: readOnlyText("Customer", { width: "w-34", phone: "badge" }),
    horse: readOnlyText("Horse", { width: "w-28", phone: "title" }),
    service: readOnlyText("Service", { width: "w-34", phone: "fact" }),
    quantity: readOnlyNumber("Quantity", { width: "w-18" }),
    value: readOnlyDollars("Value", { width: "w-24", phone: "end" }),
    location: readOnlyChoice("Location", LOCATION_NAMES, { width: "w-22" }),
    comments: readOnlyText("Comments", { width: "w-40", hidden: true }),
    enteredBy: readOnly("Entered By", (actor) => (actor === "visitor" ? "Visitor" : actor), {
      width: "w-36",
      column: "entered_by",
      hidden: true,
    }),
  },
);
