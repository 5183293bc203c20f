import { z } from "zod";
import { parseDate, parseQuantity } from "#app/domain/parse.ts";
import { nameField, type RecordForm, typed } from "#app/records/form-route.ts";
import {
  addShow,
  findShow,
  SHOW,
  type ShowOptions,
  type ShowValues,
  saveShow,
  showOptions,
} from "#db/queries/shows.ts";

type Show = ShowValues & { id: string; version: number; horse: string; service: string };

const fields = {
  name: nameField("Show Name"),
  date: z.string({ error: "Date is required." }).pipe(typed(parseDate)),
  horseId: z.string({ error: "Horse is required." }),
  serviceId: z.string({ error: "Service is required." }),
  quantity: z.string({ error: "Quantity is required." }).pipe(typed(parseQuantity)),
};

export const showForm: RecordForm<ShowValues, Show, ShowOptions> = {
  kind: SHOW,
  path: "/shows",
  schema: z.object(fields),
  fields: Object.keys(fields),
  find: findShow,
  options: showOptions,
  // What the show refers to already may stay, also where it was deleted.
  missing: ({ horseId, serviceId }, { horses, services }, show) => ({
    ...(horseId === show?.horseId || horses.some(({ id }) => id === horseId)
      ? {}
      : { horseId: ["Horse not found. Choose another one."] }),
    ...(serviceId === show?.serviceId || services.some(({ id }) => id === serviceId)
      ? {}
      : { serviceId: ["Service not found. Choose another one."] }),
  }),
  add: addShow,
  save: saveShow,
};
