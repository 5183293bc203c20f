import type { LocalDate } from "#app/domain/basics/calendar.ts";
import type { BoundField } from "#app/domain/fields/field.ts";
import { readDay } from "./import-days.ts";
import { type ColumnStyle, columnStyleOf, isEmpty, type ReadValue, readField, shorten } from "./import-values.ts";

/* Reads the fields of an imported record, and collects findings about them (docs/product.md, 'Import'). */

/** In the order of the import: a record is imported after the records that it refers to. */
export const COLLECTIONS = [
  "params",
  "admins",
  "customers",
  "horses",
  "services",
  "grooms",
  "standing_charges",
  "shows",
  "billItems",
  "payroll",
] as const;
export type Collection = (typeof COLLECTIONS)[number];

/** A record of a file: its fields as the file has them. A row of a table may have no id; `place` is its sheet and row. */
export type SourceRecord = {
  id: string | null;
  fields: { readonly [field: string]: unknown };
  place?: string;
};
export type Sources = { readonly [name in Collection]?: readonly SourceRecord[] };

/** What is wrong with a field, and what is done about it. A refused record does not come in. */
export type ImportProblem = {
  collection: Collection;
  /** The id of the record, or the sheet and the row. */
  id: string;
  /** The name of the record for people: see `titleOf`. */
  name: string;
  field: string;
  /** A sentence without the value, which is the same for all records with this problem. */
  reason: string;
  /** The file's value of the field, shortened. */
  value: string;
  /** The text of the default, if that may come in. */
  filled: string;
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
 * finding says, as another record than the one that is there, or restore the deleted one.
 */
export const CHOICES = ["leave-out", "default", "as-is", "new", "restore"] as const;
export type Choice = (typeof CHOICES)[number];
/** The choices of a person, by the key of the group of findings. */
export type ProblemChoices = ReadonlyMap<string, Choice>;
export const NO_CHOICES: ProblemChoices = new Map();

/** A short text for an address, the same for all findings of a group: its collection, field and a hash (FNV-1a) of the reason. */
function keyOf({ collection, field, reason }: Pick<ImportProblem, "collection" | "field" | "reason">): string {
  let hash = 0x811c9dc5;
  for (const char of reason) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193);
  return `${collection}-${field}-${(hash >>> 0).toString(36)}`;
}

/** The number of records of a collection with nothing in a column, and the default that they get. */
export type FilledIn = { collection: Collection; column: string; value: string; count: number };

const ID = /^[\w-]{1,64}$/;
export const isId = (text: string) => ID.test(text);

type ReaderOptions = {
  name: () => string;
  findings: ImportProblem[];
  choices: ProblemChoices;
  /** How a field is read in all records. */
  styleOf: (field: string) => ColumnStyle;
  /** The fields that a rule has read from some record of the collection. */
  asked: Set<string>;
};

/** How each field of some records is read; `found` gets each field whose style is unusual. */
export function columnStyles(
  records: readonly SourceRecord[],
  now: string,
  found: (field: string, text: string) => void,
) {
  const styles = new Map<string, ColumnStyle>();
  return (field: string): ColumnStyle => {
    const values = () => records.map(({ fields }) => fields[field]);
    const style = styles.get(field) ?? columnStyleOf(values(), now);
    if (style.text && !styles.has(field)) found(field, style.text);
    styles.set(field, style);
    return style;
  };
}

/** What an empty field becomes: `value`, of which `filled` is the text if people should know it. */
export type WhenEmpty<T> = { value: T; filled?: string };

/** Reads the fields of one record, and collects findings about them. */
export class FieldReader {
  readonly collection: Collection;
  readonly record: SourceRecord;
  readonly #options: ReaderOptions;
  #name: string | undefined;
  /** What to do if the record comes in: it adds the stand-ins for those that it refers to. */
  readonly whenTaken: (() => void)[] = [];
  /** The defaults for the record's empty fields, by field. */
  readonly filledIn = new Map<string, string>();
  isRefused = false;

  constructor(collection: Collection, record: SourceRecord, options: ReaderOptions) {
    this.collection = collection;
    this.record = record;
    this.#options = options;
    if (this.has("__collections__")) this.note("__collections__", "The collections below it are skipped.");
  }

  raw(field: string): unknown {
    this.#options.asked.add(field);
    return this.record.fields[field];
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
    this.find(field, reason, ["as-is", "leave-out"]);
  }

