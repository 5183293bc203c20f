import type { LocalDate } from "#app/domain/basics/calendar.ts";
import { LOCATION_NAMES, type Location } from "#app/domain/basics/locations.ts";
import { type Cents, formatDollars } from "#app/domain/basics/money.ts";
import { describe, describeList, type RecordRow } from "#app/domain/fields/field.ts";
import {
  choice,
  date,
  dollars,
  flag,
  name,
  optionalDate,
  optionalDollars,
  optionalReference,
  shares,
  text,
} from "#app/domain/fields/field-kinds.ts";
import type { Share } from "#app/domain/fields/shares.ts";

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
  /** The amounts from a day on; null: unchanged. Without any of them there is no day. */
  nextBoarding: Cents | null;
  nextBoardingSurcharge: Cents | null;
  nextTraining: Cents | null;
  pricesFrom: LocalDate | null;
  /** The owners beside the responsible party, with their names; empty if that is the only one. */
  shares: Share[];
  /** The barn's monthly charge for a blanket, from the settings, for the text of the cell. */
  blanketCharge: Cents;
};

const FIELDS = {
  name: name("Name"),
  customerId: optionalReference("Responsible Party", {
    width: "w-29",
    column: "responsibleParty",
    nameOf: (row: HorseRow) => row.responsibleParty,
    placeholder: "Select a responsible party",
    filter: "customer",
    phone: "fact",
  }),
  checkInDate: date("Check-in Date", { width: "w-26", initial: "today", inRow: true }),
  checkOutDate: optionalDate("Check-out Date", {
    width: "w-26",
    inRow: true,
    inBulk: true,
  }),
  boarding: dollars("Boarding", { width: "w-21", inRow: true, inBulk: true, hasDay: true, phone: "end" }),
  boardingSurcharge: dollars("Boarding Surcharge", { width: "w-22", inRow: true, inBulk: true, hasDay: true }),
  training: dollars("Training", { width: "w-21", inRow: true, inBulk: true, hasDay: true }),
  hasBlanket: {
    ...flag("Blanket", { width: "w-18", isCheckbox: true, searchable: true, align: "end" }),
    format: (has: boolean, { blanketCharge }: HorseRow) => formatDollars(has ? blanketCharge : 0),
  },
  isBillable: flag("Billable", {
    width: "w-18",
    isCheckbox: true,
    filter: "billable",
    initial: true,
    inRow: true,
    inBulk: true,
    phone: "badge",
    whenOff: "Not billable",
  }),
  location: choice("Location", LOCATION_NAMES, {
    width: "w-22",
    initial: "florida",
    filter: "location",
    phone: "fact",
  }),
};

/** The prices from a day on (docs/product.md, 'Prices from a day'). A new horse has none. */
const NEXT_PRICES = {
  nextBoarding: optionalDollars("Next Boarding", { width: "w-21", hidden: true }),
  nextBoardingSurcharge: optionalDollars("Next Boarding Surcharge", { width: "w-22", hidden: true }),
  nextTraining: optionalDollars("Next Training", { width: "w-21", hidden: true }),
  pricesFrom: optionalDate("Next Prices From", { width: "w-26", hidden: true }),
};
const SHARES = {
  shares: shares("Other Owners", {
    offeredBy: "customerId",
    entry: "Responsible Party",
    width: "w-29",
    hidden: true,
  }),
};
export type NextPrices = Pick<HorseRow, keyof typeof NEXT_PRICES>;

/** The fields of a horse (docs/product.md, 'Horses'). The ten columns that are not hidden fit a page of 1280 pixels. */
export const horse = describeList<HorseRow, "responsibleParty" | "blanketCharge">()(
  {
    path: "/horses",
    noun: "horse",
    record: "Horse",
    search: "Search horses...",
    toggle: { on: "Showing horses in property", off: "Showing all horses" },
    empty: { title: "No Horses", text: "Add new horses to manage them here", done: "No horse is on the property." },
    defaultSort: "name",
  },
  { ...FIELDS, ...SHARES, ...NEXT_PRICES },
);

type Computed = "responsibleParty" | "blanketCharge";

/** The fields that a horse of an import may have: prices from a day are given in Hayloft. */
export const importedHorseFields = horse.fields.filter(({ name }) => name in FIELDS);

const { name: ofName, customerId, ...others } = FIELDS;

/** The fields of the form of a new horse, whose responsible party may be a new customer of that name. */
export const newHorseForm = describe<HorseRow & { newCustomer: string }, Computed | keyof NextPrices>()({
  name: ofName,
  customerId: { ...customerId, input: { ...customerId.input, addition: "New customer…" } },
  newCustomer: text("New Customer", 200),
  ...others,
  ...SHARES,
});
