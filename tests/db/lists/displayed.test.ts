import { afterAll, beforeAll, expect, test } from "vitest";
import { type BoundField, sortableColumns } from "#app/domain/fields/field.ts";
import { customer } from "#app/domain/records/customer.ts";
import { groom } from "#app/domain/records/groom.ts";
import { type HorseRow, horse } from "#app/domain/records/horse.ts";
import { service } from "#app/domain/records/service.ts";
import { show } from "#app/domain/records/show.ts";
import type { ListSource, RowSource } from "#db/list/list-source.ts";
import { customerRecords } from "#db/queries/barn/customers.ts";
import { groomRecords } from "#db/queries/barn/grooms.ts";
import { horseRecords } from "#db/queries/barn/horses.ts";
import { serviceRecords } from "#db/queries/barn/services.ts";
import { showRecords } from "#db/queries/barn/shows.ts";
import { openDatabase } from "#tests/support/database/database.ts";
import { readSource } from "#tests/support/database/read-list.ts";

let database: Awaited<ReturnType<typeof openDatabase>>;

const AT = "'2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z'";

beforeAll(async () => {
  database = await openDatabase();
  // Rows that differ in case, accents and empty values, and names with the wildcards of LIKE and FTS5.
  await database.rows(`insert into customers (id, name, emails, riders, created_at, updated_at) values
    ('c1', '100% Pure', '["a_b@example.com"]', '["x\\\\y"]', ${AT}),
    ('c2', '1000 Pure', '["acb@example.com"]', '["xzy"]', ${AT})`);
  await database.rows(`insert into horses (id, name, customer_id, check_in_date, check_out_date, boarding, has_blanket, created_at, updated_at) values
    ('h1', 'zz same', 'c1', '2026-11-21', null, 290000, 1, ${AT}),
    ('h2', 'ZZ SAME', null, '2026-11-21', '2026-12-01', 290000, 0, ${AT}),
    ('h3', 'Zz Same', 'c2', '2026-03-21', '2026-11-21', 1000000, 0, ${AT}),
    ('h4', 'ZZ Señorita', 'c2', '2026-03-21', null, 90000, 0, ${AT})`);
  await database.rows(`insert into shows (id, name, date, horse_id, customer_id, service_id, quantity, created_at, updated_at) values
    ('s1', 'zz show', '2026-11-21', 'h4', 'c2', 'training', 10, ${AT}),
    ('s2', 'ZZ SHOW', '2026-03-05', 'h1', 'c1', 'boarding', 9, ${AT})`);
});
afterAll(() => database.close());

type List<Row> = [RowSource<Row> | ListSource<Row>, { fields: readonly BoundField<Row>[] }];
const horseList: List<HorseRow> = [horseRecords, horse];

async function readIds<Row extends { id: string; seq: number }>(
  [source, description]: List<Row>,
  sort: string,
  { q = "", descending = false } = {},
): Promise<string[]> {
  return (await readSource(database, source, description, { q, sort, descending })).rows.map(({ id }) => id);
}

test.each([
  ["senorita", ["h4"]],
  ["SEÑORITA", ["h4"]],
  ["11/21/2026", ["h1", "h2", "h3"]],
  ["11/2", ["h1", "h2", "h3"]],
  ["10,000.00", ["h3"]],
  ["2,900.00", ["h1", "h2"]],
  ["2026-11-21", []],
  ["290000", []],
])("a search for '%s' finds the horses that display the text", async (q, expected) => {
  expect((await readIds(horseList, "name", { q })).filter((id) => /^h\d$/.test(id))).toEqual(expected);
});

test.each([
  ["100%", ["c1"]],
  ["00%", ["c1"]],
  ["%", ["c1"]],
  ["a_b", ["c1"]],
  ["_", ["c1"]],
  ["x\\y", ["c1"]],
  ["\\", ["c1"]],
  ["100* pure", []],
  ['1000"', ["c2"]],
])("a search for '%s' finds customers with these characters, not by a pattern", async (q, expected) => {
  expect(await readIds([customerRecords, customer], "name", { q })).toEqual(expected);
});

test.each([
  // Equal names are in the order of insertion, reversed if the sort is descending.
  ["name", ["h1", "h2", "h3", "h4"]],
  ["responsibleParty", ["h1", "h3", "h4", "h2"]],
  ["checkInDate", ["h3", "h4", "h1", "h2"]],
  ["checkOutDate", ["h1", "h4", "h3", "h2"]],
  // Sorted as numbers. As texts, $10,000.00 would come before $2,900.00 and $900.00.
  ["boarding", ["h4", "h1", "h2", "h3"]],
  ["hasBlanket", ["h2", "h3", "h4", "h1"]],
] as const)("horses are sorted by the value of %s, case-insensitively, in a stable order", async (sort, expected) => {
  const ascending = await readIds(horseList, sort, { q: "zz s" });
  expect(ascending).toEqual(expected);
  expect(await readIds(horseList, sort, { q: "zz s", descending: true })).toEqual([...ascending].reverse());
});

test.each([
  ["name", ["s1", "s2"]],
  ["date", ["s2", "s1"]],
  ["horse", ["s2", "s1"]],
  ["service", ["s2", "s1"]],
  ["quantity", ["s2", "s1"]],
] as const)("shows are sorted by the value of %s", async (sort, expected) => {
  expect(await readIds([showRecords, show], sort, { q: "zz show" })).toEqual(expected);
});

test("every sort of every list has all rows, and a descending sort reverses the order", async () => {
  const expectReversed = async <Row extends { id: string; seq: number }>(...list: List<Row>) => {
    const sorts = sortableColumns(list[1]);
    for (const sort of sorts) {
      const ascending = await readIds(list, sort);
      expect([sort, await readIds(list, sort, { descending: true })]).toEqual([sort, [...ascending].reverse()]);
      expect(new Set(ascending)).toEqual(new Set(await readIds(list, sorts[0] ?? "")));
    }
  };
  await expectReversed(...horseList);
  await expectReversed(showRecords, show);
  await expectReversed(customerRecords, customer);
  await expectReversed(groomRecords, groom);
  await expectReversed(serviceRecords, service);
});
