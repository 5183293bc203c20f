import { formatUsDate, type LocalDate } from "./calendar.ts";
import { type Cents, formatDollars, inDollars } from "./money.ts";

/*
 * A field of a record is described once, in `app/routes/<screen>/<record>.ts`. The list's column, the dialog's control, the
 * conflict view, the parser and the tests' inventory of the screen follow from the description; tests hold the search index
 * and the sorts of the database against it (docs/architecture.md, 'One field').
 */

/** The kind of control that a field is entered with. */
export type Control =
  | "text"
  | "email"
  | "tel"
  | "multiline"
  | "lines"
  | "amount"
  | "quantity"
  | "date"
  | "checkbox"
  | "choice"
  | "reference";

export type Option = { id: string; name: string };

/** What a field holds, by the kind of text that a person enters; `domain/parse-field.ts` has a parser for each. */
export type KindValue = {
  name: string;
  text: string;
  date: LocalDate;
  optionalDate: LocalDate | null;
  dollars: Cents;
  quantity: number;
  flag: boolean;
  choice: string;
  emails: string[];
  names: string[];
  reference: string;
  optionalReference: string | null;
};

export type Kind = keyof KindValue;

/** How a field is entered. */
export type Input<Value> = {
  kind: Kind;
  control: Control;
  required: boolean;
  /** The most characters of a text. */
  maxLength: number | undefined;
  /** The value as its control holds it; a checkbox holds 'on' or nothing. */
  toText: (value: Value) => string;
  /** The text of the control in the form of a new record. */
  initialText: (today: LocalDate) => string;
  placeholder: string | undefined;
  /** The options of a choice. Those of a reference come from the database. */
  options: readonly Option[];
  /** A reference must name a record that is offered, or the one that the record has already. */
  mustBeOffered: boolean;
  /** False if the field is edited in the list's row only. */
  inForm: boolean;
};

/** How the list shows a field. */
export type Listed = {
  /** Its heading, if not the label. */
  heading?: string;
  /** Its id in the list's address, if not the name of the field. */
  column?: string;
  /** The class of its least width, `w-28`. */
  width?: string;
  align?: "end";
  /** Hidden until the admin asks for it in the Columns menu. */
  hidden?: boolean;
  sortable?: boolean;
  /** Whether a search finds its text; true unless the cell shows no text. */
  searchable?: boolean;
  /** The field is edited in the list's row, too. */
  inRow?: boolean;
};

export type Field<Value, Row = unknown> = {
  label: string;
  listed: Listed;
  /** The text of its cell, and what a search finds. */
  format: (value: Value, row: Row) => string;
  /** The text of its cell where that is shorter than what a search finds. */
  abbreviate: ((value: Value) => string) | null;
  /** The text in the conflict view. */
  detail: (value: Value, row: Row) => string;
  input: Input<Value> | null;
};

/** A field that a person can enter. */
export type EditableField<Value, Row = unknown> = Field<Value, Row> & { input: Input<Value> & { inForm: true } };

/** A field that a person can enter in the list's row only. */
export type RowField<Value> = Field<Value> & { input: Input<Value> & { inForm: false } };

/** Columns of every record that no description names. */
type Unnamed = "id" | "seq" | "version";

/** A field together with its name: reads its own value from a row. */
export type BoundField<Row> = {
  name: string;
  label: string;
  heading: string;
  /** Its id in the list's address and in the saved choice of columns. */
  column: string;
  listed: Listed;
  /** The text of its cell, in full, and what a search finds. */
  text: (row: Row) => string;
  cellText: (row: Row) => string;
  detail: (row: Row) => string;
  input: BoundInput<Row> | null;
};

export type BoundInput<Row> = Pick<
  Input<never>,
  "kind" | "control" | "required" | "maxLength" | "initialText" | "placeholder" | "options" | "mustBeOffered" | "inForm"
> & {
  /** The row's value as its control holds it. */
  textOf: (row: Row) => string;
};

/** The description of a record: `fields` in the order of its screen, for code that treats all records alike. */
export type Description<Row, Entered = unknown, Settable = unknown> = {
  fields: readonly BoundField<Row>[];
  /** The names of the fields that a person can set at all. */
  settableNames: readonly (keyof Settable & string)[];
  /** The names of the fields that the form has. */
  inputNames: readonly (keyof Entered & string)[];
};

type FieldsOf<Row> = { [Name in keyof Row]?: Field<Row[Name], Row> };

