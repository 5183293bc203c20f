import { getTableColumns, getTableName, is } from "drizzle-orm";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { todayInNewYork } from "#app/domain/basics/calendar.ts";
import { monthBefore, monthOf } from "#app/domain/basics/months.ts";
import { sortableColumns } from "#app/domain/fields/field.ts";
import { isLong } from "#app/records/lists/list-route.ts";
import { LISTS } from "#app/routes/shell/lists.ts";
import * as schema from "#db/schema.ts";
import { randomFrom } from "#db/seed/random.ts";
import { foldText, someWords } from "#lab/support/long-lists.ts";
import { addCorrections } from "#tests/support/barn/corrections.ts";
import { openDatabase } from "#tests/support/database/database.ts";
import { writeAtRandom } from "#tests/support/database/random-writes.ts";
import { nameOfTable, readSource } from "#tests/support/database/read-list.ts";
import { fillEmptyTables } from "#tests/support/database/rows-of-tables.ts";
import { samples } from "#tests/support/samples.ts";

/* A search of any list finds the texts of its cells, as the description of the record has them. */

let database: Awaited<ReturnType<typeof openDatabase>>;

beforeAll(async () => {
  database = await openDatabase();
  // The demo barn has no exports and no activity.
  await addCorrections(database.rows);
  await fillEmptyTables(database.rows);
  await database.rows(
    "update horses set next_boarding = 350000, next_boarding_surcharge = 0, next_training = 200000, prices_from = '2099-01-01' where seq = 1",
  );
  await database.rows(
    `update horses set shares = json_array(json_object('id', (select id from customers where id <> horses.customer_id limit 1), 'share', 4000))
      where seq = (select min(seq) from horses where customer_id is not null and deleted_at is null)`,
  );
  await writeAtRandom(database, randomFrom("activity"), 1);
});
afterAll(() => database.close());

const ALL = [...LISTS.values()].map((list) =>
  list(({ source, description, defaultSort }) => {
    const searchable = description.fields.filter(({ listed }) => listed.searchable !== false);
    return {
      table: nameOfTable(source),
      isLong: isLong(source),
      columns: sortableColumns(description),
      /** Returns the rows that a search finds, sorted by a column. */
      read: async (q: string, sort = defaultSort.replace("-", "")) =>
        (await readSource(database, source, description, { q, sort })).rows.map((row) => ({
          seq: row.seq,
          texts: searchable.map(({ column, text }) => ({ column, text: text(row) })),
        })),
    };
  }),
);

test("every table of records has a list", () => {
  const tables = Object.values(schema).filter((each) => is(each, SQLiteTable));
  const records = tables.filter((table) => "deletedAt" in getTableColumns(table)).map(getTableName);
  // Dismissals are buttons on other screens.
  const listed = records.filter((table) => table !== "dismissals");
  expect(listed.filter((table) => !ALL.some((each) => each.table === table))).toEqual([]);
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

test.each(ALL.filter((list) => !list.isLong))(
  "random searches of $table find the rows that have the whole text in a cell or, if there are none, each word",
  async ({ table, read }) => {
    const random = randomFrom(table);
    const rows = (await read("")).map(({ seq, texts }) => ({ seq, cells: texts.map(({ text }) => text) }));
    for (let i = 0; i < samples(6); i += 1) {
      const words = someWords(rows, random);
      const q = words.map((word) => (word.includes(" ") ? `"${word}"` : word)).join(" ");
      const hasAll = (cells: string[]) =>
        words.every((word) => cells.some((cell) => foldText(cell).includes(foldText(word))));
      const isPhrase = words.some((word) => word.includes(" "));
      const whole = rows.filter(({ cells }) => cells.some((cell) => !isPhrase && foldText(cell).includes(foldText(q))));
      const expected = (whole.length > 0 ? whole : rows.filter(({ cells }) => hasAll(cells))).map(({ seq }) => seq);
      expect([q, (await read(q)).map(({ seq }) => seq)]).toEqual([q, expected]);
    }
  },
);

const search = (table: string, q: string) => ALL.find((list) => list.table === table)?.read(q) ?? [];

test.each([
  ["bill_items", `maeve ${monthBefore(monthOf(todayInNewYork(new Date()))).slice(5)}/`, /O'Brien.*\n?/],
  ["bill_items", "long island surcharge", /^Long Island Surcharge$/m],
  ["horses", "bella harold", /Harold/],
  ["customers", "obrien", /O'Brien/],
  ["customers", "O’BRIEN", /O'Brien/],
  ["horses", "2900", /\$2,900\.00/],
  ["horses", "elan", /Élan/],
  ["customers", "thornton hayes", /Thornton-Hayes/],
  ["customers", "thorntonhayes", /Thornton-Hayes/],
  ["customers", '"maeve obrien"', /Maeve O'Brien/],
  ["customers", "sorensen", /Sørensen/],
  ["horses", "él", /[ÉEée][lL]/],
])("a search of %s for %s finds it", async (table, q, text) => {
  const rows = await search(table, q);
  expect(rows.length).toBeGreaterThan(0);
  for (const { texts } of rows) expect(texts.map((cell) => cell.text).join("\n")).toMatch(text);
});

test("a phrase is found in one cell, and not across two words in another order", async () => {
  expect(await search("customers", '"obrien maeve"')).toEqual([]);
  expect(await search("customers", "obrien maeve")).toHaveLength(1);
});

test("a search for many words is answered", async () => {
  const letters = [..."abcdefghijklmnopqrstuvwxyz0123456789/.@("].join(" ").slice(0, 100);
  expect(await search("bill_items", letters)).toEqual([]);
});
