import { z } from "zod";
import type { Location } from "#app/domain/boarding.ts";
import type { LocalDate } from "#app/domain/calendar.ts";
import { parseDate, parseDollars, parseLocation, parseOptionalDate } from "#app/domain/parse.ts";
import { checkbox, nameField, type RecordForm, typed } from "#app/records/form-route.ts";
import { findHorse, HORSE, responsibleParties } from "#db/queries/horses.ts";

type HorseValues = {
  name: string;
  customerId: string | null;
  checkInDate: LocalDate;
  checkOutDate: LocalDate | null;
  boarding: number;
  boardingSurcharge: number;
  training: number;
  hasBlanket: boolean;
  isBillable: boolean;
  location: Location;
};
type Horse = HorseValues & { id: string; version: number; responsibleParty: string };
type Choices = { customers: { id: string; name: string }[] };

const amount = (label: string) => z.string({ error: `${label} is required.` }).pipe(typed(parseDollars));

const fields = {
  name: nameField("Name"),
  customerId: z
    .string()
    .optional()
    .transform((id) => id ?? null),
  checkInDate: z.string({ error: "Check-in Date is required." }).pipe(typed(parseDate)),
  checkOutDate: z.string().default("").pipe(typed(parseOptionalDate)),
  boarding: amount("Boarding"),
  boardingSurcharge: amount("Boarding Surcharge"),
  training: amount("Training"),
  hasBlanket: checkbox,
  isBillable: checkbox,
  location: z.string({ error: "Location is required." }).pipe(typed(parseLocation)),
};

export const horseForm: RecordForm<HorseValues, Horse, Choices> = {
  kind: HORSE,
  path: "/horses",
  schema: z.object(fields).refine(({ checkInDate, checkOutDate }) => !checkOutDate || checkOutDate >= checkInDate, {
    path: ["checkOutDate"],
    error: "The check-out date cannot be before the check-in date.",
  }),
  fields: Object.keys(fields),
  find: findHorse,
  options: responsibleParties,
};
