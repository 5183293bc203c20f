import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { readAsAdmin, readOrNullAfterPost } from "#app/auth/require-admin.ts";
import { todayInNewYork } from "#app/domain/calendar.ts";
import { columnFilters, optionsIn } from "#app/domain/column-filters.ts";
import type { BoundField, Description } from "#app/domain/field.ts";
import type { ListState } from "#app/domain/list-state.ts";
import { byName } from "#app/domain/names.ts";
import { normalize, searchWords } from "#app/domain/search-text.ts";
import { chosenNames } from "#db/list/filters.ts";
import { groupRows, type ListPageRead, listPage, pageOf } from "#db/list/list-page.ts";
import type { ListFilter } from "#db/list/list-source.ts";
import { shortList } from "#db/list/short-list.ts";
import { filtersAt } from "#db/queries/list-filters.ts";
import { hiddenColumns } from "#db/records.ts";
import { describeFilters, filtersOf } from "./filters.ts";
import { type ReadListRoute, readNotices } from "./list-notices.ts";
import { isLong, type ListRoute, listFilterOf, searchOf } from "./list-route.ts";
import { pageOfShortList } from "./short-list.ts";
import { visibleColumns } from "./visible-columns.ts";

/**
 * Reads one page of a list and the admin check in one database request; without `data` after a post while the database does not
 * answer (docs/architecture.md, 'One read').
 */
export async function readList<Row extends { seq: number }, Settable>(
  { request, context }: LoaderFunctionArgs,
  route: ReadListRoute<Row, Settable>,
) {
  const { path, defaultSort, description, source } = route;
  const today = todayInNewYork(context.now);
  const { state, filter } = listFilterOf(request, route, today);
  const group = route.groups?.[state.filters.group ?? ""];
  const read = await readOrNullAfterPost(
    context,
    Promise.all([
      readPage({ request, context }, route, { state, filter, isGrouped: group !== undefined }),
      readNotices({ request, context }, route),
      group && isLong(source) ? readAsAdmin(request, context, groupRows(source, filter, group)) : null,
    ]),
  );
  const list = { path, defaultSort, state, search: searchOf(request, description), today };
  const { fields } = description;
  if (!read) {
    const nothing = { data: null, shown: visibleColumns(fields, null), deleted: null, changed: null, saved: null };
    return { ...list, ...nothing, filters: null, groups: null };
  }
  const [{ page, hidden, names }, notices, groups] = read;
  return {
    ...list,
    ...notices,
    data: { ...page, rows: withUnseenHits(page.rows, description, hidden, filter.q) },
    shown: visibleColumns(fields, hidden),
    filters: describeFilters(list, filtersOf(path, description), names),
    groups: groups?.[0][0]?.groups.sort(byName) ?? null,
  };
}

type Shown = { state: ListState; filter: ListFilter; isGrouped: boolean };

/** A page of a list, the columns that the admin has hidden, and the words of the values of the filters that are set. */
type Read<Row> = { page: ListPageRead<Row>; hidden: readonly string[] | null; names: Record<string, string> };

async function readPage<Row extends { seq: number }, Settable>(
  { request, context }: Pick<LoaderFunctionArgs, "request" | "context">,
  { source, path, description, summary }: ListRoute<Row, Settable>,
  { state, filter, isGrouped }: Shown,
): Promise<Read<Row>> {
  const columns = hiddenColumns(context.session?.user.email ?? "", path);
  if (isLong(source)) {
    const { sort, descending, place, filters } = state;
    const query = listPage(source, { ...filter, sort, descending, place, ...(isGrouped && { size: 0 }) });
    const [[[read], [chosen]], named] = await Promise.all([
      readAsAdmin(request, context, query, columns),
      Object.keys(filters).length > 0 ? readAsAdmin(request, context, chosenNames(filtersAt(path), filters)) : null,
    ]);
    return { page: pageOf(read, place), hidden: chosen?.hidden ?? null, names: named?.[0][0]?.names ?? {} };
  }
  const [[read], [chosen]] = await readAsAdmin(request, context, shortList(source, filter), columns);
  const page = pageOfShortList(description.fields, read, state, summary);
  const names = columnFilters(description).flatMap((each) => {
    const value = state.filters[each.name];
    const option = value && optionsIn(read?.rows ?? [], each).find(({ id }) => id === value);
    return option ? [[each.name, option.name]] : [];
  });
  return { page, hidden: chosen?.hidden ?? null, names: Object.fromEntries(names) };
}

/** Adds to each row the texts that a search found in columns that are not shown, or in what a cell abbreviates. */
function withUnseenHits<Row>(
  rows: Row[],
  { fields }: Pick<Description<Row>, "fields">,
  hidden: readonly string[] | null,
  q: string,
): Row[] {
  const words = searchWords(q);
  if (words.length === 0) return rows;
  const isHidden = ({ column, listed }: BoundField<Row>) => hidden?.includes(column) ?? listed.hidden === true;
  const searched = fields.filter(({ listed }) => listed.searchable !== false);
  return rows.map((row) => {
    const seen = normalize(searched.map((field) => (isHidden(field) ? "" : field.cellText(row))).join("\n"));
    const missing = words.filter((word) => !seen.includes(word));
    if (missing.length === 0) return row;
    const found = searched.filter(({ text }) => missing.some((word) => normalize(text(row)).includes(word)));
    return { ...row, unseen: found.map(({ heading, text }) => `${heading}: ${text(row)}`).join(" · ") };
  });
}
