import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { formatUsDate, plusDays, todayInNewYork } from "#app/domain/calendar.ts";
import { summaryWeeks } from "#app/domain/payroll-summary.ts";
import { payrollSums } from "#db/queries/payroll-summary.ts";
import { ADMIN, type Barn, NOT_AN_ADMIN, openBarn, returnTo } from "#tests/support/barn.ts";

const ITEM_DATE = "/payroll-summary";
const PAYMENT_DATE = "/payroll-summary?by=payment";
const NOW = "2026-01-05T12:00:00.000Z";

let barn: Barn;
let admin: { Cookie: string };
let weeks: string[];

beforeAll(async () => {
  barn = await openBarn();
  admin = { Cookie: await barn.cookieOf(ADMIN) };
});
afterAll(() => barn.close());

beforeEach(async () => {
  weeks = summaryWeeks(todayInNewYork(new Date()));
  await barn.rows("delete from payroll");
});

/** Returns the date that is `after` days after the first Monday of the summary. */
const day = (after: number) => plusDays(weeks[0] ?? "", after);

async function addGroom(name: string): Promise<string> {
  const id = crypto.randomUUID();
  await barn.rows(
    "insert into grooms (id, name, weekly_salary, location, created_at, updated_at) values (?, ?, 0, 'florida', ?, ?)",
    [id, name, NOW, NOW],
  );
  return id;
}

type Item = {
  groomId: string;
  date: string;
  paymentDate?: string | null;
  value: number;
  paid?: 0 | 1;
  isDeleted?: boolean;
};

const addItems = (items: Item[]) =>
  barn.rows(
    `insert into payroll (id, groom_id, item, date, payment_date, value, paid, created_at, updated_at, deleted_at)
      select value ->> 'id', value ->> 'groomId', 'Braiding', value ->> 'date', value ->> 'paymentDate', value ->> 'value',
        coalesce(value ->> 'paid', 0), ?, ?, iif(value ->> 'isDeleted', ?, null) from json_each(?)`,
    [NOW, NOW, NOW, JSON.stringify(items.map((item) => ({ id: crypto.randomUUID(), ...item })))],
  );

/** Returns the cells of the table, row by row, or null if the page says that there is no data. */
async function tableOf(path: string): Promise<string[][] | null> {
  const response = await barn.get(path, admin);
  expect(response.status).toBe(200);
  const page = await response.text();
  if (page.includes("No Data")) {
    expect(page).toContain("No payroll data to display");
    expect(page).not.toContain("<table");
    return null;
  }
  return [...page.matchAll(/<tr>(.*?)<\/tr>/g)].map(([, row = ""]) =>
    [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/g)].map(([, cell = ""]) => cell),
  );
}

const headings = () => ["Name on Check", ...weeks.map(formatUsDate)];

test("a cell is the sum of the groom's items of the week, and the last row has the sums of all grooms", async () => {
  const names = ["zoe", "Bob", "ana", "Carl", "Åsa"];
  const ids = await Promise.all(names.map(addGroom));
  const items = Array.from({ length: 1_500 }, (_, n) => ({
    groomId: ids[(n * n) % 4] ?? "",
    date: day((n * 11) % 28),
    paymentDate: n % 9 === 0 ? null : day((n * 5) % 35),
    value: (n * 104_729) % 100_003,
    paid: (n % 2) as 0 | 1,
  }));
  await addItems([...items, { groomId: ids[4] ?? "", date: day(3), paymentDate: day(3), value: 0 }]);
  for (const [path, dayOf] of [
    [ITEM_DATE, (item: Item) => item.date],
    [PAYMENT_DATE, (item: Item) => item.paymentDate],
  ] as const) {
    // Computed from integer cents for each cell.
    const sumOf = (week: string, groomId?: string) => {
      const days = [0, 1, 2, 3, 4, 5, 6].map((n) => plusDays(week, n));
      const counted = items.filter(
        (item) => (!groomId || item.groomId === groomId) && days.includes(dayOf(item) ?? "never"),
      );
      const cents = `${counted.reduce((sum, { value }) => sum + BigInt(value), 0n)}`.padStart(3, "0");
      return `$${cents.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, ",")}.${cents.slice(-2)}`;
    };
    const present = ids.filter((id, n) => n === 4 || items.some((item) => item.groomId === id));
    const rows = ["ana", "Åsa", "Bob", "Carl", "zoe"]
      .map((name): [string, string] => [name, ids[names.indexOf(name)] ?? ""])
      .filter(([, id]) => present.includes(id))
      .map(([name, id]) => [name, ...weeks.map((week) => sumOf(week, id))]);
    const totals = ["Grand Total", ...weeks.map((week) => sumOf(week))];
    const table = await tableOf(path);
    expect(table?.[0]).toEqual(headings());
    expect(table?.slice(1, -1)).toEqual(rows);
    expect(table?.at(-1)).toEqual(totals);
  }
});

