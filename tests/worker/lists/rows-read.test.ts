import { beforeAll, expect, test } from "vitest";
import { type DialogRoute, pageRoutesOf, SCREENS } from "#app/registry/screens.ts";
import { listen } from "#lab/support/listener.ts";
import { ADMIN, type Barn, recordIds, withId } from "#tests/support/barn/barn.ts";
import { startBarn } from "#tests/support/barn/start-barn.ts";

/*
 * Hosted databases charge for the rows that they read. These tests request every page of a barn that has grown for years, and
 * count the rows as the database itself counts them.
 */

/** The most rows that the default view of a long list reads, at any size. */
const MAX_ROWS = 700;
/** A page of invoices also reads each export, for the number and the sum of all. */
const EXPORTS = 301;

/** The long lists, by their screens. Other views, orders, searches and filters read rows in proportion to these. */
const LONG: { [path: string]: string } = {
  "/activity": "activity_entries",
  "/billing": "bill_items",
  "/billing/invoices": "invoices",
  "/payroll": "payroll",
  "/shows": "shows",
};
/** How many rows are read for each row that a sum, a search or a filter considers, with the names that it shows. */
const FOR_EACH = 7;

/** The rows that a page reads of its short list: each of the list's table, with the names that it shows. */
const OF_SHORT: { [path: string]: { table: string; rows: number } } = {
  "/accounts": { table: "admins", rows: 1 },
  // An entry of a new invoice reads its bill, too, which may be from before Hayloft.
  "/billing/corrections": { table: "corrections", rows: 5 },
  "/billing/exports": { table: "exports", rows: 1 },
  "/customers": { table: "customers", rows: 2 },
  "/grooms": { table: "grooms", rows: 1 },
  "/horses": { table: "horses", rows: 2 },
  "/services": { table: "services", rows: 1 },
  "/services/standing": { table: "standing_charges", rows: 5 },
};
/** What a page reads beside its list: the admin, the choice of columns. */
const BESIDE = 100;

const { barn, admin: headers } = startBarn();
let ids: Record<string, string>;

beforeAll(async () => {
  ids = await recordIds(barn);
  await grow(barn);
});

/**
 * Adds 3,000 bills, 2,000 invoices, 1,500 payroll items, 1,200 shows, 40 of them unbilled, 300 exports and 1,500 changes, of the last four years
 * until today, and 40 horses and 50 grooms that left. Half of the bills have one horse, customer and service, and half of the items
 * one groom: to read all of these would exceed the limit, too.
 */
