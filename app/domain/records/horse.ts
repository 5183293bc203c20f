import { LOCATION_NAMES, type Location } from "#app/domain/boarding.ts";
import type { LocalDate } from "#app/domain/calendar.ts";
import {
  choice,
  date,
  describe,
  dollars,
  flag,
  name,
  optionalDate,
  optionalReference,
  type RecordRow,
} from "#app/domain/field.ts";
import { type Cents, formatDollars } from "#app/domain/money.ts";

/** Dates in New York. */
export type HorseRow = RecordRow & {
  name: string;
  /** Null if the horse has no responsible party. */
  customerId: string | null;
  /** The name of the customer, marked if deleted, or 'Unknown'. */
  responsibleParty: string;
  checkInDate: LocalDate;
  checkOutDate: LocalDate | null;
  boarding: Cents;
  boardingSurcharge: Cents;
  training: Cents;
  hasBlanket: boolean;
  isBillable: boolean;
  location: Location;
  /** The barn's monthly charge for a blanket, from the settings, for the text of the cell. */
  blanketCharge: Cents;
};

/** The fields of a horse (docs/product.md, 'Horses'). All ten columns fit a page of 1024 pixels; their texts wrap. */
export const horse = describe<HorseRow, "responsibleParty" | "blanketCharge">()({
  name: name("Name"),
  customerId: optionalReference("Responsible Party", {
    column: "responsibleParty",
    nameOf: (row: HorseRow) => row.responsibleParty,
    placeholder: "Select a responsible party",
    filter: "customer",
    onCard: true,
    width: "w-26 lg:max-xl:w-18.5",
  }),
  checkInDate: date("Check-in Date", { initial: "today", inRow: true, width: "w-25 lg:max-xl:w-20" }),
  checkOutDate: optionalDate("Check-out Date", {
    inRow: true,
    inBulk: true,
    onCard: true,
    width: "w-25 lg:max-xl:w-20",
  }),
  boarding: dollars("Boarding", {
    inBulk: true,
    onCard: true,
    width: "w-21 lg:max-xl:w-18",
  }),
  boardingSurcharge: dollars("Boarding Surcharge", {
    inBulk: true,
    width: "w-23 lg:max-xl:w-16.5",
  }),
  training: dollars("Training", { inBulk: true, width: "w-21 lg:max-xl:w-18" }),
  hasBlanket: {
    ...flag("Blanket", { isCheckbox: true, searchable: true, width: "w-18 lg:max-xl:w-13", align: "end" }),
    format: (has: boolean, { blanketCharge }: HorseRow) => formatDollars(has ? blanketCharge : 0),
  },
  isBillable: flag("Billable", {
    isCheckbox: true,
    filter: "billable",
    initial: true,
    inRow: true,
    inBulk: true,
    onCard: true,
    width: "w-18 lg:max-xl:w-14.5",
  }),
  location: choice("Location", LOCATION_NAMES, {
    initial: "florida",
    filter: "location",
    width: "w-23 lg:max-xl:w-14",
  }),
});
