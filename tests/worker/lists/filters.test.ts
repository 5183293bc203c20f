import { parse } from "csv-parse/sync";
import { beforeAll, expect, test } from "vitest";
import { formatUsDate, todayInNewYork } from "#app/domain/basics/calendar.ts";
import { formatDollars } from "#app/domain/basics/money.ts";
import { formatMonth, monthOf } from "#app/domain/basics/months.ts";
import { pluralize } from "#app/domain/basics/pluralize.ts";
import { readImportFile, sourcesOf } from "#app/domain/import/import-files.ts";
import { forTables } from "#app/domain/import/import-plan.ts";
import { planImport } from "#app/domain/import/import-records.ts";
import { textOf } from "#lab/support/exports.ts";
import { hiddenFieldsOf } from "#lab/support/forms.ts";
import { ADMIN } from "#tests/support/barn/barn.ts";
import { exportOldest } from "#tests/support/barn/corrections.ts";
import { startBarn } from "#tests/support/barn/start-barn.ts";
import { withoutTranslation } from "#tests/support/browser/markup.ts";

/* The filters of the lists, their subtotals and their files, as the server answers them. */

const { barn, admin: headers } = startBarn();

/** What the foot of a list calls its rows, by the path of the list. */
const NOUNS: Record<string, string> = { customers: "customer", horses: "horse", payroll: "item", shows: "show" };

type Bill = { id: string; date: string; customer: string; name: string; horse: string; value: number; state: string };
let bills: Bill[];

beforeAll(async () => {
  await barn.rows(
    "insert into exports (id, at, date, actor, amounts, first_invoice, invoice_count, bill_count, total) values ('export', '2026-01-01', '2026-01-01', 'test', 'bill-value', 1, 1, 1, 0)",
  );
  await barn.rows("update bill_items set export_id = 'export' where seq % 3 = 0");
  await barn.rows(
    "update bill_items set voided_at = '2026', deleted_at = '2026' where export_id is null and seq % 10 = 0",
  );
  await barn.rows("update bill_items set comments = '=1+1, \"quoted\"' where seq % 17 = 0");
  bills =
    (await barn.rows(`select b.id, b.date, coalesce(c.id, 'none') as customer, coalesce(c.name, 'Unknown') as name, h.name as horse, b.value,
    case when b.voided_at is not null then 'voided' when b.export_id is null then 'pending' else 'exported' end as state
    from bill_items b left join customers c on c.id = b.customer_id join horses h on h.id = b.horse_id where b.deleted_at is null or b.voided_at is not null`)) as unknown as Bill[];
});

const get = async (path: string) => {
  const response = await barn.get(path, headers);
  expect([path, response.status]).toEqual([path, 200]);
  return response.text();
};

const sumOf = (rows: readonly Bill[]) =>
  rows.reduce((sum, { state, value }) => (state === "voided" ? sum : sum + value), 0);
/** The cells of a CSV file. */
const parseCsv = (file: string): string[][] => parse(file, { bom: true });

test("a filtered list shows its chips, the number and the sum of its rows", async () => {
  const { customer, name } = bills[0] as Bill;
  const month = (bills.find((each) => each.customer === customer) as Bill).date.slice(0, 7);
  const rows = bills.filter((each) => each.customer === customer && each.date.startsWith(month));
  const text = textOf(await get(`/billing?view=all&customer=${customer}&month=${month}`));
  expect(text).toContain(`Customer: ${name}`);
  expect(text).toContain(pluralize(rows.length, "bill"));
  expect(text).toContain(formatDollars(sumOf(rows)));
  expect(text).toContain("Clear filters");
});

test("a filter while only pending rows show says so beside the sum, and leads to all", async () => {
  for (const filter of [`customer=${bills[0]?.customer}`, `month=${bills[0]?.date.slice(0, 7)}`]) {
    const html = await get(`/billing?${filter}`);
    expect(textOf(html)).toMatch(/total pending only · Show all/);
    expect(html).toMatch(new RegExp(`href="/billing\\?view=all&amp;${filter}"[^>]*>Show all`));
    expect(textOf(await get(`/billing?view=all&${filter}`))).not.toContain("pending only");
  }
  expect(textOf(await get("/billing"))).not.toContain("pending only");
});

