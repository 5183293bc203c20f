import { beforeAll, expect, test } from "vitest";
import { formatUsDate, todayInNewYork } from "#app/domain/basics/calendar.ts";
import { formatDollars } from "#app/domain/basics/money.ts";
import { formatMonth, monthOf } from "#app/domain/basics/months.ts";
import { textOf } from "#lab/support/exports.ts";
import { doneIn, hiddenFieldsOf } from "#lab/support/forms.ts";
import { ADMIN } from "#tests/support/barn/barn.ts";
import { exportOldest } from "#tests/support/barn/corrections.ts";
import { startBarn } from "#tests/support/barn/start-barn.ts";
import { insertRow } from "#tests/support/database/rows-of-tables.ts";

/* The pages of customers, horses and grooms, and statements (docs/product.md, 'Pages of records' and 'Statements'). */

const { barn, admin } = startBarn();
let customer: { id: string; name: string };
let horse: { id: string; name: string; customer_id: string };

beforeAll(async () => {
  [horse] = (await barn.rows(
    "select h.* from horses h where customer_id is not null and deleted_at is null limit 1",
  )) as [typeof horse];
  [customer] = (await barn.rows("select id, name from customers where id = ?", [horse.customer_id])) as [
    typeof customer,
  ];
});

/** The text of a page without its shell. */
async function read(path: string): Promise<string> {
  const response = await barn.get(path, admin);
  const page = await response.text();
  expect([path, response.status]).toEqual([path, 200]);
  return textOf(page.slice(page.indexOf("<main"), page.indexOf("</main>")));
}

/** The text of a section of a page, by its title, until the next one. */
const sectionOf = (text: string, title: string, next: string) => text.slice(text.indexOf(title), text.indexOf(next));

/** Adds a bill of training for the horse, and returns its id. */
const addBill = async (bill: Record<string, string | number | null>): Promise<string> => {
  const id = crypto.randomUUID();
  const whose = { customer_id: customer.id, horse_id: horse.id, service_id: "training", location: "florida" };
  await insertRow(barn, "bill_items", { id, ...whose, quantity: 1, created_at: "2026", ...bill });
  return id;
};

test("the names in the lists lead to the pages of their records", async () => {
  const pages = await Promise.all(
    [
      "/billing?view=all",
      "/horses?view=all",
      "/customers",
      "/grooms?view=all",
      "/payroll?view=all",
      "/payroll-summary",
    ].map(async (path) => (await barn.get(path, admin)).text()),
  );
  const [billing = "", horses = "", customers = "", grooms = "", payroll = "", summary = ""] = pages;
  for (const page of [billing, horses, customers]) expect(page).toMatch(/<a href="\/customers\/[\w-]{36}"/);
  for (const page of [billing, horses]) expect(page).toMatch(/<a href="\/horses\/[\w-]{36}"/);
  for (const page of [grooms, payroll, summary]) expect(page).toMatch(/<a [^>]*href="\/grooms\/[\w-]{36}"/);
});

test("the page of a customer has the contacts as links, the horses, the months and the shows", async () => {
  await barn.rows(
    "update customers set emails = '[\"ana+b@example.com\"]', phone = '(561) 555-0100', riders = '[\"Ana\",\"Bea\"]' where id = ?",
    [customer.id],
  );
  const page = await (await barn.get(`/customers/${customer.id}`, admin)).text();
  expect(page).toContain('href="mailto:ana%2Bb@example.com"');
  expect(page).toContain('href="tel:5615550100"');
  const text = await read(`/customers/${customer.id}`);
  expect(text).toContain("Riders Ana, Bea");
  expect(sectionOf(text, "Horses", "Bills by month")).toContain(horse.name);
  const [month] = await barn.rows(
    "select substr(date, 1, 7) as month, sum(value) as sum from bill_items where customer_id = ? and deleted_at is null group by 1 order by 1 desc limit 1",
    [customer.id],
  );
  expect(text).toContain(
    `${formatMonth(String(month?.month))} ${formatDollars(Number(month?.sum))} ${formatDollars(Number(month?.sum))}`,
  );
  expect(page).toContain(`href="/customers/${customer.id}/statement?month=${month?.month}"`);
  expect(page).toContain(`href="/billing?view=all&amp;customer=${customer.id}&amp;month=${month?.month}"`);
});

