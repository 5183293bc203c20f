import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { mondayOf, plusDays, todayInNewYork } from "#app/domain/basics/calendar.ts";
import { formatDollars } from "#app/domain/basics/money.ts";
import { billingStateOf, boardOf, linesOf } from "#app/domain/boarding/boarding-month.ts";
import { MONTHLY_CHARGES } from "#app/domain/boarding/monthly-charges.ts";
import { judgeRecords } from "#app/domain/exports/judge-records.ts";
import { billFindings } from "#app/domain/exports/sum-findings.ts";
import { describeOverview } from "#app/routes/overview/describe-overview.ts";
import { overviewQueries } from "#app/routes/overview/queries.ts";
import { horsesToBill } from "#db/queries/bills/billing-runs.ts";
import { billsToCheck } from "#db/queries/exports/checked-bills.ts";
import { recordsToCheck } from "#db/queries/exports/checked-records.ts";
import { dismiss, markedFine } from "#db/queries/overview/stored-dismissals.ts";
import { randomFrom } from "#db/seed/random.ts";
import { parseRows, readBatch } from "#db/write/batch.ts";
import { addCorrections } from "#tests/support/barn/corrections.ts";
import { openDatabase } from "#tests/support/database/database.ts";
import { samples } from "#tests/support/samples.ts";

/* Every figure of the Overview, compared with sums over the raw rows in plain JavaScript. */

type Bill = {
  period: string | null;
  customer_id: string | null;
  service_id: string;
  show_id: string | null;
  billing_run_id: string | null;
  export_id: string | null;
  date: string;
  value: number;
  deleted_at: string | null;
};
type Item = { groom_id: string; date: string; payment_date: string | null; value: number; paid: number };
type Horse = {
  id: string;
  check_in_date: string;
  check_out_date: string | null;
  location: string;
  is_billable: number;
  boarding_surcharge: number;
  training: number;
  has_blanket: number;
};

let database: Awaited<ReturnType<typeof openDatabase>>;

beforeAll(async () => {
  database = await openDatabase();
});
afterAll(() => database.close());

async function readOverview(now: Date, isBilledFor = false) {
  const today = todayInNewYork(now);
  const db = database.connect();
  const rows = await Promise.all(overviewQueries(today, now, isBilledFor).map((query) => db.read<unknown>(query)));
  return describeOverview(rows as Parameters<typeof describeOverview>[0], today, now, { isBilledFor });
}

const all = async <Row>(statement: string) => (await database.rows(statement)) as Row[];
const add = (numbers: number[]) => numbers.reduce((sum, each) => sum + each, 0);
const dollars = (cents: number) =>
  `${cents < 0 ? "-" : ""}$${Math.floor(Math.abs(cents) / 100).toLocaleString("en-US")}.${String(Math.abs(cents) % 100).padStart(2, "0")}`;

/** The first figure: the last bar of the chart, and the list of its bills. */
const billedFigure = ({ billed }: Awaited<ReturnType<typeof readOverview>>, inOrFor: string, filter: string) =>
  expect.objectContaining({
    label: expect.stringMatching(`^Billed ${inOrFor} [A-Z]`),
    value: dollars(add(billed.bars.at(-1)?.values ?? [])),
    to: `/billing?${filter}&view=all`,
  });

/** The 13 months until that of a day, by counting. */
function monthsUntil(today: string): string[] {
  let [year = 0, month = 0] = today.split("-").map(Number);
  const months: string[] = [];
  for (let n = 0; n < 13; n += 1) {
    months.unshift(`${year}-${String(month).padStart(2, "0")}`);
    [year, month] = month === 1 ? [year - 1, 12] : [year, month - 1];
  }
  return months;
}

const KINDS = new Map<string, string>(MONTHLY_CHARGES.map(({ id, kind }) => [id, kind]));