test("malformed filters are dropped from the list and its links", async () => {
  const long = "x".repeat(65);
  for (const search of [
    "month=2026-13&from=2026-02-30&to=1999-01-01&customer=a%20b&horse=none&service='&location=texas&state=constructor",
    `month=x&by=nobody&invoice=0&export=a%20b&group=value&customer=${long}`,
    "invoice=1x&customer=",
    "invoice=-1",
  ]) {
    const html = await get(`/billing?${search}`);
    expect(html).not.toContain('aria-label="Remove ');
    for (const each of search.split("&")) expect(html).not.toMatch(new RegExp(`[?;]${each.replace("?", ".")}["&]`));
    expect(textOf(html)).toContain(pluralize(bills.filter(({ state }) => state === "pending").length, "bill"));
  }
});

test("an id that no record has shows no rows, with the chip 'Unknown'", async () => {
  for (const name of ["customer", "horse", "service", "export"]) {
    const text = textOf(await get(`/billing?view=all&${name}=no-such-record`));
    expect(text).toContain(": Unknown");
    expect(text).toContain("No Bills No matches.");
  }
});

test("bills without a customer are those of the customer 'Unknown'", async () => {
  const rows = bills.filter(({ customer }) => customer === "none");
  const text = textOf(await get("/billing?view=all&customer=none"));
  expect(text).toContain("Customer: Unknown");
  expect(text).toContain(pluralize(rows.length, "bill"));
});

test("an invoice and an export decide the view, and have a chip and a control", async () => {
  const [invoice] = await exportOldest(barn.rows, 2, 7_001);
  const [made] = await barn.rows("select id from exports where first_invoice = 7001");
  const ofInvoice = await get("/billing?invoice=7001");
  expect(textOf(ofInvoice)).toMatch(/Invoice: 7001 .*1 bill /);
  expect(ofInvoice).toContain(`href="/billing/${invoice?.id}/correct?invoice=7001"`);
  expect(textOf(await get(`/billing?export=${made?.id}`))).toMatch(
    /Export: 7001–7002, exported 01\/01\/2026 .*2 bills /,
  );
  expect(textOf(await get("/billing?invoice=7003"))).toMatch(/Invoice: 7003 .*No Bills/);
  const form = await get("/billing/filter?invoice=7001");
  expect(form).toMatch(/<input [^>]*name="invoice"[^>]*value="7001"/);
  expect(textOf(form)).toContain("7001–7002, exported 01/01/2026");
  expect(await get("/billing?invoice=7001")).toMatch(
    /href="\/billing" [^>]*role="switch"|role="switch"[^>]*href="\/billing"/,
  );
  await barn.rows("update bill_items set export_id = null where export_id = ?", [String(made?.id)]);
  await barn.rows("delete from export_lines where export_id = ?", [String(made?.id)]);
});

test("invoices are listed, downloaded and found by number, and a page says the former name of its customer", async () => {
  const exported = await exportOldest(barn.rows, 3, 8_001);
  const { customerId = "", amount = 0 } = exported[1] ?? {};
  await barn.rows("update exports set voided_at = '2026-01-02' where first_invoice = 8001");
  await exportOldest(barn.rows, 1, 9_001);
  const [, ...lines] = parseCsv(await get("/billing/invoices/csv?q=800"));
  expect(lines.map(([number, , , , total, , , status]) => [number, total, status])).toEqual(
    exported.map(({ amount }, i) => [String(8_001 + i), formatDollars(amount), "Voided"]).toReversed(),
  );
  const list = await get(`/billing/invoices?customer=${customerId}&state=voided&q=8002`);
  expect(list).toContain('href="/billing/invoices/8002"');
  expect(textOf(list)).toMatch(/1 invoice ?\$0\.00 total/);
  expect(textOf(await get("/billing/invoices/8002"))).toContain(`Total ${formatDollars(amount)}`);
  expect(textOf(await get("/billing/invoices/8002"))).not.toContain("Customer in the file");
  const [customer] = await barn.rows("select name from customers where id = ?", [customerId]);
  await barn.rows("update customers set name = 'Another Name' where id = ?", [customerId]);
  expect(textOf(await get("/billing/invoices/8002"))).toContain(
    `Customer Another Name Customer in the file ${customer?.name}`,
  );
  await barn.rows("update customers set name = ? where id = ?", [String(customer?.name), customerId]);
  await barn.rows(
    "update bill_items set export_id = null where export_id in (select id from exports where first_invoice in (8001, 9001))",
  );
  await barn.rows("delete from export_lines where invoice_number > 8000");
  await barn.rows("delete from invoices where number > 8000");
});

