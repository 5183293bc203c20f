import { getTableColumns, getTableName, is, sql } from "drizzle-orm";
import { SQLiteSyncDialect, SQLiteTable } from "drizzle-orm/sqlite-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type BoundField, sortableColumns } from "#app/domain/field.ts";
import { admin } from "#app/domain/records/admin.ts";
import { bill } from "#app/domain/records/bill.ts";
import { correction } from "#app/domain/records/correction.ts";
import { customer } from "#app/domain/records/customer.ts";
import { groom } from "#app/domain/records/groom.ts";
import { horse } from "#app/domain/records/horse.ts";
import { payrollItem } from "#app/domain/records/payroll-item.ts";
import { service } from "#app/domain/records/service.ts";
import { show } from "#app/domain/records/show.ts";
import { normalize } from "#app/domain/search-text.ts";
import { isLong } from "#app/records/list-route.ts";
import type { ListSource, RowSource } from "#db/list/list-source.ts";
import { activitySource } from "#db/queries/activity-list.ts";
import { adminsSource } from "#db/queries/admins.ts";
import { billsSource } from "#db/queries/bills.ts";
import { correctionRecords } from "#db/queries/corrections.ts";
import { customerRecords } from "#db/queries/customers.ts";
import { groomRecords } from "#db/queries/grooms.ts";
import { horseRecords } from "#db/queries/horses.ts";
import { payrollRecords } from "#db/queries/payroll.ts";
import { serviceRecords } from "#db/queries/services.ts";
import { showRecords } from "#db/queries/shows.ts";
import * as schema from "#db/schema.ts";
import { readList } from "#tests/support/read-list.ts";
import { staleWordIndexes } from "#tests/support/word-indexes.ts";
import { changeEveryColumn, fillEmptyTables } from "../support/column-changes.ts";
import { addCorrections } from "../support/corrections.ts";
import { openDatabase } from "../support/database.ts";

/*
 * The description of a record defines the text of each cell. The views, triggers and facets of db/migrations compute the same
 * text for searches. These tests compare the two in every column of every list.
 */

type List = {
  /** Returns the rows that a search finds, sorted by a column. */
  read: (q: string, sort?: string) => Promise<{ id: string; texts: { column: string; text: string }[] }[]>;
  /** Returns SQLite's plan to sort all rows by a column. */
  planOf: (column: string) => Promise<string>;
  columns: string[];
};

const dialect = new SQLiteSyncDialect();
let database: Awaited<ReturnType<typeof openDatabase>>;

function listOf<Row extends { id: string; seq: number }>(
  source: RowSource<Row> | ListSource<Row>,
  description: { fields: readonly BoundField<Row>[] },
): List {
  const searchable = description.fields.filter(({ listed }) => listed.searchable !== false);
  const first = description.fields[0]?.column ?? "";
  return {
    async read(q, sort = first) {
      return (await readList(database, source, description, { q, sort })).rows.map((row) => ({
        id: row.id,
        texts: searchable.map(({ column, text }) => ({ column, text: text(row) })),
      }));
    },
    async planOf(column) {
      if (!isLong(source)) throw new Error("Rows of a short list are sorted in memory");
      const { seq, table, joins, where, sorts } = source;
      const query = sql`explain query plan select ${seq} from ${table} ${joins} where ${where} order by ${sorts[column]}`;
      const rows = await database.rows(dialect.sqlToQuery(query).sql);
      return rows.map(({ detail }) => String(detail)).join("; ");
    },
    columns: sortableColumns(description),
  };
}

/** Lists whose rows are searched in memory. */
const SHORT: { [table: string]: List } = {
  admins: listOf(adminsSource, admin),
  corrections: listOf(correctionRecords, correction),
  customers: listOf(customerRecords, customer),
  grooms: listOf(groomRecords, groom),
  horses: listOf(horseRecords, horse),
  services: listOf(serviceRecords, service),
};

/** Lists with a view `<table>_text` that has the text of each row. */
const INDEXED: { [table: string]: List } = {
  shows: listOf(showRecords, show),
};

/** Long lists, which search the texts in `facets`. */
const FACETED: { [table: string]: List } = {
  bill_items: listOf(billsSource, bill),
  payroll: listOf(payrollRecords, payrollItem),
};

const LISTS = Object.entries({ ...SHORT, ...INDEXED, ...FACETED });
const TABLES = Object.values(schema).filter((each) => is(each, SQLiteTable));

beforeAll(async () => {
  database = await openDatabase();
  // The demo barn has no exports.
  await addCorrections(database.rows);
  await fillEmptyTables(database.rows);
});
afterAll(() => database.close());

test("every table of records has a list in this file", () => {
  const records = TABLES.filter((table) => "deletedAt" in getTableColumns(table)).map(getTableName);
  expect(records.sort()).toEqual(LISTS.map(([table]) => table).sort());
});

