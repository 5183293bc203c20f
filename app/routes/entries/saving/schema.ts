import { z } from "zod";
import { isUuid } from "#app/domain/basics/idempotency-key.ts";
import { parseDate, parseMultilineText, parseText } from "#app/domain/basics/parse.ts";
import type { ServiceEntry } from "#app/domain/entries/service-entry.ts";
import { isRequired, parseQuantity } from "#app/domain/fields/field-checks.ts";
import { parsed } from "#app/records/forms/record-schema.ts";
import { OUT_OF_DATE } from "#app/records/refusals.ts";

/** Longer than any id in the options of the form. */
const MAX_ID = 64;
const MAX_NAME = 200;
const MAX_COMMENTS = 2_000;

const required = (message: string) => z.string({ error: message });
const id = (message: string) => required(message).pipe(parsed((text) => parseText(text, MAX_ID)));

/** The value of a rider's option: the customer's id, a colon and the rider's name. */
const rider = z
  .string()
  .pipe(parsed((text) => parseText(text, MAX_ID + MAX_NAME + 1)))
  .pipe(
    z.transform((option: string) => {
      const colon = option.indexOf(":");
      return { customerId: option.slice(0, colon), name: option.slice(colon + 1) };
    }),
  );

const fields = {
  id: required(OUT_OF_DATE).refine(isUuid, { error: OUT_OF_DATE }),
  date: required(isRequired("Date")).pipe(parsed(parseDate)),
  horseId: id(isRequired("Horse")),
  rider: rider.optional(),
  serviceId: id(isRequired("Service")),
  quantity: required(isRequired("Quantity")).pipe(parsed(parseQuantity)),
  groomId: id(isRequired("Groom")).optional(),
  comments: z
    .string()
    .pipe(parsed((text) => parseMultilineText(text, MAX_COMMENTS)))
    .optional(),
};

export const ENTRY_FIELDS = Object.keys(fields);

/** The schema of the service form's fields, with a `ServiceEntry` as its output (docs/product.md, 'Service form'). */
export const serviceEntrySchema = z.strictObject(fields).transform(
  ({ rider, groomId, comments, ...rest }): ServiceEntry => ({
    ...rest,
    rider: rider ?? null,
    groomId: groomId ?? null,
    comments: comments || null,
  }),
);