test("a state decides the view, and the view's switch removes it", async () => {
  const exported = bills.filter(({ state }) => state === "exported");
  const html = await get("/billing?state=exported");
  expect(textOf(html)).toContain(pluralize(exported.length, "bill"));
  expect(html).toMatch(/href="\/billing" [^>]*role="switch"|role="switch"[^>]*href="\/billing"/);
  expect(textOf(await get("/billing?state=pending&view=all"))).toContain("Showing pending bills");
});

test.each([
  ["/billing?state=exported", "/billing"],
  ["/billing?state=voided&q=a", "/billing?q=a"],
  ["/shows?billed=yes", "/shows"],
  ["/payroll?paid=yes", "/payroll"],
  ["/payroll?paidFrom=2026-01-01", "/payroll"],
])("without the filter that implied the view, %s leads back to the default view", async (address, list) => {
  const html = await get(address);
  const [path = ""] = address.split("?");
  const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, href = ""]) => href.replaceAll("&amp;", "&"));
  expect(links).toContain(list);
  expect(links.filter((href) => href.startsWith(path) && href.includes("view=all"))).toEqual([]);
});

test("the subtotals link to lists with their numbers, and add up to the list", async () => {
  const html = withoutTranslation(await get("/billing?view=all&group=customer"));
  const groups = [
    ...html.matchAll(
      /<th scope="row" class="p-title"><a [^>]*href="([^"]+)"[^>]*>(.*?)<\/a><\/th><td class="end p-fact">([\d,]+)<.*?<td class="end p-end">([^<]+)/g,
    ),
  ];
  expect(groups.length).toBe(new Set(bills.map(({ customer }) => customer)).size);
  const numbers = groups.map(([, , , number = ""]) => Number(number.replaceAll(",", "")));
  expect(numbers.reduce((sum, each) => sum + each, 0)).toBe(bills.length);
  const cents = groups.map(([, , , , value = ""]) => Math.round(Number(value.replaceAll(/[$,]/g, "")) * 100));
  expect(cents.reduce((sum, each) => sum + each, 0)).toBe(sumOf(bills));
  for (const [, href = "", , number, value = ""] of groups.slice(0, 3)) {
    const text = textOf(await get(href.replaceAll("&amp;", "&")));
    expect(text).toContain(pluralize(Number(number?.replaceAll(",", "")), "bill"));
    expect(text).toContain(value);
  }
});

test("the file has all rows that the list shows, with the shown columns, and no cell that a spreadsheet runs", async () => {
  // Comments, which hold what a spreadsheet would run, are hidden at first.
  await barn.rows("insert into column_choices (email, screen, hidden) values (?, '/billing', '[]')", [ADMIN.email]);
  const cases: [string, (bill: Bill) => boolean][] = [
    ["/billing/csv?view=all", () => true],
    ["/billing/csv", ({ state }) => state === "pending"],
    [`/billing/csv?view=all&customer=${bills[0]?.customer}`, ({ customer }) => customer === bills[0]?.customer],
    ["/billing/csv?state=exported&sort=-value", ({ state }) => state === "exported"],
    ["/billing/csv?state=voided", ({ state }) => state === "voided"],
  ];
  for (const [path, holds] of cases) {
    const response = await barn.get(path, headers);
    expect(response.headers.get("Content-Type")).toBe("text/csv; charset=utf-8");
    expect(response.headers.get("Content-Disposition")).toMatch(
      /^attachment; filename="billing-\d{4}-\d\d-\d\d\.csv"$/,
    );
    const [header, ...lines] = parseCsv(await response.text());
    expect(header).toEqual([
      "Date",
      "Customer",
      "Horse",
      "Service",
      "Quantity",
      "Value",
      "Location",
      "Comments",
      "Entered By",
      "Status",
      ...["Invoice", "Exported", "Month Billed For", "Rider", "Groom", "Price for One"],
    ]);
    const read = lines
      .map((cells) => [cells[0], cells[1], cells[2], cells[5], cells[9]?.toLowerCase()].join("|"))
      .sort();
    const rows = bills
      .filter(holds)
      .map(({ date, name, horse, value, state }) =>
        [formatUsDate(date), name, horse, formatDollars(value), state].join("|"),
      );
    expect([path, read]).toEqual([path, rows.sort()]);
    expect(lines.flat().filter((cell) => /^[=+@-]/.test(cell))).toEqual([]);
  }
});

