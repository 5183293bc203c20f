import { afterAll, beforeAll, expect, test } from "vitest";
import { incomeOf } from "#db/queries/overview/overview-totals.ts";
import { openDatabase } from "#tests/support/database/database.ts";

/* The income of a year, compared with a calculation from the rows. */

let database: Awaited<ReturnType<typeof openDatabase>>;
type Bill = {
  id: string;
  service: string;
  location: string;
  date: string;
  period: string | null;
  value: number;
  gone: number;
};
let bills: Bill[];
let pay: Map<string, number>;

beforeAll(async () => {
  database = await openDatabase();
  await database.rows("update bill_items set voided_at = '2026', deleted_at = '2026' where seq % 13 = 0");
  await database.rows("update bill_items set deleted_at = '2026' where seq % 17 = 0");
  await database.rows("update bill_items set period = '2025-12' where seq % 19 = 0 and date like '2026-%'");
  await database.rows("update payroll set deleted_at = '2026' where bill_item_id is not null and seq % 5 = 0");
  bills = (await database.rows(
    "select id, service_id as service, location, date, period, value, deleted_at is not null as gone from bill_items",
  )) as Bill[];
  const items = await database.rows(
    "select bill_item_id as id, value from payroll where bill_item_id is not null and deleted_at is null",
  );
  pay = new Map(items.map(({ id, value }) => [String(id), Number(value)]));
  expect(pay.size).toBeGreaterThan(20);
});
afterAll(() => database.close());

test.each([
  [2026, false],
  [2026, true],
  [2025, true],
  [2025, false],
])("the income of %d, by the month billed for: %j", async (year, isBilledFor) => {
  const expected = new Map<string, { sum: number; pay: number }>();
  for (const { id, service, location, date, period, value, gone } of bills) {
    const month = isBilledFor && period ? period : date.slice(0, 7);
    if (gone || !month.startsWith(`${year}-`)) continue;
    const key = `${service} ${location} ${month}`;
    const sums = expected.get(key) ?? { sum: 0, pay: 0 };
    expected.set(key, { sum: sums.sum + value, pay: sums.pay + (pay.get(id) ?? 0) });
  }
  const [found] = await database.connect().read(incomeOf(year, isBilledFor));
  const read = found?.sums.map(({ serviceId, location, month, sum, pay: own }) => [
    `${serviceId} ${location} ${month}`,
    { sum, pay: own },
  ]);
  expect(new Map(read as [string, { sum: number; pay: number }][])).toEqual(expected);
  if (isBilledFor && year === 2025) expect(expected.size).toBeGreaterThan(0);
  const { sql, params } = incomeOf(year, isBilledFor).toSQL();
  const plan = await database.rows(`explain query plan ${sql}`, params as string[]);
  const used = isBilledFor ? /bill_items_billed_for/ : /bill_items_by_date/;
  expect(plan.map(({ detail }) => detail).join("\n")).toMatch(used);
});