async function expectCharts(now: Date): Promise<void> {
  const today = todayInNewYork(now);
  const shown = await readOverview(now);
  const bills = (await all<Bill>("select * from bill_items")).filter((bill) => bill.deleted_at === null);
  const items = await all<Item>("select * from payroll where deleted_at is null");
  const months = monthsUntil(today);

  const kindOf = (bill: Bill) => KINDS.get(bill.service_id) ?? (bill.show_id === null ? "Services" : "Shows");
  const billedBy = (monthOf: (bill: Bill) => string) =>
    months.map((month) =>
      shown.billed.kinds.map((kind) =>
        add(bills.filter((bill) => monthOf(bill) === month && kindOf(bill) === kind).map(({ value }) => value)),
      ),
    );
  expect(shown.billed.bars.map(({ key }) => key)).toEqual(months);
  expect(shown.billed.bars.map(({ values }) => values)).toEqual(billedBy(({ date }) => date.slice(0, 7)));
  const byMonthFor = await readOverview(now, true);
  expect(byMonthFor.billed.bars.map(({ values }) => values)).toEqual(
    billedBy(({ date, period }) => period ?? date.slice(0, 7)),
  );
  expect(shown.figures[0]).toEqual(billedFigure(shown, "in", `month=${months.at(-1)}`));
  expect(byMonthFor.figures[0]).toEqual(billedFigure(byMonthFor, "for", `billedFor=${months.at(-1)}`));

  const pending = bills.filter((bill) => bill.export_id === null);
  const byCustomer = new Map<string, number>();
  for (const { customer_id, value } of pending)
    byCustomer.set(customer_id ?? "", (byCustomer.get(customer_id ?? "") ?? 0) + value);
  const highest = [...byCustomer.values()].sort((a, b) => b - a).slice(0, 6);
  expect(shown.pending.customers.map(({ sum }) => sum)).toEqual(highest);
  for (const { id, sum } of shown.pending.customers) expect([id, sum]).toEqual([id, byCustomer.get(id)]);
  expect(shown.pending.total).toBe(add(pending.map(({ value }) => value)));
  expect(shown.pending.others.sum).toBe(shown.pending.total - add(highest));
  const top = new Set(shown.pending.customers.map(({ id }) => id));
  expect(shown.pending.others.count).toBe(pending.filter((bill) => !top.has(bill.customer_id ?? "")).length);

  // Monday is day 1 of the week that holds `today`.
  const weekday = (new Date(`${today}T12:00:00Z`).getUTCDay() + 6) % 7;
  const weeks = Array.from({ length: 26 }, (_, n) => plusDays(today, -weekday - 7 * (25 - n)));
  const sumOf = (week: string, paid: number) =>
    add(
      items
        .filter((item) => item.date >= week && item.date < plusDays(week, 7) && item.paid === paid)
        .map(({ value }) => value),
    );
  expect(shown.payroll.bars.map(({ key, values }) => [key, ...values])).toEqual(
    weeks.map((week) => [week, sumOf(week, 1), sumOf(week, 0)]),
  );

  const logged = bills.filter((bill) => bill.billing_run_id === null && bill.show_id === null);
  const days = Array.from({ length: 30 }, (_, n) => plusDays(today, n - 29));
  expect(shown.logged.bars.map(({ key, values }) => [key, ...values])).toEqual(
    days.map((day) => [day, logged.filter(({ date }) => date === day).length]),
  );

  await expectHorses(shown.horses.bars, months, today);
}

async function expectHorses(bars: { values: number[] }[], months: string[], today: string): Promise<void> {
  const horses = await all<Horse>("select * from horses where deleted_at is null");
  const present = (day: string, location: string) =>
    horses.filter(
      (horse) =>
        horse.location === location &&
        horse.check_in_date <= day &&
        (horse.check_out_date === null || horse.check_out_date >= day),
    ).length;
  const last = (month: string) =>
    month === today.slice(0, 7)
      ? today
      : new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).toISOString().slice(0, 10);
  expect(bars.map(({ values }) => values)).toEqual(
    months.map((month) => [present(last(month), "florida"), present(last(month), "long-island")]),
  );
}

