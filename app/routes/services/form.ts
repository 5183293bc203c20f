import { z } from "zod";
import { parseDollars, parseText } from "#app/domain/parse.ts";
import { checkbox, nameField, type RecordForm, typed } from "#app/records/form-route.ts";
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
  price: z.string({ error: "Price is required." }).pipe(typed(parseDollars)),
  salesDescription: z
    .string()
    .default("")
    .pipe(typed((text) => parseText(text, 1_000))),
  public: checkbox,
  needsGroom: checkbox,
};

export const serviceForm: RecordForm<ServiceValues, Service> = {
  kind: SERVICE,
  path: "/services",
  schema: z.object(fields),
  fields: Object.keys(fields),
  find: findService,
};
