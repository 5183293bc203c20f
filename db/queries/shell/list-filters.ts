import { eq, isNotNull, isNull, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { inSentence } from "#app/domain/activity/activity.ts";
import { formatUsDate, isPaymentDate } from "#app/domain/basics/calendar.ts";
import { LOCATION_NAMES } from "#app/domain/basics/locations.ts";
import { parseEmail } from "#app/domain/basics/parse.ts";
import { IMPORTED_EXPORT, IMPORTER } from "#app/domain/bills/imported.ts";
import { parseInvoiceNumber } from "#app/domain/exports/invoices.ts";
import { commaList, unionAll } from "#db/list/clauses.ts";
import {
  choiceFilter,
  type FilterField,
  fromFilter,
  ID,
  type ListFilters,
  monthFilter,
  type Restriction,
  referenceFilter,
  toFilter,
  weekFilter,
} from "#db/list/filters.ts";
import { withMerged } from "#db/queries/barn/merged-customers.ts";
import { customerOfInvoice, isCorrectedInvoice, isVoidedInvoice } from "#db/queries/exports/invoice-list.ts";
import { linesOfInvoice } from "#db/queries/exports/stored-invoices.ts";
import {
  activityEntries,
  activityRecords,
  admins,
  billItems,
  boardingMonth,
  customers,
  dayPaid,
  exportLines,
  exports,
  grooms,
  horses,
  invoices,
  isListedBill,
  payrollItems,
  services,
  shows,
} from "#db/schema.ts";
import { nameOrDeleted } from "#db/write/records.ts";

/* The filters of each long list (docs/product.md, 'Filters'). The addresses of the overview and of records link to them. */

const customer = {
  table: customers,
  id: customers.id,
  name: customers.name,
  shown: nameOrDeleted(customers),
  deletedAt: customers.deletedAt,
  apart: sql`(${customers.emails} ->> '$[0]')`,
};
/** A horse in a filter, and among the choices of a form. */
export const namedHorse = {
  table: horses,
  id: horses.id,
  name: horses.name,
  shown: nameOrDeleted(horses),
  deletedAt: horses.deletedAt,
  apart: sql`coalesce((select owner.name from ${customers} owner where owner.id = ${horses.customerId}), 'Unknown')`,
};
const groom = {
  table: grooms,
  id: grooms.id,
  name: grooms.name,
  shown: nameOrDeleted(grooms),
  deletedAt: grooms.deletedAt,
};
const service = {
  table: services,
  id: services.id,
  name: services.productServiceName,
  shown: services.productServiceName,
  deletedAt: services.deletedAt,
};

/** The addresses of all who are or were admins. */
const everyAdmin = sql`(select json_group_array(json_object('id', ${admins.email}, 'name', ${admins.email})) from ${admins})`;

const isVoided = isNotNull(billItems.voidedAt);

const enteredBy: FilterField = {
  label: "Entered By",
  control: "select",
  parse: (text) => {
    const email = parseEmail(text);
    return text === "visitor" || text === IMPORTER ? text : "value" in email ? email.value : null;
  },
  restrict: (key) => ({ condition: sql`${billItems.enteredBy} = ${key}` }),
  options: [
    { id: "visitor", name: "Visitor" },
    { id: IMPORTER, name: IMPORTER },
  ],
  choices: everyAdmin,
  format: (actor) => (actor === "visitor" ? "Visitor" : actor),
};

/** '1001–1093, exported 11/22/2026', as the options and the chip have it. */
const exportName = sql`iif(${exports.id} = ${IMPORTED_EXPORT}, 'Before Hayloft', ${exports.firstInvoice} || iif(${exports.invoiceCount} = 1, '', '–' || (${exports.firstInvoice} + ${exports.invoiceCount} - 1))
  || ', exported ' || strftime('%m/%d/%Y', ${exports.date}) || iif(${exports.voidedAt} is null, '', ', voided'))`;

/** The bills with lines in an invoice or an export, also in a voided one, whose bills are pending again. */
const inLines = (lines: SQL): Restriction => ({
  condition: sql`${billItems.id} in (select bill_item_id from (${lines}))`,
});

const locations = Object.entries(LOCATION_NAMES);

const billMonth = monthFilter(billItems.date, billItems, isListedBill(billItems));

/** The filters of Billing; `group` selects no bills. */
const billFilters: ListFilters = {
  month: billMonth,
  billedFor: {
    ...billMonth,
    label: "Month Billed For",
    restrict: (month) => ({ condition: sql`${boardingMonth(billItems)} = ${month}` }),
  },
  from: fromFilter(billItems.date),
  to: toFilter(billItems.date),
  customer: referenceFilter("Customer", {
    of: customer,
    hasNone: true,
    restrict: (key) => ({ condition: sql`coalesce(${billItems.customerId}, '') in ${withMerged(key)}` }),
  }),
  horse: referenceFilter("Horse", {
    of: namedHorse,
    restrict: (key) => ({ condition: eq(billItems.horseId, key) }),
  }),
  service: referenceFilter("Service", {
    of: service,
    restrict: (key) => ({ condition: eq(billItems.serviceId, key) }),
  }),
  location: choiceFilter(
    "Location",
    Object.fromEntries(
      // A plus keeps SQLite from an index of a column with two values.
      locations.map(([key, name]) => [key, { name, restrict: { condition: sql`+${billItems.location} = ${key}` } }]),
    ),
  ),
  state: choiceFilter("Status", {
    pending: { name: "Pending", view: "current" },
    exported: {
      name: "Exported",
      view: "all",
      restrict: { condition: sql`(+${billItems.exportId} is not null and ${isNull(billItems.voidedAt)})` },
    },
    voided: {
      name: "Voided",
      view: "all",
      restrict: { condition: isVoided },
    },
    corrected: {
      name: "Corrected",
      view: "all",
      restrict: { condition: isNotNull(billItems.correctedAt) },
    },
  }),
  invoice: {
    label: "Invoice",
    control: "number",
    parse: (text) => (parseInvoiceNumber(text) === null ? null : text),
    restrict: (number) => inLines(linesOfInvoice(Number(number))),
    view: () => "all",
    format: (number) => number,
  },
  export: {
    label: "Export",
    control: "select",
    parse: (text) => (ID.test(text) ? text : null),
    restrict: (id) =>
      id === IMPORTED_EXPORT
        ? { condition: eq(billItems.exportId, id) }
        : inLines(sql`select * from ${exportLines} where ${exportLines.exportId} = ${id}`),
    view: () => "all",
    choices: sql`(select json_group_array(json_object('id', ${exports.id}, 'name', ${exportName})) from ${exports})`,
    nameOf: (id) => sql`(select ${exportName} from ${exports} where ${exports.id} = ${id})`,
  },
  by: enteredBy,
  group: {
    ...choiceFilter("Group by", {
      customer: { name: "Customer" },
      horse: { name: "Horse" },
      service: { name: "Service" },
      month: { name: "Month" },
      billedFor: { name: "Month billed for" },
    }),
    unset: "Nothing",
  },
};

/** The filters of Invoices. */
const invoiceFilters: ListFilters = {
  month: monthFilter(invoices.date, invoices, sql`1`),
  from: fromFilter(invoices.date),
  to: toFilter(invoices.date),
  customer: referenceFilter("Customer", {
    of: customer,
    hasNone: true,
    restrict: (key) => ({ condition: sql`${customerOfInvoice} = ${key}` }),
  }),
  horse: referenceFilter("Horse", { of: namedHorse, restrict: (key) => ({ condition: eq(invoices.horseId, key) }) }),
  state: choiceFilter("Status", {
    corrected: { name: "Corrected", restrict: { condition: isCorrectedInvoice } },
    voided: { name: "Voided", restrict: { condition: isVoidedInvoice } },
  }),
};

const showFilters: ListFilters = {
  month: monthFilter(shows.date, shows, isNull(shows.deletedAt)),
  from: fromFilter(shows.date),
  to: toFilter(shows.date),
  horse: referenceFilter("Horse", { of: namedHorse, restrict: (id) => ({ condition: eq(shows.horseId, id) }) }),
  billed: choiceFilter("Billed", {
    yes: { name: "Yes", view: "all", restrict: { condition: sql`${shows.billed}` } },
    no: { name: "No", view: "current" },
  }),
};

/** The items whose payment date meets a condition; those without one meet none. */
const paymentFilter = (label: string, restrict: (date: string) => SQL): FilterField => ({
  label,
  control: "date",
  parse: (text) => (isPaymentDate(text) ? text : null),
  restrict: (date) => ({ condition: sql`coalesce(${payrollItems.paymentDate}, '') ${restrict(date)}` }),
  format: formatUsDate,
});

/** The items that were paid on a day that meets a condition. */
const paidFilter = (label: string, restrict: (date: string) => SQL): FilterField => ({
  ...paymentFilter(label, restrict),
  restrict: (date) => ({ condition: sql`(${payrollItems.paid} = 1 and ${dayPaid(payrollItems)} ${restrict(date)})` }),
  view: () => "all",
});

const payrollFilters: ListFilters = {
  groom: referenceFilter("Groom", {
    of: groom,
    restrict: (key) => ({ condition: eq(payrollItems.groomId, key) }),
  }),
  from: fromFilter(payrollItems.date),
  to: toFilter(payrollItems.date),
  week: weekFilter(payrollItems.date),
  payment: paymentFilter("Payment Date", (date) => sql`= ${date}`),
  paymentFrom: paymentFilter("Payment From", (date) => sql`>= ${date}`),
  paymentTo: paymentFilter("Payment To", (date) => sql`between '0' and ${date}`),
  paidFrom: paidFilter("Paid From", (date) => sql`>= ${date}`),
  paidTo: paidFilter("Paid To", (date) => sql`<= ${date}`),
  paid: choiceFilter("Paid", {
    yes: {
      name: "Yes",
      view: "all",
      restrict: { condition: sql`${payrollItems.paid} <> 0` },
    },
    no: { name: "No", view: "current" },
  }),
};

/** The kinds of records in the list of activity, by their table. */
const ACTIVITY_KINDS = {
  bill_items: "Bills",
  horses: "Horses",
  customers: "Customers",
  services: "Services",
  grooms: "Grooms",
  shows: "Shows",
  standing_charges: "Standing charges",
  payroll: "Payroll items",
  payroll_runs: "Payroll runs",
  billing_runs: "Billing runs",
  exports: "Exports",
  corrections: "Corrections",
  settings: "Settings",
  admins: "Admins",
};

const CHANGES = { add: "Added", edit: "Changed", delete: "Deleted", restore: "Undone" };

const choiceOf = (names: Readonly<Record<string, string>>, column: SQLWrapper) =>
  Object.fromEntries(
    Object.entries(names).map(([key, name]) => [key, { name, restrict: { condition: sql`${column} = ${key}` } }]),
  );

/** The actors beside admins. */
const ACTORS = ["visitor", "schedule", "command line"];
const ACTOR = /^(?:[a-z ]{1,40}|\S+@\S+)$/;
const RECORD = /^(?:[\w-]{1,64}|\S{1,64}@\S{1,255})$/;

const RECORDS = [customer, groom, namedHorse, service];
const isOf = (id: string) => sql`${activityRecords.recordId} = ${id}`;

const activityFilters: ListFilters = {
  person: {
    label: "Person",
    control: "select",
    parse: (text) => (ACTOR.test(text) ? text : null),
    restrict: (key) => ({ condition: eq(activityEntries.actor, key) }),
    options: ACTORS.map((id) => ({ id, name: inSentence(id) })),
    choices: everyAdmin,
    format: inSentence,
  },
  kind: choiceFilter("Type", choiceOf(ACTIVITY_KINDS, activityEntries.kind)),
  change: choiceFilter("Change", choiceOf(CHANGES, activityEntries.change)),
  record: {
    label: "Record",
    control: "select",
    parse: (text) => (RECORD.test(text) ? text : null),
    restrict: (id) => ({
      condition: sql`${activityEntries.seq} in (select ${activityRecords.seq} from ${activityRecords} where ${isOf(id)})`,
    }),
    choices: sql`(select json_group_array(json_object('id', id, 'name', name)) from (${unionAll(
      RECORDS.map(
        (of) => sql`select ${of.id} as id, ${of.name} as name from ${of.table} where ${of.deletedAt} is null`,
      ),
    )}))`,
    // A record of another kind has the name that its latest change gives it.
    nameOf: (id) => {
      const names = RECORDS.map((of) => sql`(select ${of.shown} from ${of.table} where ${of.id} = ${id})`);
      const latest = sql`(select ${activityEntries.records} from ${activityRecords} join ${activityEntries} using (seq) where ${isOf(id)} order by seq desc limit 1)`;
      return sql`coalesce(${commaList([...names, latest])})`;
    },
  },
  from: fromFilter(activityEntries.date),
  to: toFilter(activityEntries.date),
};

export const LIST_FILTERS = {
  "/activity": activityFilters,
  "/billing": billFilters,
  "/billing/invoices": invoiceFilters,
  "/shows": showFilters,
  "/payroll": payrollFilters,
} as const satisfies { [path: string]: ListFilters };

const NO_FILTERS: ListFilters = {};

/** The filters of the long list at a path. */
export function filtersAt(path: string): ListFilters {
  const filters: { [path: string]: ListFilters } = LIST_FILTERS;
  return filters[path] ?? NO_FILTERS;
}
