import { constructTable, tableFeatures } from "@tanstack/react-table";
import { storeReactivityBindings } from "@tanstack/table-core/store-reactivity-bindings";
import type { BoundField } from "#app/domain/field.ts";
import { type ListState, PAGE_SIZE } from "#app/domain/list-state.ts";
import { type ShortTableState, shortTableFeatures, shortTableOptions } from "#app/ui/list/short-table.ts";
import type { ListPageRead } from "#db/list/list-page.ts";
import type { ShortListRead } from "#db/list/short-list.ts";

const features = tableFeatures({ ...shortTableFeatures, coreReactivityFeature: storeReactivityBindings() });

/** The rows of a short list that pass its filters and that a search finds, in their order. */
export const searchShortList = <Row extends Listed, Listed extends { seq: number }>(
  fields: readonly BoundField<Listed>[],
  rows: Row[],
  state: ShortTableState,
): Row[] =>
  constructTable({ features, ...shortTableOptions(fields, rows, state) })
    .getSortedRowModel()
    .rows.map(({ original }) => original);

/** A sum over all rows that a list shows, on all its pages. */
export type Summary<Row> = { name: string; of: (row: Row) => number };

/** A page of a short list. */
export function pageOfShortList<Row extends { seq: number }>(
  fields: readonly BoundField<Row>[],
  { rows, hasRows }: ShortListRead<Row> = { rows: [], hasRows: false },
  { place, ...state }: ShortTableState & Pick<ListState, "place">,
  summary?: Summary<Row>,
): ListPageRead<Row> {
  const found = searchShortList(fields, rows, state);
  const sum = summary ? { [summary.name]: found.reduce((total, row) => total + summary.of(row), 0) } : null;
  return { ...pageOfRows(found, hasRows, place), summary: sum };
}

/** A page of rows in their order. A page beyond the last one is the last. */
function pageOfRows<Row>(found: Row[], hasRows: boolean, place: ListState["place"]): ListPageRead<Row> {
  const pages = Math.max(1, Math.ceil(found.length / PAGE_SIZE));
  const page = place.kind === "last" ? pages : Math.min(place.kind === "page" ? place.number : 1, pages);
  return {
    rows: found.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE),
    total: found.length,
    isTotalExact: true,
    summary: null,
    hasRows,
    hasBefore: page > 1,
    hasAfter: page < pages,
    page,
  };
}

/** A page of what was made before, the newest first. */
export function pageOfPast<Row extends { seq: number; at: string }>(
  { rows, hasRows }: ShortListRead<Row> = { rows: [], hasRows: false },
  place: ListState["place"],
): ListPageRead<Row> {
  const latest = rows.toSorted((a, b) => (a.at === b.at ? b.seq - a.seq : a.at < b.at ? 1 : -1));
  return pageOfRows(latest, hasRows, place);
}
