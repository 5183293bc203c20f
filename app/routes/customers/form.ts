import { z } from "zod";
import { typedEmails, typedNames, typedText } from "#app/domain/typed.ts";
import { nameField, type RecordForm, typed } from "#app/record-form.ts";
import { CUSTOMER, findCustomer } from "#db/queries/customers.ts";

type CustomerValues = { name: string; emails: string[]; phone: string; riders: string[] };
type Customer = CustomerValues & { id: string; version: number };

const text = z.string().default("");

const fields = {
  name: nameField("Name"),
  emails: text.pipe(typed(typedEmails)),
  phone: text.pipe(typed((phone) => typedText(phone, 50))),
  riders: text.pipe(typed(typedNames)),
};

export const customerForm: RecordForm<CustomerValues, Customer> = {
  kind: CUSTOMER,
  path: "/customers",
  schema: z.object(fields),
  fields: Object.keys(fields),
  find: findCustomer,
};
