import { beforeEach, expect, test } from "vitest";
import { formatUsDate, plusDays, todayInNewYork } from "#app/domain/basics/calendar.ts";
import { summaryWeeks } from "#app/domain/payroll/payroll-summary.ts";
import { payrollSums } from "#db/queries/payroll/payroll-sums.ts";
import { textOf } from "#lab/support/exports.ts";
import { startBarn } from "#tests/support/barn/start-barn.ts";

const ITEM_DATE = "/payroll-summary";
const PAYMENT_DATE = "/payroll-summary?by=payment";
const NOW = "2026-01-05T12:00:00.000Z";

const { barn, admin } = startBarn();
let weeks: string[];

beforeEach(async () => {
  weeks = summaryWeeks(todayInNewYork(new Date()));
  await barn.rows("delete from payroll");
  // The grooms of the demo barn, and of the tests before, have no row.
  await barn.rows("update grooms set deleted_at = ? where deleted_at is null", [NOW]);
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
  return rowsOf(page.match(/<table class="data-table summary.*?<\/table>/)?.[0] ?? "");
}

/** Returns the texts of the cells of a table, row by row. */
const rowsOf = (table: string) =>
  [...table.matchAll(/<tr>(.*?)<\/tr>/g)].map(([, row = ""]) =>
    [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/g)].map(([, cell = ""]) => cell.replace(/<[^>]*>/g, "")),
  );

/** Returns the name, total, paid and unpaid sum of each row of the table of checks. */
async function totalsOf(path: string): Promise<string[][]> {
  const section = (await (await barn.get(path, admin)).text()).match(
    /<section id="checks".*?<\/section><\/section>/,
  )?.[0];
  return rowsOf(section ?? "")
    .slice(2)
    .map(([name = "", ...cells]) => [name, ...cells.slice(-3)]);
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
    const sumOf = (ofWeeks: string[], groomId?: string, paid?: 0 | 1) => {
      const days = ofWeeks.flatMap((week) => [0, 1, 2, 3, 4, 5, 6].map((n) => plusDays(week, n)));
      const counted = items.filter(
        (item) =>
          (!groomId || item.groomId === groomId) &&
          (paid === undefined || item.paid === paid) &&
          days.includes(dayOf(item) ?? "never"),
      );
      const cents = `${counted.reduce((sum, { value }) => sum + BigInt(value), 0n)}`.padStart(3, "0");
      return `$${cents.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, ",")}.${cents.slice(-2)}`;
    };
    const cellsOf = (id?: string) => weeks.map((week) => sumOf([week], id));
    const totals = (id?: string) => [sumOf(weeks, id), sumOf(weeks, id, 1), sumOf(weeks, id, 0)];
    const rows = ["ana", "Åsa", "Bob", "Carl", "zoe"].map((name): [string, string] => [
      name,
      ids[names.indexOf(name)] ?? "",
    ]);
    const table = await tableOf(path);
    expect(table?.[0]).toEqual(headings());
    expect(table?.slice(1, -1)).toEqual(rows.map(([name, id]) => [name, ...cellsOf(id)]));
    expect(table?.at(-1)).toEqual(["Grand Total", ...cellsOf()]);
    expect(await totalsOf(path)).toEqual([
      ...rows.map(([name, id]) => [name, ...totals(id)]).filter(([, total]) => total !== "$0.00"),
      ["Total", ...totals()],
    ]);
  }
});

test.each([
  [ITEM_DATE, "date"],
  [PAYMENT_DATE, "paymentDate"],
] as const)("%s includes the first Monday and the last Sunday, and not the days around them", async (path, field) => {
  const groomId = await addGroom("Edge");
  const elsewhere = { date: day(-100), paymentDate: day(-100) };
  for (const [after, cells] of [
    [-1, ["$0.00", "$0.00", "$0.00", "$0.00"]],
    [0, ["$12.34", "$0.00", "$0.00", "$0.00"]],
    [27, ["$0.00", "$0.00", "$0.00", "$12.34"]],
    [28, ["$0.00", "$0.00", "$0.00", "$0.00"]],
  ] as const) {
    await barn.rows("delete from payroll");
    await addItems([{ ...elsewhere, groomId, value: 1_234, [field]: day(after) }]);
    expect([after, await tableOf(path)]).toEqual([after, [headings(), ["Edge", ...cells], ["Grand Total", ...cells]]]);
  }
});

