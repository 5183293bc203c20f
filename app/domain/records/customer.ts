import { describe, type RecordRow } from "#app/domain/fields/field.ts";
import { emails, name, names, readOnly, text } from "#app/domain/fields/field-kinds.ts";

export type CustomerRow = RecordRow & {
  name: string;
  emails: string[];
  phone: string;
  riders: string[];
  /** The number of the horses that the customer is billed for, without deleted ones. */
  horses: number;
};

/** The fields of a customer (docs/product.md, 'Customers'). */
export const customer = describe<CustomerRow>()({
  name: name("Name"),
  emails: emails("Email(s)", { placeholder: "anna@example.com, ben@example.com", phone: "fact" }),
  phone: text("Phone", 50, { control: "tel", inRow: true, phone: "end" }),
  riders: names("Riders", "Rider", { placeholder: "Name, then Enter", phone: "fact" }),
  horses: readOnly("Horses", String, {
    filter: "horses",
    hidden: true,
    searchable: false,
    align: "end",
  }),
});
