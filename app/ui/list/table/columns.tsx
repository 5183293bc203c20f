import type { ReactNode } from "react";
import type { BoundField } from "#app/domain/fields/field.ts";
import { columnsOfFields, type ListColumn } from "#app/table/table-options.ts";
import { rowValue } from "#app/ui/list/row/row-values.tsx";
import type { ListRow } from "#app/ui/list/types.ts";

/** What a cell shows instead of its text or control, which is `content`. */
type CustomCell<Row> = (row: Row, content: ReactNode) => ReactNode;

/** The custom cells of a list, by the ids of its columns. */
export type CustomCells<Row> = { readonly [column: string]: CustomCell<Row> };

/**
 * The columns of a list, from the description of its records; a module constant, because a new array would render all rows again.
 * The labels of a row's controls contain the row's `nameOf`.
 */
export function columnsOf<Row extends ListRow>(
  { fields, nameOf = () => "" }: { fields: readonly BoundField<Row>[]; nameOf?: (row: Row) => string },
  cells: CustomCells<Row> = {},
): ListColumn<Row>[] {
  return columnsOfFields(fields).map((column): ListColumn<Row> => {
    const { id = "", meta: field } = column;
    if (!field) return column;
    const { input, listed, cellText } = field;
    const { whenOff } = listed;
    const custom = cells[id];
    return {
      ...column,
      cell({ row: { original: row }, table }) {
        const { rowEdits, hrefOf } = table.options.meta ?? {};
        const content =
          input && listed.inRow
            ? rowValue({ row, field, input, name: nameOf(row), state: rowEdits?.get(row.id), href: hrefOf?.(row) })
            : cellText(row);
        if (custom) return custom(row, content);
        if (!whenOff || field.value(row)) return content;
        return (
          <>
            <span className="contents max-sm:hidden">{content}</span>
            <span className="badge badge-zinc sm:hidden">{whenOff}</span>
          </>
        );
      },
    };
  });
}

/** A cell that names another record: it leads to the page of that record, which `idOf` names. Without one it shows `none`. */
export const linkTo =
  <Row,>(path: string, idOf: (row: Row) => string | null, none?: ReactNode): CustomCell<Row> =>
  (row, content) => {
    const id = idOf(row);
    // Without a class, which a hundred rows would repeat.
    return id ? <a href={`${path}/${id}`}>{content}</a> : (none ?? content);
  };