test("invalid values of the parameter 'by' show the summary by item date", async () => {
  await addItems([{ groomId: await addGroom("Ines"), date: day(1), paymentDate: day(8), value: 100 }]);
  const byDate = [headings(), ...["Ines", "Grand Total"].map((name) => [name, "$1.00", "$0.00", "$0.00", "$0.00"])];
  for (const query of ["?by=PAYMENT", "?by=date&by=payment", "?sort=name&by&weeks=9", "?by=payment%00"]) {
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
  const none = ["$0.00", "$0.00", "$0.00", "$0.00"];
  expect(await tableOf(ITEM_DATE)).toEqual([
    headings(),
    ["Empty", ...none],
    ["Gone", ...cells],
    ["Grand Total", ...cells],
  ]);
  await barn.rows("update grooms set deleted_at = ?", [NOW]);
  await barn.rows("delete from payroll");
  expect(await tableOf(ITEM_DATE)).toBeNull();
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
});

test("'Earlier' and 'Later' lead to the four weeks before and after", async () => {
  await addItems([
    { groomId: await addGroom("Now"), date: day(0), value: 100 },
    { groomId: await addGroom("Before"), date: day(-1), value: 300, paid: 1 },
  ]);
  const linksOf = async (path: string) =>
    [...(await (await barn.get(path, admin)).text()).matchAll(/href="([^"]*)"[^>]*>(Earlier|Later)</g)].map(
      ([, href = "", text]) => [text, href.replaceAll("&amp;", "&")],
    );
  const at = (first: number) => `from=${day(first)}&to=${day(first + 27)}`;
  const earlier = `/payroll-summary?${at(-28)}`;
  expect(await linksOf(ITEM_DATE)).toEqual([["Earlier", earlier]]);
  expect(await linksOf(earlier)).toEqual([
    ["Earlier", `/payroll-summary?${at(-56)}`],
    ["Later", "/payroll-summary"],
  ]);
  expect((await linksOf(`/payroll-summary?by=payment&${at(-56)}`)).at(-1)).toEqual([
    "Later",
    `/payroll-summary?by=payment&${at(-28)}`,
  ]);
  const table = await tableOf(earlier);
  expect(table?.[0]?.slice(1, 5)).toEqual([-28, -21, -14, -7].map((days) => formatUsDate(day(days))));
  expect(table?.slice(1, 3)).toEqual([
    ["Before", "$0.00", "$0.00", "$0.00", "$3.00"],
    ["Now", "$0.00", "$0.00", "$0.00", "$0.00"],
  ]);
  expect(await totalsOf(earlier)).toContainEqual(["Before", "$3.00", "$3.00", "$0.00"]);
});

test("a range of weeks has the sums of its weeks, and of more than eight those of its months, with a total of each groom", async () => {
  const [one, two] = [await addGroom("Ana"), await addGroom("Bob")];
  const items = Array.from({ length: 900 }, (_, n) => {
    const date = plusDays("2025-12-20", (n * 7) % 390);
    return { groomId: n % 3 ? one : two, date, paymentDate: plusDays(date, 9), value: (n * 104_729) % 100_003 };
  });
  await addItems(items);
  for (const [query, first, last, dayOf] of [
    ["?from=2026-03-06&to=2026-04-09", "2026-03-02", "2026-04-06", (item: Item) => item.date],
    ["?by=payment&from=2026-01-05&to=2026-12-31", "2026-01-05", "2026-12-28", (item: Item) => item.paymentDate ?? ""],
  ] as const) {
    const mondays: string[] = [];
    for (let week: string = first; week <= last; week = plusDays(week, 7)) mondays.push(week);
    const months = Array.from({ length: 12 }, (_, n) => `2026-${String(n + 1).padStart(2, "0")}`);
    const columns = mondays.length > 8 ? months : mondays;
    const names = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");
    const sumOf = (column: string, groomId?: string) => {
      const days = mondays
        .filter((week) => week.startsWith(column))
        .flatMap((week) => [0, 1, 2, 3, 4, 5, 6].map((n) => plusDays(week, n)));
      const cents = items
        .filter((item) => (!groomId || item.groomId === groomId) && days.includes(dayOf(item)))
        .reduce((sum, { value }) => sum + value, 0);
      return `$${(cents / 100).toLocaleString("en-US", { minimumFractionDigits: 2 })}`;
    };
    const cells = (groomId?: string) => ["", ...columns].map((column) => sumOf(column, groomId));
    expect([query, await tableOf(`/payroll-summary${query}`)]).toEqual([
      query,
      [
        [
          "Name on Check",
          "Total",
          ...(mondays.length > 8 ? names.map((name) => `${name} 2026`) : mondays.map(formatUsDate)),
        ],
        ["Ana", ...cells(one)],
        ["Bob", ...cells(two)],
        ["Grand Total", ...cells()],
      ],
    ]);
  }
});