  /** Refuses the record. With a default the admin may choose to import it with that; returns true if so. */
  refuse(field: string, reason: string, filled?: string): boolean {
    const options: Choice[] = filled === undefined ? ["leave-out"] : ["leave-out", "default"];
    return this.find(field, reason, options, filled) === "default";
  }

  /** Adds a finding, and returns what is done about it. */
  find(field: string, reason: string, options: readonly Choice[], filled = ""): Choice {
    const { collection, record } = this;
    const { name, choices, findings } = this.#options;
    this.#name ??= name();
    const value = this.has(field) ? shorten(this.raw(field)) : "";
    const id = record.id ?? record.place ?? "";
    const said = { collection, id, name: this.#name, field, reason, value, filled, options };
    const key = keyOf(said);
    const wanted = choices.get(key);
    const choice = options.find((option) => option === wanted) ?? options[0] ?? "leave-out";
    findings.push({ ...said, key, choice, isRefused: choice === "leave-out" });
    this.isRefused ||= choice === "leave-out";
    return choice;
  }

  /** The value of a field; if the field is empty, that of `empty`, without which it is required. `offer` may come in for a wrong value. */
  read<T>(field: string, read: (raw: unknown) => ReadValue<T>, empty: WhenEmpty<NoInfer<T>>): T;
  read<T>(
    field: string,
    read: (raw: unknown) => ReadValue<T>,
    empty?: WhenEmpty<NoInfer<T>>,
    offer?: WhenEmpty<NoInfer<T>>,
  ): T | null;
  read<T>(
    field: string,
    read: (raw: unknown) => ReadValue<T>,
    empty?: WhenEmpty<T>,
    offer: WhenEmpty<T> | undefined = empty,
  ): T | null {
    const isGiven = this.has(field);
    if (!isGiven && empty) {
      if (empty.filled !== undefined) this.filledIn.set(field, empty.filled);
      return empty.value;
    }
    const result: ReadValue<T> = isGiven ? read(this.raw(field)) : { problem: "It is missing." };
    if ("value" in result) {
      if (result.note) this.note(field, result.note);
      return result.value;
    }
    const filled = offer && (offer.filled ?? "nothing");
    if (this.refuse(field, result.problem, filled) && filled) this.filledIn.set(field, filled);
    return offer?.value ?? null;
  }

  /** A day, read as all days of the field are; undefined if it is none. */
  day(field: string): LocalDate | undefined {
    const day = readDay(this.raw(field), this.#options.styleOf(field));
    return "value" in day ? day.value : undefined;
  }

  /** The value of a described field, by the parser of its form. */
  described<Row>(field: BoundField<Row>, empty?: WhenEmpty<unknown>, offer = empty): unknown {
    const { name } = field;
    return this.read(name, (raw) => readField(field, raw, this.#options.styleOf(name)), empty, offer);
  }

  /** The last day of a stay or of work, or null if it is before the first. */
  lastDay(field: string, last: LocalDate | null, first: LocalDate | null, beforeFirst: string): LocalDate | null {
    if (!first || !last || last >= first) return last;
    if (this.refuse(field, beforeFirst, "nothing")) this.filledIn.set(field, "nothing");
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
  "key" | "collection" | "field" | "reason" | "filled" | "options" | "choice" | "isRefused"
> & { count: number; findings: ImportProblem[] };

/** The findings by what they say: first those that keep a record out, and of these the most frequent. */
export function groupFindings(findings: readonly ImportProblem[]): FindingGroup[] {
  const groups = new Map<string, FindingGroup>();
  for (const finding of findings) {
    const group = groups.get(finding.key) ?? { ...finding, count: 0, findings: [] };
    group.count += 1;
    group.findings.push(finding);
    groups.set(finding.key, group);
  }
  return [...groups.values()].toSorted(
    (one, other) => Number(other.isRefused) - Number(one.isRefused) || other.findings.length - one.findings.length,
  );
}

/** The most records of a problem that are stored with an import. */
const MAX_STORED = 20;

/** The problems that keep records out, each with its first records. */
export const refusedGroups = (findings: readonly ImportProblem[]): FindingGroup[] =>
  groupFindings(findings)
    .filter(({ isRefused }) => isRefused)
    .map((group) => ({ ...group, findings: group.findings.slice(0, MAX_STORED) }));
