import { constructTable } from "@tanstack/react-table";
import { storeReactivityBindings } from "@tanstack/table-core/store-reactivity-bindings";
import { type ColumnChoice, NO_CHOICE } from "#app/domain/fields/column-choice.ts";
import type { BoundField } from "#app/domain/fields/field.ts";
import type { ListState } from "#app/domain/fields/list-state.ts";
import { columnsOfFields, columnsShown, features, listOptions, searchAndOrder } from "#app/table/table-options.ts";
import type { ShortListRead } from "#db/list/short-list.ts";

type Request = Pick<ListState, "q" | "sort" | "descending" | "filters">;

/** On the server the table needs a store for its reactivity; in the browser React provides it. */
const serverFeatures: typeof features = { ...features, ...{ coreReactivityFeature: storeReactivityBindings() } };

/** Builds on the server the table that the page shows. */
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

/**
 * The rows that a search finds, sorted. `among` are all rows of the list, if `rows` are only some of them: the search
 * matches the whole text if a row of `among` has it, and otherwise each word.
 */
export const searchShortList = <Row extends Listed, Listed extends { seq: number }>(
  fields: readonly BoundField<Listed>[],
  rows: Row[],
  request: Request,
  among: readonly Listed[] = rows,
): Row[] =>
  tableOf<Row>(fields as readonly BoundField<Row>[], rows, request, NO_CHOICE, among as readonly Row[])
    .getSortedRowModel()
    .rows.map(({ original }) => original);

/** Sorts the rows by their instant `at`, the newest first. */
export function newestFirst<Row extends { seq: number; at: string }>(read: ShortListRead<Row> | undefined) {
  const { rows, hasRows } = read ?? { rows: [], hasRows: false };
  return { rows: [...rows].sort((a, b) => (a.at === b.at ? b.seq - a.seq : a.at < b.at ? 1 : -1)), hasRows };
}
