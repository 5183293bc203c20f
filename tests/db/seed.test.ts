import { afterAll, beforeAll, expect, test } from "vitest";
import { MONTHLY_CHARGES } from "#app/domain/boarding/monthly-charges.ts";
import { isEmptyBarn, seedBarn } from "#db/seed/seed.ts";
import { type AtEnd, type EmptyBarn, makeEmptyBarn } from "#tests/support/database/empty-barn.ts";

const TODAY = "2026-11-21";

let emptyBarn: Awaited<ReturnType<typeof makeEmptyBarn>>;
const openEmptyBarn = (atEnd?: AtEnd) => emptyBarn.open(atEnd);

async function openDemoBarn({ today = TODAY, atEnd }: { today?: string; atEnd?: AtEnd } = {}) {
  const barn = await openEmptyBarn(atEnd);
  const counts = await seedBarn({ ...barn.address, today });
  return { ...barn, counts };
}

/** The demo barn of TODAY, for tests that change nothing. */
let demo: Awaited<ReturnType<typeof openDemoBarn>>;
let closeDemo: () => Promise<void>;

beforeAll(async () => {
  emptyBarn = await makeEmptyBarn();
  demo = await openDemoBarn({
    atEnd: (end) => {
      closeDemo = end;
    },
  });
});
afterAll(async () => {
  await closeDemo();
  emptyBarn.remove();
});

const TABLES = [
  ...["customers", "horses", "services", "grooms", "shows", "admins", "settings"],
  ...["billing_runs", "bill_items", "payroll_runs", "payroll", "exports", "export_lines", "activity"],
];

const SIZES = { horses: 60, customers: 35, services: 15 + MONTHLY_CHARGES.length, grooms: 15, shows: 25 };

async function everyRow({ rows }: Pick<EmptyBarn, "rows">) {
  const contents = await Promise.all(TABLES.map((table) => rows(`select * from ${table} order by 1`)));
  return Object.fromEntries(TABLES.map((table, i) => [table, contents[i]]));
}

test("the returned counts are the numbers of records in the database", async () => {
  const { rows, counts } = demo;
  expect(counts).toMatchObject(SIZES);
  expect(counts.bills).toBeGreaterThan(700);
  expect(counts.bills).toBeLessThanOrEqual(1_200);
  expect(
    await rows(`select (select count(*) from horses) horses, (select count(*) from customers) customers,
      (select count(*) from services) services, (select count(*) from grooms) grooms, (select count(*) from shows) shows,
      (select count(*) from bill_items) bills, (select count(*) from payroll) payrollItems`),
  ).toEqual([counts]);
  expect(await rows("select email from admins where deleted_at is null order by email")).toEqual([
    { email: "alex@hayloft.example" },
    { email: "dana@hayloft.example" },
  ]);
});

test("the demo barn has records in every state", async () => {
  const { rows } = demo;
  const [horses] = await rows({
    sql: `select sum(check_out_date < :today) gone, sum(check_in_date > :today) expected, sum(location = 'florida') florida,
        sum(has_blanket) blankets, sum(1 - is_billable) unbilled, sum(training = 0) untrained from horses`,
    args: { today: TODAY },
  });
  expect(horses).toMatchObject({ gone: 6, expected: 4 });
  for (const count of Object.values(horses ?? {})) expect(count).toBeGreaterThan(2);
  expect(horses?.florida).toBeLessThan(50);

  expect(
    await rows(`select sum(public) offered, sum(needs_groom) withGroom, sum(1 - public) private from services
      where length(id) = 36`),
  ).toEqual([{ offered: 13, withGroom: 7, private: 2 }]);
  expect(
    await rows({
      sql: "select sum(end_date < :today) gone, sum(start_date > :today) expected from grooms",
      args: { today: TODAY },
    }),
  ).toEqual([{ gone: 3, expected: 1 }]);
  expect(
    await rows({
      sql: `select sum(billed) > 5 billed, sum(1 - billed) > 5 unbilled, sum(billed = 0 and date < :today) > 1 late,
          sum(date > :today) > 5 future, sum(billed = 1 and date >= :today) ahead from shows`,
      args: { today: TODAY },
    }),
  ).toEqual([{ billed: 1, unbilled: 1, late: 1, future: 1, ahead: 0 }]);
  expect(
    await rows(`select min(json_array_length(riders)) leastRiders, max(json_array_length(riders)) mostRiders,
      min(json_array_length(emails)) leastEmails, max(json_array_length(emails)) > 2 manyEmails from customers`),
  ).toEqual([{ leastRiders: 0, mostRiders: 4, leastEmails: 0, manyEmails: 1 }]);
});

