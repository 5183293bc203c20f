import { changesOf, type EditableListRoute } from "#app/records/list-route.ts";
import { CUSTOMER, type CustomerRow, customerName, customersList } from "#db/queries/customers.ts";

/** What the list of customers reads, and what may be done to a row (spec section 2 'Customers'). */
export const customersScreen: EditableListRoute<CustomerRow, keyof typeof customersList.sorts> = {
  path: "/customers",
  ...changesOf(CUSTOMER),
  source: customersList,
  defaultSort: "name",
  nameOf: customerName,
  settable: {},
};