test("a horse that went to another customer is on both pages, with the change, its time and its actor", async () => {
  const [other] = await barn.rows("select id, name from customers where id <> ? and deleted_at is null limit 1", [
    customer.id,
  ]);
  const edit = async (change: Record<string, string>) => {
    const page = await (await barn.get(`/horses/${horse.id}/edit`, admin)).text();
    const { idempotencyKey = "", version = "", base = "" } = hiddenFieldsOf(page);
    const fields = { idempotencyKey, version, base, ...JSON.parse(base), ...change };
    for (const [name, value] of Object.entries(fields)) if (value === "") delete fields[name];
    expect((await barn.post(`/horses/${horse.id}/edit`, fields, admin)).status).toBe(303);
  };
  const [before] = await barn.rows("select boarding from horses where id = ?", [horse.id]);
  await edit({ boarding: "3333" });
  await edit({ customerId: String(other?.id) });
  const page = await read(`/horses/${horse.id}`);
  const now = page.slice(page.lastIndexOf("Changes"));
  const [first = "", second = ""] = [
    `Responsible Party ${customer.name} ${other?.name} ${ADMIN.email}`,
    `Boarding ${formatDollars(Number(before?.boarding))} $3,333.00 ${ADMIN.email}`,
  ];
  expect(now.indexOf(first)).toBeGreaterThan(0);
  expect(now.indexOf(second)).toBeGreaterThan(now.indexOf(first));
  expect(sectionOf(await read(`/customers/${customer.id}`), "Horses before", "Bills by month")).toContain(horse.name);
  expect(sectionOf(await read(`/customers/${other?.id}`), "Horses", "Bills by month")).toContain(horse.name);
  await edit({ customerId: customer.id });
  expect(sectionOf(await read(`/customers/${other?.id}`), "Horses before", "Bills by month")).toContain(horse.name);
  expect(await read(`/customers/${customer.id}`)).not.toContain("Horses before");
});

test("a change of a horse past the app has no actor", async () => {
  await barn.rows("update horses set boarding = boarding + 1, updated_at = '2026-11-22T12:34:56.000Z' where id = ?", [
    horse.id,
  ]);
  const [change] = await barn.rows("select actor, at from horse_changes order by seq desc limit 1");
  expect(change).toEqual({ actor: null, at: "2026-11-22T12:34:56.000Z" });
});

test("the page of a horse has the services that were logged, and no other bills", async () => {
  await barn.rows(
    "insert into billing_runs (id, kind, at, actor, bill_count, total) values ('run', 'horses', '2026', 'x', 1, 1)",
  );
  const ids = [
    await addBill({ date: "2026-11-29", value: 4_321, quantity: 3, entered_by: "dana@hayloft.example" }),
    await addBill({ date: "2026-11-30", value: 98_765, billing_run_id: "run" }),
    await addBill({ date: "2026-11-30", value: 87_654, deleted_at: "2026", voided_at: "2026" }),
  ];
  const services = sectionOf(await read(`/horses/${horse.id}`), "Services logged", "Shows");
  const [training] = await barn.rows("select product_service_name as name from services where id = 'training'");
  expect(services).toContain(`${training?.name} 11/29/2026 3 $43.21 dana@hayloft.example`);
  expect(services).not.toMatch(/987\.65|876\.54/);
  await barn.rows("delete from bill_items where id in (?, ?, ?)", ids);
});

