import { formatUsDate, type LocalDate } from "#app/domain/basics/calendar.ts";
import { type Cents, formatDollars, formatPercent, inDollars } from "#app/domain/basics/money.ts";
import { naturalKey } from "#app/domain/basics/search-text.ts";
import { type AmountPart, type Share, shareTexts, withShare } from "#app/domain/fields/shares.ts";
import type {
  ColumnOptions,
  Control,
  EditableField,
  Field,
  Kind,
  KindValue,
  Option,
  RowField,
  Shown,
} from "./field.ts";

/* A function for each kind of field (docs/decisions/field-descriptions.md). */

type InputOptions<Value> = ColumnOptions & { initial?: Value; placeholder?: string };

const TEXT: Shown = { kind: "text" };

/** A field that no control edits: a computed value, or a value of another record. */
export function readOnly<Value>(
  label: string,
  format: (value: Value) => string,
  listed: ColumnOptions = {},
  shown = TEXT,
): Field<Value> {
  return { label, listed, shown, format, abbreviate: null, detail: format, input: null };
}

/** A day that no control edits. */
export const readOnlyDate = (label: string, listed: ColumnOptions = {}) =>
  readOnly<LocalDate>(label, formatUsDate, { align: "date", ...listed }, { kind: "date" });

/** An amount that no control edits. */
export const readOnlyDollars = (label: string, listed: ColumnOptions = {}) =>
  readOnly<Cents>(label, formatDollars, { align: "end", ...listed }, { kind: "dollars" });

/** A number that no control edits. */
export const readOnlyNumber = (label: string, listed: ColumnOptions = {}) =>
  readOnly<number>(label, String, { align: "end", ...listed }, { kind: "number" });

/** One of a few fixed values, which no control edits; `names` has the displayed name of each. */
export const readOnlyChoice = <Value extends string>(
  label: string,
  names: Readonly<Record<Value, string>>,
  listed: ColumnOptions = {},
) => readOnly<Value>(label, (value) => names[value], listed, { kind: "choice", names });

/** A text that no control edits. */
export const readOnlyText = <Text extends string>(label: string, listed: ColumnOptions = {}) =>
  readOnly<Text>(label, (text) => text, listed);

type InputSpec<Value> = {
  control: Control;
  format: (value: Value) => string;
  required?: boolean;
  maxLength?: number;
  toText?: (value: Value) => string;
  detail?: (value: Value) => string;
  options?: readonly Option[];
  shown?: Shown;
  entry?: string;
};

function editable<Value extends KindValue[Kind]>(
  kind: Kind,
  label: string,
  { initial, placeholder, ...listed }: InputOptions<Value>,
  {
    control,
    format,
    required = false,
    maxLength,
    toText = format,
    detail = format,
    options = [],
    shown = TEXT,
    entry,
  }: InputSpec<Value>,
): EditableField<Value> {
  const initialText = () => (initial === undefined ? "" : toText(initial));
  const common = { kind, control, required, maxLength, toText, initialText, placeholder, entry, options };
  const input = { ...common, mustBeOffered: false, inForm: true as const };
  return { label, listed, shown, format, abbreviate: null, detail, input };
}

const identity = (text: string) => text;

/** A required name. */
export const name = (label: string, options: InputOptions<string> = {}) =>
  editable<string>("name", label, options, { format: identity, control: "text", required: true });

/** Optional text of at most `maxLength` characters; '' if left empty. */
export const text = (
  label: string,
  maxLength: number,
  { control = "text", ...options }: InputOptions<string> & { control?: Control } = {},
) => editable<string>("text", label, options, { format: identity, control, maxLength });

const DATE: Shown = { kind: "date" };

/** A required day. It is empty in a new record unless `initial` is "today". */
export function date(label: string, { initial, ...options }: ColumnOptions & { initial?: "today" } = {}) {
  const spec = { format: formatUsDate, control: "date", required: true, toText: identity, shown: DATE } as const;
  const field = editable<LocalDate>("date", label, { align: "date", ...options }, spec);
  const initialText = (today: LocalDate) => (initial === "today" ? today : "");
  return { ...field, input: { ...field.input, initialText } };
}

