import { getTableColumns, getTableName, is } from "drizzle-orm";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sortableColumns } from "#app/domain/field.ts";
import { normalize } from "#app/domain/search-text.ts";
import { isLong } from "#app/records/list-route.ts";
import { LISTS } from "#app/routes/lists.ts";
import { customerRecords } from "#db/queries/customers.ts";
import { groomRecords } from "#db/queries/grooms.ts";
import { horseRecords } from "#db/queries/horses.ts";
import { serviceRecords } from "#db/queries/services.ts";
import { setFields } from "#db/records.ts";
import * as schema from "#db/schema.ts";
import { readList, tableOf } from "#tests/support/read-list.ts";
import { fillEmptyTables } from "../support/column-changes.ts";
import { addCorrections } from "../support/corrections.ts";
import { openDatabase } from "../support/database.ts";

/*
 * The description of a record defines the text of each cell, which a search finds. Long lists keep it in the database. These tests
 * compare the two in every column of every list.
 */

let database: Awaited<ReturnType<typeof openDatabase>>;

beforeAll(async () => {
  database = await openDatabase();
  // The demo barn has no exports.
  await addCorrections(database.rows);
  await fillEmptyTables(database.rows);
  await rename();
});
afterAll(() => database.close());

/** Renames the records of the oldest bill and of the oldest payroll item, which the lists name. */
async function rename() {
  const by = { actor: "alex@hayloft.example", at: new Date() };
  const [bill] = await database.rows(
    "select customer_id, horse_id, service_id from bill_items where customer_id is not null order by date, seq limit 1",
  );
  const [item] = await database.rows(
    "select groom_id from payroll where deleted_at is null order by date, seq limit 1",
  );
  for (const change of [
    setFields(customerRecords, [String(bill?.customer_id)], { name: "Zoë Ångström" }, by),
    setFields(horseRecords, [String(bill?.horse_id)], { name: "Éclair d’Or" }, by),
    setFields(serviceRecords, [String(bill?.service_id)], { productServiceName: "Crinière" }, by),
    setFields(groomRecords, [String(item?.groom_id)], { name: "Łukasz" }, by),
  ]) {
    expect(await database.connect().write(change)).toBe("written");
  }
}

const ALL = [...LISTS.values()].map((list) =>
  list(({ source, description, defaultSort }) => {
    const searchable = description.fields.filter(({ listed }) => listed.searchable !== false);
    return {
      table: tableOf(source),
      isLong: isLong(source),
      columns: sortableColumns(description),
      /** Returns the rows that a search finds, sorted by a column. */
      read: async (q: string, sort = defaultSort.replace("-", "")) =>
        (await readList(database, source, description, { q, sort })).rows.map((row) => ({
          seq: row.seq,
          texts: searchable.map(({ column, text }) => ({ column, text: text(row) })),
        })),
    };
  }),
);

test("every table of records has a list", () => {
  const tables = Object.values(schema).filter((each) => is(each, SQLiteTable));
  const records = tables.filter((table) => "deletedAt" in getTableColumns(table)).map(getTableName);
  expect(records.filter((table) => !ALL.some((each) => each.table === table))).toEqual([]);
});

test.each(ALL)("the list of $table can be sorted by each of its columns", async ({ columns, read }) => {
  for (const column of columns) expect((await read("", column)).length).toBeGreaterThan(0);
});

test.each(ALL)(
  "every column of $table that can be searched has a text in the records of these tests",
  async ({ columns, read }) => {
    const rows = (await Promise.all(columns.map((column) => read("", column)))).flat();
    const filled = new Set(rows.flatMap(({ texts }) => texts.flatMap(({ column, text }) => (text ? [column] : []))));
    expect(rows[0]?.texts.map(({ column }) => column).filter((column) => !filled.has(column))).toEqual([]);
  },
);

test.each(ALL.filter((list) => list.isLong))(
  "the search text of $table has the texts of the cells",
  async ({ table, read }) => {
    const shown = await read("");
    expect(shown.length).toBeGreaterThan(0);
    for (const { seq, texts } of shown) {
      const [row] = await database.rows(`select search_text as text from ${table} where seq = ?`, [seq]);
      const cells = normalize(texts.map(({ text }) => text).join("\n"));
      expect([seq, String(row?.text).split("\n").sort()]).toEqual([seq, cells.split("\n").sort()]);
    }
  },
);

test.each(ALL)("a search of $table for the text of a cell finds its row", async ({ read }) => {
  const rows = await read("");
  const queries = new Map(rows.flatMap(({ texts }) => texts.map(({ column, text }) => [`${column} ${text}`, text])));
  // Two texts of each column are enough, because one expression computes them all.
  const perColumn = new Map<string, number>();
  for (const [key, text] of queries) {
    const [column = ""] = key.split(" ");
    const count = perColumn.get(column) ?? 0;
    if (!text || count >= 2) continue;
    perColumn.set(column, count + 1);
    const found = await read(text.split("\n")[0]?.slice(0, 100) ?? "");
    const isShown = found.some(({ texts }) => texts.some((each) => each.column === column && each.text === text));
    expect([key, isShown]).toEqual([key, true]);
  }
});