test("the form keeps what else the address says, and a range that is none is refused with the latest weeks", async () => {
  await addItems([{ groomId: await addGroom("Form"), date: day(1), value: 100 }]);
  const load = async (query: string) => (await barn.get(`/payroll-summary${query}`, admin)).text();
  const page = await load("?by=payment&pay=2026-11-09&from=2026-03-04&to=2026-03-10");
  const form = page.match(/<form[^>]*action="\/payroll-summary".*?<\/form>/)?.[0] ?? "";
  expect(form.match(/name="(by|pay|from|to)"[^>]*value="([^"]*)"/g)).toHaveLength(4);
  for (const field of ['name="by" value="payment"', 'name="pay" value="2026-11-09"']) expect(form).toContain(field);
  expect(form).toMatch(/name="from"[^>]*value="2026-03-02"/);
  expect(form).toMatch(/name="to"[^>]*value="2026-03-15"/);
  const year = Number(todayInNewYork(new Date()).slice(0, 4));
  for (const [label, of] of [
    ["This year", year],
    ["Last year", year - 1],
  ] as const) {
    const [, query = ""] = page.match(new RegExp(`href="/payroll-summary([^"]*)">${label}<`)) ?? [];
    expect(query.replaceAll("&amp;", "&")).toMatch(
      new RegExp(`^\\?by=payment&pay=2026-11-09&from=${of}-01-0[1-7]&to=${of}-12-31$`),
    );
  }
  const refused = await load("?from=2026-03-11&to=2026-03-10");
  expect(refused).toContain("From is after To.");
  expect((await tableOf("/payroll-summary?from=2026-03-11&to=2026-03-10"))?.[0]).toEqual(headings());
  expect(await load("?from=2020-01-01&to=2026-03-10")).toContain("A summary has at most 53 weeks");
});

