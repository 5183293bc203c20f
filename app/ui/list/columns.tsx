import { Fragment, type ReactNode } from "react";
import type { BoundField } from "#app/domain/field.ts";
import { rowValue } from "./row-values.tsx";
import type { CellContext, ListColumn, ListRow } from "./types.ts";

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
    align: field.listed.align,
    wholeText: field.listed.isClipped ? field.text : undefined,
    width: field.listed.width,
    card: field.listed.onCard ?? false,
  }));
}

/** A column whose texts name other records: each leads to the page of its record, which `idOf` names. */
export function linkColumn<Row extends ListRow>(
  column: ListColumn<Row>,
  path: string,
  idOf: (row: Row) => string | null,
): ListColumn<Row> {
  return {
    ...column,
    cell(row, context) {
      const [id, text] = [idOf(row), column.cell(row, context)];
      // Without a class, which a hundred rows would repeat.
      return id ? <a href={`${path}/${id}`}>{text}</a> : text;
    },
  };
}

function cellOf<Row extends ListRow>(
  field: BoundField<Row>,
  nameOf: (row: Row) => string,
): (row: Row, context: CellContext) => ReactNode {
  const { input, listed, cellText } = field;
  if (!input || !listed.inRow) return (row) => breakableText(cellText(row));
  return (row, context) => rowValue({ row, id: row.id, field, input, name: nameOf(row) }, context);
}

/** A text whose e-mail addresses break before their '@' where they do not fit on a line. */
function breakableText(text: string): ReactNode {
  if (!text.includes("@")) return text;
  const [first, ...rest] = text.split(/(?=@)/);
  const parts = rest.map((part, i) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other key.
    <Fragment key={i}>
      <wbr />
      {part}
    </Fragment>
  ));
  return [first, ...parts];
}
