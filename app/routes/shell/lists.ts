import { horseOn } from "#app/domain/barn/next-prices.ts";
import { isFixedService } from "#app/domain/boarding/monthly-charges.ts";
import { admin } from "#app/domain/records/admin.ts";
import { customer } from "#app/domain/records/customer.ts";
import { groom } from "#app/domain/records/groom.ts";
import { horse } from "#app/domain/records/horse.ts";
import { service, standingCharge } from "#app/domain/records/service.ts";
import { show } from "#app/domain/records/show.ts";
import { type EditableListRoute, editableList, editableRows } from "#app/records/lists/list-route.ts";
import { adminName, adminsSource, removeAdmin } from "#db/queries/barn/admins.ts";
import { customerRecords } from "#db/queries/barn/customers.ts";
import { findChargesOf, findCustomerDependents, findHorseDependents } from "#db/queries/barn/find-dependents.ts";
import { groomRecords, isActive } from "#db/queries/barn/grooms.ts";
import { setHorses, setHorsesFrom } from "#db/queries/barn/horse-prices.ts";
import { horseRecords, isInProperty } from "#db/queries/barn/horses.ts";
import { serviceRecords } from "#db/queries/barn/services.ts";
import { duplicateShow, isUnbilled, setShow, showRecords } from "#db/queries/barn/shows.ts";
import { isCurrentCharge, standingRecords } from "#db/queries/barn/standing-charges.ts";
import { activityList } from "../activity/list.ts";
import { correctionsList } from "../bills/corrections/list.ts";
import { invoicesList } from "../bills/invoices/list.ts";
import { billsList } from "../bills/list/list.ts";
import { payrollList } from "../payroll/items/list.ts";

export { billsList };

/* All lists. A list with its own commands is defined in the folder of its screen. */

export const horsesList = editableList(horse, {
  current: isInProperty,
  ...editableRows(horseRecords),
  asOf: horseOn,
  set: setHorses,
  setFrom: setHorsesFrom,
  dependents: {
    noun: "unbilled show",
    find: findHorseDependents,
    shownAt: (id, { bills }) => (bills ? `/billing?horse=${id}` : `/horses/${id}`),
  },
});

export const customersList = editableList(customer, {
  ...editableRows(customerRecords),
  nextOfAdded: { label: "Add horse", to: (id) => `/horses/new?customer=${id}` },
  dependents: {
    noun: "horse",
    find: findCustomerDependents,
    shownAt: (id, { bills }) => (bills ? `/billing?customer=${id}` : `/customers/${id}`),
  },
});

export const servicesList = editableList(service, {
  ...editableRows(serviceRecords),
  dependents: {
    noun: "standing charge",
    words: ["is no longer billed", "are no longer billed"],
    find: findChargesOf("serviceId"),
    shownAt: (id) => `/services/standing?view=all&service=${id}`,
  },
  deleteRefusal: (id) =>
    isFixedService(id) ? "Hayloft bills with this service, so it cannot be deleted. It can be renamed." : undefined,
});

export const groomsList = editableList(groom, {
  current: isActive,
  ...editableRows(groomRecords),
  dependents: {
    noun: "standing charge",
    words: ["is billed without a groom", "are billed without a groom"],
    find: findChargesOf("groomId"),
    shownAt: (id) => `/services/standing?view=all&groom=${id}`,
  },
  insteadOfDelete: "Set an end date instead",
});

export const accountsList = editableList(admin, {
  source: adminsSource,
  nameOf: adminName,
  conflictMessage: "The last admin cannot be deleted.",
  remove: ([email = ""], by) => removeAdmin({ ...by, email }),
});

/** The messages for a conflict when a reference of a show is set in the row, by field. */
const NOT_OFFERED: Record<string, string> = {
  horseId: "Horse not found. Somebody deleted it, or this show, a moment ago.",
  serviceId: "Service not found. Somebody deleted it, or this show, a moment ago.",
};

export const showsList = editableList(show, {
  current: () => isUnbilled,
  ...editableRows(showRecords),
  set: setShow,
  commands: {
    duplicate: { prepare: async ({ id, idempotencyKey }, _, by) => duplicateShow(id, idempotencyKey, by) },
  },
  conflictMessage: (field) => NOT_OFFERED[field],
});

type AnyRow = { id: string; seq: number };

export const standingList = editableList(standingCharge, {
  current: isCurrentCharge,
  ...editableRows(standingRecords),
  insteadOfDelete: "Set an Until date instead",
});

/** A list of any kind of record, for the routes and tests that work with all lists. */
type AnyList = <Result>(
  use: <Row extends AnyRow, Settable>(list: EditableListRoute<Row, Settable>) => Result,
) => Result;

const listed = <Row extends AnyRow, Settable>(list: EditableListRoute<Row, Settable>): [path: string, AnyList] => [
  list.path,
  (use) => use(list),
];

/** The lists by the paths of their screens. */
export const LISTS = new Map([
  listed(horsesList),
  listed(customersList),
  listed(servicesList),
  listed(standingList),
  listed(groomsList),
  listed(showsList),
  listed(billsList),
  listed(invoicesList),
  listed(correctionsList),
  listed(payrollList),
  listed(activityList),
  listed(accountsList),
]);

/** The list behind an address directly below its own: '/horses/filter'. */
export function listBehind({ url }: Request): AnyList {
  const list = LISTS.get(new URL(url).pathname.replace(/\/[^/]*$/, ""));
  if (!list) throw new Response("There is no such list.", { status: 404 });
  return list;
}
