import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { readAsAdmin, readOrNullAfterPost } from "#app/auth/require-admin.ts";
import { todayInNewYork } from "#app/domain/basics/calendar.ts";
import { type PackedRows, packRows } from "#app/domain/basics/packed-rows.ts";
import { type ColumnChoice, NO_CHOICE } from "#app/domain/fields/column-choice.ts";
import type { ListState } from "#app/domain/fields/list-state.ts";
import { liveLoader } from "#app/records/live-loader.ts";
import { chosenNames } from "#db/list/filters.ts";
import { groupRows, type ListPageRead, listPage, pageOf } from "#db/list/list-page.ts";
import type { ListFilter } from "#db/list/list-source.ts";
import { shortList } from "#db/list/short-list.ts";
import { filtersAt } from "#db/queries/shell/list-filters.ts";
import { chosenColumns } from "#db/write/records.ts";
import { describeFilters } from "./described-filters.ts";
import { groupOf, inOrder } from "./list-groups.ts";
import { type ReadListRoute, readListNotice } from "./list-notices.ts";
import { isLong, type ListRoute, listFilterOf, rowsToday, searchOf } from "./list-route.ts";

/**
 * Reads a list and the admin check in one database request; without `data` after a post while the database does not
 * answer (docs/architecture.md, 'One read').
 */
export async function readList<Row extends { seq: number }, Settable>(
  { request, context }: LoaderFunctionArgs,
  route: ReadListRoute<Row, Settable>,
) {
  const { path, defaultSort, description, source } = route;
  const today = todayInNewYork(context.now);
  const { state, filter } = listFilterOf(request, route, today);
  const group = groupOf(route, state.filters);
  const read = await readOrNullAfterPost(
    context,
    Promise.all([
      readPage({ request, context }, route, { state, filter, isGrouped: group !== undefined }),
      readListNotice({ request, context }, route),
      group && isLong(source) ? readAsAdmin(request, context, groupRows(source, filter, group)) : null,
    ]),
  );
  const list = { path, defaultSort, state, search: searchOf(request, description), today };
  if (!read) {
    return { ...list, data: null, columnChoice: NO_CHOICE, notice: null, filters: null, groups: null };
  }
  const [{ data, columnChoice, names }, notice, groups] = read;
  return {
    ...list,
    notice,
    data,
    columnChoice,
    filters: describeFilters(path, state.filters, names),
    groups: group && groups ? inOrder(groups[0][0]?.groups ?? [], group) : null,
  };
}

/** The loader of a screen that shows a list and nothing else. */
export const loadList = <Row extends { seq: number }, Settable>(route: ReadListRoute<Row, Settable>) =>
  liveLoader(async (args) => ({ list: await readList(args, route) }));

type WholeList<Row> = { rows: PackedRows<Row>; hasRows: boolean };

type Shown = { state: ListState; filter: ListFilter; isGrouped: boolean };

/**
 * A page of a long list or a whole short one, the admin's choice of columns, and the names of a long list's filter
 * values.
 */
type Read<Row> = {
  data: ListPageRead<Row> | WholeList<Row>;
  columnChoice: ColumnChoice;
  names: Record<string, string>;
};

async function readPage<Row extends { seq: number }, Settable>(
  { request, context }: Pick<LoaderFunctionArgs, "request" | "context">,
  { source, path, asOf }: ListRoute<Row, Settable>,
  { state, filter, isGrouped }: Shown,
): Promise<Read<Row>> {
  const columns = chosenColumns(context.session?.user.email ?? "", path);
  if (isLong(source)) {
    const { sort, descending, place, filters } = state;
    const query = listPage(source, { ...filter, sort, descending, place, ...(isGrouped && { size: 0 }) });
    const [[[read], [chosen]], named] = await Promise.all([
      readAsAdmin(request, context, query, columns),
      Object.keys(filters).length > 0 ? readAsAdmin(request, context, chosenNames(filtersAt(path), filters)) : null,
    ]);
    const names = named?.[0][0]?.names ?? {};
    return { data: pageOf(read, place), columnChoice: { ...NO_CHOICE, ...chosen }, names };
  }
  const [[read], [chosen]] = await readAsAdmin(request, context, shortList(source, filter), columns);
  const { rows, hasRows } = read ?? { rows: [], hasRows: false };
  return {
    data: { rows: packRows(rowsToday({ asOf }, rows, filter)), hasRows },
    columnChoice: { ...NO_CHOICE, ...chosen },
    names: {},
  };
}
