import { describe, emails, name, names, text } from "#app/domain/field.ts";
import type { CustomerRow } from "#db/queries/customers.ts";

/** The fields of a customer (docs/product.md, 'Customers'). */
export const customer = describe<CustomerRow>()({
  name: name("Name"),
  emails: emails("Email(s)", { placeholder: "anna@example.com, ben@example.com", width: "w-80 lg:w-64" }),
  phone: text("Phone", 50, { control: "tel", width: "w-36" }),
  riders: names("Riders", { width: "w-52" }),
});