/** The texts of the list, by id, worked out from the rows. */
async function expectTodos(now: Date): Promise<void> {
  const today = todayInNewYork(now);
  const { todos } = await readOverview(now);
  const textOf = (id: string) => {
    const todo = todos.find((each) => each.id === id);
    return todo ? [todo.text, todo.amount].filter(Boolean).join(", ") : null;
  };
  const bills = (await all<Bill>("select * from bill_items where deleted_at is null and export_id is null")) as Bill[];
  const open = await all<Item>(
    "select * from payroll where deleted_at is null and paid = 0 and payment_date is not null",
  );
  const due = open.filter((item) => (item.payment_date ?? "") <= today);
  const some = (count: number, noun: string) => `${count.toLocaleString("en-US")} ${noun}${count === 1 ? "" : "s"}`;
  expect(textOf("payments")).toBe(
    due.length > 0
      ? `${some(due.length, "payment")} to grooms due, ${dollars(add(due.map(({ value }) => value)))}`
      : null,
  );
  const next = open
    .map((item) => item.payment_date ?? "")
    .filter((date) => date > today)
    .sort()[0];
  const ofNext = open.filter((item) => item.payment_date === next);
  if (next && next <= plusDays(today, 7))
    expect(textOf("checks")).toContain(`, ${dollars(add(ofNext.map(({ value }) => value)))}`);
  else expect(textOf("checks")).toBeNull();
  expect(textOf("pending")).toBe(
    bills.length > 0
      ? `${some(bills.length, "bill")} to export, ${dollars(add(bills.map(({ value }) => value)))}`
      : null,
  );
  const parts = [
    [bills.filter(({ date }) => date < plusDays(today, -60)).length, "more than 60 days old"],
    [bills.filter(({ date }) => date > today).length, "dated in the future"],
    [bills.filter((bill) => bill.customer_id === null).length, "without a customer"],
    [bills.filter(({ value }) => value === 0).length, "of $0.00"],
  ].flatMap(([count, words]) => (count ? [`${count.toLocaleString("en-US")} ${words}`] : []));
  expect(textOf("check")).toBe(parts.length > 0 ? `Pending bills to look at: ${parts.join(", ")}` : null);
  await expectRecords(today, textOf);
}

/** The months with horses that were not billed, the last one first: the horses of the demo barn have one stay and their present facts. */
async function unbilledMonths(today: string): Promise<{ month: string; count: number }[]> {
  const bills = await all<{ horse_id: string; service_id: string; month: string }>(
    "select horse_id, service_id, period as month from bill_items where period is not null and deleted_at is null",
  );
  const billed = new Set(bills.map(({ horse_id, month, service_id }) => `${horse_id} ${month} ${service_id}`));
  const first = bills.map(({ month }) => month).sort()[0] ?? "";
  const owed = (horse: Horse) => [
    ...[
      "boarding",
      ...(horse.boarding_surcharge ? ["boarding-surcharge"] : []),
      ...(horse.training ? ["training"] : []),
    ],
    ...[...(horse.has_blanket ? ["blanket"] : []), ...(horse.location === "florida" ? [] : ["long-island-surcharge"])],
  ];
  const horses = (await all<Horse>("select * from horses where deleted_at is null")).filter(
    (horse) => horse.is_billable,
  );
  const months = Array.from({ length: 12 }, (_, n) =>
    new Date(Date.UTC(Number(today.slice(0, 4)), Number(today.slice(5, 7)) - 1 - n, 1)).toISOString().slice(0, 7),
  );
  return months
    .filter((month) => month >= first)
    .map((month) => ({
      month,
      count: horses.filter(
        (horse) =>
          horse.check_in_date <= (`${month}-31` < today ? `${month}-31` : today) &&
          (horse.check_out_date ?? "9999") >= `${month}-01` &&
          owed(horse).some((service) => !billed.has(`${horse.id} ${month} ${service}`)),
      ).length,
    }))
    .filter(({ count }) => count > 0);
}

