import { horse } from "#app/domain/records/horse.ts";
import { editableList, editableRows } from "#app/records/list-route.ts";
import { findHorseDependents } from "#db/queries/dependents.ts";
import { horseRecords, isInProperty } from "#db/queries/horses.ts";

/** The list of horses (docs/product.md, 'Horses'). */
export const horsesList = editableList({
  path: "/horses",
  description: horse,
  defaultSort: "name",
  current: isInProperty,
  summary: { name: "billable", of: ({ isBillable }) => Number(isBillable) },
  ...editableRows(horseRecords),
  dependents: { noun: "unbilled show", find: findHorseDependents, billsOf: (id) => `/billing?horse=${id}` },
});