test.each([
  [ITEM_DATE, "date"],
  [PAYMENT_DATE, "paymentDate"],
] as const)("%s includes the first Monday and the last Sunday, and not the days around them", async (path, field) => {
  const groomId = await addGroom("Edge");
  const elsewhere = { date: day(-100), paymentDate: day(-100) };
  for (const [after, cells] of [
    [-1, null],
    [0, ["$12.34", "$0.00", "$0.00", "$0.00"]],
    [6, ["$12.34", "$0.00", "$0.00", "$0.00"]],
    [7, ["$0.00", "$12.34", "$0.00", "$0.00"]],
    [21, ["$0.00", "$0.00", "$0.00", "$12.34"]],
    [27, ["$0.00", "$0.00", "$0.00", "$12.34"]],
    [28, null],
  ] as const) {
    await barn.rows("delete from payroll");
    await addItems([{ ...elsewhere, groomId, value: 1_234, [field]: day(after) }]);
    expect([after, await tableOf(path)]).toEqual([
      after,
      cells && [headings(), ["Edge", ...cells], ["Grand Total", ...cells]],
    ]);
  }
});

test("an item without a payment date is not in the summary by payment date", async () => {
  await addItems([{ groomId: await addGroom("Unpaid"), date: day(1), paymentDate: null, value: 100 }]);
  expect(await tableOf(ITEM_DATE)).toHaveLength(3);
  expect(await tableOf(PAYMENT_DATE)).toBeNull();
});

test("invalid values of the parameter 'by' show the summary by item date", async () => {
  await addItems([{ groomId: await addGroom("Ines"), date: day(1), paymentDate: day(8), value: 100 }]);
  const byDate = [headings(), ...["Ines", "Grand Total"].map((name) => [name, "$1.00", "$0.00", "$0.00", "$0.00"])];
  for (const query of ["?by=", "?by=PAYMENT", "?by=date&by=payment", "?sort=name&by", "?weeks=9", "?by=payment%00"]) {
    expect([query, await tableOf(`/payroll-summary${query}`)]).toEqual([query, byDate]);
  }
});

test("deleted items are not counted, and a deleted groom keeps the row and the name", async () => {
  const [gone, empty] = [await addGroom("Gone"), await addGroom("Empty")];
  await addItems([
    { groomId: gone, date: day(8), value: 5_000 },
    { groomId: gone, date: day(8), value: 700, isDeleted: true },
    { groomId: empty, date: day(8), value: 900, isDeleted: true },
  ]);
  await barn.rows("update grooms set deleted_at = ? where id = ?", [NOW, gone]);
  const cells = ["$0.00", "$50.00", "$0.00", "$0.00"];
  expect(await tableOf(ITEM_DATE)).toEqual([headings(), ["Gone", ...cells], ["Grand Total", ...cells]]);
});

