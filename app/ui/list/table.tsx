import { Link } from "@remix-run/react";
import {
  type ColumnDef,
  columnVisibilityFeature,
  constructTable,
  type TableFeatures,
  tableFeatures,
} from "@tanstack/react-table";
import { type AnimationEvent, type RefObject, useMemo } from "react";
import { type ListState, listHref } from "#app/domain/list-state.ts";
import { timesChanged } from "#app/live/browser/structural-sharing.ts";
import { RowActions } from "./row-actions.tsx";
import type { ListColumn, ListProps, ListRow } from "./types.ts";

/** Rows come from the database searched, sorted and paged; what is left to the table are its columns. */
const features = tableFeatures({ columnVisibilityFeature, coreReactivityFeature: unwatched() });

type TableProps<Row extends ListRow> = ListProps<Row> & {
  shown: readonly unknown[];
  body?: RefObject<HTMLTableSectionElement>;
};

export function Table<Row extends ListRow>(props: TableProps<Row>) {
  const { columns, data, shown, menu, body } = props;
  const definitions = useMemo(() => columns.map(definitionOf), [columns]);
  const byId = useMemo(() => new Map(columns.map((column) => [column.id, column])), [columns]);
  const columnVisibility = Object.fromEntries(columns.map(({ id }) => [id, shown.includes(id)]));
  const table = constructTable({
    features,
    columns: definitions,
    data: data.rows,
    getRowId,
    initialState: { columnVisibility },
  });
  const visible = table.getVisibleLeafColumns().flatMap(({ id }) => byId.get(id) ?? []);
  return (
    <div className="table-scroll">
      <table className="table" aria-labelledby="list-title">
        <thead>
          <tr>
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
        <tbody ref={body} onAnimationEnd={unmark}>
          {table.getRowModel().rows.map(({ id, original: row }) => (
            <tr key={id} className={markOf(row)}>
              {visible.map((column, index) => {
                // The first column names the row, to those who hear it too.
                const Cell = index === 0 ? "th" : "td";
                return (
                  <Cell key={column.id} scope={index === 0 ? "row" : undefined} className={column.align}>
                    {column.cell(row)}
                  </Cell>
                );
              })}
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

type HeadingProps<Row extends ListRow> = {
  column: ListColumn<Row>;
  path: string;
  state: ListState;
  defaultSort: string;
};

/** Sorts by its column; by the column that it is sorted by already, the other way round. */
function Heading<Row extends ListRow>({ column, path, state, defaultSort }: HeadingProps<Row>) {
  const { id, label, align, width, sortable = true } = column;
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
          {label}
        </Link>
      ) : (
        label
      )}
    </th>
  );
}

/** What somebody else has changed is marked, for a moment; by another name where it changes once more, to begin anew. */
function markOf(row: ListRow): string | undefined {
  const changes = timesChanged(row);
  return changes === 0 ? undefined : changes % 2 === 1 ? "changed" : "changed-again";
}

/** Where it stayed, a row would be marked once more when it is moved. */
function unmark({ target }: AnimationEvent): void {
  if (target instanceof Element) target.closest("tr")?.removeAttribute("class");
}

const getRowId = ({ id }: ListRow) => id;

function definitionOf<Row extends ListRow>({ id, label }: ListColumn<Row>): ColumnDef<typeof features, Row> {
  return { id, header: label };
}

/**
 * What a table keeps, read as it stands. All that it shows are props, so it is made for each rendering, and nobody watches it
 * or changes it; `useTable` brings 4 kB of what would.
 */
function unwatched(): NonNullable<TableFeatures["coreReactivityFeature"]> {
  const atom = <T,>(get: () => T) => ({ get, set() {}, subscribe: () => ({ unsubscribe() {} }) });
  return {
    createOptionsStore: false,
    wrapExternalAtoms: false,
    createWritableAtom: (value) => atom(() => value),
    createReadonlyAtom: atom,
    addSubscription() {},
    batch: (run) => run(),
    untrack: (read) => read(),
    schedule: queueMicrotask,
  };
}
