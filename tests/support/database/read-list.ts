import { getTableName, is } from "drizzle-orm";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { BoundField } from "#app/domain/fields/field.ts";
import { type PagePlace, pageSizeOf } from "#app/domain/fields/list-state.ts";
import { isLong } from "#app/records/lists/list-route.ts";
import { searchShortList } from "#app/records/lists/short-list-order.ts";
import type { Database } from "#db/connection.ts";
import { type ListPageRead, listPage, pageOf } from "#db/list/list-page.ts";
import type { ListFilter, ListSource, RowSource } from "#db/list/list-source.ts";
import { shortList } from "#db/list/short-list.ts";

/** The name of the table of a list. */
export const nameOfTable = ({ table }: Pick<RowSource<unknown>, "table">): string =>
  is(table, SQLiteTable) ? getTableName(table) : "";

type Request = Partial<ListFilter> & { sort: string; descending?: boolean; place?: PagePlace };

/** Reads a page of a list as its screen does. */
export async function readSource<Row extends { seq: number }>(
  database: { connect(): Database },
  source: RowSource<Row> | ListSource<Row>,
  { fields }: { fields: readonly BoundField<Row>[] },
  { q = "", sort, descending = false, place = { kind: "first" }, ...filter }: Request,
): Promise<ListPageRead<Row>> {
  if (isLong(source)) {
    const [page] = await database.connect().read(listPage(source, { ...filter, q, sort, descending, place }));
    return pageOf(page, place);
  }
  const [rows] = await database.connect().read(shortList(source, filter));
  const found = searchShortList(fields, rows?.rows ?? [], { q, sort, descending, filters: {} });
  const size = pageSizeOf(rows?.rows.length ?? 0);
  const pages = Math.max(1, Math.ceil(found.length / size));
  const page = place.kind === "last" ? pages : place.kind === "page" ? place.number : 1;
  return {
    rows: found.slice((page - 1) * size, page * size),
    ...{ total: found.length, isTotalExact: true, summary: null, hasRows: rows?.hasRows ?? false },
    ...{ hasBefore: page > 1, hasAfter: page < pages },
  };
}