async function grow({ rows }: Barn): Promise<void> {
  const numbers = (
    count: number,
  ) => `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count}),
    h as (select id, customer_id, row_number() over (order by seq) - 1 as place, count(*) over () as count from horses),
    g as (select id, row_number() over (order by seq) - 1 as place, count(*) over () as count from grooms),
    s as (select id, row_number() over (order by seq) - 1 as place, count(*) over () as count from services)`;
  const day = "date('now', '-' || (i % 1500) || ' days')";
  await rows(`insert into exports (id, at, date, actor, amounts, first_invoice, invoice_count, bill_count, total)
    ${numbers(300)} select 'export ' || i, ${day}, ${day}, 'test', 'bill-value', i, 1, 1, 1 from n`);
  await rows(`insert into bill_items (id, customer_id, horse_id, service_id, date, quantity, value, location, comments, export_id, created_at)
    ${numbers(3_000)} select 'bill ' || i, h.customer_id, h.id, s.id, ${day}, 1 + i % 5, i % 97 * 1000, 'florida',
      iif(i % 5, null, 'comment ' || (i % 300)), iif(i % 8, 'export ' || (1 + i % 300), null), '2020'
    from n join h on h.place = iif(i % 2, i % h.count, 0) join s on s.place = iif(i % 2, i % s.count, 0)`);
  await rows(`insert into invoices (export_id, number, customer_id, horse_id, date, line_count, total)
    ${numbers(2_000)} select 'export ' || (1 + i % 300), i, h.customer_id, h.id, ${day}, 1, i % 97 * 1000 from n join h on h.place = iif(i % 2, i % h.count, 0)`);
  await rows("update bill_items set voided_at = '2020', deleted_at = '2020' where seq % 50 = 0 and export_id is null");
  await rows(`insert into corrections (id, correction_id, bill_item_id, date, customer_id, horse_id, service_id, invoice_number, amount, reason, actor, entered, created_at, updated_at)
    select 'entry ' || seq, 'correction ' || seq, id, date, customer_id, horse_id, service_id, iif(seq % 3, seq, null), iif(seq % 2, 1, -1) * (1 + seq % 97), 'Reason ' || (seq % 40), 'test', seq % 9 > 0, '2020', '2020'
    from bill_items where seq % 7 = 0`);
  await rows(`insert into payroll (id, groom_id, item, date, payment_date, value, paid, created_at, updated_at)
    ${numbers(1_500)} select 'item ' || i, g.id, 'Item ' || (i % 20), ${day}, ${day}, i % 89 * 1000, i % 3 > 0, '2020', '2020'
    from n join g on g.place = iif(i % 2, i % g.count, 0)`);
  await rows(`insert into shows (id, name, date, horse_id, service_id, quantity, billed, created_at, updated_at)
    ${numbers(1_200)} select 'show ' || i, 'Show ' || (i % 99), ${day}, h.id, s.id, 1 + i % 3, i % 30 > 0, '2020', '2020'
    from n join h on h.place = i % h.count join s on s.place = i % s.count`);
  await rows(`insert into horses (id, name, check_in_date, check_out_date, created_at, updated_at)
    ${numbers(40)} select 'left ' || i, 'Left ' || i, '2020-01-01', '2021-01-01', '2020', '2020' from n`);
  await rows(`insert into grooms (id, name, start_date, end_date, weekly_salary, location, created_at, updated_at)
    ${numbers(50)} select 'left ' || i, 'Left ' || i, '2020-01-01', '2021-01-01', 1, 'florida', '2020', '2020' from n`);
  await rows(`insert into activity (id, at, actor, action, content, topics, before, "after")
    ${numbers(1_500)} select 'change ' || i, ${day} || 'T12:00:00.000Z', iif(i % 3, 'visitor', 'a' || (i % 5) || '@hayloft.example'), iif(i % 4, 'edit', 'delete') || ' horse', '',
      '["bills","payroll"]', json_array(json_object('table', 'horses', 'id', h.id, 'customer_id', h.customer_id, 'version', 0, 'boarding', 1)),
      json_array(json_object('table', 'horses', 'id', h.id, 'customer_id', null, 'name', 'Changed ' || (i % 40), 'version', 1, 'boarding', i))
    from n join h on h.place = i % h.count`);
}

/** Requests a page. Returns its text, and the number of rows that the database read. */
async function read(address: string): Promise<{ text: string; rows: number }> {
  barn.proxy.rowsRead.requests = [];
  const response = await barn.get(address, headers);
  expect([address, response.status]).toEqual([address, 200]);
  const rows = barn.proxy.rowsRead.requests.reduce((sum, each) => sum + each, 0);
  return { text: await response.text(), rows };
}

/** The number of rows that the database reads for the data of a page. */
async function rowsOf(address: string): Promise<number> {
  const [path = "", query] = address.split("?");
  return (await read(`${path}.data${query === undefined ? "" : `?${query}`}`)).rows;
}

/** The links of a list to itself: its other view, its sorts in both directions and its pages. */
function linksIn(text: string, path: string): string[] {
  const links = [...text.matchAll(/href="([^"]+)"/g)].map(([, href = ""]) => href.replaceAll("&amp;", "&"));
  return links.filter((href) => href.startsWith(`${path}?`));
}

/** What kind of address it is: one day, place or direction of a sort stands for the others. */
const kindOf = (address: string) => address.replace(/\d+/g, "0");
const kindInAnyOrder = (address: string) => kindOf(address).replace("sort=-", "sort=");

/** Exports, their checks and batches read all rows that they are about. */
const UNLIMITED: string[] = ["/billing/export", "/billing/check", "/horses/bill", "/shows/bill", "/payroll/pay"];

const DIALOGS = SCREENS.flatMap(({ path, dialogs }) =>
  dialogs.map((dialog: DialogRoute) => [path, `${path}/${dialog.path}`] as const),
).filter((addresses) => !addresses.some((address) => UNLIMITED.includes(address)));

const PAGES = SCREENS.filter(({ path }) => !UNLIMITED.includes(path));