/** A day that may be left empty; null if it is. */
export const optionalDate = (label: string, options: InputOptions<LocalDate | null> = {}) =>
  editable<LocalDate | null>(
    "optionalDate",
    label,
    { align: "date", ...options },
    {
      format: (day) => (day ? formatUsDate(day) : ""),
      control: "date",
      toText: (day) => day ?? "",
      shown: DATE,
    },
  );

type DollarOptions = InputOptions<Cents> & {
  /** 'billValue' for a price times a quantity, which may be larger. */
  kind?: "dollars" | "billValue";
};

/** A required amount, entered in dollars and stored in cents. */
export function dollars(label: string, { kind = "dollars", ...options }: DollarOptions = {}) {
  const spec = {
    format: formatDollars,
    control: "amount",
    required: true,
    toText: inDollars,
    shown: { kind: "dollars" },
  } as const;
  return editable<Cents>(kind, label, { align: "end", ...options }, spec);
}

/** An amount that may be left empty; null if it is. */
export function optionalDollars(label: string, options: InputOptions<Cents | null> = {}) {
  const field = editable<Cents | null>(
    "optionalDollars",
    label,
    { align: "end", ...options },
    {
      format: (cents) => (cents === null ? "" : formatDollars(cents)),
      control: "amount",
      toText: (cents) => (cents === null ? "" : inDollars(cents)),
    },
  );
  return { ...field, sortKey: (cents: Cents | null) => cents ?? -1 };
}

/** A required rate of at most 100%, stored in hundredths of a percent. */
export const percent = (label: string, options: InputOptions<number> = {}) =>
  editable<number>("percent", label, options, { format: formatPercent, control: "amount", required: true });

/** A required whole number from 1 to 1,000. */
export const quantity = (label: string, options: InputOptions<number> = {}) =>
  editable<number>(
    "quantity",
    label,
    { align: "end", ...options },
    {
      format: String,
      control: "quantity",
      required: true,
      shown: { kind: "number" },
    },
  );

/** The number of an invoice; null if it is left empty. */
export const optionalInvoiceNumber = (label: string, options: InputOptions<number | null> = {}) =>
  editable<number | null>("invoiceNumber", label, options, {
    format: (number) => (number === null ? "" : String(number)),
    control: "quantity",
    shown: { kind: "number" },
  });

/** A boolean. Its cell has no text, unless `format` returns one. */
export function flag(
  label: string,
  { format, ...options }: InputOptions<boolean> & { format?: (on: boolean) => string } = {},
) {
  const listed = { searchable: format !== undefined, ...options };
  return editable<boolean>("flag", label, listed, {
    format: format ?? (() => ""),
    control: "checkbox",
    toText: (on) => (on ? "on" : ""),
    detail: (on) => (on ? "Yes" : "No"),
  });
}

/** A boolean that is edited only by a switch in the list's row. */
export function rowFlag(label: string, options: ColumnOptions = {}): RowField<boolean> {
  const field = flag(label, { inRow: true, ...options });
  return { ...field, input: { ...field.input, inForm: false } };
}

/** One of a few fixed values; `names` has the displayed name of each. */
export function choice<Value extends string>(
  label: string,
  names: Record<Value, string>,
  options: InputOptions<NoInfer<Value>> = {},
): EditableField<Value> {
  const choices = Object.entries<string>(names).map(([id, named]) => ({ id, name: named }));
  const format = (value: Value) => names[value];
  return editable<Value>("choice", label, options, {
    format,
    control: "choice",
    required: true,
    toText: identity,
    options: choices,
    shown: { kind: "choice", names },
  });
}

const MAX_IN_CELL = 2;

