import { z } from "zod";
import { typedDollars, typedText } from "#app/domain/typed.ts";
import { box, nameField, type RecordForm, typed } from "#app/record-form.ts";
import { findService, SERVICE } from "#db/queries/services.ts";

type ServiceValues = {
  productServiceName: string;
  price: number;
  salesDescription: string;
  public: boolean;
  needsGroom: boolean;
};
type Service = ServiceValues & { id: string; version: number };

const fields = {
  productServiceName: nameField("Name"),
  price: z.string({ error: "Price is required." }).pipe(typed(typedDollars)),
  salesDescription: z
    .string()
    .default("")
    .pipe(typed((text) => typedText(text, 1_000))),
  public: box,
  needsGroom: box,
};

export const serviceForm: RecordForm<ServiceValues, Service> = {
  kind: SERVICE,
  path: "/services",
  schema: z.object(fields),
  fields: Object.keys(fields),
  find: findService,
};