test("the page of a groom adds up what was paid by payment date, and says what is overdue or due today", async () => {
  const [groom] = await barn.rows(
    "select groom_id as id from payroll where week is not null group by 1 order by count(*) desc limit 1",
  );
  const id = String(groom?.id);
  await barn.rows("update grooms set weekly_salary = 12345, updated_at = '2026-11-20T12:00:00Z' where id = ?", [id]);
  const text = await read(`/grooms/${id}`);
  const sums = await barn.rows(
    "select payment_date as date, sum(value) as total, sum(paid * value) as paid from payroll where groom_id = ? and deleted_at is null group by 1 order by 1 desc limit 12",
    [id],
  );
  expect(sums.length).toBeGreaterThan(5);
  for (const { date, total, paid } of sums) {
    const cells = [total, Number(total) - Number(paid)].map((cents) => formatDollars(Number(cents)));
    expect(text.replaceAll(/ Overdue| Due today/g, "")).toContain([formatUsDate(String(date)), ...cells].join(" "));
  }
  expect(sectionOf(text, "Payroll items", "Changes of the salary").match(/Weekly Salary/g)?.length).toBeGreaterThan(2);
  expect(text.slice(text.indexOf("Changes of the salary"))).toContain("$123.45");
  const year = todayInNewYork(new Date()).slice(0, 4);
  const [all] = await barn.rows(
    "select sum(value) as paid from payroll where groom_id = ? and deleted_at is null and paid and payment_date like ?",
    [id, `${year}-%`],
  );
  expect(text).toContain(`Paid in ${year} ${formatDollars(Number(all?.paid))}`);
  await barn.rows("update payroll set paid = 1 where groom_id = ?", [id]);
  await barn.rows(
    "update payroll set paid = 0, value = 82500, payment_date = '2026-11-16' where id = (select max(id) from payroll where groom_id = ? and deleted_at is null)",
    [id],
  );
  expect(await read(`/grooms/${id}`)).toMatch(/Owed \$825\.00 .*Overdue \$825\.00 since 11\/16\/2026/);
  const today = todayInNewYork(new Date());
  await barn.rows("update payroll set payment_date = ? where groom_id = ? and not paid", [today, id]);
  const due = await read(`/grooms/${id}`);
  expect(due).toContain(`Due today $825.00 ${formatUsDate(today)}`);
  expect(sectionOf(due, "By payment date", "Payroll items")).toContain(`${formatUsDate(today)} Due today`);
  expect(sectionOf(due, "Payroll items", "Changes of the salary")).toContain(`${formatUsDate(today)} Due today`);
});

test("a statement says what is invoiced, what is corrected and what is pending; a voided bill is not on it", async () => {
  await barn.rows("update bill_items set date = '2026-10-01' where date >= '2026-11-01'");
  const [first, second] = await exportOldest(barn.rows, 2, 7_001);
  await barn.rows("update bill_items set customer_id = ?, date = '2026-11-03' where id in (?, ?)", [
    customer.id,
    first?.id ?? "",
    second?.id ?? "",
  ]);
  await addBill({ date: "2026-11-05", value: 1_234 });
  await addBill({ date: "2026-11-06", value: 55_555, voided_at: "2026", deleted_at: "2026" });
  const page = await (await barn.get(`/billing/${first?.id}/correct`, admin)).text();
  const { idempotencyKey = "", version = "", base = "" } = hiddenFieldsOf(page);
  const fields = {
    idempotencyKey,
    version,
    base,
    ...JSON.parse(base),
    amount: String(((first?.amount ?? 0) + 100) / 100),
    reason: "Too low",
  };
  expect((await barn.post(`/billing/${first?.id}/correct`, fields, admin)).status).toBe(303);
  const text = await read(`/customers/${customer.id}/statement?month=2026-11`);
  const [line] = await barn.rows("select due_date as date from export_lines where bill_item_id = ?", [first?.id ?? ""]);
  expect(text).toContain(`7001 , due ${formatUsDate(String(line?.date))} ${formatDollars(first?.amount ?? 0)}`);
  expect(text).toContain("Invoice 7001 , charge to come $1.00");
  expect(text).toContain("- $12.34");
  expect(text).not.toContain("555.55");
  const invoiced = (first?.amount ?? 0) + (second?.amount ?? 0);
  expect(text).toContain(`Already invoiced ${formatDollars(invoiced)}`);
  expect(text).toContain(`Billed in November ${formatDollars(invoiced + 100 + 1_234)}`);
});

test("a statement of a period that does not exist is that of the last month with bills", async () => {
  for (const query of ["month=2026-13", "from=2026-11-02&to=2026-11-01", "from=2026-11-01", "month=2026-11%00"])
    expect([query, await read(`/customers/${customer.id}/statement?${query}`)]).toEqual([
      query,
      expect.stringContaining("November 2026"),
    ]);
});

