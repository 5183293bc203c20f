import type { BoundField, Option } from "./field.ts";
import type { Share } from "./shares.ts";

/** A filter of a list: its control in the form, and its values. */
export type Filter = {
  label: string;
  control: "month" | "date" | "number" | "select";
  /** The value of a parameter in the address; null if no row can have it. */
  parse: (text: string) => string | null;
  /** The values that need no database. */
  options?: readonly Option[];
  /** The option without a value; 'Any' by default. */
  unset?: string;
};

/** A filter of a short list, which selects the rows with one value of a column. */
export type ColumnFilter<Row> = Filter & {
  /** The name in the address of the list. */
  name: string;
  column: string;
  /** The values of a row with their displayed texts: that of the column and, of a reference with shares, those of the others. */
  optionsOf: (row: Row) => Option[];
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

/** A filter that is set, in words. A range of dates has two names. */
type SetFilter = { names: readonly string[]; label: string };

/** A set filter, or a usual one that is not set. `controls` are those that a press shows. */
export type FilterChip = SetFilter & { id: string; controls: readonly string[]; isSet: boolean };

const PERIOD = ["month", "from", "to"];
const USUAL = ["customer", "horse", "service", "groom"];

/** Whether the filter has a chip of its own, also while it is not set. */
export const isUsual = (name: string): boolean => PERIOD.includes(name) || USUAL.includes(name);

/** The chips of a list: its period, its other usual filters, then all others that are set. */
export function chipsOf(
  filters: { readonly [name: string]: { label: string } },
  set: readonly SetFilter[],
): FilterChip[] {
  const groups = [
    { label: "Period", controls: PERIOD },
    ...USUAL.map((name) => ({ label: filters[name]?.label ?? name, controls: [name] })),
  ].filter(({ controls }) => controls.some((name) => name in filters));
  const chipOf = (each: SetFilter, controls = each.names, id = each.names[0] ?? "") => ({
    ...{ ...each, id, controls, isSet: true },
  });
  const isIn = (names: readonly string[], each: SetFilter) => each.names.some((name) => names.includes(name));
  return [
    ...groups.flatMap(({ label, controls }) => {
      const [id = ""] = controls;
      const own = set.filter((each) => isIn(controls, each));
      if (own.length === 0) return { id, label, controls, names: controls, isSet: false };
      // The first one keeps its place in the page while it is set.
      return own.map((each, index) => chipOf(each, controls, index === 0 ? id : undefined));
    }),
    ...set.filter((each) => !groups.some(({ controls }) => isIn(controls, each))).map((each) => chipOf(each)),
  ];
}

const YES_OR_NO: readonly Option[] = [
  { id: "yes", name: "Yes" },
  { id: "no", name: "No" },
];
/** The value of a reference to no record. */
const NONE = "none";
const ID = /^[\w-]{1,64}$/;

/** The filters of a description. */
export const columnFilters = <Row>({ fields }: { fields: readonly BoundField<Row>[] }): ColumnFilter<Row>[] =>
  fields.flatMap(
    (field) =>
      filterOf(
        field,
        fields.find(({ input }) => input?.offeredBy === field.name),
      ) ?? [],
  );

function filterOf<Row>(field: BoundField<Row>, beside: BoundField<Row> | undefined): ColumnFilter<Row> | undefined {
  const { label, column, listed, value, detail, input } = field;
  if (!listed.filter) return undefined;
  const isReference = input?.control === "reference";
  const options = input?.control === "choice" ? input.options : YES_OR_NO;
  return {
    name: listed.filter,
    label,
    control: "select",
    column,
    parse: (text) => ((isReference ? ID.test(text) : options.some(({ id }) => id === text)) ? text : null),
    ...(!isReference && { options }),
    optionsOf: (row) => [{ id: keyOfValue(value(row)), name: detail(row) }, ...othersIn(beside?.value(row))],
  };
}

/** The records of a value that is a list of shares. */
const othersIn = (shares: unknown): Option[] =>
  Array.isArray(shares) ? (shares as Share[]).map(({ id, name = "Unknown" }) => ({ id, name })) : [];

/** 'yes' or 'no' for a flag, or for whether a number is above 0; otherwise the value. */
function keyOfValue(value: unknown): string {
  if (value === null) return NONE;
  return typeof value === "string" ? value : value ? "yes" : "no";
}

/** The options of a filter: its fixed values, or the values of the rows. */
export const optionsIn = <Row>(rows: readonly Row[], { options, optionsOf }: ColumnFilter<Row>) =>
  options ?? [...new Map(rows.flatMap(optionsOf).map((option) => [option.id, option])).values()];
