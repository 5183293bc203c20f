import type { LocalDate } from "#app/domain/basics/calendar.ts";
import { LOCATION_NAMES, type Location } from "#app/domain/basics/locations.ts";
import type { Cents } from "#app/domain/basics/money.ts";
import { describe, type RecordRow } from "#app/domain/fields/field.ts";
import { choice, dollars, name, optionalDate } from "#app/domain/fields/field-kinds.ts";

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
  startDate: optionalDate("Start Date", { inRow: true }),
  endDate: optionalDate("End Date", { inRow: true, phone: "fact" }),
  weeklySalary: dollars("Weekly Salary", { inRow: true, phone: "end" }),
  location: choice("Location", LOCATION_NAMES, { initial: "florida", phone: "fact" }),
});