test("a period with more than 2,000 bills leads to shorter ones", async () => {
  await barn.rows(
    `insert into bill_items (id, customer_id, horse_id, service_id, date, quantity, value, location, created_at)
      with recursive n(i) as (select 1 union all select i + 1 from n where i < 2001)
      select 'many ' || i, ?, ?, 'training', iif(i < 2001, '2025-02-03', '2025-02-20'), 1, 100, 'florida', '2026' from n`,
    [customer.id, horse.id],
  );
  const path = `/customers/${customer.id}/statement`;
  const long = await (await barn.get(`${path}?month=2025-02`, admin)).text();
  expect(textOf(long)).toContain("This period has too many bills for one statement.");
  expect(long).toContain(`href="${path}?from=2025-02-01&amp;to=2025-02-07"`);
  const week = await read(`${path}?from=2025-02-01&to=2025-02-07`);
  expect(week).toContain("Billed 02/01/2025 to 02/07/2025 $2,000.00");
});

const openSettings = async (path = "/accounts/settings") => {
  const page = await (await barn.get(path, admin)).text();
  const hidden = hiddenFieldsOf(page);
  // An unticked box sends nothing.
  const { prorate: _, ...shown } = JSON.parse(hidden.base ?? "{}") as Record<string, string>;
  return { page, fields: { ...hidden, ...shown } as Record<string, string> };
};
const saveSettings = async (change: Record<string, string>) => {
  const { fields } = await openSettings();
  const saved = await barn.post("/accounts/settings", { ...fields, ...change }, admin);
  expect([saved.status, saved.headers.get("Location")]).toEqual([303, "/accounts"]);
};
const storedSettings = () => barn.rows("select * from settings");

test("the settings are saved once, are on statements, and lead back to the statement", async () => {
  const back = `/customers/${customer.id}/statement?from=2026-11-01&to=2026-11-30`;
  const address = `/accounts/settings?back=${encodeURIComponent(back)}`;
  const { fields } = await openSettings(address);
  const entered = { ...fields, barnName: "Elm & Oak Farm", barnAddress: "1 Lane\r\nWellington, FL" };
  for (const _ of [1, 2]) {
    const saved = await barn.post(address, entered, admin);
    expect([saved.status, saved.headers.get("Location")]).toEqual([303, back]);
  }
  expect(await storedSettings()).toMatchObject([
    { barn_name: "Elm & Oak Farm", barn_address: "1 Lane\nWellington, FL", is_amounts_chosen: 0 },
  ]);
  expect(await read(back)).toContain("Elm & Oak Farm 1 Lane Wellington, FL (561) 555-0142 Statement");
});

test("every page of the office leads to the settings, and these to the import", async () => {
  const horses = await (await barn.get("/horses", admin)).text();
  const links = ["/accounts", "/accounts/settings"].map((path) => horses.indexOf(`href="${path}"`));
  expect(links.toSorted((a, b) => a - b)).toEqual(links);
  expect(links[0]).toBeGreaterThan(0);
  expect((await openSettings()).page).toContain('href="/import"');
});

test("every place that shows a setting shows the one of the barn, and what was billed stays", async () => {
  const bills = () =>
    barn.rows("select id, value from bill_items where service_id in ('blanket', 'long-island-surcharge')");
  const billed = await bills();
  await saveSettings({
    ...{ newBoarding: "3,100", newBoardingSurcharge: "160", newTraining: "1,800.50" },
    ...{ blanketCharge: "125.50", longIslandRate: "9%" },
  });
  expect(await read("/services")).toMatch(/\$125\.50 a month .* 9% of boarding/);
  const [horse] = await barn.rows(
    "select id, name, boarding from horses where deleted_at is null and is_billable and check_out_date is null limit 1",
  );
  await barn.rows(
    `update horses set has_blanket = 1, location = 'long-island', boarding = 100000 where id = '${horse?.id}'`,
  );
  expect(await read(`/horses?view=all&q=${encodeURIComponent(`"${horse?.name}"`)}`)).toContain("$125.50");
  const month = monthOf(todayInNewYork(new Date()));
  const dialog = await read(`/horses/bill?month=${month}&view=all&q=${encodeURIComponent(`"${horse?.name}"`)}`);
  expect(dialog).toMatch(/\$90\.00.*\$125\.50/);
  const form = await (await barn.get("/horses/new", admin)).text();
  for (const text of ["3100", "160", "1800.50"]) expect(form).toContain(`value="${text}"`);
  expect(await bills()).toEqual(billed);
  await saveSettings({ blanketCharge: "100", longIslandRate: "8.63" });
});

