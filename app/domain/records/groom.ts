import { LOCATION_NAMES, type Location } from "#app/domain/boarding.ts";
import type { LocalDate } from "#app/domain/calendar.ts";
import { choice, describe, dollars, name, optionalDate, type RecordRow } from "#app/domain/field.ts";
import type { Cents } from "#app/domain/money.ts";

/** Dates in New York. */
export type GroomRow = RecordRow & {
  name: string;
  startDate: LocalDate | null;
  endDate: LocalDate | null;
  weeklySalary: Cents;
  location: Location;
};

/** The fields of a groom (docs/product.md, 'Grooms'). */
export const groom = describe<GroomRow>()({
  name: name("Name"),
  startDate: optionalDate("Start Date", { inRow: true, width: "w-32" }),
  endDate: optionalDate("End Date", { inRow: true, phone: "fact", width: "w-32" }),
  weeklySalary: dollars("Weekly Salary", { inRow: true, phone: "end", width: "w-32" }),
  location: choice("Location", LOCATION_NAMES, { initial: "florida", phone: "fact", width: "w-28" }),
});
