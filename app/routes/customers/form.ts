import { z } from "zod";
import { parseEmails, parseNames, parseText } from "#app/domain/parse.ts";
import { nameField, type RecordForm, typed } from "#app/records/form-route.ts";
import { CUSTOMER, findCustomer } from "#db/queries/customers.ts";

type CustomerValues = { name: string; emails: string[]; phone: string; riders: string[] };
type Customer = CustomerValues & { id: string; version: number };

const text = z.string().default("");

const fields = {
  name: nameField("Name"),
  emails: text.pipe(typed(parseEmails)),
  phone: text.pipe(typed((phone) => parseText(phone, 50))),
  riders: text.pipe(typed(parseNames)),
};

export const customerForm: RecordForm<CustomerValues, Customer> = {
  kind: CUSTOMER,
  path: "/customers",
  schema: z.object(fields),
  fields: Object.keys(fields),
  find: findCustomer,
};