async function expectRecords(today: string, textOf: (id: string) => string | null): Promise<void> {
  const months = await unbilledMonths(today);
  for (const { month, count } of months.slice(0, months.length > 4 ? 3 : 4))
    expect(textOf(`horses-${month}`)).toMatch(
      new RegExp(`^[A-Z][a-z]+( \\d+)?: ([A-Z][A-Za-z, ]+ of )?${count} horses? not billed, \\$`),
    );
  expect(textOf("horses-earlier") !== null).toBe(months.length > 4);
  const shows = (
    await all<{ date: string; billed: number; quantity: number; one: number }>(
      "select shows.*, coalesce(shows.price, services.price) as one from shows join services on services.id = service_id where shows.deleted_at is null",
    )
  ).filter((show) => !show.billed && show.date <= today);
  const sum = dollars(add(shows.map(({ quantity, one }) => quantity * one)));
  expect(textOf("shows")).toBe(
    shows.length > 0 ? `${shows.length} show${shows.length === 1 ? "" : "s"} not billed, ${sum}` : null,
  );
  const entries = await all<{ amount: number }>(
    "select amount from corrections where deleted_at is null and not entered",
  );
  expect(textOf("corrections")?.match(/^[\d,]+/)?.[0] ?? "0").toBe(entries.length.toLocaleString("en-US"));
  if (entries.length > 0)
    expect(textOf("corrections")).toContain(dollars(Math.abs(add(entries.map(({ amount }) => amount)))));
}

/** Now, the instants around a change of the month in New York, and those around the change of the clocks. */
const INSTANTS = [
  new Date().toISOString(),
  `${todayInNewYork(new Date()).slice(0, 7)}-01T04:30:00Z`,
  `${todayInNewYork(new Date()).slice(0, 7)}-01T05:30:00Z`,
  "2027-01-01T04:59:59Z",
  "2027-01-01T05:00:00Z",
  "2026-03-09T03:59:59Z",
  "2026-11-02T05:00:00Z",
];

describe("the figures are those of the rows", () => {
  test.each(INSTANTS)("in the demo barn at %s", async (instant) => {
    await expectCharts(new Date(instant));
    await expectTodos(new Date(instant));
  });

  test("after exports, voidings, corrections, payments and bills of shows, in random order", async () => {
    const random = randomFrom("overview");
    await addCorrections(database.rows);
    const some = (table: string) =>
      `seq in (select seq from ${table} order by seq * ${random.int(1, 99_991)} % 99991 limit ${random.int(1, 60)})`;
    const writes = [
      () => `update bill_items set export_id = (select max(id) from exports) where ${some("bill_items")}`,
      () => `update bill_items set export_id = null where ${some("bill_items")}`,
      () => `update bill_items set voided_at = '2026', deleted_at = '2026' where ${some("bill_items")}`,
      () => "update bill_items set voided_at = null, deleted_at = null where voided_at is not null and seq % 2",
      () => `update bill_items set deleted_at = '2026' where billing_run_id is not null and ${some("bill_items")}`,
      () => `update bill_items set value = value + 1234567, customer_id = null where ${some("bill_items")}`,
      () => `update bill_items set date = date(date, '${random.int(-200, 40)} days') where ${some("bill_items")}`,
      () => `update bill_items set value = 0 where ${some("bill_items")}`,
      () => `update bill_items set show_id = (select id from shows order by seq limit 1 offset ${random.int(0, 5)}), billing_run_id = null
        where show_id is null and ${some("bill_items")}`,
      () => `update bill_items set show_id = null where show_id is not null and ${some("bill_items")}`,
      () => `update bill_items set service_id = 'training' where ${some("bill_items")}`,
      () => `delete from bill_items where id not in (select bill_item_id from payroll where bill_item_id is not null)
        and id not in (select bill_item_id from export_lines) and id not in (select bill_item_id from corrections) and ${some("bill_items")}`,
      () => `update payroll set paid = 1 - paid where ${some("payroll")}`,
      () =>
        `update payroll set payment_date = date(payment_date, '${random.int(-9, 20)} days'), value = value + 99 where ${some("payroll")}`,
      () => `update payroll set payment_date = null where ${some("payroll")}`,
      () => `update payroll set payment_date = '${todayInNewYork(new Date())}' where not paid and seq % 3 = 0`,
      () => `update payroll set deleted_at = '2026' where week is null and ${some("payroll")}`,
      () =>
        `update horses set check_out_date = date(check_in_date, '${random.int(0, 400)} days') where ${some("horses")}`,
      () => `update shows set billed = 1 - billed where ${some("shows")}`,
    ];
    for (let round = 0; round < samples(1); round += 1) {
      for (const write of writes) await database.rows(write());
      for (const instant of INSTANTS.slice(0, 2)) {
        await expectCharts(new Date(instant));
        await expectTodos(new Date(instant));
      }
    }
  });
});

