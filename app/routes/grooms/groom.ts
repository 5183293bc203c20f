import { LOCATION_NAMES } from "#app/domain/boarding.ts";
import { choice, describe, dollars, name, optionalDate } from "#app/domain/field.ts";
import type { GroomRow } from "#db/queries/grooms.ts";

/** The fields of a groom (docs/product.md, 'Grooms'). */
export const groom = describe<GroomRow>()({
  name: name("Name"),
  startDate: optionalDate("Start Date", { inRow: true, onCard: true, width: "w-32" }),
  endDate: optionalDate("End Date", { inRow: true, onCard: true, width: "w-32" }),
  weeklySalary: dollars("Weekly Salary", { onCard: true, width: "w-32" }),
  location: choice("Location", LOCATION_NAMES, { initial: "florida", width: "w-28" }),
});
