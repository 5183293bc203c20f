import { describeList, type RecordRow } from "#app/domain/fields/field.ts";
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
export const customer = describeList<CustomerRow>()(
  {
    path: "/customers",
    noun: "customer",
    record: "Customer",
    search: "Search customers...",
    empty: { title: "No Customers", text: "Add new services to manage them here" },
    defaultSort: "name",
  },
  {
    name: name("Name"),
    emails: emails("Email(s)", { width: "w-64", placeholder: "anna@example.com, ben@example.com" }),
    phone: text("Phone", 50, { width: "w-32", control: "tel", inRow: true, phone: "end" }),
    riders: names("Riders", "Rider", { width: "w-56", placeholder: "Name, then Enter", phone: "fact" }),
    horses: readOnly("Horses", String, {
      width: "w-20",
      filter: "horses",
      hidden: true,
      searchable: false,
      align: "end",
    }),
  },
);