test("two grooms of the same name have two rows, and names are escaped in HTML", async () => {
  const [first, second] = [await addGroom("A <b>& Co"), await addGroom("A <b>& Co")];
  await addItems([
    { groomId: first, date: day(27), value: 1 },
    { groomId: second, date: day(0), value: 100_000_000 },
  ]);
  const table = await tableOf(ITEM_DATE);
  expect(table?.slice(1, 3).map(([name]) => name)).toEqual(["A &lt;b&gt;&amp; Co", "A &lt;b&gt;&amp; Co"]);
  expect(
    table
      ?.slice(1, 3)
      .map(([, ...cells]) => cells.join(" "))
      .sort(),
  ).toEqual(["$0.00 $0.00 $0.00 $0.01", "$1,000,000.00 $0.00 $0.00 $0.00"]);
  expect(table?.at(-1)).toEqual(["Grand Total", "$1,000,000.00", "$0.00", "$0.00", "$0.01"]);
});

test("the length of a bar is its share of the largest total, and a total of 0 has no bar", async () => {
  const groomId = await addGroom("Bars");
  const bars = async () =>
    [...(await (await barn.get(ITEM_DATE, admin)).text()).matchAll(/<rect [^>]*width="([^"]*)"/g)].map(
      ([, width]) => width,
    );
  await addItems([{ groomId, date: day(0), value: 0 }]);
  expect(await bars()).toEqual([]);
  await addItems([
    ...Array.from({ length: 900 }, () => ({ groomId, date: day(7), value: 100_000_000 })),
    ...Array.from({ length: 225 }, () => ({ groomId, date: day(14), value: 100_000_000 })),
    { groomId, date: day(21), value: 1 },
  ]);
  expect(await bars()).toEqual(["100.00%", "25.00%", "0.00%"]);
  const label = `Weekly totals: ${["$0.00", "$900,000,000.00", "$225,000,000.00", "$0.01"].map((sum, n) => `${headings()[n + 1]} ${sum}`).join(", ")}`;
  expect(await (await barn.get(ITEM_DATE, admin)).text()).toContain(`role="img" aria-label="${label}"`);
});

test("the page and its data each send one request to the database", async () => {
  await addItems([{ groomId: await addGroom("Once"), date: day(1), value: 100 }]);
  for (const path of [ITEM_DATE, PAYMENT_DATE, "/payroll-summary.data", "/payroll-summary.data?by=payment"]) {
    const before = barn.proxy.requests.length;
    await (await barn.get(path, admin)).text();
    expect([path, barn.proxy.requests.length - before]).toEqual([path, 1]);
  }
});

test.each(["date", "payment"] as const)("sums by %s are read by their key, and no payroll item is", async (by) => {
  const { sql, params } = payrollSums(by, day(0), day(28)).toSQL();
  const plan = (await barn.rows(`explain query plan ${sql}`, params as string[]))
    .map(({ detail }) => detail)
    .join("\n");
  expect(plan).toMatch(/SEARCH totals USING PRIMARY KEY \(list=\? AND kind=\? AND key>\? AND key<\?\)/);
  expect(plan).not.toMatch(/payroll|SCAN/);
});

test.each([
  ["a visitor", null],
  ["a non-admin", NOT_AN_ADMIN],
])("%s gets no data of the summary", async (_, user) => {
  const headers: Record<string, string> = user ? { Cookie: await barn.cookieOf(user) } : {};
  await addItems([{ groomId: await addGroom("Secret Groom"), date: day(1), value: 98_765 }]);
  for (const query of ["", "?by=payment"]) {
    const page = await barn.get(`/payroll-summary${query}`, headers);
    expect([page.status, page.headers.get("Location"), await page.text()]).toEqual([
      302,
      returnTo(`/payroll-summary${query}`),
      "",
    ]);
    const data = await barn.get(`/payroll-summary.data${query}`, headers);
    expect(data.status).toBe(403);
    expect(await data.text()).not.toMatch(/Secret|98765|987\.65/);
  }
});