test.each(LISTS)("the list of %s can be sorted by each of its columns", async (_, { columns, read }) => {
  for (const column of columns) expect((await read("", column)).length).toBeGreaterThan(0);
});

test.each(LISTS)(
  "every column of %s that can be searched has a text in the records of these tests",
  async (_, { columns, read }) => {
    const rows = (await Promise.all(columns.map((column) => read("", column)))).flat();
    const filled = new Set(rows.flatMap(({ texts }) => texts.flatMap(({ column, text }) => (text ? [column] : []))));
    expect(rows[0]?.texts.map(({ column }) => column).filter((column) => !filled.has(column))).toEqual([]);
  },
);

test.each(Object.entries(INDEXED))("an index has the order of a column of %s", async (_, { columns, planOf }) => {
  const plans = await Promise.all(columns.map(planOf));
  expect(plans.filter((plan) => !plan.includes("USE TEMP B-TREE"))).not.toEqual([]);
});

async function expectSearchTextsOfCells(table: string, list: List): Promise<void> {
  const rows = await database.rows(`select t.id, v.text from ${table} t join ${table}_text v on v.seq = t.seq`);
  const texts = new Map(rows.map(({ id, text }) => [String(id), String(text)]));
  const shown = await list.read("");
  expect(shown.length).toBeGreaterThan(0);
  for (const { id, texts: displayed } of shown) {
    expect([id, texts.get(id)]).toEqual([id, normalize(displayed.map(({ text }) => text).join("\n"))]);
  }
}

test.each(Object.entries(INDEXED))(
  "the search text of %s is the text of the cells, in order",
  expectSearchTextsOfCells,
);

test.each(LISTS)("a search of %s for the text of a cell finds its row", async (_, list) => {
  const rows = await list.read("");
  const queries = new Map(rows.flatMap(({ texts }) => texts.map(({ column, text }) => [`${column} ${text}`, text])));
  // Two texts of each column are enough, because one expression computes them all.
  const perColumn = new Map<string, number>();
  for (const [key, text] of queries) {
    const [column = ""] = key.split(" ");
    const count = perColumn.get(column) ?? 0;
    if (!text || count >= 2) continue;
    perColumn.set(column, count + 1);
    const found = await list.read(text.split("\n")[0]?.slice(0, 100) ?? "");
    const isShown = found.some(({ texts }) => texts.some((each) => each.column === column && each.text === text));
    expect([key, isShown]).toEqual([key, true]);
  }
});

/** A query of the tables with a row whose search text differs from the view. */
const STALE_TABLES = Object.keys(INDEXED)
  .map(
    (table) =>
      `select '${table}' as name where exists (select 1 from ${table}_text v left join ${table}_search s on s.rowid = v.seq where v.text is not s.text)`,
  )
  .join(" union all ");

test("a change of any column of any table updates the search texts", async () => {
  const unchanged = await changeEveryColumn(database.rows, async (column) => {
    expect([column, await database.rows(STALE_TABLES)]).toEqual([column, []]);
    const [table = ""] = column.split(".");
    if (table in FACETED) expect([column, await staleWordIndexes(database.rows, table)]).toEqual([column, []]);
  });
  // Unique by themselves, and in no cell.
  const unique = ["bill_items.show_id", "payroll.bill_item_id", "payroll.week"];
  expect(unchanged.filter((each) => !unique.includes(each))).toEqual([]);
});

test("after these changes, the indexes of long lists have the words and names of their rows", async () => {
  expect(await staleWordIndexes(database.rows)).toEqual([]);
  const named = [billsSource, payrollRecords, activitySource].flatMap(({ search }) =>
    search && "named" in search ? search.named : [],
  );
  expect(
    await database.rows(
      `select f.kind, f.text from facets f join facets_search s on s.rowid = f.seq left join names_search n on n.rowid = f.seq
       where f.kind in (${named.map((kind) => `'${kind}'`)}) and n.text is not s.text`,
    ),
  ).toEqual([]);
});

test.each(Object.entries(FACETED))(
  "after these changes, a search of %s finds the new texts of the cells",
  async (_, list) => {
    for (const { texts } of (await list.read("")).slice(0, 2)) {
      for (const { column, text } of texts.filter((each) => each.text !== "")) {
        const found = await list.read(text.split("\n")[0]?.slice(0, 100) ?? "");
        const isShown = found.some((row) => row.texts.some((each) => each.column === column && each.text === text));
        expect([column, text, isShown]).toEqual([column, text, true]);
      }
    }
  },
);

test.each(Object.entries(INDEXED))(
  "after these changes, the search text of %s is still the text of the cells",
  expectSearchTextsOfCells,
);