test.each(PAGES)("the page at $path reads few rows in every view, order and place", async ({ path }) => {
  const seen = new Map<string, number>();
  let next = [path as string];
  // From each link, one further of each kind: to the last page of another view, in another order.
  for (let step = 0; step < 3; step += 1) {
    const found: string[] = [];
    for (const address of next) {
      const { text, rows } = await read(address);
      seen.set(address, rows);
      found.push(...linksIn(text, path));
    }
    const kind = step === 0 ? kindOf : kindInAnyOrder;
    const known = new Set([...seen.keys()].map(kind));
    next = found.filter((address) => !known.has(kind(address)) && known.add(kind(address)));
  }
  const short = OF_SHORT[path];
  const [counted] = short ? await barn.rows(`select count(*) as n from ${short.table}`) : [];
  const most = short ? short.rows * Number(counted?.n) + BESIDE : await inProportion();
  expect([...seen].filter(([, rows]) => rows > most)).toEqual([]);
  if (!LONG[path]) return;
  // The default order, and any order of all rows, which a walk through the names may need.
  const isWalked = (address: string) => !address.includes("?") || /^[^?]*\?(view=all|last|after)/.test(address);
  const [names] = await barn.rows("select (select count(*) from horses) + (select count(*) from grooms) as n");
  const few = [...seen].filter(([address]) => isWalked(address) && (path !== "/shows" || !address.includes("billed")));
  const mostOfDefault = path === "/billing/invoices" ? MAX_ROWS + EXPORTS : MAX_ROWS;
  expect(few.filter(([, rows]) => rows > mostOfDefault + Number(names?.n))).toEqual([]);
  expect(seen.get(path)).toBeLessThanOrEqual(mostOfDefault);
  // The rows of the default view are found without the others, in any order.
  const [current] = await barn.rows(`select current_rows as n from totals where list = '${LONG[path]}'`);
  if (!current) return;
  const mostOfCurrent = MAX_ROWS + FOR_EACH * Number(current.n);
  expect([...seen].filter(([address, rows]) => !address.includes("view=all") && rows > mostOfCurrent)).toEqual([]);
});

/** The rows that a page may read which considers bills, payroll items, shows or changes. */
async function inProportion(): Promise<number> {
  const counts = Object.values(LONG).map((table) => `(select count(*) from ${table})`);
  const [all] = await barn.rows(`select max(${counts.join(", ")}) as n`);
  return MAX_ROWS + FOR_EACH * Number(all?.n);
}

const RECORDS = SCREENS.flatMap((screen) => pageRoutesOf(screen).map((page) => `${screen.path}/${page.path}`));

test.each(RECORDS)("the page at %s reads few rows beside those of its record, with any month", async (path) => {
  const address = withId(path, ids);
  const months = [0, 7, 14, 21, 28, 35, 42, 49, 56].map(
    (i) => `${2022 + Math.floor(i / 12)}-${String(1 + (i % 12)).padStart(2, "0")}`,
  );
  const periods = path.endsWith("statement") ? months.map((month) => `?month=${month}`) : [];
  for (const query of ["", ...periods]) {
    const rows = await rowsOf(address + query);
    const most = await inProportion();
    expect([query, Math.max(rows, most)]).toEqual([query, most]);
  }
});

test.each(DIALOGS)("over the page at %s, the dialog at %s reads few rows more", async (path, address) => {
  expect(await rowsOf(address.replace(":id", ids[path.slice(1)] ?? ""))).toBeLessThanOrEqual(2 * MAX_ROWS);
});

test.each([
  ["a text that nothing has", "/billing?q=zzzz"],
  ["one day", "/billing?q=11/02/2026"],
  ["an amount", "/billing?q=$13,000.00"],
  ["a location", "/billing?q=florida"],
  ["a horse", "/horses?q=bella"],
  ["a customer", "/customers?q=maeve"],
  ["payroll items", '/payroll?q="Item 7"'],
  ["a part of a number of invoices", "/billing/invoices?q=19"],
  ["changes of a name", '/activity?q="changed+17"'],
  ["changes of a person", "/activity?q=visitor"],
  ["a year", "/billing?view=all&q=2024"],
  ["words that many bills have", "/billing?view=all&q=florida+comment"],
  ["words that no bill has together", "/billing?view=all&q=florida+island"],
  ["words of which each is frequent, and both together are rare", '/billing?view=all&q="comment+17"+11/'],
  ["words, elsewhere than at the first page", "/billing?view=all&q=florida+comment&last"],
  ["frequent words with a filter", "/billing?view=all&q=florida+2024&month=2024-03"],
  ["words of payroll items", '/payroll?view=all&q="item+7"+2024'],
  ["words of changes", "/activity?q=visitor+changed"],
])("a search for %s reads rows in proportion to its list", async (_, address) => {
  expect(await rowsOf(address)).toBeLessThanOrEqual(await inProportion());
});

