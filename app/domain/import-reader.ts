import { LOCATION_NAMES, type Location } from "./boarding.ts";
import {
  isEmpty,
  type ReadValue,
  readDollars,
  readFlag,
  readLocation,
  readQuantity,
  shorten,
} from "./import-values.ts";
import { type Cents, formatDollars, MAX_AMOUNT, MAX_QUANTITY } from "./money.ts";

/* The fields of one record of an import, and what is to be said of them (docs/product.md, 'Import'). */

/** In the order in which they come in: a record comes after those that it refers to. */
export const COLLECTIONS = [
  "params",
  "admins",
  "customers",
  "horses",
  "services",
  "grooms",
  "shows",
  "billItems",
  "payroll",
] as const;
export type Collection = (typeof COLLECTIONS)[number];

/** A record of a file: its id and its fields as the file has them. */
export type SourceRecord = { id: string; fields: { readonly [field: string]: unknown } };
export type Sources = { readonly [name in Collection]?: readonly SourceRecord[] };

/** What is wrong with a field, and what is done about it. A refused record does not come in. */
export type Finding = {
  collection: Collection;
  id: string;
  /** What identifies the record to people. */
  name: string;
  field: string;
  /** A sentence without the value, which is the same for all records with this problem. */
  reason: string;
  /** What the file has there, shortened. */
  value: string;
  isRefused: boolean;
};

/** How many records of a collection have nothing in a column, and what they get. */
export type FilledIn = { collection: Collection; column: string; value: string; count: number };

const ID = /^[\w-]{1,64}$/;
export const isId = (text: string) => ID.test(text);

/** The heading of the column of a field: 'Boarding Surcharge' for `boardingSurcharge`, 'Blanket' for `hasBlanket`. */
export function columnOf(collection: Collection, field: string): string {
  if (collection === "horses" && field === "customerId") return "Responsible Party";
  const words = field.replace(/^(is|has)(?=[A-Z])/, "").replace(/Id$/, "");
  return words.replace(/(?<=[a-z])(?=[A-Z])/g, " ").replace(/^./, (first) => first.toUpperCase());
}

/** Reads the fields of one record, and collects what is wrong with them. */
export class FieldReader {
  readonly collection: Collection;
  readonly #record: SourceRecord;
  readonly #name: () => string;
  readonly #findings: Finding[];
  /** What the record gets where it has nothing, by field. */
  readonly filledIn = new Map<string, string>();
  /** What the rounding of its amounts took away: see `readDollars`. */
  lost = 0;
  isRounded = false;
  isRefused = false;

  constructor(
    collection: Collection,
    record: SourceRecord,
    { name, findings }: { name: () => string; findings: Finding[] },
  ) {
    this.collection = collection;
    this.#record = record;
    this.#name = name;
    this.#findings = findings;
    if (collection !== "admins" && !isId(record.id))
      this.refuse("id", "An id has up to 64 letters, digits, hyphens and underscores.");
  }

  raw(field: string): unknown {
    return this.#record.fields[field];
  }

  has(field: string): boolean {
    return !isEmpty(this.raw(field));
  }

  /** The text of a text or a number; of anything else, which names no record, that of its JSON. */
  textOf(field: string): string {
    const raw = this.raw(field) ?? "";
    return typeof raw === "object" ? JSON.stringify(raw) : String(raw);
  }

  note(field: string, reason: string, isRefused = false): void {
    const { id } = this.#record;
    const value = this.has(field) ? shorten(this.raw(field)) : "";
    this.#findings.push({ collection: this.collection, id, name: this.#name(), field, reason, value, isRefused });
  }

  refuse(field: string, reason: string): void {
    this.isRefused = true;
    this.note(field, reason, true);
  }

  /** The value of a field; `empty` if the record has nothing there, or null if it must have something. */
  read<T>(field: string, read: (raw: unknown) => ReadValue<T>, empty: NoInfer<T>): T;
  read<T>(field: string, read: (raw: unknown) => ReadValue<T>): T | null;
  read<T>(field: string, read: (raw: unknown) => ReadValue<T>, empty?: T): T | null {
    if (!this.has(field)) {
      if (empty === undefined) this.refuse(field, "It is missing.");
      return empty ?? null;
    }
    const result = read(this.raw(field));
    if ("problem" in result) {
      this.refuse(field, result.problem);
      return empty ?? null;
    }
    if (result.note) this.note(field, result.note);
    return result.value;
  }

  /** An amount of dollars, in cents. Without a default it must be there. */
  amount(field: string, otherwise?: Cents, max: Cents = MAX_AMOUNT): Cents | null {
    if (otherwise !== undefined) this.fillIn(field, formatDollars(otherwise));
    const read = (raw: unknown) => {
      const result = readDollars(raw, max);
      if ("lost" in result) [this.isRounded, this.lost] = [true, this.lost + (result.lost ?? 0)];
      return result;
    };
    return otherwise === undefined ? this.read(field, read) : this.read(field, read, otherwise);
  }

  /** A yes or no as a column has it. */
  flag(field: string, otherwise: boolean): 0 | 1 {
    this.fillIn(field, otherwise ? "yes" : "no");
    return this.read(field, readFlag, otherwise) ? 1 : 0;
  }

  location(): Location {
    this.fillIn("location", LOCATION_NAMES.florida);
    return this.read("location", readLocation, "florida");
  }

  quantity(): number {
    this.fillIn("quantity", "1");
    const quantity = this.read("quantity", readQuantity, 1);
    if (quantity > MAX_QUANTITY) this.refuse("quantity", `It is above ${MAX_QUANTITY.toLocaleString("en-US")}.`);
    return quantity;
  }

  /** Remembers what the record gets if it has nothing in a field. */
  fillIn(field: string, value: string): void {
    if (!this.has(field)) this.filledIn.set(field, value);
  }
}

/** Findings that say the same of several records. */
export type FindingGroup = Pick<Finding, "collection" | "field" | "reason" | "isRefused"> & { findings: Finding[] };

/** The findings by what they say: first those that keep a record out, and of these the most frequent. */
export function groupFindings(findings: readonly Finding[]): FindingGroup[] {
  const groups = new Map<string, FindingGroup>();
  for (const finding of findings) {
    const { collection, field, reason, isRefused } = finding;
    const key = JSON.stringify([collection, field, reason, isRefused]);
    const group = groups.get(key) ?? { collection, field, reason, isRefused, findings: [] };
    group.findings.push(finding);
    groups.set(key, group);
  }
  return [...groups.values()].toSorted(
    (one, other) => Number(other.isRefused) - Number(one.isRefused) || other.findings.length - one.findings.length,
  );
}
