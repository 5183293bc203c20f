import { beforeAll, expect, test } from "vitest";
import { plusDays, todayInNewYork, weekdayOf } from "#app/domain/basics/calendar.ts";
import { formatMonth, lastDayOf, monthBefore, monthOf } from "#app/domain/basics/months.ts";
import { addHorses, type TestHorse } from "#lab/support/billing.ts";
import { hiddenFieldsOf } from "#lab/support/forms.ts";
import { startBarn } from "#tests/support/barn/start-barn.ts";

/* Standing charges over HTTP (docs/product.md, 'Standing charges'). */

const { barn, admin } = startBarn();
const today = todayInNewYork(new Date());
const month = monthBefore(monthOf(today));
const FIRST = `${month}-01`;
const TUESDAYS = Array.from({ length: Number(lastDayOf(month).slice(8)) }, (_, n) => plusDays(FIRST, n)).filter(
  (day) => weekdayOf(day) === "Tue",
);

const page = async (path: string) =>
  (await (await barn.get(path, admin)).text())
    .replaceAll("\u00a0", " ")
    .replaceAll("&#x27;", "'")
    .replaceAll("&amp;", "&");
const post = (path: string, fields: Record<string, string>) =>
  barn.post(path, new URLSearchParams(fields).toString(), admin);
const dialog = (tag: string) => `/horses/bill?q=${tag}&month=${month}&prorate=on`;
const confirm = async (address: string) => (await post(address, hiddenFieldsOf(await page(address)))).status;

let service = "";
let groom = "";
beforeAll(async () => {
  service = crypto.randomUUID();
  await barn.rows(
    "insert into services (id, product_service_name, price, needs_groom, created_at, updated_at) values (?, 'Long lesson', 12000, 1, '2020-01-01T12:00:00.000Z', '2020-01-01T12:00:00.000Z')",
    [service],
  );
  const [first] = await barn.rows("select id from grooms where deleted_at is null order by seq limit 1");
  groom = String(first?.id);
});

const newHorse = async (tag: string) => {
  const [horse] = await addHorses(barn, tag, 1, () => ({
    ...{ check_in_date: "2020-01-01", location: "florida", has_blanket: 0, training: 0 },
    ...{ boarding: 290_000, boarding_surcharge: 15_000 },
  }));
  return horse as TestHorse;
};
const FIELDS = {
  "weekdays[1]": "Tue",
  quantity: "1",
  price: "",
  untilDate: "",
  groomId: "",
  comments: "",
};

/** Adds a standing charge by its form. Returns the answer and the id. */
async function addCharge(horse: TestHorse, fields: Record<string, string> = {}) {
  const id = crypto.randomUUID();
  const values = { ...FIELDS, idempotencyKey: id, horseId: horse.id, serviceId: service, fromDate: FIRST, ...fields };
  const answer = await post("/services/standing/new", values);
  return { id, status: answer.status, text: (await answer.text()).replaceAll("&#x27;", "'") };
}

const billsOf = (horse: TestHorse) =>
  barn.rows(
    "select id, standing_charge_id as charge, quantity, value, unit_price as price, comments, groom_id as groom, billing_run_id as run from bill_items where horse_id = ? and standing_charge_id is not null and deleted_at is null",
    [horse.id],
  );
const marksOf = async (charge: string) =>
  (
    await barn.rows("select scope from dismissals where record_id = ? and deleted_at is null order by scope", [charge])
  ).map(({ scope }) => scope);
const inWords = (days: readonly string[]) => days.map((day) => day.slice(5).replace("-", "/")).join(", ");

test.each<[what: string, fields: Record<string, string>, message: string]>([
  ["an end before the start", { untilDate: "2020-01-01" }, "Until cannot be before From."],
  ["quantity 0", { quantity: "0" }, "Quantity must be at least 1."],
  ["a fixed service", { serviceId: "boarding" }, "Hayloft bills this service by the facts of the horse."],
  ["no horse", { horseId: "" }, "Horse is required."],
  ["an unknown day", { "weekdays[1]": "Someday" }, "Enter days of the week, such as Mon, Wed."],
])("%s is refused at the field, and nothing is written", async (_, fields, message) => {
  const horse = await newHorse("Refused");
  const { status, text } = await addCharge(horse, fields);
  expect(status).toBeGreaterThanOrEqual(400);
  expect(text).toContain(message);
  expect(await barn.rows("select id from standing_charges where horse_id = ?", [horse.id])).toEqual([]);
});