test("a bill's line in the file names its invoice, its month and what the service form entered", async () => {
  const [bill] = await exportOldest(barn.rows, 1, 6_001);
  const id = bill?.id ?? "";
  const read = async () => parseCsv(await get("/billing/csv?invoice=6001"))[1] ?? [];
  const [groom] = await barn.rows("select id, name from grooms limit 1");
  await barn.rows(
    "update bill_items set rider = 'Ana', groom_id = ?, unit_price = 12345, period = '2026-10' where id = ?",
    [String(groom?.id), id],
  );
  const line = await read();
  expect(line.slice(-6)).toEqual(["6001", "01/01/2026", "October 2026", "Ana", groom?.name, "$123.45"]);
  await barn.rows(
    "update bill_items set rider = null, groom_id = null, unit_price = null, period = null where id = ?",
    [id],
  );
  await barn.rows("update export_lines set is_voided = 1 where bill_item_id = ?", [id]);
  const voided = await read();
  expect([voided.at(-6), voided.slice(-3)]).toEqual(["", ["", "", ""]]);
  await barn.rows("delete from export_lines where bill_item_id = ?", [id]);
  await barn.rows("delete from invoices where number = 6001");
  await barn.rows("update bill_items set export_id = null where id = ?", [id]);
});

test.each([
  ["customer", "Customer", ({ name }: Bill) => name],
  ["month", "Month", ({ date }: Bill) => formatMonth(monthOf(date))],
])("the file of a list that is grouped by %s has its groups", async (group, heading, nameOf) => {
  const response = await barn.get(`/billing/csv?view=all&group=${group}`, headers);
  expect(response.headers.get("Content-Disposition")).toMatch(`filename="billing-by-${group}-`);
  const [header, ...lines] = parseCsv(await response.text());
  expect(header).toEqual([heading, "Number", "Value"]);
  const names = [...new Set(bills.map(nameOf))];
  const expected = names.map((name) => {
    const own = bills.filter((bill) => nameOf(bill) === name);
    return [name, String(own.length), formatDollars(sumOf(own))];
  });
  expect(lines.toSorted()).toEqual(expected.toSorted());
});

test("a file has one line for each row of its list, and says Yes and No where the list has a switch or a box", async () => {
  const flags: [path: string, heading?: string, count?: string][] = [
    ["/horses", "Billable", "sum(is_billable) as yes, sum(not is_billable) as no from horses where deleted_at is null"],
    ["/shows", "Billed", "sum(billed) as yes, sum(not billed) as no from shows where deleted_at is null"],
    ["/payroll", "Paid", "sum(paid) as yes, sum(not paid) as no from payroll where deleted_at is null"],
    ["/customers"],
  ];
  for (const [path, heading, count] of flags) {
    const total = textOf(await get(`${path}?view=all`)).match(/([\d,]+) (?:shows|items|horses|customers) /)?.[1];
    const [header = [], ...lines] = parseCsv(await get(`${path}/csv?view=all`));
    expect([path, lines.length.toLocaleString("en-US")]).toEqual([path, total]);
    if (!heading) continue;
    const cells = lines.map((line) => line[header.indexOf(heading)]);
    const [counted] = await barn.rows(`select ${count}`);
    const [yes, no] = ["Yes", "No"].map((text) => cells.filter((cell) => cell === text).length);
    expect([path, { yes, no }]).toEqual([path, counted]);
  }
});

