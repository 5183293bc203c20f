import { z } from "zod";
import type { Location } from "#app/domain/boarding.ts";
import type { LocalDate } from "#app/domain/calendar.ts";
import { parseDollars, parseLocation, parseOptionalDate } from "#app/domain/parse.ts";
import { nameField, type RecordForm, typed } from "#app/records/form-route.ts";
import { findGroom, GROOM } from "#db/queries/grooms.ts";

type GroomValues = {
  name: string;
  startDate: LocalDate | null;
  endDate: LocalDate | null;
  weeklySalary: number;
  location: Location;
};
type Groom = GroomValues & { id: string; version: number };

const date = z.string().default("").pipe(typed(parseOptionalDate));

const fields = {
  name: nameField("Name"),
  startDate: date,
  endDate: date,
  weeklySalary: z.string({ error: "Weekly Salary is required." }).pipe(typed(parseDollars)),
  location: z.string({ error: "Location is required." }).pipe(typed(parseLocation)),
};

export const groomForm: RecordForm<GroomValues, Groom> = {
  kind: GROOM,
  path: "/grooms",
  schema: z.object(fields).refine(({ startDate, endDate }) => !startDate || !endDate || endDate >= startDate, {
    path: ["endDate"],
    error: "The end date cannot be before the start date.",
  }),
  fields: Object.keys(fields),
  find: findGroom,
};