test("settings with wrong fields are refused with a message for each, and what was entered stays", async () => {
  const before = await storedSettings();
  const { fields } = await openSettings();
  const cases: [change: Record<string, string>, ...messages: string[]][] = [
    [
      { barnName: "  ", longIslandRate: "101", blanketCharge: "-1", exportAmounts: "twice" },
      ...["Barn Name is required.", "Enter a percentage up to 100, such as 8.63.", "An amount cannot be below 0."],
      "Choose Ask at the next export",
    ],
    [{ barnName: "=1+1" }, "spreadsheets take that for a formula"],
    [{ barnAddress: "x".repeat(501) }, "Use at most 500 characters."],
    [{ extra: "1" }, "This form has no field extra."],
  ];
  for (const [change, ...messages] of cases) {
    const entered = { ...fields, barnName: "Kept", barnAddress: "Here", ...change };
    const response = await barn.post("/accounts/settings", entered, admin);
    const page = await response.text();
    expect([change, response.status]).toEqual([change, 400]);
    for (const message of messages) expect(textOf(page)).toContain(message);
    if (!("barnAddress" in change)) expect(page).toContain(">Here</textarea>");
  }
  expect(await storedSettings()).toEqual(before);
});

test("two people who change different settings keep both, and one who changes the same one is asked", async () => {
  const [first, second, third] = [await openSettings(), await openSettings(), await openSettings()];
  const post = (fields: Record<string, string>) => barn.post("/accounts/settings", fields, admin);
  expect((await post({ ...first.fields, blanketCharge: "130" })).status).toBe(303);
  const merged = await post({ ...second.fields, newTraining: "1,900" });
  expect(await read(merged.headers.get("Location") ?? "")).toContain(
    "Saved. Merged: Blanket per Month, changed by alex@hayloft.example.",
  );
  expect(await storedSettings()).toMatchObject([{ blanket_charge: 13_000, new_training: 190_000 }]);
  const asked = await post({ ...third.fields, blanketCharge: "140" });
  expect([asked.status, textOf(await asked.text())]).toEqual([
    409,
    expect.stringContaining("alex@hayloft.example saved this while you were editing. Choose what to keep"),
  ]);
  expect(await storedSettings()).toMatchObject([{ blanket_charge: 13_000 }]);
});

test("a change of a setting is in the activity, and is undone there", async () => {
  await saveSettings({ blanketCharge: "150", exportAmounts: "bill-value" });
  const activity = await read("/activity");
  expect(activity).toMatch(/Edit settings Settings .*Blanket per Month: \$[\d.]+ → \$150\.00/);
  expect(await storedSettings()).toMatchObject([
    { blanket_charge: 15_000, is_amounts_chosen: 1, export_amounts: "bill-value" },
  ]);
  const [change] = await barn.rows(
    "select id from activity where action = 'edit settings' order by rowid desc limit 1",
  );
  const fields = { intent: "undo", change: String(change?.id) };
  expect((await barn.post("/activity", fields, admin)).status).toBe(303);
  expect(await storedSettings()).toMatchObject([{ is_amounts_chosen: 0 }]);
});

test("the dialog of the settings leads to no other page than a statement", async () => {
  const others = ["//evil.example", "https://evil.example/customers/a/statement", "/customers/../x", "/billing"];
  for (const back of others) {
    const { page } = await openSettings(`/accounts/settings?back=${encodeURIComponent(back)}`);
    expect(page).toMatch(/href="\/accounts"[^>]*>Cancel|data-cancel="true"[^>]*href="\/accounts"/);
  }
});

test("a command in the facts of a page, and its Undo, lead back to the page", async () => {
  const path = `/horses/${horse.id}`;
  const send = async (fields: Record<string, string>) => {
    const response = await barn.post(path, fields, admin);
    expect([response.status, response.headers.get("Location")]).toEqual([
      303,
      expect.stringContaining(`${path}?done=`),
    ]);
    return doneIn(response);
  };
  const billable = async () =>
    (await barn.rows("select is_billable from horses where id = ?", [horse.id]))[0]?.is_billable;
  const before = await billable();
  const change = await send({ intent: "set", id: horse.id, field: "isBillable", value: String(before === 0) });
  expect(await billable()).toBe(Number(before === 0));
  expect(await read(`${path}?done=${change}`)).toContain(`Saved: Billable of ${horse.name}`);
  expect(await send({ intent: "undo", change })).toBe(`undo ${change}`);
  expect(await billable()).toBe(before);
});