test("the income of a year, its columns and its file have one total, without JavaScript", async () => {
  const year = bills[0]?.date.slice(0, 4) ?? "";
  const own = bills.filter(({ date }) => date.startsWith(year));
  const total = formatDollars(sumOf(own));
  for (const columns of ["months", "locations"]) {
    const text = textOf(await get(`/overview/income?year=${year}&columns=${columns}`));
    expect([columns, text]).toEqual([columns, expect.stringContaining(`${total} billed`)]);
    expect(text).toContain(`Grand Total ${total}`);
  }
  const [header = [], ...lines] = parseCsv(await get(`/overview/income/csv?year=${year}`));
  expect([header[1], lines.at(-1)?.at(-2)]).toEqual(["Location", total]);
  expect(textOf(await get("/overview/income?year=2001"))).toContain("Nothing was billed in 2001");
});

test("past exports and runs, corrections and statements are files with a line for each row of their pages, without JavaScript", async () => {
  const exported = await exportOldest(barn.rows, 2, 8_501);
  await barn.rows(`insert into corrections (id, correction_id, bill_item_id, date, customer_id, horse_id, service_id, invoice_number, amount, reason, actor, created_at, updated_at)
    select 'signed', 'signed', id, date, customer_id, horse_id, service_id, 8501, -1234, 'r', 'test', '2026', '2026' from bill_items where id = '${exported[0]?.id}'`);
  await barn.rows(`insert into corrections (id, correction_id, bill_item_id, date, customer_id, horse_id, service_id, amount, reason, actor, created_at, updated_at)
    select 'large', 'large', id, date, customer_id, horse_id, service_id, -900000000, 'r', 'test', '2026', '2026' from bill_items where id = '${exported[0]?.id}'`);
  await barn.rows(`update bill_items set corrected_at = '2026' where id = '${exported[0]?.id}'`);
  const files: [page: string, header: string, count: string][] = [
    ["/billing/exports", "Exported,File,Status,Bills,Invoices,Numbers,Total,By", "exports"],
    ["/billing/runs", "When,What,Created,Total,By,Undone", "billing_runs"],
    ["/payroll/runs", "When,What,Created,Total,By,Undone", "payroll_runs"],
    [
      "/billing/corrections",
      "Date,Customer,Invoice,Horse,Item,Amount,Entered,Reason,By,Signed Amount",
      "corrections where deleted_at is null and not entered",
    ],
  ];
  for (const [page, header, count] of files) {
    expect(await get(page)).toContain(`href="${page}/csv" class="menu-item"`);
    const [names = [], ...lines] = parseCsv(await get(`${page}/csv`));
    const [counted] = await barn.rows(`select count(*) as n from ${count}`);
    expect([page, names.join(), lines.length]).toEqual([page, header, Number(counted?.n)]);
  }
  expect(parseCsv(await get("/billing/corrections/csv?q=8501"))[1]).toEqual(
    expect.arrayContaining(["8501", "Credit $12.34", "No", "($12.34)"]),
  );
  const [credited] = await barn.rows(`select date from bill_items where id = '${exported[0]?.id}'`);
  const page = await get(`/customers/statements?from=${credited?.date}&to=${credited?.date}`);
  const [file = ""] = page.match(/\/customers\/statements\/csv\?[^"]+/) ?? [];
  const [, ...lines] = parseCsv(await get(file.replaceAll("&amp;", "&")));
  expect(lines.length).toBe(page.match(/name="selected"/g)?.length);
  expect(textOf(page)).toContain(`${lines[0]?.[0]}`);
  // As a spreadsheet sums it up.
  expect(lines.map(([, amount]) => amount)).toContainEqual(expect.stringMatching(/^\(\$8,\d{3},\d{3}\.\d\d\)$/));
  await barn.rows("delete from corrections where id in ('signed', 'large')");
});

/** The file of a list, as its bytes. */
async function fileOf(path: string) {
  const response = await barn.get(`${path}/csv?view=all`, headers);
  const name = response.headers.get("Content-Disposition")?.match(/"(.+)"/)?.[1] ?? "";
  return { name, bytes: new Uint8Array(await response.arrayBuffer()) };
}

test("the files of horses and customers begin with a byte-order mark, so that Excel shows accents, and come in again by an import", async () => {
  const tables = ["horses", "customers"] as const;
  const files = await Promise.all(tables.map((table) => fileOf(`/${table}`)));
  for (const { bytes } of files) expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  const sources = sourcesOf((await Promise.all(files.map((file) => readImportFile(file)))).flat());
  const known = forTables(() => new Map());
  const { rows, findings } = planImport(sources, known, new Date().toISOString());
  expect(findings.filter(({ reason }) => !reason.startsWith("Another row"))).toEqual([]);
  const own = {
    horses:
      "name, check_in_date, check_out_date, boarding, boarding_surcharge, training, has_blanket, is_billable, location",
    customers: "name, emails, phone, riders",
  };
  for (const table of tables) {
    // Without an ID, records of one name cannot be told apart.
    const unique = `(select name from ${table} where deleted_at is null group by name having count(*) = 1)`;
    const kept = await barn.rows(`select ${own[table]} from ${table} where deleted_at is null and name in ${unique}`);
    const names = Object.keys(kept[0] ?? {});
    const read = rows[table].map((row) => Object.fromEntries(names.map((name) => [name, row[name]])));
    const inOrder = (all: object[]) => all.map((each) => JSON.stringify(each)).sort();
    expect([table, inOrder(read)]).toEqual([table, expect.arrayContaining(inOrder(kept))]);
  }
});

test("the file has the columns that the admin sees, in their order", async () => {
  await barn.post(
    "/columns",
    "screen=/shows&to=/shows&column=name&column=date&column=horse&column=service&column=quantity&column=price&column=billed&shown=name&shown=date&shown=horse&up=horse",
    headers,
  );
  const [header] = parseCsv(await get("/shows/csv"));
  expect(header).toEqual(["Show Name", "Horse", "Date"]);
});

test("a choice of columns leads back to the list with its filters", async () => {
  for (const to of ["/horses?location=florida", "/billing?group=month"]) {
    const [screen = ""] = to.split("?");
    const fields = { screen, to: `${to}&other=1`, column: "date", shown: "date" };
    expect((await barn.post("/columns", fields, headers)).headers.get("Location")).toBe(to);
  }
});

test("the form keeps the search and the view, and leads to an address with the chosen filters only", async () => {
  const [customer] = await barn.rows("select id from customers where deleted_at is null limit 1");
  const response = await barn.get(
    `/billing/filter?apply=&view=all&q=bella&month=&from=&to=&customer=${customer?.id}&horse=&state=&group=month&other=1`,
    headers,
  );
  expect(response.status).toBe(302);
  expect(response.headers.get("Location")).toBe(`/billing?view=all&q=bella&customer=${customer?.id}&group=month`);
});

test.each([
  ["/billing", "bill_items where deleted_at is null or voided_at is not null"],
  ["/shows", "shows where deleted_at is null"],
])(
  "the form of %s offers the months of its rows and those between, the newest first, and the chosen one",
  async (path, rows) => {
    const [found] = await barn.rows(`select min(date) as first, max(date) as last from ${rows}`);
    const months = await barn.rows(
      `with recursive days (day) as (select date(?, 'start of month') union all select date(day, '-1 month') from days where day > ?)
     select substr(day, 1, 7) as month from days where day >= date(?, 'start of month')`,
      [String(found?.last), String(found?.first), String(found?.first)],
    );
    const offered = async (search: string) => {
      const page = await get(`${path}/filter${search}`);
      const select = page.match(/<select[^>]* name="month"[^>]*>(.*?)<\/select>/)?.[1] ?? "";
      return [...select.matchAll(/<option value="([^"]*)"([^>]*)>([^<]*)</g)].map(([, ...option]) => option);
    };
    const names = months.map(({ month }) => [month, "", formatMonth(String(month))]);
    expect(months.length).toBeGreaterThan(2);
    expect(await offered("")).toEqual([["", ' selected=""', "Any"], ...names]);
    expect((await offered("?month=2031-02")).slice(0, 3)).toEqual([
      ["", "", "Any"],
      ["2031-02", ' selected=""', "February 2031"],
      names[0],
    ]);
  },
);

test("a dialog and a command keep the filters in their addresses", async () => {
  const [bill] = bills.filter(({ state }) => state === "pending");
  const search = `?customer=${bill?.customer}`;
  expect(await get(`/billing${search}`)).toContain(`/billing/${bill?.id}/edit${search}`);
  const fields = `intent=void&id=${bill?.id}&idempotencyKey=${crypto.randomUUID()}`;
  const response = await barn.post(`/billing${search}`, fields, headers);
  expect(response.headers.get("Location")).toMatch(new RegExp(`^/billing\\${search}&done=`));
  await barn.rows("update bill_items set voided_at = null, deleted_at = null where id = ?", [bill?.id ?? ""]);
});

test("without JavaScript, 'All' ticks the rows of the filtered list only, and a command changes no others", async () => {
  const [shows] = await barn.rows(
    "select horse_id as horse, count(*) as n from shows where deleted_at is null and not billed group by 1 limit 1",
  );
  const html = await get(`/shows?horse=${shows?.horse}&selected=all`);
  const ids = [...html.matchAll(/name="selected"[^>]*value="([^"]+)"/g)].map(([, id]) => id);
  expect(ids.length).toBe(shows?.n);
  const body = new URLSearchParams([
    ["row", "set selected billed true"],
    ...ids.map((id): [string, string] => ["selected", id ?? ""]),
  ]);
  const before = await barn.rows("select id, billed from shows where horse_id <> ? order by id", [
    String(shows?.horse),
  ]);
  await barn.post(`/shows?horse=${shows?.horse}`, String(body), headers);
  expect(
    await barn.rows("select id, billed from shows where horse_id <> ? order by id", [String(shows?.horse)]),
  ).toEqual(before);
  const [left] = await barn.rows(
    "select count(*) as n from shows where horse_id = ? and not billed and deleted_at is null",
    [String(shows?.horse)],
  );
  expect(left?.n).toBe(0);
});

test("an export takes only the pending bills that the filters show", async () => {
  const { customer } = bills.find(({ state, customer: id }) => state === "pending" && id !== "none") as Bill;
  const html = await get(`/billing/export?customer=${customer}`);
  const pending = bills.filter((each) => each.state === "pending" && each.customer === customer);
  expect(textOf(html)).toContain(`${pending.length} bills · `);
  const fieldOf = (name: string) => html.match(new RegExp(`name="${name}" value="([^"]*)"`))?.[1] ?? "";
  const fields = {
    idempotencyKey: fieldOf("idempotencyKey"),
    fingerprint: fieldOf("fingerprint"),
    amounts: "bill-value",
    dates: "line",
  };
  const response = await barn.post(`/billing/export?customer=${customer}`, fields, headers);
  expect(response.headers.get("Location")).toMatch(/^\/billing\/exports\?made=/);
  const exported = await barn.rows("select id from bill_items where export_id = ? order by id", [
    fields.idempotencyKey,
  ]);
  expect(exported.map(({ id }) => id)).toEqual(pending.map(({ id }) => id).sort());
});

test("'Bill N Horses' bills only the horses that the filters show", async () => {
  const fields = hiddenFieldsOf(
    await get(`/horses/bill?billable=yes&location=long-island&month=${monthOf(todayInNewYork(new Date()))}`),
  );
  const response = await barn.post(
    `/horses/bill?billable=yes&location=long-island&month=${monthOf(todayInNewYork(new Date()))}`,
    fields,
    headers,
  );
  expect(response.headers.get("Location")).toMatch(/^\/horses\?billable=yes&location=long-island&done=/);
  const billed = await barn.rows(
    "select distinct h.location, h.is_billable as billable from bill_items b join horses h on h.id = b.horse_id where b.billing_run_id = ?",
    [fields.idempotencyKey ?? ""],
  );
  expect(billed).toEqual([{ location: "long-island", billable: 1 }]);
});

test("the form of a short list offers the customers of its rows, and the chip has the name of the chosen one", async () => {
  const [horse] = await barn.rows(
    "select c.id, c.name from horses h join customers c on c.id = h.customer_id where h.deleted_at is null and c.name not like '%''%' limit 1",
  );
  const form = await get(`/horses/filter?view=all&customer=${horse?.id}`);
  expect(form).toContain(`<option value="${horse?.id}" selected="">${horse?.name}</option>`);
  const select = form.match(/<select[^>]* name="customer"[^>]*>(.*?)<\/select>/)?.[1] ?? "";
  const [customers] = await barn.rows(
    "select count(distinct coalesce(customer_id, 'none')) as n from horses where deleted_at is null",
  );
  // With 'Any'.
  expect(select.match(/<option/g)?.length).toBe(Number(customers?.n) + 1);
  expect(textOf(await get(`/horses?view=all&customer=${horse?.id}`))).toContain(`Responsible Party: ${horse?.name}`);
  expect(textOf(await get("/horses?view=all&customer=nobody"))).toContain("Responsible Party: As chosen");
});

test.each([
  ["/horses?location=florida&view=all", "horses where deleted_at is null and location = 'florida'"],
  ["/horses?customer=none&view=all", "horses where deleted_at is null and customer_id is null"],
  ["/horses?billable=no&view=all", "horses where deleted_at is null and not is_billable"],
  [
    "/customers?horses=yes",
    "customers where deleted_at is null and id in (select customer_id from horses where deleted_at is null)",
  ],
  [
    "/customers?horses=no",
    "customers where deleted_at is null and id not in (select customer_id from horses where deleted_at is null and customer_id is not null)",
  ],
  ["/payroll?view=all&week=2026-11-32", "payroll where deleted_at is null"],
])("the list at %s has the number of rows that the table has", async (path, table) => {
  const [row] = await barn.rows(`select count(*) as n from ${table}`);
  expect(textOf(await get(path))).toContain(pluralize(Number(row?.n), NOUNS[path.split(/[/?]/)[1] ?? ""] ?? ""));
});

test("two horses of one name have their owners in the filter and its chip; a horse whose name only a deleted one has, has none", async () => {
  const [one, two, three, gone] = await barn.rows(
    "select h.id, h.name, h.name_sort as sort, c.name as owner from horses h join customers c on c.id = h.customer_id where h.deleted_at is null group by c.id limit 4",
  );
  const rename = (id: unknown, name: unknown, sort: unknown) =>
    barn.rows("update horses set name = ?, name_sort = ? where id = ?", [name, sort, id].map(String));
  for (const each of [one, two]) await rename(each?.id, "Twinny", "twinny");
  await rename(gone?.id, three?.name, three?.sort);
  await barn.rows("update horses set deleted_at = '2026' where id = ?", [String(gone?.id)]);
  const page = withoutTranslation(await (await barn.get("/billing/filter", headers)).text());
  const nameOf = (id: unknown) => page.match(new RegExp(`<option value="${id}"[^>]*>([^<]*)<`))?.[1];
  expect([one, two, three].map((horse) => textOf(nameOf(horse?.id) ?? ""))).toEqual([
    `Twinny - ${one?.owner}`,
    `Twinny - ${two?.owner}`,
    three?.name,
  ]);
  const list = await (await barn.get(`/billing?view=all&horse=${one?.id}`, headers)).text();
  expect(textOf(list)).toContain(`Twinny - ${one?.owner}`);
});

test("two customers of one name have their e-mail addresses in the filter, if they have any", async () => {
  const [one, two] = await barn.rows("select id from customers where deleted_at is null order by seq limit 2");
  await barn.rows(
    `update customers set name = 'Sam Same', name_sort = 'sam same', emails = iif(id = ?1, '["sam@example.com"]', '[]') where id in (?1, ?2)`,
    [String(one?.id), String(two?.id)],
  );
  const page = withoutTranslation(await (await barn.get("/billing/filter", headers)).text());
  const nameOf = (id: unknown) => page.match(new RegExp(`<option value="${id}"[^>]*>([^<]*)<`))?.[1];
  expect([nameOf(one?.id), nameOf(two?.id)]).toEqual(["Sam Same - sam@example.com", "Sam Same"]);
});