test("e-mail addresses and phone numbers are reserved for examples, and ids are UUIDs of version 4", async () => {
  const { values } = demo;
  const emails = await values("select value from customers, json_each(emails) union select email from admins");
  for (const email of emails) expect(email).toMatch(/^[a-z.]+@([a-z]+\.example|example\.(com|org|net))$/);
  const phones = await values("select phone from customers where phone <> ''");
  expect(phones.length).toBeGreaterThan(25);
  for (const phone of phones) expect(phone).toMatch(/^\(\d{3}\) 555-01\d{2}$/);
  const ids = await values(
    ["horses", "customers", "grooms", "shows", "billing_runs", "bill_items", "payroll_runs", "payroll"]
      .map((table) => `select id from ${table}`)
      .join(" union all "),
  );
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

test("the demo barn has names that are difficult to display, search and sort", async () => {
  const { values } = demo;
  const horses = await values("select name from horses");
  expect(horses).toEqual(expect.arrayContaining(["Señorita Flor", "Comet, Jr."]));
  expect(await values("select name from horses group by name having count(*) = 2")).toEqual(["Bella"]);
  expect(await values("select name from horses where customer_id is null")).toHaveLength(1);
  expect(await values("select name from customers")).toContain("Maeve O'Brien");
  expect(await values("select name from customers where emails = '[]'")).toHaveLength(1);
  expect(await values("select value from customers, json_each(riders) group by 1 having count(*) > 1")).toEqual([
    "Emma Walsh",
  ]);
  expect(await values("select value from customers, json_each(riders) where value like 'Zo_ Dubois'")).toEqual([
    "Zoë Dubois",
  ]);
});

test("two seeds for the same day have identical rows", async () => {
  const [one, other] = [demo, await openDemoBarn()];
  const rows = await everyRow(one);
  expect(rows).toEqual(await everyRow(other));
  expect(rows.bill_items?.length).toBe(one.counts.bills);
});

test.each([
  ["a leap day", "2028-02-29", "2028-02-21T11:00:00.000Z"],
  ["New Year", "2027-01-01", "2026-12-21T11:00:00.000Z"],
  ["a Sunday", "2026-11-22", "2026-11-09T11:00:00.000Z"],
  ["the week after clocks went forward", "2026-03-16", "2026-03-09T10:00:00.000Z"],
])("a seed on %s, %s, has all records, and the last payroll run was last week", async (_, today, lastPayroll) => {
  const { rows, values, counts } = await openDemoBarn({ today });
  expect(counts).toMatchObject(SIZES);
  expect(counts.bills).toBeGreaterThan(700);
  expect(counts.bills).toBeLessThanOrEqual(1_200);
  expect(await rows("pragma foreign_key_check")).toEqual([]);
  expect(await rows("select last_payroll, invoice_number from settings")).toEqual([
    { last_payroll: lastPayroll, invoice_number: 1001 },
  ]);
  expect(await values("select max(at) from payroll_runs")).toEqual([lastPayroll]);

  expect(
    await rows({
      sql: `select sum(export_id is not null) exported, sum(date >= :today) ahead, sum(created_at >= :today) later,
          sum(date < date(:today, 'start of month', '-3 months')) before from bill_items`,
      args: { today },
    }),
  ).toEqual([{ exported: 0, ahead: 0, later: 0, before: 0 }]);
  // Three full months are billed, each on its first day, and horses that came later on its last.
  expect(
    await values({
      sql: `select distinct date from bill_items where service_id = 'boarding' and date < date(:today, 'start of month')
          and date like '%-01' order by date`,
      args: { today },
    }),
  ).toEqual(
    await values({
      sql: "select date(:today, 'start of month', value || ' months') from json_each('[-3, -2, -1]')",
      args: { today },
    }),
  );
});

test("the sums and counts of runs match their bills and items", async () => {
  const { rows, values } = demo;
  const expectNone = async (what: string, sql: string) => expect(await rows(sql), what).toEqual([]);
  await expectNone(
    "runs that are not the sum of their bills",
    `select r.id from billing_runs r left join bill_items b on b.billing_run_id = r.id group by r.id
      having count(b.id) <> r.bill_count or sum(b.value) <> r.total or min(b.date) <> substr(r.at, 1, 10)
        or sum((b.show_id is null) <> (r.kind = 'horses')) > 0`,
  );
  await expectNone(
    "bills that are not the price for one times the quantity",
    "select id from bill_items where value is not unit_price * quantity or is_value_typed",
  );
  await expectNone(
    "payroll runs that are not the sum of their items",
    `select r.id from payroll_runs r left join payroll p on p.payroll_run_id = r.id group by r.id
      having count(p.id) <> r.item_count or sum(p.value) <> r.total or min(p.date) <> substr(r.at, 1, 10)`,
  );
  await expectNone(
    "boarding that is not what the horses cost",
    `with line(horse_id, service_id, value) as (
        select id, 'boarding', boarding from horses
        union all select id, 'boarding-surcharge', boarding_surcharge from horses
        union all select id, 'long-island-surcharge', cast(round(boarding * 863 / 10000.0) as integer) from horses
          where location = 'long-island'
        union all select id, 'blanket', 10000 from horses where has_blanket = 1
        union all select id, 'training', training from horses where training > 0),
      due(horse_id, service_id, value, date) as (
        select line.*, run.date from line join horses h on h.id = horse_id
          join (select distinct date from bill_items where service_id = 'boarding') run
            on iif(run.date like '%-01', run.date between h.check_in_date and coalesce(h.check_out_date, '9999'), h.check_in_date between substr(run.date, 1, 8) || '02' and run.date)
        where h.is_billable = 1 and (run.date < '2026-11-01' or h.location = 'long-island')),
      billed as (select b.horse_id, service_id, value, date from bill_items b join billing_runs r on r.id = billing_run_id
        where r.kind = 'horses')
      select * from (select * from due except select * from billed)
      union all select * from (select * from billed except select * from due)`,
  );
  expect(
    await values("select count(*) from bill_items where service_id = 'boarding' group by horse_id, date"),
  ).not.toContain(2);
  await expectNone(
    "billed shows without their bill, or bills of shows that are not billed",
    `select s.id from shows s left join bill_items b on b.show_id = s.id group by s.id having count(b.id) <> s.billed
      union all select b.id from bill_items b join shows s on s.id = b.show_id
        where (b.horse_id, b.service_id, b.quantity) is not (s.horse_id, s.service_id, s.quantity) or b.date < s.date`,
  );
  await expectNone(
    "bills of services that are not price times quantity at the horse's place",
    `select b.id from bill_items b join horses h on h.id = b.horse_id join services s on s.id = b.service_id
      where length(s.id) = 36 and (b.value <> s.price * b.quantity or b.location <> h.location
        or b.rider is null and b.customer_id is not h.customer_id
        or b.billing_run_id is null and b.date not between h.check_in_date and coalesce(h.check_out_date, '9999'))`,
  );
  await expectNone(
    "bills whose rider is not the customer's",
    `select b.id from bill_items b where rider is not null and not exists (
        select 1 from customers c, json_each(riders) where c.id = b.customer_id and json_each.value = b.rider)`,
  );
  expect(await values("select count(*) from bill_items where customer_id is null")).not.toEqual([0]);
});

test("payroll items match the grooms and their bills", async () => {
  const { rows } = demo;
  const difference = (one: string, other: string) =>
    rows(`with one as (${one}), other as (${other})
      select * from (select * from one except select * from other) union all select * from (select * from other except select * from one)`);
  // The current week starts on 16 November. Its salaries are not generated yet, and items due before it are paid.
  expect(
    await difference(
      `with recursive weeks(monday) as (
          select '2026-07-27' union all select date(monday, '7 days') from weeks where monday < '2026-11-09')
        select g.id, 'Weekly Salary', monday, date(monday, '7 days'), weekly_salary, date(monday, '7 days') < '2026-11-16',
          monday, null
        from grooms g, weeks where coalesce(start_date, '') <= date(monday, '6 days') and coalesce(end_date, '9') >= monday`,
      "select groom_id, item, date, payment_date, value, paid, week, bill_item_id from payroll where payroll_run_id is not null",
    ),
  ).toEqual([]);
  expect(
    await difference(
      `with paid_for as (
          select b.*, s.product_service_name item, date(b.date, 'start of month', 'weekday 1') first,
            date(b.date, 'start of month', '1 month', 'weekday 1') next
          from bill_items b join services s on s.id = b.service_id where s.needs_groom = 1 and b.billing_run_id is null),
        dated as (
          select *, case when date <= first then first when date <= date(first, '14 days') then date(first, '14 days')
            else next end payment_date from paid_for)
        select id, groom_id, item, date, payment_date, value, payment_date < '2026-11-16', null, id from dated`,
      `select id, groom_id, item, date, payment_date, value, paid, week, bill_item_id from payroll
        where payroll_run_id is null`,
    ),
  ).toEqual([]);
  expect(
    await rows(`select b.id from bill_items b join grooms g on g.id = b.groom_id
      where b.date not between coalesce(g.start_date, '') and coalesce(g.end_date, '9')`),
  ).toEqual([]);
});

test("additional bills have dates in earlier years, and the last three months stay the same", async () => {
  const large = await openEmptyBarn();
  const counts = await seedBarn({ ...large.address, today: TODAY, bills: 6_432 });
  expect(counts).toEqual({ ...demo.counts, bills: 6_432 });
  expect(await large.rows("pragma foreign_key_check")).toEqual([]);
  expect(
    await large.rows(`select count(*) bills, min(date) first, count(distinct substr(date, 1, 4)) years,
      sum(export_id is null) pending from bill_items`),
  ).toEqual([{ bills: 6_432, first: "2015-01-01", years: 12, pending: 6_432 }]);
  expect(
    await large.rows(`select b.id from bill_items b join services s on s.id = b.service_id
      where b.date < '2026-08-01' and (b.value <> s.price * b.quantity or (b.groom_id is not null) <> s.needs_groom)`),
  ).toEqual([]);
  const recent = "select * from bill_items where date >= '2026-08-01' order by id";
  expect(await large.rows(recent)).toEqual(await demo.rows(recent));
  expect(await large.values("select count(*) from payroll")).toEqual([demo.counts.payrollItems]);
});

test("a database with fixed services, settings and admins only counts as empty", async () => {
  const { address, rows, values } = await openEmptyBarn();
  await rows("update services set product_service_name = 'Board' where id = 'boarding'");
  await rows("update settings set invoice_number = 7");
  await rows("insert into admins (email, created_at, updated_at) values ('alex@hayloft.example', '2026', '2026')");
  expect(await isEmptyBarn(address)).toBe(true);
  // A number below that of the last three months still adds all their bills.
  const { bills } = await seedBarn({ ...address, today: TODAY, bills: 10 });
  expect(await values("select count(*) from bill_items")).toEqual([bills]);
  expect(bills).toBeGreaterThan(700);
  expect(await isEmptyBarn(address)).toBe(false);
  expect(await values("select count(*) from admins")).toEqual([2]);
});

test("a database with one record is not empty, and a seed adds nothing to it", async () => {
  const { address, rows, values } = await openEmptyBarn();
  const records = {
    customers: `insert into customers (id, name, emails, riders, created_at, updated_at, deleted_at)
      values ('new', 'Ann', '[]', '[]', '2026', '2026', '2026')`,
    horses:
      "insert into horses (id, name, check_in_date, created_at, updated_at) values ('new', 'Ace', '2026-01-01', '2026', '2026')",
    services:
      "insert into services (id, product_service_name, price, created_at, updated_at) values ('new', 'Hay', 1, '2026', '2026')",
    grooms: `insert into grooms (id, name, weekly_salary, location, created_at, updated_at)
      values ('new', 'Ann', 1, 'florida', '2026', '2026')`,
  };
  for (const [table, insert] of Object.entries(records)) {
    expect(await isEmptyBarn(address), table).toBe(true);
    await rows(insert);
    expect(await isEmptyBarn(address), table).toBe(false);
    await expect(seedBarn({ ...address, today: TODAY }), table).rejects.toThrow("The barn is not empty");
    expect(await values("select count(*) from bill_items")).toEqual([0]);
    await rows(`delete from ${table} where id = 'new'`);
  }
});

test("of two concurrent seeds one succeeds and the other fails", async () => {
  const { address, values } = await openEmptyBarn();
  const outcomes = await Promise.allSettled([1, 2].map(() => seedBarn({ ...address, today: TODAY })));
  expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  expect(await values("select count(*) from horses")).toEqual([60]);
});

test("a seed for a date that does not exist fails and adds nothing", async () => {
  const { address } = await openEmptyBarn();
  await expect(seedBarn({ ...address, today: "2026-02-29" })).rejects.toThrow("Not a day: 2026-02-29");
  expect(await isEmptyBarn(address)).toBe(true);
});
