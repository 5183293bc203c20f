import { constructTable } from "@tanstack/react-table";
import { storeReactivityBindings } from "@tanstack/table-core/store-reactivity-bindings";
import { type ColumnChoice, NO_CHOICE } from "#app/domain/fields/column-choice.ts";
import type { BoundField } from "#app/domain/fields/field.ts";
import type { ListState } from "#app/domain/fields/list-state.ts";
import { columnsOfFields, columnsShown, features, listOptions, searchAndOrder } from "#app/table/table-options.ts";
import type { ShortListRead } from "#db/list/short-list.ts";

type Request = Pick<ListState, "q" | "sort" | "descending" | "filters">;

/** React brings the reactivity of the table in a page. */
const serverFeatures: typeof features = { ...features, ...{ coreReactivityFeature: storeReactivityBindings() } };

/** The table of a list on the server, as the page has it. */
function tableOf<Row extends { seq: number }>(
  fields: readonly BoundField<Row>[],
  data: readonly Row[],
  request: Request,
  columnChoice: ColumnChoice = NO_CHOICE,
  among: readonly Row[] = data,
) {
  const columns = columnsOfFields(fields);
  return constructTable({
    ...listOptions<Row>(),
    features: serverFeatures,
    columns,
    data,
    state: { ...searchAndOrder(columns, { rows: among }, request), ...columnsShown(columns, columnChoice) },
  });
}

/** The fields that a list shows, in their order. */
export const shownFields = <Row extends { seq: number }>(fields: readonly BoundField<Row>[], choice: ColumnChoice) =>
  tableOf(fields, [], { q: "", sort: "seq", descending: false, filters: {} }, choice)
    .getVisibleLeafColumns()
    .flatMap(({ columnDef }) => columnDef.meta ?? []);

/** The rows that a search finds, in their order. `among` are those of the list, if it has others: its search is for the whole text if one of them has it. */
export const searchShortList = <Row extends Listed, Listed extends { seq: number }>(
  fields: readonly BoundField<Listed>[],
  rows: Row[],
  request: Request,
  among: readonly Listed[] = rows,
): Row[] =>
  tableOf<Row>(fields as readonly BoundField<Row>[], rows, request, NO_CHOICE, among as readonly Row[])
    .getSortedRowModel()
    .rows.map(({ original }) => original);

/** What was made before, the newest first. */
export function newestFirst<Row extends { seq: number; at: string }>(read: ShortListRead<Row> | undefined) {
  const { rows, hasRows } = read ?? { rows: [], hasRows: false };
  return { rows: [...rows].sort((a, b) => (a.at === b.at ? b.seq - a.seq : a.at < b.at ? 1 : -1)), hasRows };
}