test("the checks of a payment date are the sums of the unpaid items of each groom, and lead to them", async () => {
  const names = ["Zoe", "ana", "Bob", "Paid"];
  const ids = await Promise.all(names.map(addGroom));
  const today = todayInNewYork(new Date());
  // Services of the end of 2099 are paid in 2100.
  const dates = [plusDays(today, -60), plusDays(today, -3), today, plusDays(today, 11), "2100-01-04"];
  const items = Array.from({ length: 200 }, (_, n) => ({
    groomId: ids[n % 4] ?? "",
    date: day(n % 28),
    paymentDate: n % 7 === 0 ? null : (dates[Math.floor(n / 3) % 5] ?? null),
    value: (n * 104_729) % 100_003,
    paid: (n % 4 === 3 || n % 5 === 0 ? 1 : 0) as 0 | 1,
    isDeleted: n % 11 === 0,
  }));
  await addItems(items);
  const checksAt = async (path: string) => {
    const page = (await (await barn.get(path, admin)).text()).replaceAll("&amp;", "&");
    const section = page.match(/<section id="checks".*?<\/section><\/section>/)?.[0] ?? "";
    // Without the sums of the weeks, which the test of the summary compares.
    const rows = rowsOf(section).map((row) => row.slice(0, 3));
    return { section, rows, head: textOf(section.match(/<h2.*?<\/div>/)?.[0] ?? "").trim() };
  };
  const due = (date: string, id?: string) =>
    items.filter((item) => item.paymentDate === date && !item.paid && !item.isDeleted && (!id || item.groomId === id));
  const dollars = (some: typeof items) =>
    `$${(some.reduce((sum, { value }) => sum + value, 0) / 100).toLocaleString("en-US", { minimumFractionDigits: 2 })}`;
  const expected = (date: string) => [
    ["Name on Check", formatUsDate(date), expect.stringMatching(/^Weeks of/)],
    ["Items", "Due", "Total"],
    ...["ana", "Bob", "Paid", "Zoe"].map((name) => {
      const ofGroom = due(date, ids[names.indexOf(name)]);
      return ofGroom.length > 0 ? [name, String(ofGroom.length), dollars(ofGroom)] : [name, "", "-"];
    }),
    ["Total", String(due(date).length), dollars(due(date))],
  ];
  const open = dates.filter((date) => due(date).length > 0);
  expect(open).toEqual(dates);
  const first = await checksAt(ITEM_DATE);
  expect(first.rows).toEqual(expected(dates[0] ?? ""));
  const badges = [" Overdue", " Overdue", " Due today", "", ""];
  for (const [n, date] of dates.entries()) {
    const { rows, section, head } = await checksAt(`/payroll-summary?pay=${date}`);
    expect(head).toBe(`Checks for ${formatUsDate(date)}${badges[n]}`);
    expect([date, rows]).toEqual([date, expected(date)]);
    expect(section).toMatch(new RegExp(`/payroll\\?groom=[0-9a-f-]+&payment=${date}&paid=no`));
    const offered = [...section.matchAll(/pay=([0-9-]+)#checks/g)].map(([, each]) => each);
    expect(offered).toEqual(dates);
    expect(await (await barn.get(`/payroll?payment=${date}&paid=no`, admin)).text()).toContain(formatUsDate(date));
  }
  const [oldest = "", ...others] = dates;
  await barn.rows("update payroll set paid = 1 where payment_date = ?", [oldest]);
  const later = await checksAt(ITEM_DATE);
  expect(later.head).toBe(`Checks for ${formatUsDate(others[0] ?? "")} Overdue`);
  expect(later.section).not.toContain(oldest);
  const none = await checksAt(`/payroll-summary?pay=${plusDays(today, 5)}`);
  expect(none.rows.slice(2, -1).map((cells) => cells.slice(1))).toEqual(Array(4).fill(["", "-"]));
  expect(none.section).toContain("No unpaid items on this payment date.");
});

test("the year has what grooms were paid, without JavaScript, and its file and that of the weeks have the sums of the page", async () => {
  const [ana, luis] = [await addGroom("Ana"), await addGroom("Luis")];
  await addItems([
    { groomId: ana, date: day(0), paymentDate: "2024-02-29", value: 12_345, paid: 1 },
    { groomId: luis, date: day(0), paymentDate: "2024-12-31", value: 100, paid: 1 },
    { groomId: luis, date: day(0), paymentDate: "2024-12-31", value: 5_000 },
  ]);
  const page = await (await barn.get("/payroll-summary/year?year=2024", admin)).text();
  expect(page).toContain("$124.45 paid in 2024");
  const table = rowsOf(page.match(/<table class="data-table summary.*?<\/table>/)?.[0] ?? "");
  expect(table.map(([name, total, jan, feb]) => [name, total, jan, feb])).toEqual([
    ["Name on Check", "Total", "Jan", "Feb"],
    ["Ana", "$123.45", "$0.00", "$123.45"],
    ["Luis", "$1.00", "$0.00", "$0.00"],
    ["Florida", "$124.45", "$0.00", "$123.45"],
    ["Grand Total", "$124.45", "$0.00", "$123.45"],
  ]);
  const file = await barn.get("/payroll-summary/year/csv?year=2024", admin);
  expect(file.headers.get("Content-Disposition")).toBe('attachment; filename="paid-2024.csv"');
  expect((await file.text()).split("\r\n")[1]).toBe(`Ana,Florida,$0.00,$123.45${",$0.00".repeat(10)},$123.45`);
  const weeksFile = await (await barn.get("/payroll-summary/csv", admin)).text();
  const [, ...cells] = (await tableOf(ITEM_DATE))?.at(-1) ?? [];
  expect(weeksFile.trim().split("\r\n").at(-1)).toBe(["Grand Total", ...cells, "$174.45"].join(","));
  expect(await (await barn.get("/payroll-summary/year?year=2023", admin)).text()).toContain(
    "Nothing was marked as paid in 2023",
  );
});

test("the page and its data each send one request to the database", async () => {
  await addItems([{ groomId: await addGroom("Once"), date: day(1), value: 100 }]);
  for (const path of [
    ITEM_DATE,
    PAYMENT_DATE,
    "/payroll-summary.data",
    "/payroll-summary.data?by=payment",
    "/payroll-summary/year",
  ]) {
    const load = async () => (await barn.get(path, admin)).text();
    expect([path, await barn.requestsDuring(load)]).toEqual([path, 1]);
  }
});

test.each(["date", "payment"] as const)("sums by %s read the payroll items of their weeks", async (by) => {
  const { sql, params } = payrollSums(by, weeks).toSQL();
  const plan = (await barn.rows(`explain query plan ${sql}`, params as string[]))
    .map(({ detail }) => detail)
    .join("\n");
  expect(plan).toMatch(/SEARCH payroll USING INDEX payroll_by_\w+ \(\S+>\? AND \S+<\?\)/);
});
