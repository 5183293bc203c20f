import { normalize } from "#app/domain/basics/search-text.ts";
import type { BoundField } from "#app/domain/fields/field.ts";
import { customer } from "#app/domain/records/customer.ts";
import { groom } from "#app/domain/records/groom.ts";
import { importedHorseFields } from "#app/domain/records/horse.ts";
import { service, standingCharge } from "#app/domain/records/service.ts";
import type { Collection } from "./import-reader.ts";
import { columnStyleOf, isEmpty, MAX_SAMPLES, readField, shorten } from "./import-values.ts";

/* The columns of tables, by the descriptions of the records, and what barns call them (docs/moving-in.md, 'Tables'). */

/** The tables whose records are known before an import, and may come in as tables, with the fields of their forms. */
export const KNOWN_FIELDS = {
  customers: fieldsOf(customer),
  horses: fieldsOf({ fields: importedHorseFields }),
  services: fieldsOf(service),
  grooms: fieldsOf(groom),
  standing_charges: fieldsOf(standingCharge),
} as const;
export type KnownTable = keyof typeof KNOWN_FIELDS;
export const KNOWN_TABLES = Object.keys(KNOWN_FIELDS) as KnownTable[];

/** The fields without the type of their row: an import has only some values of a row. */
function fieldsOf<Row>({ fields }: { fields: readonly BoundField<Row>[] }) {
  return fields as unknown as readonly BoundField<{ [field: string]: unknown }>[];
}

/**
 * A field that a column may have. A table must have a required one; without a wanted one, each of its records has a problem. `isOwn` is
 * false for a fact of the owner in a table of horses.
 */
type Column = {
  field: string;
  label: string;
  keys: readonly string[];
  aliases: readonly string[];
  isRequired: boolean;
  isWanted: boolean;
  isOwn: boolean;
};

