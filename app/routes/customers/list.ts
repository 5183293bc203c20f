import { customer } from "#app/domain/records/customer.ts";
import { editableList, editableRows } from "#app/records/list-route.ts";
import { customerRecords } from "#db/queries/customers.ts";
import { findCustomerDependents } from "#db/queries/dependents.ts";

/** The list of customers (docs/product.md, 'Customers'). */
export const customersList = editableList({
  path: "/customers",
  description: customer,
  defaultSort: "name",
  ...editableRows(customerRecords),
  dependents: { noun: "horse", find: findCustomerDependents, billsOf: (id) => `/billing?customer=${id}` },
});