type ValueOf<Entry> = Entry extends Field<infer Value, infer _Row> ? Value : never;

/** The values of a record's form, by the parsers of its fields. */
export type EnteredOf<Fields> = {
  -readonly [Name in keyof Fields as Fields[Name] extends { input: { inForm: true } } ? Name : never]: ValueOf<
    Fields[Name]
  >;
};

/** The values that a person can set at all, in the form or in the row. */
export type SettableOf<Fields> = {
  -readonly [Name in keyof Fields as Fields[Name] extends { input: object } ? Name : never]: ValueOf<Fields[Name]>;
};

/**
 * Describes the fields of a record in the order of its screen: every column of `Row` but those in `Internal`, so that a new
 * column without a description does not compile. A field's value must have the type of its column.
 */
export const describe =
  <Row, Internal extends keyof Row = never>() =>
  <Fields extends { [Name in Exclude<keyof Row, Unnamed | Internal>]: Field<Row[Name], Row> }>(
    fields: Fields & { [Name in Exclude<keyof Fields, keyof Row>]: never },
  ): Description<Row, EnteredOf<Fields>, SettableOf<Fields>> => {
    const described: FieldsOf<Row> = fields;
    const names = Object.keys(described) as (keyof Row & string)[];
    const bound = names.flatMap((name) => bind(name, described[name]) ?? []);
    type Settable = SettableOf<Fields>;
    type Entered = EnteredOf<Fields>;
    return {
      fields: bound,
      settableNames: bound.flatMap(({ name, input }) => (input ? [name as keyof Settable & string] : [])),
      inputNames: bound.flatMap(({ name, input }) => (input?.inForm ? [name as keyof Entered & string] : [])),
    };
  };

function bind<Row, Name extends keyof Row & string>(
  name: Name,
  field: Field<Row[Name], Row> | undefined,
): BoundField<Row> | undefined {
  if (!field) return undefined;
  const { label, listed, format, abbreviate, detail, input } = field;
  const text = (row: Row) => format(row[name], row);
  return {
    name,
    label,
    heading: listed.heading ?? label,
    column: listed.column ?? name,
    listed,
    text,
    cellText: abbreviate ? (row) => abbreviate(row[name]) : text,
    detail: (row) => detail(row[name], row),
    input: input && { ...input, textOf: (row) => input.toText(row[name]) },
  };
}

/** The ids of the columns that the list can be sorted by. */
export const sortableColumns = <Row>({ fields }: Pick<Description<Row>, "fields">): string[] =>
  fields.flatMap(({ column, listed }) => (listed.sortable === false ? [] : [column]));

type Entered<Value> = Listed & { initial?: Value; placeholder?: string };

/** A field that a person cannot enter: computed, or of another record. */
export function shown<Value>(label: string, format: (value: Value) => string, listed: Listed = {}): Field<Value> {
  return { label, listed, format, abbreviate: null, detail: format, input: null };
}

/** A text column that a person cannot enter. */
export const shownText = <Text extends string>(label: string, listed: Listed = {}) =>
  shown<Text>(label, (text) => text, listed);

type Entering<Value> = {
  control: Control;
  format: (value: Value) => string;
  required?: boolean;
  maxLength?: number;
  toText?: (value: Value) => string;
  detail?: (value: Value) => string;
  options?: readonly Option[];
};

function entered<Value extends KindValue[Kind]>(
  kind: Kind,
  label: string,
  { initial, placeholder, ...listed }: Entered<Value>,
  { control, format, required = false, maxLength, toText = format, detail = format, options = [] }: Entering<Value>,
): EditableField<Value> {
  const initialText = () => (initial === undefined ? "" : toText(initial));
  const common = { kind, control, required, maxLength, toText, initialText, placeholder, options };
  const input = { ...common, mustBeOffered: false, inForm: true as const };
  return { label, listed, format, abbreviate: null, detail, input };
}

const asIs = (text: string) => text;

/** A required name. */
export const name = (label: string, options: Entered<string> = {}) =>
  entered<string>("name", label, options, { format: asIs, control: "text", required: true });

/** Free text of at most `maxLength` characters; empty if nothing was entered. */
export const text = (
  label: string,
  maxLength: number,
  { control = "text", ...options }: Entered<string> & { control?: Control } = {},
) => entered<string>("text", label, options, { format: asIs, control, maxLength });

