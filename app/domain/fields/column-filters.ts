import type { BoundField, Option } from "./field.ts";

/* The filters of short lists: each selects the rows with one value of a column. */

/** A filter of a column. */
export type ColumnFilter<Row> = {
  /** The name in the address of the list. */
  name: string;
  label: string;
  column: string;
  /** The parsed value; null if no row can have it. */
  parse: (text: string) => string | null;
  /** The fixed values; null if the values come from the rows. */
  options: readonly Option[] | null;
  keyOf: (row: Row) => string;
  /** The displayed text of a row's value. */
  nameOf: (row: Row) => string;
};

/** A control of a filter form. */
export type FilterControl = {
  name: string;
  label: string;
  control: "date" | "number" | "select";
  /** The option without a value. */
  unset: string;
  options: readonly Option[];
};

/** A button for a range of days: 'This month'. `value` is '2026-11-01..2026-11-30'. */
export type FilterRange = { label: string; value: string };

/** The controls of a filter form, with their options and values. */
export type FilterOptions = {
  controls: readonly FilterControl[];
  ranges: readonly FilterRange[];
};

const YES_OR_NO: readonly Option[] = [
  { id: "yes", name: "Yes" },
  { id: "no", name: "No" },
];
/** The value of a reference to no record. */
const NONE = "none";
const ID = /^[\w-]{1,64}$/;

/** The filters of a description. */
export const columnFilters = <Row>({ fields }: { fields: readonly BoundField<Row>[] }): ColumnFilter<Row>[] =>
  fields.flatMap((field) => filterOf(field) ?? []);

function filterOf<Row>(field: BoundField<Row>): ColumnFilter<Row> | undefined {
  const { label, column, listed, value, detail, input } = field;
  if (!listed.filter) return undefined;
  const options = input?.control === "reference" ? null : input?.control === "choice" ? input.options : YES_OR_NO;
  return {
    name: listed.filter,
    label,
    column,
    parse: (text) => ((options ? options.some(({ id }) => id === text) : ID.test(text)) ? text : null),
    options,
    keyOf: (row) => keyOfValue(value(row)),
    nameOf: detail,
  };
}

/** 'yes' or 'no' for a flag, or for whether a number is above 0; otherwise the value. */
function keyOfValue(value: unknown): string {
  if (value === null) return NONE;
  return typeof value === "string" ? value : value ? "yes" : "no";
}

/** The options of a filter: its fixed values, or the values of the rows. */
export const optionsIn = <Row>(rows: readonly Row[], { options, keyOf, nameOf }: ColumnFilter<Row>) =>
  options ?? [...new Map(rows.map((row) => [keyOf(row), nameOf(row)]))].map(([id, name]): Option => ({ id, name }));
