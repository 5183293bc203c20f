import type { BoundField, Option } from "./field.ts";

/* The filters of short lists: each selects the rows with one value of a column. */

/** A filter of a column. */
export type ColumnFilter<Row> = {
  /** The name in the address of the list. */
  name: string;
  label: string;
  column: string;
  /** The value, or null if no row could have it. */
  parse: (text: string) => string | null;
  /** The values that there are; null: those of the rows. */
  options: readonly Option[] | null;
  keyOf: (row: Row) => string;
  /** The words of a row's value. */
  nameOf: (row: Row) => string;
};

/** A control of the form of a list's filters. */
export type FilterControl = {
  name: string;
  label: string;
  control: "date" | "number" | "select";
  /** The option without a value. */
  unset: string;
  options: readonly Option[];
};

/** A range of days that is usual: 'This month'. `value` is '2026-11-01..2026-11-30'. */
export type FilterRange = { label: string; value: string };

/** What the form of a list's filters offers. */
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

/** A flag is 'yes' or 'no', and so is whether a number is above 0. */
function keyOfValue(value: unknown): string {
  if (value === null) return NONE;
  return typeof value === "string" ? value : value ? "yes" : "no";
}

/** The values from which a filter can choose among some rows. */
export const optionsIn = <Row>(rows: readonly Row[], { options, keyOf, nameOf }: ColumnFilter<Row>) =>
  options ?? [...new Map(rows.map((row) => [keyOf(row), nameOf(row)]))].map(([id, name]): Option => ({ id, name }));
