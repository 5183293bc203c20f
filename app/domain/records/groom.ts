import type { LocalDate } from "#app/domain/basics/calendar.ts";
import { LOCATION_NAMES, type Location } from "#app/domain/basics/locations.ts";
import type { Cents } from "#app/domain/basics/money.ts";
import { describeList, type RecordRow } from "#app/domain/fields/field.ts";
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
export const groom = describeList<GroomRow>()(
  {
    path: "/grooms",
    noun: "groom",
    record: "Groom",
    search: "Search grooms...",
    toggle: { on: "Showing active employees", off: "Showing all employees" },
    empty: { title: "No Grooms", text: "Add new grooms to manage them here", done: "No groom is active." },
    defaultSort: "name",
  },
  {
    name: name("Name"),
    startDate: optionalDate("Start Date", { width: "w-32", inRow: true }),
    endDate: optionalDate("End Date", { width: "w-32", inRow: true, phone: "fact" }),
    weeklySalary: dollars("Weekly Salary", { width: "w-32", inRow: true, phone: "end" }),
    location: choice("Location", LOCATION_NAMES, { width: "w-28", initial: "florida", phone: "fact" }),
  },
);