test("a charge is billed with its month once, pays its groom, and goes with the undo of the run", async () => {
  const horse = await newHorse("Weekly");
  const { id, status } = await addCharge(horse, { groomId: groom, quantity: "2" });
  expect(status).toBe(303);
  for (const path of [
    "/services/standing",
    `/horses/${horse.id}`,
    `/customers/${horse.customer_id}`,
    "/go?q=long+lesson",
  ])
    expect(await page(path), path).toContain("Long lesson");
  const count = 2 * TUESDAYS.length;
  const value = count * 12_000;
  expect(await page(dialog("Weekly"))).toContain(`Long lesson ${count} x $120.00: ${inWords(TUESDAYS)}`);
  const fields = hiddenFieldsOf(await page(dialog("Weekly")));
  expect((await post(dialog("Weekly"), fields)).status).toBe(303);
  expect((await post(dialog("Weekly"), fields)).status).toBe(303);
  const [bill, ...others] = await billsOf(horse);
  expect(others).toEqual([]);
  expect(bill).toMatchObject({ charge: id, quantity: count, value, price: 12_000, groom, comments: inWords(TUESDAYS) });
  const pay = () =>
    barn.rows(
      "select groom_id, item, value, paid, deleted_at is not null as gone from payroll where bill_item_id = ?",
      [String(bill?.id)],
    );
  expect(await pay()).toMatchObject([{ groom_id: groom, item: "Long lesson", value, paid: 0, gone: 0 }]);
  expect(await page(dialog("Weekly"))).toContain("is already billed");

  // A paid item refuses the undo of its run.
  await barn.rows("update payroll set paid = 1 where bill_item_id = ?", [String(bill?.id)]);
  await post("/billing/runs", { intent: "undo", change: String(bill?.run) });
  expect(await billsOf(horse)).toHaveLength(1);
  await barn.rows("update payroll set paid = 0 where bill_item_id = ?", [String(bill?.id)]);
  expect((await post("/billing/runs", { intent: "undo", change: String(bill?.run) })).status).toBe(303);
  expect(await billsOf(horse)).toEqual([]);
  expect(await pay()).toMatchObject([{ gone: 1 }]);
});

test("what did not take place is left out, and no later run bills it; the undo of the run forgets it", async () => {
  const horse = await newHorse("Skipped");
  const { id } = await addCharge(horse);
  const [first = "", ...rest] = TUESDAYS;
  const linkTo = async (name: string) =>
    (await page(dialog("Skipped"))).match(new RegExp(`aria-label="${name}"[^>]*href="([^"]+)"`))?.[1] ?? "";
  const marked = await linkTo(`Without ${inWords([first])}`);
  expect(await page(marked)).toContain(`Long lesson ${rest.length} x $120.00: ${inWords(rest)}`);
  expect(await confirm(marked)).toBe(303);
  const [bill] = await billsOf(horse);
  expect(bill).toMatchObject({ quantity: rest.length, comments: inWords(rest) });
  expect(await marksOf(id)).toEqual([first]);
  expect((await post("/billing/runs", { intent: "undo", change: String(bill?.run) })).status).toBe(303);
  expect(await marksOf(id)).toEqual([]);

  // The whole line.
  const none = await linkTo("Don’t bill");
  expect(await page(none)).not.toContain("Long lesson 4 x");
  expect(await confirm(none)).toBe(303);
  expect(await billsOf(horse)).toEqual([]);
  expect(await marksOf(id)).toEqual(TUESDAYS);
  expect(await page(dialog("Skipped"))).toContain("1 is already billed");
  expect(await page(`/billing/check?all=${month}`)).not.toContain(`${horse.name}, ${formatMonth(month)}`);
});

test("a charge that is added after the run is listed as not billed, and billed alone", async () => {
  const horse = await newHorse("Later");
  expect(await confirm(dialog("Later"))).toBe(303);
  await addCharge(horse, { "weekdays[1]": "" });
  expect(await page(`/billing/check?all=${month}`)).toMatch(new RegExp(`${horse.name}</a>[^$]*only Long lesson`));
  expect(await confirm(dialog("Later"))).toBe(303);
  expect(await billsOf(horse)).toMatchObject([{ quantity: 1, value: 12_000, comments: null, groom: null }]);
});

