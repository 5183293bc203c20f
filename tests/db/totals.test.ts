import { sql } from "drizzle-orm";
import { SQLiteSyncDialect } from "drizzle-orm/sqlite-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ListSource } from "#db/list/list-source.ts";
import { billsSource } from "#db/queries/bills.ts";
import { payrollRecords } from "#db/queries/payroll.ts";
import { showRecords } from "#db/queries/shows.ts";
import { randomFrom } from "#db/seed/random.ts";
import { samples } from "#tests/support/samples.ts";
import { changeEveryColumn, fillEmptyTables } from "../support/column-changes.ts";
import { addCorrections } from "../support/corrections.ts";
import { openDatabase } from "../support/database.ts";

/* Triggers keep `totals`. These tests count and sum the rows themselves, by the source of each list, and compare. */

/** A list without facets. */
const PLAIN = [showRecords];
/** Lists whose facets have totals, too. */
const LONG = [billsSource, payrollRecords];

const dialect = new SQLiteSyncDialect();
let database: Awaited<ReturnType<typeof openDatabase>>;

beforeAll(async () => {
  database = await openDatabase();
  // The demo barn has no exports.
  await addCorrections(database.rows);
  await fillEmptyTables(database.rows);
});
afterAll(() => database.close());

/** Counts the rows of a list by the value of an expression, as `totals` should have them. */
function countBy<Row>(source: ListSource<Row>, kind: string, key = sql`''`) {
  const { table, where, summary, totals } = source;
  const [of, current] = [summary?.of ?? sql`0`, totals?.current ?? sql`0`];
  return sql`select ${totals?.list} as list, ${kind} as kind, ${key} as key, count(*) as rows, sum(${of}) as sum,
    sum(${current}) as current_rows, sum((${current}) * ${of}) as current_sum from ${table} where ${where} group by 3`;
}

const monday = (date: string) => sql.raw(`coalesce(date(${date}, 'weekday 0', '-6 days'), '') || ' ' || groom_id`);

const MONTH = "substr(date, 1, 7)";

const COUNTED = [
  ...[...PLAIN, ...LONG].map((source) => countBy(source as ListSource<unknown>, "")),
  ...LONG.flatMap((source) =>
    Object.values(source.sorts).flatMap((key) =>
      "facet" in key ? [countBy(source as ListSource<unknown>, key.facet, sql`${key.column}`)] : [],
    ),
  ),
  countBy(payrollRecords, "groom by date", monday("date")),
  countBy(payrollRecords, "groom by payment", monday("payment_date")),
  countBy(billsSource, "month", sql.raw(MONTH)),
  ...Object.entries({
    customer: "coalesce(customer_id, '')",
    horse: "horse_id",
    service: "service_id",
    location: "location",
  }).map(([name, column]) => countBy(billsSource, `${name} by month`, sql.raw(`${column} || ' ' || ${MONTH}`))),
  countBy(
    {
      ...billsSource,
      where: sql`quantity > 1 and deleted_at is null`,
      summary: { name: "more", of: sql.raw("(quantity - 1) * value") },
    },
    "multiples by month",
    sql.raw(`coalesce(customer_id, '') || ' ' || ${MONTH}`),
  ),
  countBy(
    {
      ...billsSource,
      where: sql`${billsSource.where} and billing_run_id is null and show_id is null and deleted_at is null`,
    },
    "logged",
    sql.raw("date"),
  ),
  countBy(
    {
      ...billsSource,
      where: sql`${billsSource.where} and show_id is not null
        and service_id not in ('boarding', 'boarding-surcharge', 'long-island-surcharge', 'blanket', 'training')`,
    },
    "shows by month",
    sql.raw(MONTH),
  ),
];

/** Returns the totals that differ from the rows, as they are and as they should be. */
async function wrongTotals() {
  const kept = sql`select list, kind, key, rows, sum, current_rows, current_sum from totals
    where rows <> 0 or sum <> 0 or current_rows <> 0 or current_sum <> 0`;
  const counted = sql.join(COUNTED, sql` union all `);
  const differences = sql`select 'kept' as is_from, * from (${kept} except select * from (${counted}))
    union all select 'counted', * from (select * from (${counted}) except ${kept}) limit 10`;
  const { sql: text, params } = dialect.sqlToQuery(differences);
  return database.rows(text, params as string[]);
}

const TABLES = [...PLAIN, ...LONG].map(({ totals }) => totals?.list ?? "");

