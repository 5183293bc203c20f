import type { LocalDate } from "#app/domain/basics/calendar.ts";
import { LOCATION_NAMES, type Location } from "#app/domain/basics/locations.ts";
import { type Cents, formatDollars, MAX_AMOUNT, MAX_QUANTITY } from "#app/domain/basics/money.ts";
import { type DayStyle, dayStyleOf, readDay } from "./import-days.ts";
import {
  isEmpty,
  type ReadValue,
  readDollars,
  readFlag,
  readLocation,
  readQuantity,
  shorten,
} from "./import-values.ts";

/* Reads the fields of an imported record, and collects findings about them (docs/product.md, 'Import'). */

/** In the order of the import: a record is imported after the records that it refers to. */
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
export type ImportProblem = {
  collection: Collection;
  id: string;
  /** The name of the record for people: see `titleOf`. */
  name: string;
  field: string;
  /** A sentence without the value, which is the same for all records with this problem. */
  reason: string;
  /** The file's value of the field, shortened. */
  value: string;
  /** Identifies the group of the finding: see `FindingGroup`. */
  key: string;
  /** The possible choices; the first one applies until an admin chooses another. */
  options: readonly Choice[];
  choice: Choice;
  /** Whether the finding keeps the record out. */
  isRefused: boolean;
};

/**
 * What to do about a finding: leave the record out, import it with the default of an empty field, or import it as the
 * finding says.
 */
export type Choice = "leave-out" | "default" | "as-is";
/** The choices of a person, by the key of the group of findings. */
export type ProblemChoices = ReadonlyMap<string, Choice>;
export const NO_CHOICES: ProblemChoices = new Map();

type Said = Pick<ImportProblem, "collection" | "id" | "name" | "field" | "reason" | "value" | "options">;

/** A finding, with what is done about it. */
export function importProblemOf(said: Said, choices: ProblemChoices): ImportProblem {
  const key = keyOf(said);
  const wanted = choices.get(key);
  const choice = said.options.find((option) => option === wanted) ?? said.options[0] ?? "leave-out";
  return { ...said, key, choice, isRefused: choice === "leave-out" };
}

/** A short text for an address, the same for all findings of a group: its collection, field and a hash (FNV-1a) of the reason. */
function keyOf({ collection, field, reason }: Said): string {
  let hash = 0x811c9dc5;
  for (const char of reason) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193);
  return `${collection}-${field}-${(hash >>> 0).toString(36)}`;
}

/** The number of records of a collection with nothing in a column, and the default that they get. */
export type FilledIn = { collection: Collection; column: string; value: string; count: number };

const ID = /^[\w-]{1,64}$/;
export const isId = (text: string) => ID.test(text);

/** The heading of the column of a field: 'Boarding Surcharge' for `boardingSurcharge`, 'Blanket' for `hasBlanket`. */
export function columnOf(collection: Collection, field: string): string {
  if (field === "id") return "ID";
  if (collection === "horses" && field === "customerId") return "Responsible Party";
  const words = field.replace(/^(is|has)(?=[A-Z])/, "").replace(/Id$/, "");
  return words.replace(/(?<=[a-z])(?=[A-Z])/g, " ").replace(/^./, (first) => first.toUpperCase());
}

type ReaderOptions = {
  name: () => string;
  findings: ImportProblem[];
  choices: ProblemChoices;
  /** How the days of a field are read in all records. */
  styleOf: (field: string) => DayStyle;
};

/** How the days of each field of some records are read; `found` gets each field whose style is unusual. */
export function dayStyles(records: readonly SourceRecord[], now: string, found: (field: string, text: string) => void) {
  const styles = new Map<string, DayStyle>();
  return (field: string): DayStyle => {
    const style =
      styles.get(field) ??
      dayStyleOf(
        records.map(({ fields }) => fields[field]),
        now,
      );
    if (style.text && !styles.has(field)) found(field, style.text);
    styles.set(field, style);
    return style;
  };
}

/** Reads the fields of one record, and collects findings about them. */
export class FieldReader {
  readonly collection: Collection;
  readonly #record: SourceRecord;
  readonly #name: () => string;
  readonly #findings: ImportProblem[];
  readonly #choices: ProblemChoices;
  readonly #styleOf: (field: string) => DayStyle;
  /** What to do if the record comes in: it adds the stand-ins for those that it refers to. */
  readonly whenTaken: (() => void)[] = [];
  /** The defaults for the record's empty fields, by field. */
  readonly filledIn = new Map<string, string>();
  /** The sum of cents that rounding took from the record's amounts: see `readDollars`. */
  lost = 0;
  isRounded = false;
  isRefused = false;

  constructor(collection: Collection, record: SourceRecord, { name, findings, choices, styleOf }: ReaderOptions) {
    this.collection = collection;
    this.#record = record;
    this.#name = name;
    this.#findings = findings;
    this.#choices = choices;
    this.#styleOf = styleOf;
    if (this.has("__collections__")) this.note("__collections__", "The collections below it do not come in.");
  }

