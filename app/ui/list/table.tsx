import { Link } from "@remix-run/react";
import { columnVisibilityFeature, tableFeatures, useTable } from "@tanstack/react-table";
import { type AnimationEvent, type ReactNode, type RefObject, useMemo } from "react";
import { type ListState, listHref } from "#app/domain/list-state.ts";
import { timesChanged } from "#app/live/browser/structural-sharing.ts";
import { RowActions } from "./row-actions.tsx";
import type { ListColumn, ListProps, ListRow } from "./types.ts";

/** The table manages only the order and visibility of columns; the database searches, sorts and pages the rows. */
const features = tableFeatures({ columnVisibilityFeature });

type TableProps<Row extends ListRow> = ListProps<Row> & {
  /** Ids of the columns to show. */
  shown: readonly unknown[];
  body?: RefObject<HTMLTableSectionElement>;
};

/** The table of a list, with a menu in each row if `menu` is given. */
export function Table<Row extends ListRow>(props: TableProps<Row>) {
  const { columns, data, shown, menu, selection, body } = props;
  const definitions = useMemo(() => columns.map(({ id, heading }) => ({ id, header: heading })), [columns]);
  const byId = useMemo(() => new Map(columns.map((column) => [column.id, column])), [columns]);
  const columnVisibility = Object.fromEntries(columns.map(({ id }) => [id, shown.includes(id)]));
  const table = useTable({ features, columns: definitions, data: data.rows, getRowId, state: { columnVisibility } });
  const visible = table.getVisibleLeafColumns().flatMap(({ id }) => byId.get(id) ?? []);
  return (
    <div className="table-scroll">
      <table className="table" aria-labelledby="list-title">
        <thead>
          <tr>
            {selection?.heading}
            {visible.map((column) => (
              <Heading key={column.id} column={column} {...props} />
            ))}
            {menu && (
              <th scope="col" className="end actions">
                Actions
              </th>
            )}
          </tr>
        </thead>
        <tbody ref={body} onAnimationEnd={removeHighlight}>
          {table.getRowModel().rows.map(({ id, original: row }) => (
            <tr key={id} className={highlightOf(row)}>
              {selection?.cell(row)}
              {visible.map((column, index) => cell(column, row, index === 0))}
              {menu && (
                <td className="end actions">
                  <RowActions id={`actions-${id}`} name={menu.nameOf(row)}>
                    {menu.items(row)}
                  </RowActions>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The cell of the first column is a row header, so that screen readers name the row by it. */
function cell<Row extends ListRow>({ id, align, cell }: ListColumn<Row>, row: Row, isFirst: boolean): ReactNode {
  const Cell = isFirst ? "th" : "td";
  return (
    <Cell key={id} scope={isFirst ? "row" : undefined} className={align}>
      {cell(row)}
    </Cell>
  );
}

type HeadingProps<Row extends ListRow> = {
  column: ListColumn<Row>;
  path: string;
  state: ListState;
  defaultSort: string;
};

/** A heading that sorts by its column. A second press reverses the order. */
function Heading<Row extends ListRow>({ column, path, state, defaultSort }: HeadingProps<Row>) {
  const { id, heading, align, width, sortable } = column;
  const isSorted = state.sort === id;
  const order = { sort: id, descending: isSorted && !state.descending };
  return (
    <th
      scope="col"
      className={[width, align].filter(Boolean).join(" ") || undefined}
      aria-sort={isSorted ? (state.descending ? "descending" : "ascending") : undefined}
    >
      {sortable ? (
        <Link to={listHref(path, state, defaultSort, order)} className="sort" preventScrollReset>
          {heading}
        </Link>
      ) : (
        heading
      )}
    </th>
  );
}

/** The class that highlights a row after another admin changes it. Two names alternate, so that each change restarts the animation. */
function highlightOf(row: ListRow): string | undefined {
  const changes = timesChanged(row);
  return changes === 0 ? undefined : changes % 2 === 1 ? "changed" : "changed-again";
}

/** Removes the highlight after its animation. Otherwise React would restart the animation by moving the row. */
function removeHighlight({ target }: AnimationEvent): void {
  if (target instanceof Element) target.closest("tr")?.removeAttribute("class");
}

const getRowId = ({ id }: ListRow) => id;
