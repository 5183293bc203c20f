import type { LocalDate } from "#app/domain/basics/calendar.ts";
import type { Cents } from "#app/domain/basics/money.ts";
import { naturalKey } from "#app/domain/basics/search-text.ts";
import type { AmountPart, Share } from "#app/domain/fields/shares.ts";

/*
 * Each field of a record is described once, in `app/domain/records/<record>.ts`. The list's column, the dialog's control, the
 * conflict view, the parser and the tests' inventory of the screen derive from the description. Tests compare the search index
 * and the sort keys of the database with it (docs/architecture.md, 'One field').
 */

/** The kind of control for a field. */
export type Control =
  | "text"
  | "email"
  | "tel"
  | "multiline"
  | "lines"
  | "weekdays"
  | "shares"
  | "amount"
  | "quantity"
  | "date"
  | "checkbox"
  | "choice"
  | "reference";

export type Option = { id: string; name: string };

/** The type of a field's value, by the kind of the entered text. `domain/parse-field.ts` has a parser for each kind. */
export type KindValue = {
  name: string;
  text: string;
  date: LocalDate;
  optionalDate: LocalDate | null;
  dollars: Cents;
  optionalDollars: Cents | null;
  billValue: Cents;
  quantity: number;
  invoiceNumber: number | null;
  percent: number;
  flag: boolean;
  choice: string;
  emails: string[];
  names: string[];
  weekdays: string[];
  shares: Share[];
  parts: AmountPart[];
  reference: string;
  optionalReference: string | null;
};

export type Kind = keyof KindValue;

/** The control of an editable field. `kind` selects its parser. */
export type Input<Value> = {
  kind: Kind;
  control: Control;
  required: boolean;
  /** The maximum number of characters of a text. */
  maxLength: number | undefined;
  /** The value as the text of its control; a checkbox holds 'on' or ''. */
  toText: (value: Value) => string;
  /** The text of the control in the form of a new record. */
  initialText: (today: LocalDate) => string;
  placeholder: string | undefined;
  /** The label of one entry, in a list with a control for each entry: 'Rider'. */
  entry: string | undefined;
  /** The options of a choice. The options of a reference come from the database. */
  options: readonly Option[];
  /** A reference must be among the options of the form, or equal the reference that the record already has. */
  mustBeOffered: boolean;
  /** The reference of the same form whose options a list of references has. */
  offeredBy?: string;
  /** The option of a reference to a record that the same form adds, with the value `ADDITION`: 'New customer…'. */
  addition?: string;
  /** What the browser says of any wrong value, if not what it says of the control. */
  problem?: string;
  /** False if the field can be edited only in the list's row. */
  inForm: boolean;
};

/** The column of a field in the list. */
export type ColumnOptions = {
  /** The class of the minimum width in the list: 'w-28'. */
  width?: string;
  /** The column is there in a narrow window, too, as are the title, the end and the state of a phone's row. */
  stays?: boolean;
  /** The heading; the field's label by default. */
  heading?: string;
  /** The id in the list's address; the field's name by default. */
  column?: string;
  /**
   * The alignment of the cells: 'end' for amounts and numbers, 'date' (left) for days, times and numbers of documents.
   * Both use tabular figures, and are never cut.
   */
  align?: "end" | "date";
  /** Hidden until the admin selects the column in the Columns menu. */
  hidden?: boolean;
  /** The file of the list has the column, hidden or not: an import of the file needs it. */
  inFile?: boolean;
  /** True by default. */
  sortable?: boolean;
  /**
   * The name of the column's filter in the address of a short list: by a choice, a reference, a flag, or a number above
   * 0.
   */
  filter?: string;
  /** Whether a search matches the field's text. True by default; false if the cell shows no text. */
  searchable?: boolean;
  /** The field can also be edited in the list's row. */
  inRow?: boolean;
  /** The field can also be set for all selected rows at once. */
  inBulk?: boolean;
  /** What is set for all selected rows may hold from a day: see `setFrom` of the list. */
  hasDay?: boolean;
  /** A flag is ticked instead of switched, in the row and in the dialog. */
  isCheckbox?: boolean;
  /**
   * The place in the two lines of a phone's row: the title or the end of the first line, a fact, the state or only the badge of the
   * cell in the second. The first column is the title unless it says otherwise; other columns are on the page or in the dialog of
   * the record.
   */
  phone?: "title" | "end" | "fact" | "state" | "badge";
  /** The badge of a flag that is off, on a phone. */
  whenOff?: string;
};

