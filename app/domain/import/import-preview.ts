import { UNKNOWN } from "#app/domain/exports/invoices.ts";
import { type BoundField, storedColumn } from "#app/domain/fields/field.ts";
import { payrollItem } from "#app/domain/records/payroll-item.ts";
import { show } from "#app/domain/records/show.ts";
import { importLabelOf, KNOWN_FIELDS, KNOWN_TABLES, type KnownTable } from "./import-columns.ts";
import type { Cell, ImportPlan, ImportRow, ImportTable, KnownRecords } from "./import-plan.ts";
import { importedBill } from "./import-rows.ts";

/* The first and last rows of each table as an import would store them, by the descriptions of the records (docs/product.md, 'Import'). */

const FIRST = 3;
const LAST = 2;

type Column = { name: string; label: string; align: "end" | "date" | undefined; textOf: (cell: Cell) => string };

type RowsPreview = {
  columns: Pick<Column, "label" | "align">[];
  /** The texts of the first and last rows, in the order of `columns`. */
  rows: { id: string; cells: string[] }[];
  /** The number of rows between the first and the last ones, and the place in `rows` where they would stand. */
  more: number;
  place: number;
  /** The values that all rows have: 'Location: Florida'. */
  same: { label: string; text: string }[];
};

type UntypedField = BoundField<{ [field: string]: unknown }>;

/** The fields of each table, without the type of their row: a planned row has only its columns. */
const FIELDS = {
  ...KNOWN_FIELDS,
  shows: show.fields,
  bill_items: importedBill.fields,
  payroll: payrollItem.fields,
} as unknown as { readonly [table in ImportTable]: readonly UntypedField[] };

/** Names of the records that rows refer to, by their table and id. */
export type Names = ReadonlyMap<string, string>;

/** The names of the records of a plan, and of those that are there already. */
export function namesOfPlan({ rows }: Pick<ImportPlan, "rows">, known: KnownRecords): Names {
  const nameOf = (row: { [column: string]: unknown }) => String(row.name ?? row.product_service_name);
  return new Map(
    KNOWN_TABLES.flatMap((table) =>
      [...known[table].values(), ...rows[table]].map((row) => [`${table} ${row.id}`, nameOf(row)] as const),
    ),
  );
}

/** The first and last rows of a table, without the records that stand in for missing ones. */
export function previewRows(table: ImportTable, planned: readonly ImportRow[], names: Names): RowsPreview {
  const all = planned.filter(({ deleted_at }) => !deleted_at);
  const isShort = all.length <= FIRST + LAST + 1;
  const shown = isShort ? all : [...all.slice(0, FIRST), ...all.slice(-LAST)];
  const [head] = all;
  const columns = head ? columnsOf(table, head, names) : [];
  const isSame = ({ name }: Column) => all.length > 1 && all.every((row) => row[name] === head?.[name]);
  const hasText = ({ name, textOf }: Column) => shown.some((row) => textOf(row[name] ?? null) !== "");
  // The first column names the rows.
  const differing = columns.filter((column, i) => i === 0 || (!isSame(column) && hasText(column)));
  return {
    columns: differing.map(({ label, align }) => ({ label, align })),
    rows: shown.map((row) => ({ id: row.id, cells: differing.map(({ name, textOf }) => textOf(row[name] ?? null)) })),
    more: all.length - shown.length,
    place: FIRST,
    same: columns
      .filter((column) => !differing.includes(column) && hasText(column))
      .map(({ name, label, textOf }) => ({ label, text: textOf(head?.[name] ?? null) })),
  };
}

/** The columns of a row: its first field, the records that it refers to without a field, and its other fields. */
function columnsOf(table: ImportTable, row: ImportRow, names: Names): Column[] {
  const fields = FIELDS[table].flatMap((field) => {
    // An exported bill refers to the export 'Before Hayloft'.
    const name = field.name === "exported" ? "export_id" : storedColumn(field.name);
    return name in row ? [{ name, label: field.label, align: field.listed.align, textOf: textOf(field, names) }] : [];
  });
  const references = KNOWN_TABLES.map((each) => referenceTo(each, names)).filter(
    ({ name }) => name in row && !fields.some((field) => field.name === name),
  );
  return [...fields.slice(0, 1), ...references, ...fields.slice(1)];
}

const referenceTo = (table: KnownTable, names: Names): Column => {
  const field = `${table.slice(0, -1)}Id`;
  return {
    ...{ name: storedColumn(field), label: importLabelOf(table, field), align: undefined },
    textOf: (cell) => referenceText(table, cell, names),
  };
};

const referenceText = (table: string, cell: Cell, names: Names) =>
  cell === null ? (table === "customers" ? UNKNOWN : "") : (names.get(`${table} ${cell}`) ?? UNKNOWN);

function textOf(field: UntypedField, names: Names): Column["textOf"] {
  const { name, input } = field;
  const detail = (value: unknown) => (value === null ? "" : field.detail({ [name]: value }));
  switch (input?.kind) {
    case "reference":
    case "optionalReference":
      return (cell) => referenceText(`${name.replace(/Id$/, "")}s`, cell, names);
    case "flag":
      return (cell) => detail(Boolean(cell));
    case "emails":
    case "weekdays":
    case "names":
      return (cell) => detail(JSON.parse(String(cell))).replaceAll("\n", ", ");
    default:
      return detail;
  }
}
