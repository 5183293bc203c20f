import { createContext, type ReactNode, useContext } from "react";
import type { BoundField, BoundInput, Option } from "#app/domain/field.ts";
import { RowDate } from "./row-date.tsx";
import type { RowFieldId } from "./row-field.tsx";
import { RowNumber } from "./row-number.tsx";
import { RowSelect } from "./row-select.tsx";
import { RowSwitch } from "./row-switch.tsx";
import type { ListColumn, ListRow } from "./types.ts";

/** The options of the references that are edited in rows, by field name. */
export const RowChoices = createContext<{ readonly [field: string]: readonly Option[] }>({});

/** The columns of a list, from the description of its records. The labels of a row's controls contain the row's `nameOf`. */
export function columnsOf<Row extends ListRow>(
  { fields }: { fields: readonly BoundField<Row>[] },
  nameOf: (row: Row) => string,
): ListColumn<Row>[] {
  return fields.map((field) => ({
    id: field.column,
    heading: field.heading,
    cell: cellOf(field, nameOf),
    sortable: field.listed.sortable ?? true,
    hidden: field.listed.hidden ?? false,
    align: field.listed.align,
    width: field.listed.width,
  }));
}

function cellOf<Row extends ListRow>(
  { name, heading, listed, input, text, cellText }: BoundField<Row>,
  nameOf: (row: Row) => string,
): (row: Row) => ReactNode {
  if (!input || !listed.inRow) return cellText;
  const label = (row: Row) => `${nameOf(row)}: ${heading.toLowerCase()}`;
  return (row) => rowControl(input, { id: row.id, field: name, label: label(row) }, input.textOf(row), text(row));
}

type LabelledField = RowFieldId & { label: string };

/** The control that edits a field in its row. `value` is the value of the control, `text` the text of a read-only cell. */
function rowControl<Row>({ control }: BoundInput<Row>, field: LabelledField, value: string, text: string): ReactNode {
  switch (control) {
    case "date":
      return <RowDate {...field} date={value || null} />;
    case "checkbox":
      return <RowSwitch {...field} checked={value === "on"} />;
    case "quantity":
      return <RowNumber {...field} value={Number(value)} min={1} />;
    case "reference":
      return <RowReference {...field} value={{ id: value, name: text }} />;
    default:
      throw new TypeError(`A ${control} cannot be edited in a row`);
  }
}

function RowReference(props: LabelledField & { value: Option }) {
  return <RowSelect {...props} options={useContext(RowChoices)[props.field] ?? []} />;
}