/**
 * The kind of a cell's text. The database makes the search text of a long list's rows by the same kinds
 * (db/list/row-text.ts).
 */
export type Shown =
  | { kind: "text" | "date" | "dollars" | "number" }
  | { kind: "choice"; names: Readonly<Record<string, string>> };

export type Field<Value, Row = unknown> = {
  label: string;
  listed: ColumnOptions;
  shown: Shown;
  /** The text of the cell, which a search matches. */
  format: (value: Value, row: Row) => string;
  /** A shorter text for the cell; a search still matches the text of `format`. */
  abbreviate: ((value: Value) => string) | null;
  /** The text in the conflict view. */
  detail: (value: Value, row: Row) => string;
  /** The key by which a short list is sorted; by default the value, a text without regard to case and accents. */
  sortKey?: (value: Value, row: Row) => string | number;
  input: Input<Value> | null;
};

/** A field that the form contains. */
export type EditableField<Value, Row = unknown> = Field<Value, Row> & { input: Input<Value> & { inForm: true } };

/** A field that can be edited only in the list's row. */
export type RowField<Value> = Field<Value> & { input: Input<Value> & { inForm: false } };

/**
 * The columns of every record that no description contains: its id, its permanent number, and the number of its saves.
 */
export type RecordRow = { id: string; seq: number; version: number };

/** A field bound to its name, so that it reads its value from a row. */
export type BoundField<Row> = {
  name: string;
  label: string;
  heading: string;
  /** The id in the list's address and in the saved choice of columns. */
  column: string;
  listed: ColumnOptions;
  shown: Shown;
  value: (row: Row) => unknown;
  /** The full text, which a search matches. */
  text: (row: Row) => string;
  /** The text of the cell, abbreviated if the field has a shorter form. */
  cellText: (row: Row) => string;
  detail: (row: Row) => string;
  sortKey: (row: Row) => string | number;
  input: BoundInput<Row> | null;
};

export type BoundInput<Row> = Pick<
  Input<never>,
  | "kind"
  | "control"
  | "required"
  | "maxLength"
  | "initialText"
  | "placeholder"
  | "entry"
  | "options"
  | "mustBeOffered"
  | "offeredBy"
  | "problem"
  | "addition"
  | "inForm"
> & {
  /** The row's value as the text of the control. */
  textOf: (row: Row) => string;
};

/** The description of a record for generic code: its fields in the order of the list. */
export type Description<Row, Entered = unknown, Settable = unknown> = {
  fields: readonly BoundField<Row>[];
  /** The names of the fields that can be set, in the form or in the row. */
  settableNames: readonly (keyof Settable & string)[];
  /** The names of the form's fields. */
  inputNames: readonly (keyof Entered & string)[];
};

/** What a list and its screen say, and where they are (docs/product.md). */
export type ListTexts<Row> = {
  /** The path of the screen. */
  path: string;
  /** What a row is, in the number of rows: 'horse'. */
  noun: string;
  /** The record in 'Add Horse' and 'New Horse'; absent if the list has no form of a new one. */
  record?: string;
  /** The button that leads to the form of a new record; 'Add <record>' by default. */
  add?: string;
  /** The placeholder of the search. */
  search: string;
  /** The names of the default view and of all rows: 'Showing active employees' and 'Showing all employees'. */
  toggle?: { on: string; off: string; only?: string };
  /**
   * The texts of an empty list; `done` if only the default view is empty. `way` fills it, on screens without an Add
   * button.
   */
  empty: { title: string; text: string; done?: string; way?: { to: string; label: string } };
  /** The id of the sort column while the address names none, with a `-` before it to sort in descending order. */
  defaultSort: string;
  /** The name of a row in labels, such as 'Actions for Body clipping'; by default the text of its first field. */
  nameOf?: (row: Row) => string;
};