test("an entry of the same day is named beside the line, and found by Check once both are billed", async () => {
  const horse = await newHorse("Doubled");
  await addCharge(horse);
  const [, second = ""] = TUESDAYS;
  await barn.rows(
    "insert into bill_items (id, customer_id, horse_id, service_id, date, quantity, value, location, created_at) values (?, ?, ?, ?, ?, 1, 12000, 'florida', ?)",
    [crypto.randomUUID(), String(horse.customer_id), horse.id, service, second, `${second}T17:00:00.000Z`],
  );
  const found = /Long lesson for Doubled 000[^$]*2 bills of this horse, service and day/;
  expect(await page(dialog("Doubled"))).toContain(`Long lesson also logged ${inWords([second])}`);
  expect(await page(`/billing/check?q=Doubled`)).not.toMatch(found);
  expect(await confirm(dialog("Doubled"))).toBe(303);
  expect(await page(`/billing/check?q=Doubled`)).toMatch(found);
});

test("Confirm is refused if the charge, its service or its groom changed since the dialog opened", async () => {
  const horse = await newHorse("Changed");
  const { id } = await addCharge(horse);
  const changes = [
    ["update standing_charges set quantity = 3 where id = ?", id],
    ["update services set price = 12500 where id = ?", service],
    ["update standing_charges set deleted_at = '2026-01-01T00:00:00.000Z' where id = ?", id],
  ] as const;
  for (const [sql, of] of changes) {
    const fields = hiddenFieldsOf(await page(dialog("Changed")));
    await barn.rows(sql, [of]);
    expect((await post(dialog("Changed"), fields)).status, sql).toBe(409);
  }
  expect(await billsOf(horse)).toEqual([]);
  await barn.rows("update services set price = 12000 where id = ?", [service]);
});

test("Check finds what was billed ahead and ended, got cheaper or was deleted since, and its link has the right amount", async () => {
  const horse = await newHorse("Ahead");
  const { id } = await addCharge(horse);
  const ahead = monthOf(plusDays(lastDayOf(monthOf(today)), 1));
  const due = Array.from({ length: Number(lastDayOf(ahead).slice(8)) }, (_, n) => plusDays(`${ahead}-01`, n)).filter(
    (each) => weekdayOf(each) === "Tue",
  );
  expect(await confirm(`/horses/bill?q=Ahead&month=${ahead}&prorate=on`)).toBe(303);
  const found = async () => (await page("/billing/check?q=Ahead")).match(/Long lesson: (\$[\d.,]+ to \$[\d.,]+)/)?.[1];
  const inDollars = (count: number, price = 120) =>
    (count * price).toLocaleString("en-US", { style: "currency", currency: "USD" });
  expect(await found()).toBeUndefined();
  const edit = async (fields: Record<string, string>) => {
    const form = await page(`/services/standing/${id}/edit`);
    const values = { ...FIELDS, horseId: horse.id, serviceId: service, fromDate: FIRST, ...fields };
    expect(
      (
        await post(`/services/standing/${id}/edit`, {
          ...values,
          ...hiddenFieldsOf(form.slice(form.indexOf("<dialog"))),
        })
      ).status,
    ).toBe(303);
  };
  const all = inDollars(due.length);
  await edit({ untilDate: due[0] ?? "" });
  expect(await found()).toBe(`${all} to ${inDollars(1)}`);
  await edit({ price: "100" });
  expect(await found()).toBe(`${all} to ${inDollars(due.length, 100)}`);
  await edit({});
  expect(await found()).toBeUndefined();
  await edit({ untilDate: due[0] ?? "" });
  const link =
    (await page("/billing/check?q=Ahead")).match(/href="([^"]*edit\?all=boardChanged[^"]*due=12000[^"]*)"/)?.[1] ?? "";
  expect(await page(link)).toMatch(/name="value"[^>]*value="120"/);
  await edit({});
  await post("/services/standing", { intent: "delete", id, idempotencyKey: crypto.randomUUID() });
  expect(await found()).toBe(`${all} to $0.00`);
});

test("the database refuses a second bill of a charge for the same days", async () => {
  const horse = await newHorse("Twice");
  const { id } = await addCharge(horse);
  expect(await confirm(dialog("Twice"))).toBe(303);
  const copy =
    "insert into bill_items (id, customer_id, horse_id, service_id, standing_charge_id, period, date, quantity, value, location, created_at) select ?, customer_id, horse_id, service_id, standing_charge_id, period, date, quantity, value, location, created_at from bill_items where standing_charge_id = ?";
  await expect(barn.rows(copy, [crypto.randomUUID(), id])).rejects.toThrow("UNIQUE constraint failed");
});