  raw(field: string): unknown {
    return this.#record.fields[field];
  }

  has(field: string): boolean {
    return !isEmpty(this.raw(field));
  }

  /** The text of a string or a number, otherwise its JSON, which is the id or name of no record. */
  textOf(field: string): string {
    const raw = this.raw(field) ?? "";
    return typeof raw === "object" ? JSON.stringify(raw) : String(raw);
  }

  /** Adds a finding about a record that is imported unless an admin leaves it out. */
  note(field: string, reason: string): void {
    this.#find(field, reason, ["as-is", "leave-out"]);
  }

  /** Refuses the record. With a default the admin may choose to import it with that; returns true if so. */
  refuse(field: string, reason: string, hasDefault = false): boolean {
    return this.#find(field, reason, hasDefault ? ["leave-out", "default"] : ["leave-out"]) === "default";
  }

  #find(field: string, reason: string, options: readonly Choice[]): Choice {
    const value = this.has(field) ? shorten(this.raw(field)) : "";
    const said = {
      collection: this.collection,
      id: this.#record.id,
      name: this.#name(),
      field,
      reason,
      value,
      options,
    };
    const finding = importProblemOf(said, this.#choices);
    this.#findings.push(finding);
    this.isRefused ||= finding.isRefused;
    return finding.choice;
  }

  /**
   * The value of a field; if the field is empty, `empty` or, for a required field, null. `filled` is the text of
   * `empty` for the list of filled-in defaults; without it a missing value is not listed.
   */
  read<T>(field: string, read: (raw: unknown) => ReadValue<T>, empty: NoInfer<T>, filled?: string): T;
  read<T>(field: string, read: (raw: unknown) => ReadValue<T>): T | null;
  read<T>(field: string, read: (raw: unknown) => ReadValue<T>, empty?: T, filled?: string): T | null {
    const hasDefault = empty !== undefined;
    if (!this.has(field)) {
      if (filled !== undefined) this.filledIn.set(field, filled);
      if (!hasDefault) this.refuse(field, "It is missing.");
      return empty ?? null;
    }
    const result = read(this.raw(field));
    if ("problem" in result) {
      if (this.refuse(field, result.problem, hasDefault)) this.filledIn.set(field, filled ?? "nothing");
      return empty ?? null;
    }
    if (result.note) this.note(field, result.note);
    return result.value;
  }

  /** An amount of dollars, in cents. Without a default it must be there. */
  amount(field: string, otherwise?: Cents, max: Cents = MAX_AMOUNT): Cents | null {
    const read = (raw: unknown) => {
      const result = readDollars(raw, max);
      if ("lost" in result) [this.isRounded, this.lost] = [true, this.lost + (result.lost ?? 0)];
      return result;
    };
    return otherwise === undefined
      ? this.read(field, read)
      : this.read(field, read, otherwise, formatDollars(otherwise));
  }

  /** A yes or no as a column has it. */
  flag(field: string, otherwise: boolean, read = readFlag): 0 | 1 {
    return this.read(field, read, otherwise, otherwise ? "yes" : "no") ? 1 : 0;
  }

  location(): Location {
    return this.read("location", readLocation, "florida", LOCATION_NAMES.florida);
  }

  quantity(): number {
    return this.read("quantity", (raw) => readQuantity(raw, MAX_QUANTITY), 1, "1");
  }

  /** A day; with `empty`, the field may be empty. */
  day(field: string, empty?: null): LocalDate | null {
    const read = (raw: unknown) => readDay(raw, this.#styleOf(field));
    return empty === undefined ? this.read(field, read) : this.read<LocalDate | null>(field, read, empty);
  }

  /** The last day of a stay or of work, which is not before the first; null if there is none. */
  lastDay(field: string, first: LocalDate | null, beforeFirst: string): LocalDate | null {
    const last = this.day(field, null);
    if (!first || !last || last >= first) return last;
    if (this.refuse(field, beforeFirst, true)) this.filledIn.set(field, "nothing");
    return null;
  }

  /** Notes the default of a field if the field is empty. */
  fillIn(field: string, value: string): void {
    if (!this.has(field)) this.filledIn.set(field, value);
  }
}

/** The same finding for several records, and the choice for all of them. */
export type FindingGroup = Pick<
  ImportProblem,
  "key" | "collection" | "field" | "reason" | "options" | "choice" | "isRefused"
> & { findings: ImportProblem[] };

/** The findings by what they say: first those that keep a record out, and of these the most frequent. */
export function groupFindings(findings: readonly ImportProblem[]): FindingGroup[] {
  const groups = new Map<string, FindingGroup>();
  for (const finding of findings) {
    const { key, collection, field, reason, options, choice, isRefused } = finding;
    const group = groups.get(key) ?? { key, collection, field, reason, options, choice, isRefused, findings: [] };
    group.findings.push(finding);
    groups.set(key, group);
  }
  return [...groups.values()].toSorted(
    (one, other) => Number(other.isRefused) - Number(one.isRefused) || other.findings.length - one.findings.length,
  );
}