/** The description of a record that has a list. */
export type ListDescription<Row, Entered = unknown, Settable = unknown> = Description<Row, Entered, Settable> &
  ListTexts<Row> &
  Required<Pick<ListTexts<Row>, "nameOf">>;

type FieldsOf<Row> = { [Name in keyof Row]?: Field<Row[Name], Row> };

type ValueOf<Entry> = Entry extends Field<infer Value, infer _Row> ? Value : never;

/** The values of a record's form, typed by its fields. */
type EnteredOf<Fields> = {
  -readonly [Name in keyof Fields as Fields[Name] extends { input: { inForm: true } } ? Name : never]: ValueOf<
    Fields[Name]
  >;
};

/** The values that can be set in the form or in the row. */
type SettableOf<Fields> = {
  -readonly [Name in keyof Fields as Fields[Name] extends { input: object } ? Name : never]: ValueOf<Fields[Name]>;
};

/** A field of the column's type for every column of `Row` except those in `Internal`. */
type FieldsFor<Row, Internal> = {
  [Name in Exclude<keyof Row, keyof RecordRow | Internal>]: Field<Row[Name], Row>;
};

type Only<Fields, Row> = Fields & { [Name in Exclude<keyof Fields, keyof Row>]: never };

/**
 * Builds the description of a record from its fields, in the order of the list. Every column of `Row` except those in
 * `Internal` must have a field of the column's type, so that a new column without a field does not compile.
 */
export const describe =
  <Row, Internal extends keyof Row = never>() =>
  <Fields extends FieldsFor<Row, Internal>>(
    fields: Only<Fields, Row>,
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

/** Builds the description of a record that has a list: see `describe`. */
export const describeList =
  <Row, Internal extends keyof Row = never>() =>
  <Fields extends FieldsFor<Row, Internal>>(
    texts: ListTexts<Row>,
    fields: Only<Fields, Row>,
  ): ListDescription<Row, EnteredOf<Fields>, SettableOf<Fields>> => {
    const description = describe<Row, Internal>()<Fields>(fields);
    const [first] = description.fields;
    return { nameOf: (row) => first?.text(row) ?? "", ...texts, ...description };
  };

function bind<Row, Name extends keyof Row & string>(
  name: Name,
  field: Field<Row[Name], Row> | undefined,
): BoundField<Row> | undefined {
  if (!field) return undefined;
  const { label, listed, shown, format, abbreviate, detail, sortKey = keyOf, input } = field;
  const text = (row: Row) => format(row[name], row);
  return {
    name,
    label,
    heading: listed.heading ?? label,
    column: listed.column ?? name,
    listed,
    shown,
    value: (row) => row[name],
    text,
    cellText: abbreviate ? (row) => abbreviate(row[name]) : text,
    detail: (row) => detail(row[name], row),
    sortKey: (row) => sortKey(row[name], row),
    input: input && { ...input, textOf: (row) => input.toText(row[name]) },
  };
}

const keyOf = (value: unknown): string | number =>
  typeof value === "number" || typeof value === "boolean" ? Number(value) : naturalKey(String(value ?? ""));

/** 'check_in_date', the column in the database of the field `checkInDate`. */
export const storedColumn = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The ids of the sortable columns. */
export const sortableColumns = <Row>({ fields }: Pick<Description<Row>, "fields">): string[] =>
  fields.flatMap(({ column, listed }) => (listed.sortable === false ? [] : [column]));

/** The names of a field's controls with their texts. A list has a control for each line of its text. */
export const controlTexts = (
  { name, input }: Pick<BoundField<never>, "name" | "input">,
  text: string,
): [name: string, text: string][] =>
  isList(input) ? text.split("\n").map((line, index) => [`${name}[${index}]`, line]) : [[name, text]];

/** The text of a field from those of its controls: see `controlTexts`. */
export const textOfControls = (texts: unknown): string =>
  (Array.isArray(texts) ? texts : [texts])
    .map((text) => String(text ?? ""))
    .join("\n")
    .trimEnd();

/** Whether a field has a control for each entry of a list. */
export const isList = (input: Pick<BoundInput<never>, "control"> | null) =>
  input?.control === "lines" || input?.control === "weekdays" || input?.control === "shares";

/** The value of the option that stands for a record which the same form adds, in the select of a reference. */
export const ADDITION = "new";
