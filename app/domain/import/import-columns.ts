import { normalize } from "#app/domain/basics/search-text.ts";
import type { BoundField } from "#app/domain/fields/field.ts";
import { customer } from "#app/domain/records/customer.ts";
import { groom } from "#app/domain/records/groom.ts";
import { horse } from "#app/domain/records/horse.ts";
import { service } from "#app/domain/records/service.ts";
import type { Collection } from "./import-reader.ts";

/* The columns of tables, by the descriptions of the records, and what barns call them (docs/moving-in.md, 'Tables'). */

/** A field that a column may have. `isOwn` is false for a fact of the owner in a table of horses. */
type Column = { field: string; label: string; keys: readonly string[]; isRequired: boolean; isOwn: boolean };

/** A heading without regard to case, spaces and signs: 'Check-in Date' and `checkInDate` are one. */
const keyOf = (heading: string) => normalize(heading).replace(/[\s_\-./#:()*]+/g, "");

/** What barns call the fields, besides their labels, their headings in lists and their names. */
const ALIASES: { readonly [name in Collection]?: { readonly [field: string]: string } } = {
  customers: {
    name: "Client, Client Name, Customer, Customer Name, Owner, Owner Name, Boarder, Full Name, Bill To, Account",
    emails: "Email, E-mails, Email Address, Client Email, Owner Email",
    phone: "Phones, Phone Number, Telephone, Tel, Cell, Cell Phone, Mobile",
    riders: "Rider, Students, Student, Children",
  },
  horses: {
    name: "Horse, Horse Name, Barn Name, Stable Name",
    customer: "Owner, Owner Name, Client, Client Name, Customer, Boarder, Bill To, Owner Email Or Name",
    customerEmails: "Owner Email, Owner E-mail, Client Email, Email, Emails, Email Address",
    customerPhone: "Phone, Phone Number, Cell, Mobile, Telephone, Client Phone",
    checkInDate:
      "Check-in, Arrival, Arrival Date, Arrived, In, Date In, Start, Start Date, Move-in, Move-in Date, Since",
    checkOutDate:
      "Check-out, Left, Departure, Departure Date, Departed, Out, Date Out, End Date, Move-out, Move-out Date",
    boarding: "Board, Monthly Board, Monthly Boarding, Board Rate, Board Fee, Boarding Fee, Full Board",
    boardingSurcharge: "Surcharge, Board Surcharge",
    training: "Trng, Train, Training Fee, Monthly Training",
    hasBlanket: "Blankets, Blanketing",
    isBillable: "Bill, Bill Owner",
    location: "Barn, Farm, Site, Property, State",
  },
  services: {
    productServiceName: "Service, Service Name, Product, Product/Service, Item",
    price: "Rate, Amount, Cost, Fee, Charge",
    salesDescription: "Details, Notes",
    needsGroom: "Groom",
  },
  grooms: {
    name: "Groom, Groom Name, Employee, Employee Name, Staff, Worker",
    startDate: "Start, Started, Hired, Hire Date, Since, Date Hired",
    endDate: "End, Ended, Left, Last Day, Terminated",
    weeklySalary: "Salary, Weekly Pay, Pay, Weekly Wage, Wage, Per Week",
    location: "Barn, Farm, Site, Property",
  },
};

/** The columns of the fields that a form has; `given` must be there. */
function columnsOf<Row>(collection: Collection, fields: readonly BoundField<Row>[], given: readonly string[]) {
  const aliases = ALIASES[collection] ?? {};
  const columnOf = (field: string, label: string, names: readonly string[]): Column => ({
    ...{ field, label, isRequired: given.includes(field), isOwn: !/^customer(Emails|Phone)$/.test(field) },
    keys: [label, ...names, ...(aliases[field]?.split(", ") ?? [])].map(keyOf),
  });
  return [
    ...fields.flatMap(({ label, name, listed, input }) => {
      if (!input) return [];
      // A table has the names of the customers of its horses, or their ids.
      if (name !== "customerId") return [columnOf(name, label, [listed.heading ?? label, name])];
      return [
        columnOf("customer", label, []),
        columnOf("customerEmails", `${label}: E-mail`, []),
        columnOf("customerPhone", `${label}: Phone`, []),
        columnOf("customerId", "Customer ID", []),
      ];
    }),
    columnOf("id", "ID", []),
  ];
}

const TABLES: { readonly [name in Collection]?: readonly Column[] } = {
  customers: columnsOf("customers", customer.fields, ["name"]),
  horses: columnsOf("horses", horse.fields, ["name", "checkInDate"]),
  services: columnsOf("services", service.fields, ["productServiceName"]),
  grooms: columnsOf("grooms", groom.fields, ["name"]),
};

export const TABLE_COLLECTIONS = Object.keys(TABLES) as readonly Collection[];

/** The fields that a column of a table may be, with their labels. None if the records are imported as JSON only. */
export const importColumnChoices = (collection: Collection): { field: string; label: string }[] =>
  (TABLES[collection] ?? []).map(({ field, label }) => ({ field, label }));

/** The label of a field: 'Boarding Surcharge' for `boardingSurcharge`, 'Exported' for one without a column. */
export function importLabelOf(collection: Collection, field: string): string {
  const own = field === "customerId" ? "customer" : field;
  const known = TABLES[collection]?.find((each) => each.field === own)?.label;
  const words = own.replace(/^(is|has)(?=[A-Z])/, "").replace(/Id$/, "");
  return known ?? words.replace(/(?<=[a-z])(?=[A-Z])/g, " ").replace(/^./, (first) => first.toUpperCase());
}

/** What a barn called its columns before: the field of each heading, by collection. */
export type LearnedColumns = { readonly [name in Collection]?: { readonly [heading: string]: string } };

const fieldOfHeading = (collection: Collection, heading: string) => {
  const key = keyOf(heading);
  return TABLES[collection]?.find(({ keys }) => keys.includes(key));
};

/** Whether a text is a heading of some table. */
export const isHeading = (text: string) =>
  text.length <= 200 && TABLE_COLLECTIONS.some((collection) => fieldOfHeading(collection, text) !== undefined);

/** The field of each heading, of which the first one has it; '' for a heading without one. */
export function matchColumns(collection: Collection, headings: readonly string[], learned: LearnedColumns): string[] {
  const fields = headings.map((heading) => {
    const before = learned[collection]?.[heading];
    const isKnown = TABLES[collection]?.some(({ field }) => field === before) || before === "";
    return (isKnown && before) || (before === "" ? "" : (fieldOfHeading(collection, heading)?.field ?? ""));
  });
  return fields.map((field, i) => (fields.indexOf(field) === i ? field : ""));
}

/** The labels of the columns that a table must have and these fields lack. */
export const missingColumns = (collection: Collection, fields: readonly string[]): string[] =>
  (TABLES[collection] ?? []).flatMap(({ field, label, isRequired }) =>
    isRequired && !fields.includes(field) ? [label] : [],
  );

/** The words for the records of a table in the names of its sheet and file. */
const WORDS: readonly (readonly [Collection, RegExp])[] = [
  ["horses", /horse|board/i],
  ["customers", /customer|client|owner/i],
  ["services", /service|price/i],
  ["grooms", /groom|staff|employee/i],
];

/** The collection of which a table has the most headings, or null. The names of the sheet and the file count as headings. */
export function guessCollection(
  headings: readonly string[],
  { sheet, file, learned }: { sheet: string; file: string; learned: LearnedColumns },
): Collection | null {
  const scores = WORDS.map(([collection, words]) => {
    const found = matchColumns(collection, headings, learned);
    const own = TABLES[collection]?.filter(({ field, isOwn }) => isOwn && found.includes(field)) ?? [];
    const isNamed = own.some(({ isRequired }) => isRequired) || own.length === 0;
    return { collection, score: isNamed ? own.length + (words.test(sheet) ? 2 : 0) + (words.test(file) ? 1 : 0) : 0 };
  }).toSorted((one, other) => other.score - one.score);
  const [first, second] = scores;
  return first && first.score > (second?.score ?? 0) ? first.collection : null;
}
