import { beforeAll, expect, test } from "vitest";
import { todayInNewYork } from "#app/domain/basics/calendar.ts";
import { firstDayOf, monthOf } from "#app/domain/basics/months.ts";
import { hiddenFieldsOf } from "#lab/support/forms.ts";
import { LONG_DATABASE_LIMIT } from "#tests/support/barn/barn.ts";
import { startBarn } from "#tests/support/barn/start-barn.ts";

/* A barn with five times the horses that the screens are made for: the database answers at most 10 MB at once. */

const COUNT = 10_000;
const MONTH = monthOf(todayInNewYork(new Date()));
const BILL = `/horses/bill?month=${MONTH}`;

const { barn, admin } = startBarn(LONG_DATABASE_LIMIT);

beforeAll(async () => {
  await barn.rows("update settings set board_in = 'advance'");
  await barn.rows(`insert into horses (id, name, name_sort, customer_id, boarding, boarding_surcharge, check_in_date, created_at, updated_at)
    with recursive n(i) as (select 1 union all select i + 1 from n where i < ${COUNT})
    select '00000000-0000-4000-8000-' || substr('00000000000' || i, -12), 'Horse ' || i, 'horse ' || i,
      (select id from customers where deleted_at is null limit 1), 290000, 15000, '${firstDayOf(MONTH)}', '2020-01-01T12:00:00.000Z', '2020-01-01T12:00:00.000Z' from n`);
  await barn.rows(`insert into horse_changes (horse_id, at, actor, customer_id, check_in_date, check_out_date, boarding, boarding_surcharge, training, has_blanket, is_billable, location)
    select id, '2020-02-01T12:00:00.000Z', 'alex@hayloft.example', customer_id, '2019-01-01', '2019-02-01', boarding, boarding_surcharge, training, has_blanket, is_billable, location
    from horses where id like '00000000-%'`);
});

async function read(path: string) {
  const response = await barn.get(path, admin);
  expect([path, response.status]).toEqual([path, 200]);
  return response.text();
}

test.each([
  ["/overview", /Counted among 2,000 horses only\./],
  ["/billing/check", /Boarding was checked for 2,000 horses only\./],
  [BILL, /2,000 horses at most are in one run: bill the others after it/],
  ["/horses", /100\d\d billable/],
  ["/go?q=horse", /Horse 1/],
])("%s shows what it can of 10,000 horses, and says what it leaves out", async (path, sentence) => {
  expect(await read(path)).toMatch(sentence);
});

test("a run bills the first 2,000 horses, and the next one offers others", async () => {
  const offer = /Are you sure you want to bill (2,000|1,9\d\d) horses/;
  const page = await read(BILL);
  expect(page).toMatch(offer);
  const response = await barn.post(BILL, hiddenFieldsOf(page), admin);
  expect(response.status).toBe(303);
  const [billed] = await barn.rows(
    `select count(*) as bills, count(distinct horse_id) as horses from bill_items
     where service_id = 'boarding' and horse_id like '00000000-%' and deleted_at is null`,
  );
  expect(billed?.bills).toBe(billed?.horses);
  expect(Number(billed?.horses)).toBeGreaterThan(1_900);
  expect(await read(BILL)).toMatch(offer);
});