/** A list of texts. The cell shows the first two, and an ellipsis if there are more (docs/product.md, 'Customers'). */
function list(
  kind: "emails" | "names",
  label: string,
  options: InputOptions<string[]>,
  { separator, ...spec }: { control: Control; separator: string; entry?: string },
): EditableField<string[]> {
  const format = (all: string[]) => all.join(", ");
  const toText = (all: string[]) => all.join(separator);
  const field = editable<string[]>(kind, label, options, { ...spec, format, toText, detail: toText });
  const abbreviate = (all: string[]) => format(all.slice(0, MAX_IN_CELL)) + (all.length > MAX_IN_CELL ? "…" : "");
  return { ...field, abbreviate };
}

/** E-mail addresses, separated by commas. */
export const emails = (label: string, options: InputOptions<string[]> = {}) =>
  list("emails", label, options, { control: "email", separator: ", " });

/** A list of names, with a control for each name: `entry` is the word for one of them. As one text, the list has a name on each line. */
export const names = (label: string, entry: string, options: InputOptions<string[]> = {}) =>
  list("names", label, options, { control: "lines", separator: "\n", entry });

/** Days of the week, each with a checkbox. As one text, there is a day on each line. */
export const weekdays = (label: string, options: InputOptions<string[]> = {}) =>
  editable<string[]>("weekdays", label, options, {
    control: "weekdays",
    format: (days) => days.join(", "),
    toText: (days) => days.join("\n"),
  });

/** The shares of other records beside that of the reference `offeredBy`, whose label is `entry`, with a row of controls for each (docs/decisions/shares.md). */
export function shares(
  label: string,
  { offeredBy, entry, ...options }: InputOptions<Share[]> & { offeredBy: string; entry: string },
): EditableField<Share[]> {
  const format = (all: Share[]) => all.map(({ name = "Unknown", share }) => withShare(name, share)).join(", ");
  const toText = (all: Share[]) => shareTexts(all).join("\n");
  const spec = { control: "shares", format, toText, detail: format, entry } as const;
  const field = editable<Share[]>("shares", label, options, spec);
  return { ...field, input: { ...field.input, mustBeOffered: true, offeredBy } };
}

/**
 * Other records that divide an amount with the record that the field `offeredBy` names, in a form that adds records. `entry` is the word for
 * one of them; `placeholder` says what they divide.
 */
export function parts(
  label: string,
  { offeredBy, entry, placeholder }: { offeredBy: string; entry: string; placeholder: string },
): EditableField<AmountPart[]> {
  const spec = { control: "shares", format: () => "", toText: () => "", entry } as const;
  const field = editable<AmountPart[]>("parts", label, { placeholder }, spec);
  return { ...field, input: { ...field.input, mustBeOffered: true, offeredBy } };
}

type Reference<Row> = ColumnOptions & {
  /** The name of the record that `row` refers to, even if that record was deleted. */
  nameOf: (row: Row) => string;
  placeholder: string;
};

/** The id of another record, displayed as its name and chosen from the form's options; null if none is chosen. */
export const optionalReference = <Row>(label: string, options: Reference<Row>) =>
  reference<string | null, Row>("optionalReference", label, options);

/** A required reference. On save it must be among the form's options, unless it is unchanged. */
export const requiredReference = <Row>(label: string, options: Reference<Row>) =>
  reference<string, Row>("reference", label, options);

function reference<Value extends string | null, Row>(
  kind: "reference" | "optionalReference",
  label: string,
  { nameOf, placeholder, ...listed }: Reference<Row>,
): EditableField<Value, Row> {
  const required = kind === "reference";
  const spec = { format: () => "", control: "reference", required, toText: (id: Value) => id ?? "" } as const;
  const field = editable<Value>(kind, label, { placeholder, ...listed }, spec);
  const format = (_: Value, row: Row) => nameOf(row);
  const sortKey = (_: Value, row: Row) => naturalKey(nameOf(row));
  return { ...field, format, detail: format, sortKey, input: { ...field.input, mustBeOffered: required } };
}