/** A required day. The form of a new record is empty, or has the current day if `initial` says so. */
export function date(label: string, { initial, ...options }: Listed & { initial?: "today" } = {}) {
  const how = { format: formatUsDate, control: "date", required: true, toText: asIs } as const;
  const field = entered<LocalDate>("date", label, options, how);
  const initialText = (today: LocalDate) => (initial === "today" ? today : "");
  return { ...field, input: { ...field.input, initialText } };
}

export const optionalDate = (label: string, options: Entered<LocalDate | null> = {}) =>
  entered<LocalDate | null>("optionalDate", label, options, {
    format: (day) => (day ? formatUsDate(day) : ""),
    control: "date",
    toText: (day) => day ?? "",
  });

/** An amount of dollars in cents, required. */
export function dollars(label: string, options: Entered<Cents> = {}) {
  const how = { format: formatDollars, control: "amount", required: true, toText: inDollars } as const;
  return entered<Cents>("dollars", label, { align: "end", ...options }, how);
}

/** A whole number from 1, required. */
export const quantity = (label: string, options: Entered<number> = {}) =>
  entered<number>("quantity", label, options, { format: String, control: "quantity", required: true });

/** Yes or no. Its cell is a switch without a text, unless `format` gives it one. */
export function flag(
  label: string,
  { format, ...options }: Entered<boolean> & { format?: (on: boolean) => string } = {},
) {
  const listed = { searchable: format !== undefined, ...options };
  return entered<boolean>("flag", label, listed, {
    format: format ?? (() => ""),
    control: "checkbox",
    toText: (on) => (on ? "on" : ""),
    detail: (on) => (on ? "Yes" : "No"),
  });
}

/** A switch in the list's row that the form does not have. */
export function rowFlag(label: string, options: Listed = {}): RowField<boolean> {
  const field = flag(label, { inRow: true, ...options });
  return { ...field, input: { ...field.input, inForm: false } };
}

/** One of a few fixed values, by their names. */
export function choice<Value extends string>(
  label: string,
  names: Record<Value, string>,
  options: Entered<NoInfer<Value>> = {},
): EditableField<Value> {
  const choices = Object.entries<string>(names).map(([id, named]) => ({ id, name: named }));
  const format = (value: Value) => names[value];
  return entered<Value>("choice", label, options, {
    format,
    control: "choice",
    required: true,
    toText: asIs,
    options: choices,
  });
}

const MOST_IN_A_CELL = 2;

/** A list of texts. Its cell shows the first two, and an ellipsis if there are more (docs/product.md, 'Customers'). */
function list(
  kind: "emails" | "names",
  label: string,
  options: Entered<string[]>,
  { control, separator }: { control: Control; separator: string },
): EditableField<string[]> {
  const format = (all: string[]) => all.join(", ");
  const toText = (all: string[]) => all.join(separator);
  const field = entered<string[]>(kind, label, options, { control, format, toText, detail: toText });
  const abbreviate = (all: string[]) => format(all.slice(0, MOST_IN_A_CELL)) + (all.length > MOST_IN_A_CELL ? "…" : "");
  return { ...field, abbreviate };
}

/** E-mail addresses, entered with commas between them. */
export const emails = (label: string, options: Entered<string[]> = {}) =>
  list("emails", label, options, { control: "email", separator: ", " });

/** Names, entered one on each line. */
export const names = (label: string, options: Entered<string[]> = {}) =>
  list("names", label, options, { control: "lines", separator: "\n" });

type Reference<Row> = Listed & {
  /** The name of the record that `row` refers to, deleted or not. */
  nameOf: (row: Row) => string;
  placeholder: string;
};

/** The id of another record, shown by its name and chosen from those that the form offers; null if none is chosen. */
export const optionalReference = <Row>(label: string, options: Reference<Row>) =>
  reference<string | null, Row>("optionalReference", label, options);

/** A required reference, which must be offered at the moment of saving. */
export const requiredReference = <Row>(label: string, options: Reference<Row>) =>
  reference<string, Row>("reference", label, options);

function reference<Value extends string | null, Row>(
  kind: "reference" | "optionalReference",
  label: string,
  { nameOf, placeholder, ...listed }: Reference<Row>,
): EditableField<Value, Row> {
  const required = kind === "reference";
  const how = { format: () => "", control: "reference", required, toText: (id: Value) => id ?? "" } as const;
  const field = entered<Value>(kind, label, { placeholder, ...listed }, how);
  const format = (_: Value, row: Row) => nameOf(row);
  return { ...field, format, detail: format, input: { ...field.input, mustBeOffered: required } };
}