test("hundreds of old bills and unbilled shows have the same number on Overview and on Check", async () => {
  const hundreds = "with recursive n(i) as (select 1 union all select i + 1 from n where i < 300)";
  await database.rows(`${hundreds} insert into bill_items (id, horse_id, service_id, date, quantity, value, location, created_at)
    select 'old ' || i, (select id from horses limit 1), 'training', '2020-01-02', 1, 100, 'florida', '2020' from n`);
  await database.rows(`${hundreds} insert into shows (id, name, date, horse_id, service_id, created_at, updated_at)
    select 'past ' || i, 'Past', '2020-01-02', (select id from horses limit 1), 'training', '2020', '2020' from n`);
  const now = new Date();
  const today = todayInNewYork(now);
  const db = database.connect();
  const [[bills], [records]] = await Promise.all([db.read(billsToCheck({ q: "" })), db.read(recordsToCheck(today))]);
  const textOf = ({ todos }: Awaited<ReturnType<typeof readOverview>>, id: string) =>
    todos.find((todo) => todo.id === id)?.text;
  const overview = await readOverview(now);
  if (!bills || !records) throw new Error("There is no row");
  const shows = judgeRecords(records.read, () => 0).shows;
  const { old } = billFindings(bills.read, today, () => 0).counts;
  expect(old).toBeGreaterThan(300);
  expect(textOf(overview, "check")).toContain(`${old} more than 60 days old`);
  await database.rows(
    "insert into dismissals (id, kind, record_id, scope, name, created_at, updated_at) values ('fine', 'old', 'old 1', '1', 'It', '2026', '2026')",
  );
  expect(textOf(await readOverview(now), "check")).toContain(`${old - 1} more than 60 days old`);
  expect(shows.count).toBeGreaterThan(300);
  expect(overview.todos.find(({ id }) => id === "shows")).toMatchObject({
    text: `${shows.count} shows not billed`,
    amount: formatDollars(shows.sum ?? 0),
  });
});

