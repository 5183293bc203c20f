import { afterAll, beforeAll, expect, test } from "vitest";
import { seedDemo } from "#db/seed/seed.ts";
import { makeEmptyBarn } from "#tests/support/database/empty-barn.ts";

let emptyBarn: Awaited<ReturnType<typeof makeEmptyBarn>>;

beforeAll(async () => {
  emptyBarn = await makeEmptyBarn();
});
afterAll(() => emptyBarn.remove());

/** Fills a database with the demo barn of a day; the result reads it, with the day as `:today`. */
async function openDemo(today: string) {
  const barn = await emptyBarn.open();
  await seedDemo({ ...barn.address, today });
  return (sql: string) => barn.rows({ sql, args: sql.includes(":today") ? { today } : {} });
}

test.each([
  ["a Tuesday", "2026-11-24"],
  ["the first of a month", "2026-12-01"],
  ["New Year", "2027-01-01"],
  ["the end of February", "2027-02-28"],
])("the demo barn of %s, %s, has two years of history, and little that waits", async (_, today) => {
  const rows = await openDemo(today);
  const [found] = await rows(`select
    (select count(distinct substr(date, 1, 7)) from bill_items) >= 23 years,
    (select count(*) from bill_items where export_id is null and deleted_at is null and date < date(:today, '-35 days')) forgotten,
    (select count(*) from bill_items where date >= :today or created_at >= :today) ahead,
    (select count(*) from exports where voided_at is null) between 22 and 23 monthly,
    (select count(*) from exports where voided_at is not null) voided,
    (select count(*) from corrections) between 2 and 4 corrected,
    (select count(*) from corrections where deleted_at is null and entered = 0) open,
    (select count(*) from payroll where paid = 0 and deleted_at is null and payment_date < date(:today, '-7 days')) unpaid,
    (select count(*) from shows where billed = 0 and date < date(:today, '-14 days')) unbilled,
    (select count(*) from bill_items where customer_id is null) nobodys,
    (select count(distinct actor) from activity where actor <> 'schedule') people,
    (select count(*) from activity) > 60 activity,
    (select count(*) from activity where at >= :today) later`);
  expect(found).toEqual({
    ...{ years: 1, forgotten: 0, ahead: 0, monthly: 1, voided: 1, corrected: 1, open: 0, unpaid: 0, unbilled: 0 },
    ...{ nobodys: 0, people: 3, activity: 1, later: 0 },
  });
  expect(await rows("pragma foreign_key_check")).toEqual([]);
  expect(
    await rows(
      "select id from bill_items b where deleted_at is null and not exists (select 1 from horses h where h.id = b.horse_id and b.date between check_in_date and coalesce(check_out_date, '9999')) and billing_run_id is null",
    ),
  ).toEqual([]);
});

test("the demo barns of one day have the same bills, exports and payments", async () => {
  const [one, other] = [await openDemo("2026-11-24"), await openDemo("2026-11-24")];
  for (const table of ["customers", "horses", "shows", "bill_items", "exports", "payroll"]) {
    const sql = `select * from ${table} order by 1`;
    expect(await one(sql), table).toEqual(await other(sql));
  }
});
