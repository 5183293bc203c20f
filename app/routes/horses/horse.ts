import {
  BLANKET_CHARGE,
  DEFAULT_BOARDING,
  DEFAULT_BOARDING_SURCHARGE,
  DEFAULT_TRAINING,
  LOCATION_NAMES,
} from "#app/domain/boarding.ts";
import { choice, date, describe, dollars, flag, name, optionalDate, optionalReference } from "#app/domain/field.ts";
import { formatDollars } from "#app/domain/money.ts";
import type { HorseRow } from "#db/queries/horses.ts";

/** The fields of a horse (docs/product.md, 'Horses'). */
export const horse = describe<HorseRow, "responsibleParty">()({
  name: name("Name"),
  customerId: optionalReference("Responsible Party", {
    column: "responsibleParty",
    nameOf: (row: HorseRow) => row.responsibleParty,
    placeholder: "Select a responsible party",
    width: "w-28",
  }),
  checkInDate: date("Check-in Date", { initial: "today", inRow: true, width: "w-36 lg:w-30.5" }),
  checkOutDate: optionalDate("Check-out Date", { inRow: true, width: "w-36 lg:w-30.5" }),
  boarding: dollars("Boarding", { initial: DEFAULT_BOARDING, width: "w-22" }),
  boardingSurcharge: dollars("Boarding Surcharge", { initial: DEFAULT_BOARDING_SURCHARGE, width: "w-24" }),
  training: dollars("Training", { initial: DEFAULT_TRAINING, width: "w-22" }),
  hasBlanket: flag("Blanket", {
    format: (has) => formatDollars(has ? BLANKET_CHARGE : 0),
    width: "w-20",
    align: "end",
  }),
  isBillable: flag("Billable", { initial: true, inRow: true, width: "w-21" }),
  location: choice("Location", LOCATION_NAMES, { initial: "florida", width: "w-23.5" }),
});