test("the sums of unbilled horses and of payroll are those that their dialogs bill and pay", async () => {
  const now = new Date();
  const today = todayInNewYork(now);
  const month = today.slice(0, 7);
  await database.rows("update settings set prorate = 1, last_payroll = ?", [`${plusDays(today, -7)}T17:00:00.000Z`]);
  await database.rows("update payroll set deleted_at = '2026', week = null where week >= ?", [mondayOf(today)]);
  await database.rows("update bill_items set period = '2020-01' where service_id = 'boarding' and seq % 3 = 0");
  const { todos } = await readOverview(now);
  const amountOf = (id: string) => todos.find((todo) => todo.id === id)?.amount;
  const db = database.connect();
  const toBill = horsesToBill({ q: "" }, today, { month, isProrated: null, today: [], otherPrices: [], payer: {} });
  const [read] = await db.read(readBatch(toBill));
  const lines = parseRows(toBill, read?.rowsJson ?? "[]")
    .map((horse) => ({ horse, board: boardOf(horse, month) }))
    .filter(({ horse, board }) => billingStateOf(horse, board, month, today).kind === "billed")
    .filter(({ board }) => board.stays.some(({ checkInDate }) => checkInDate <= today))
    .flatMap(({ horse, board }) => linesOf(board, horse));
  expect(lines.length).toBeGreaterThan(0);
  expect(amountOf(`horses-${month}`)).toBe(dollars(add(lines.map(({ value }) => value))));
  const [monday, sunday] = [mondayOf(today), plusDays(mondayOf(today), 6)];
  const salaries = await all<{ weekly_salary: number }>(
    `select weekly_salary from grooms where deleted_at is null and coalesce(start_date, '') <= '${sunday}' and coalesce(end_date, '9999') >= '${monday}'`,
  );
  expect(salaries.length).toBeGreaterThan(0);
  expect(amountOf("payroll")).toBe(dollars(add(salaries.map(({ weekly_salary }) => weekly_salary))));
});

test("an export is asked about until an admin says that it was imported", async () => {
  const now = new Date();
  const asked = async () => (await readOverview(now)).todos.filter(({ id }) => id.startsWith("export-"));
  const before = (await asked()).length;
  await database.rows(
    "insert into exports (id, at, date, actor, amounts, first_invoice, invoice_count, bill_count, total) values ('new', ?, '2026-11-26', 'test', 'bill-value', 9000, 1, 1, 12345)",
    [now.toISOString()],
  );
  const [first, ...others] = await asked();
  expect([first?.text, first?.amount]).toEqual(["Imported 11/26 export into QuickBooks?", "$123.45"]);
  expect(others).toHaveLength(Math.min(before, 2));
  if (!first?.dismiss) throw new Error("The export cannot be answered");
  const { kind, recordId, scope, name } = first.dismiss;
  const by = { actor: "alex@hayloft.example", at: now };
  await database.connect().write(dismiss(crypto.randomUUID(), { kind, recordId, scopes: [scope], name }, by));
  expect((await asked()).map(({ id }) => id)).not.toContain("export-new");
  const [marked] = await database.connect().read(markedFine(20));
  expect(marked?.rows.map(({ name }) => name)).not.toContain(name);
});

test("with ties and deleted customers, six customers have a bar, and a deleted one is marked", async () => {
  const shown = await readOverview(new Date());
  expect(shown.pending.customers).toHaveLength(6);
  const [first] = shown.pending.customers.filter(({ id }) => id !== "");
  await database.rows("update customers set deleted_at = '2026' where id = ?", [first?.id ?? ""]);
  const { pending } = await readOverview(new Date());
  expect(pending.customers.find(({ id }) => id === first?.id)?.name).toBe(`${first?.name} (deleted)`);
});

/** In the order of what they refer to. */
const EMPTIED = [
  "corrections",
  "invoices",
  "export_lines",
  "payroll",
  "bill_items",
  "exports",
  "shows",
  "horse_changes",
  "horses",
];

test("in an empty barn nothing needs doing, and every chart is zero", async () => {
  for (const table of EMPTIED) await database.rows(`delete from ${table}`);
  await database.rows("update grooms set deleted_at = '2026'");
  await database.rows("update settings set last_payroll = null");
  const shown = await readOverview(new Date());
  expect(shown.todos).toEqual([]);
  expect(shown.pending).toEqual({ customers: [], others: { count: 0, sum: 0 }, total: 0 });
  const charts = [shown.billed, shown.payroll, shown.horses, shown.logged];
  expect(charts.map(({ bars }) => bars.length)).toEqual([13, 26, 13, 30]);
  expect(charts.flatMap(({ bars }) => bars.flatMap(({ values }) => values)).every((value) => value === 0)).toBe(true);
});