test("a search of invoices reads the names of each a few times", async () => {
  const [counted] = await barn.rows("select count(*) as n from invoices");
  expect(await rowsOf("/billing/invoices?q=maeve+2024")).toBeLessThanOrEqual(MAX_ROWS + 18 * Number(counted?.n));
});

test.each(["/billing?view=all&q=zzzz", '/payroll?view=all&q="Item 7"', '/activity?q="changed+17"'])(
  "the rare words of %s are found by their index",
  async (address) => {
    expect(await rowsOf(address)).toBeLessThanOrEqual(2 * MAX_ROWS);
  },
);

test.each(["", "an", "2900", "bella maeve"])(
  "'Go to anything' reads the names of short lists, and few other rows, for '%s'",
  async (q) => {
    const [names] = await barn.rows(
      "select 2 * (select count(*) from horses) + 2 * (select count(*) from customers) + (select count(*) from grooms) as n",
    );
    expect((await read(`/go?q=${encodeURIComponent(q)}`)).rows).toBeLessThanOrEqual(Number(names?.n) + 300);
  },
);

test.each([
  "/billing?month={month}",
  "/billing?view=all&month={month}",
  "/billing?view=all&customer={customer}",
  "/billing?view=all&customer={customer}&month={month}",
  "/billing?view=all&customer={customer}&month={month}&sort=-value",
  "/billing?view=all&horse={horse}",
  "/billing?view=all&horse={horse}&last",
  "/billing?view=all&service={service}",
  "/billing?view=all&service={service}&month={month}",
  "/billing?view=all&from=2023-01-15&to=2026-10-20",
  "/billing?view=all&customer=no-such-customer",
  "/billing?view=all&group=customer",
  "/billing?view=all&group=horse",
  "/billing?view=all&group=month",
  "/billing?view=all&group=month&customer={customer}",
  "/billing?group=customer&month={month}",
  "/billing/invoices?customer={customer}",
  "/billing/invoices?month={month}&sort=customer",
  "/billing/invoices?state=corrected",
  "/payroll?view=all&payment={today}",
  "/payroll?view=all&groom={groom}&from=2026-01-01&to=2026-12-31",
  "/payroll?view=all&paymentFrom=2024-01-01&paymentTo=2024-12-31",
  "/payroll?paid=yes",
  "/shows?billed=yes",
  "/shows?view=all&horse={horse}",
  "/billing?view=all&customer={customer}&horse={horse}",
  "/billing?state=voided&customer={customer}",
  "/billing?view=all&horse={horse}&from=2024-01-15",
  "/billing?view=all&location=florida",
  "/billing?view=all&customer={customer}&q=comment",
])("the filtered page at %s reads rows in proportion to its list", async (address) => {
  const [bill] = await barn.rows(
    "select customer_id as customer, horse_id as horse, service_id as service, substr(date, 1, 7) as month, date('now') as today, (select id from grooms limit 1) as groom from bill_items where customer_id is not null and export_id is null and deleted_at is null limit 1",
  );
  expect(await rowsOf(address.replaceAll(/\{(\w+)\}/g, (_, name) => String(bill?.[name])))).toBeLessThanOrEqual(
    await inProportion(),
  );
});