test.each(TABLES)("the totals of %s follow a record that is deleted, put back and removed", async (table) => {
  const [last] = await database.rows(`select max(seq) as seq from ${table} where deleted_at is null`);
  for (const write of [
    `update ${table} set deleted_at = '2026'`,
    `update ${table} set deleted_at = null`,
    `delete from ${table}`,
  ]) {
    await database.rows(`${write} where seq = ?`, [Number(last?.seq)]).catch((error) => {
      // A record that others refer to stays.
      if (!/FOREIGN KEY/.test(String(error))) throw error;
    });
    expect([write, await wrongTotals()]).toEqual([write, []]);
  }
});

test("the totals of the demo barn are those of its rows", async () => {
  expect(await wrongTotals()).toEqual([]);
});

const random = randomFrom("random writes");
const some = (table: string) =>
  `seq in (select seq from ${table} order by seq * ${random.int(1, 99_991)} % 99991 limit ${random.int(1, 40)})`;

/** Random writes of every kind, to random rows. */
const WRITES: (() => string)[] = [
  () => `insert into exports (id, at, date, actor, amounts, first_invoice, invoice_count, bill_count, total)
    values ('${random.uuid()}', '2026', '2026-11-22', 'test', 'bill-value', 1, 1, 1, 1)`,
  () => `update bill_items set export_id = (select max(id) from exports) where ${some("bill_items")}`,
  () => `update bill_items set export_id = null where ${some("bill_items")}`,
  () => `update bill_items set export_id = iif(export_id is null, (select max(id) from exports), null), value = value + 7,
    customer_id = iif(seq % 3, customer_id, null), date = date(date, '-3 days') where ${some("bill_items")}`,
  () => `insert into bill_items (id, customer_id, horse_id, service_id, date, quantity, value, location, created_at)
    select hex(randomblob(16)), customer_id, horse_id, service_id, date, quantity + 1, value, location, created_at
    from bill_items where ${some("bill_items")}`,
  () =>
    `delete from bill_items where id not in (select bill_item_id from payroll where bill_item_id is not null)
      and id not in (select bill_item_id from export_lines) and ${some("bill_items")}`,
  () => `update bill_items set voided_at = '2026', deleted_at = '2026' where ${some("bill_items")}`,
  () => `update bill_items set voided_at = '2026', deleted_at = '2026', value = value + 11, entered_by = 'someone' || seq % 3,
    export_id = iif(export_id is null, (select max(id) from exports), null) where ${some("bill_items")}`,
  () =>
    `update bill_items set voided_at = null, deleted_at = iif(seq % 3, null, deleted_at), date = date(date, '-5 days') where voided_at is not null and seq % 2`,
  () => `update bill_items set billing_run_id = iif(billing_run_id is null, (select max(id) from billing_runs), null)
    where show_id is null and ${some("bill_items")}`,
  () => `update bill_items set show_id = (select id from shows where deleted_at is null limit 1), billing_run_id = null
    where show_id is null and ${some("bill_items")}`,
  () => `update bill_items set show_id = iif(seq % 2, show_id, null), value = value + 3, service_id = iif(seq % 3, service_id, 'training'),
    export_id = iif(export_id is null, (select max(id) from exports), null), date = date(date, '-40 days') where show_id is not null and ${some("bill_items")}`,
  () => `update payroll set paid = 1 - paid where ${some("payroll")}`,
  () => `update payroll set paid = 1 - paid, item = item || 'x', payment_date = iif(seq % 2, null, date(date, '+9 days')),
    deleted_at = iif(deleted_at is null, '2026', null) where ${some("payroll")}`,
  () => `delete from payroll where ${some("payroll")}`,
  () => `update shows set billed = 1 - billed where ${some("shows")}`,
  () => {
    const table = random.pick(TABLES);
    // A voided bill is deleted.
    const isVoided = table === "bill_items" ? "and voided_at is null" : "";
    return `update ${table} set deleted_at = iif(deleted_at is null, '2026', null) where ${some(table)} ${isVoided}`;
  },
];

test("after random writes of every kind, the totals are those of the rows", async () => {
  for (let round = 0; round < samples(2); round += 1) {
    for (const write of WRITES) {
      const statement = write();
      await database.rows(statement);
      expect([statement, await wrongTotals()]).toEqual([statement, []]);
    }
  }
});

test("after a change of any column of any table, the totals are those of the rows", async () => {
  await changeEveryColumn(database.rows, async (column) => {
    expect([column, await wrongTotals()]).toEqual([column, []]);
  });
});
