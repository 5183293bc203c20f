import { z } from "zod";
import type { Location } from "#app/domain/boarding.ts";
import type { LocalDate } from "#app/domain/calendar.ts";
import { typedDate, typedDollars, typedLocation, typedOptionalDate } from "#app/domain/typed.ts";
import { box, nameField, type RecordForm, typed } from "#app/record-form.ts";
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

const amount = (label: string) => z.string({ error: `${label} is required.` }).pipe(typed(typedDollars));

const fields = {
  name: nameField("Name"),
  customerId: z
    .string()
    .optional()
    .transform((id) => id ?? null),
  checkInDate: z.string({ error: "Check-in Date is required." }).pipe(typed(typedDate)),
  checkOutDate: z.string().default("").pipe(typed(typedOptionalDate)),
  boarding: amount("Boarding"),
  boardingSurcharge: amount("Boarding Surcharge"),
  training: amount("Training"),
  hasBlanket: box,
  isBillable: box,
  location: z.string({ error: "Location is required." }).pipe(typed(typedLocation)),
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