/** A heading without regard to case, spaces and signs: 'Check-in Date' and `checkInDate` are one. */
const keyOf = (heading: string) => normalize(heading).replace(/[\s_\-./#:()*$]+/g, "");

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
    customerPhone: "Phone, Phone Number, Cell, Mobile, Telephone, Client Phone, Owner Phone",
    checkInDate:
      "Check-in, Arrival, Arrival Date, Arrived, In, Date In, Start, Start Date, Move-in, Move-in Date, Since",
    checkOutDate:
      "Check-out, Left, Departure, Departure Date, Departed, Out, Date Out, End Date, Move-out, Move-out Date",
    boarding:
      "Board, Monthly Board, Monthly Boarding, Board Rate, Board Fee, Boarding Fee, Full Board, Board/mo, Board Monthly",
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
  standing_charges: {
    horseId: "Horse Name, Barn Name",
    serviceId: "Service Name, Product, Product/Service, Item, Charge",
    weekdays: "Day, Days, Weekday, Day of Week, Days of Week",
    quantity: "Qty, Count, Units",
    price: "Rate, Amount, Cost, Fee",
    customer: "Owner, Owner Name, Client, Boarder, Responsible Party",
    fromDate: "Start, Start Date, Starts, Since, From Date",
    untilDate: "End, End Date, Ends, To, Through, Last Day, Until Date",
    groomId: "Groom Name, Employee, Staff, Worker",
    comments: "Comment, Note, Notes, Memo",
  },
};

/** Other headings of the column with the weekdays of a standing charge. */
const HOW_OFTEN = ["How Often", "Repeats", "Frequency", "Schedule", "Every", "Recurrence"];

/** The columns of the fields that a form has. */
function columnsOf(collection: KnownTable): Column[] {
  const keysOf = (names: string | undefined) => (names ? names.split(", ").map(keyOf) : []);
  const columnOf = (field: string, label: string, names: readonly string[] = []): Column => ({
    ...{ field, label, keys: [label, ...names].map(keyOf), aliases: keysOf(ALIASES[collection]?.[field]) },
    isRequired: /^(name|productServiceName|horseId|serviceId)$/.test(field),
    isWanted: field === "checkInDate",
    isOwn: !/^customer(Emails|Phone)$/.test(field),
  });
  return [
    ...KNOWN_FIELDS[collection].flatMap(({ label, name, listed, input }) => {
      if (!input) return [];
      // A table has the names of the customers of its horses, or their ids.
      if (name !== "customerId")
        return [columnOf(name, label, [listed.heading ?? label, name, ...(name === "weekdays" ? HOW_OFTEN : [])])];
      return [
        columnOf("customer", label),
        columnOf("customerEmails", `${label}: E-mail`),
        columnOf("customerPhone", `${label}: Phone`),
        columnOf("customerId", "Customer ID"),
      ];
    }),
    // Of two horses with one name, that of this customer.
    ...(collection === "standing_charges" ? [columnOf("customer", "Customer")] : []),
    columnOf("id", "ID"),
  ];
}

const TABLES: { readonly [name in Collection]?: readonly Column[] } = Object.fromEntries(
  KNOWN_TABLES.map((name) => [name, columnsOf(name)]),
);

export const TABLE_COLLECTIONS: readonly Collection[] = KNOWN_TABLES;

const fieldNamed = (collection: string, name: string) =>
  KNOWN_FIELDS[collection as KnownTable]?.find((each) => each.name === name);

/** Three values of a column of a table as they are read: 06/15/1998, $2,900.00, Florida. */
export function samplesAsRead(collection: string, name: string, values: readonly unknown[], now: string): string[] {
  const field = fieldNamed(collection, name);
  const given = [...new Set(values.filter((raw) => !isEmpty(raw)))].slice(0, MAX_SAMPLES);
  const style = columnStyleOf(values, now);
  return given.map((raw) => {
    const read = field && readField(field, raw, style);
    return (read && "value" in read && field.detail({ [name]: read.value })) || shorten(raw);
  });
}

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

/** A column of a sheet, with some of its values. */
type SheetColumn = { heading: string; values: readonly string[] };

/** Whether a text is a heading of some table. */
export const isHeading = (text: string) =>
  text.length <= 200 &&
  TABLE_COLLECTIONS.some((name) =>
    TABLES[name]?.some(({ keys, aliases }) => [...keys, ...aliases].includes(keyOf(text))),
  );

/** The field of a column: by its label, or by another name if some value can be read. A 'Barn' may be Florida, or a stable. */
function fieldOf(collection: Collection, { heading, values }: SheetColumn): string {
  const key = keyOf(heading);
  const found = TABLES[collection]?.find(({ keys, aliases }) => keys.includes(key) || aliases.includes(key));
  const field = found && fieldNamed(collection, found.field);
  if (!found || !field?.input || values.length === 0 || found.keys.includes(key)) return found?.field ?? "";
  const style = columnStyleOf(values, ANY_DAY);
  return values.some((raw) => "value" in readField(field, raw, style)) ? found.field : "";
}

/** Whether a value is a date does not depend on today. */
const ANY_DAY = "2026-01-01";

/** The field of each column, of which the first one has it; '' for a column without one. */
export function matchColumns(
  collection: Collection,
  columns: readonly SheetColumn[],
  learned: LearnedColumns,
): string[] {
  const fields = columns.map((column) => {
    const before = learned[collection]?.[column.heading];
    const isKnown = before === "" || TABLES[collection]?.some(({ field }) => field === before);
    return isKnown && before !== undefined ? before : fieldOf(collection, column);
  });
  return fields.map((field, i) => (fields.indexOf(field) === i ? field : ""));
}

/** The labels of the columns that a table must have, or should have, and these fields lack. */
export const missingColumns = (collection: Collection, fields: readonly string[], which: "isRequired" | "isWanted") =>
  (TABLES[collection] ?? []).flatMap((each) => (each[which] && !fields.includes(each.field) ? [each.label] : []));

/** The words for the records of a table in the names of its sheet and file. */
const WORDS: readonly (readonly [Collection, RegExp])[] = [
  ["horses", /horse|board/i],
  ["customers", /customer|client|owner/i],
  ["services", /service|price/i],
  ["grooms", /groom|staff|employee/i],
  ["standing_charges", /standing|recurring/i],
];

/** The collection of which a table has the most columns, or null. The names of the sheet and the file count as headings. */
export function guessCollection(
  columns: readonly SheetColumn[],
  { sheet, file, learned }: { sheet: string; file: string; learned: LearnedColumns },
): Collection | null {
  const scores = WORDS.map(([collection, words]) => {
    const found = matchColumns(collection, columns, learned);
    const own = TABLES[collection]?.filter(({ field, isOwn }) => isOwn && found.includes(field)) ?? [];
    const isNamed = own.length === 0 || missingColumns(collection, found, "isRequired").length === 0;
    return { collection, score: isNamed ? own.length + (words.test(sheet) ? 2 : 0) + (words.test(file) ? 1 : 0) : 0 };
  }).toSorted((one, other) => other.score - one.score);
  const [first, second] = scores;
  return first && first.score > (second?.score ?? 0) ? first.collection : null;
}