test("the service form of a device that logged 1,500 entries reads few rows", async () => {
  const cookie = (await barn.get("/")).headers.get("Set-Cookie")?.split(";")[0] ?? "";
  const [, data = ""] = cookie.match(/=([^.]+)/) ?? [];
  const { device } = JSON.parse(atob(decodeURIComponent(data))) as { device: string };
  const at = "strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-' || (seq % 900) || ' seconds')";
  await barn.rows(`update bill_items set device = ?, created_at = ${at} where id like 'bill %' and seq % 2 = 0`, [
    device,
  ]);
  barn.proxy.rowsRead.requests = [];
  const page = await (await barn.get("/", { Cookie: cookie })).text();
  expect(page).toContain("Today from this device");
  expect(barn.proxy.rowsRead.requests.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(MAX_ROWS);
});

test("the hub reads at most three rows at a heartbeat without changes, and few after however many changes", async () => {
  const { polls } = barn.proxy.rowsRead;
  const listeners = await Promise.all([listen(barn, headers), listen(barn, { Cookie: await barn.cookieOf(ADMIN) })]);
  await expect.poll(() => polls.length).toBeGreaterThan(4);
  for (const listener of listeners) listener.close();
  expect(Math.max(...polls)).toBeLessThanOrEqual(MAX_ROWS + 10);
  expect(Math.max(...polls.slice(-2))).toBeLessThanOrEqual(3);
});

test("Payroll reads rows in proportion to the salaries of the year if all grooms were changed in it", async () => {
  const rows = (await read("/payroll")).rows;
  await barn.rows("update grooms set updated_at = ? where deleted_at is null", [new Date().toISOString()]);
  const [items] = await barn.rows("select count(*) as n from payroll where week is not null");
  expect((await read("/payroll")).rows).toBeLessThanOrEqual(rows + 2 * Number(items?.n));
});

test("Check and the statements of a month read no more rows after years of exported bills", async () => {
  const paths = ["/billing/check", "/customers/statements", "/customers/statements?month=2024-02"];
  const read = async () => {
    const rows: number[] = [];
    for (const path of paths) rows.push(await rowsOf(path));
    return rows;
  };
  // A large quantity of each service is pending for the horse with the most bills.
  await barn.rows(`insert into bill_items (id, customer_id, horse_id, service_id, date, quantity, value, location, created_at)
    select 'large ' || s.id, h.customer_id, h.id, s.id, date('now', '-2 days'), 9, 1000, 'florida', '2020'
    from services s join (select id, customer_id from horses order by seq limit 1) h`);
  const before = await read();
  await barn.rows(`with recursive n(i) as (select 1 union all select i + 1 from n where i < 3000)
    insert into bill_items (id, customer_id, horse_id, service_id, date, quantity, value, location, export_id, created_at)
    select 'past ' || i, b.customer_id, b.horse_id, b.service_id, date('2018-01-01', '+' || (i % 700) || ' days'), 1, 1000, 'florida', 'export 1', '2020'
    from n join bill_items b on b.id = 'bill 2'`);
  const after = await read();
  expect(after).toEqual(before);
});

/** What is read for a standing charge, at most, with its service, prices, marks and bills. */
const FOR_CHARGE = 25;

test("what reads the board of all horses, and the pages of a horse and its customer, read a few rows more for each standing charge", async () => {
  const [{ month = "" } = {}] = await barn.rows("select strftime('%Y-%m', 'now') as month");
  const isHere = "deleted_at is null and check_out_date is null";
  const [horse] = await barn.rows(
    `select id, customer_id as owner from horses where ${isHere} and customer_id is not null limit 1`,
  );
  const ofAll = [
    `/horses/bill?view=all&month=${month}`,
    "/billing/check",
    "/overview",
    "/horses/board",
    "/services/standing",
  ];
  const ofFew = [`/horses/${horse?.id}`, `/customers/${horse?.owner}`];
  const before = new Map<string, number>();
  for (const path of [...ofAll, ...ofFew]) before.set(path, await rowsOf(path));
  const added = await barn.rows(
    `insert into standing_charges (id, horse_id, service_id, from_date, created_at, updated_at)
    select 'charge of ' || id, id, (select id from services where not is_fixed limit 1), '${month}-01', '2020', '2020' from horses where ${isHere} returning horse_id as horse`,
  );
  const [few] = await barn.rows(`select count(*) as n from horses where ${isHere} and customer_id = ?`, [
    String(horse?.owner),
  ]);
  expect(added.length).toBeGreaterThan(40);
  const more: [path: string, rows: number, most: number][] = [];
  for (const [path, rows] of before) {
    const most = FOR_CHARGE * (ofFew.includes(path) ? Number(few?.n) : added.length);
    more.push([path, (await rowsOf(path)) - rows, most]);
  }
  expect(more.filter(([, rows, most]) => rows > most)).toEqual([]);
});
