import { expect, test } from "vitest";
import { daysBetween, formatUsDate, plusDays, todayInNewYork } from "#app/domain/basics/calendar.ts";
import { formatDollars, inDollars } from "#app/domain/basics/money.ts";
import { firstDayOf, formatMonth, lastDayOf, monthBefore, monthOf } from "#app/domain/basics/months.ts";
import { prorated } from "#app/domain/boarding/boarding.ts";
import { addHorses } from "#lab/support/billing.ts";
import { exportFieldsOf, textOf } from "#lab/support/exports.ts";
import { hiddenFieldsOf } from "#lab/support/forms.ts";
import { startBarn } from "#tests/support/barn/start-barn.ts";

/* A horse that left after its month was billed, from Check to the right amount, over HTTP (docs/product.md, 'Check'). */

const { barn, admin } = startBarn();
const month = monthBefore(monthOf(todayInNewYork(new Date())));
const [first, last] = [firstDayOf(month), lastDayOf(month)];
const of = daysBetween(first, last) + 1;
const left = plusDays(first, 4);
const due = prorated(290_000, { days: 5, of });

const page = async (path: string) => (await barn.get(path, admin)).text();
const sectionOf = (html: string) => html.match(/<details id="daysNotHere".*?<\/details>/s)?.[0] ?? "";
const linkOf = (html: string) =>
  (html.match(/href="(\/billing\/check\/[^"]*)"[^>]*>Boarding: /)?.[1] ?? "").replaceAll("&amp;", "&");
const dialogOf = (html: string) => html.slice(html.indexOf("<dialog"));
/** Where the form of a dialog is sent. */
const actionOf = (html: string) =>
  (dialogOf(html).match(/<form[^>]* action="([^"]*)"/)?.[1] ?? "").replaceAll("&amp;", "&");
/** What the form of a dialog sends: its hidden fields, and its value as it is suggested. */
const sent = (html: string, name: string) => ({
  ...hiddenFieldsOf(dialogOf(html)),
  [name]: dialogOf(html).match(new RegExp(`name="${name}"[^>]*value="([^"]*)"`))?.[1] ?? "",
});

async function addBilled(tag: string) {
  const [customer] = await barn.rows("select id from customers where deleted_at is null order by name limit 1");
  const [horse] = await addHorses(barn, tag, 1, () => ({
    ...{ customer_id: String(customer?.id), check_in_date: "2020-01-01", location: "florida" },
    ...{ boarding: 290_000, boarding_surcharge: 0, training: 0, has_blanket: 0 },
  }));
  if (!horse) throw new Error("There is no horse");
  const dialog = `/horses/bill?q=${tag}&month=${month}&prorate=on`;
  const body = new URLSearchParams(hiddenFieldsOf(await page(dialog)));
  expect((await barn.post(dialog, body.toString(), admin)).status).toBe(303);
  const [bill] = await barn.rows("select id from bill_items where horse_id = ? and service_id = 'boarding'", [
    horse.id,
  ]);
  return { horse, customerId: String(customer?.id), billId: String(bill?.id) };
}

const leave = (id: string) =>
  barn.rows("update horses set check_out_date = ?, version = version + 1, updated_at = ? where id = ?", [
    left,
    new Date().toISOString(),
    id,
  ]);
const billed = async (id: string) =>
  (await barn.rows("select value, first_day as first, last_day as last from bill_items where id = ?", [id]))[0];
/** What 'Bill N Horses' offers for the horse and the month. */
const offered = async (tag: string) => textOf(dialogOf(await page(`/horses/bill?q=${tag}&month=${month}&prorate=on`)));

test("a pending bill for days not here is edited to the amount that Check suggests", async () => {
  const { horse, customerId, billId } = await addBilled("Leftpending");
  expect(sectionOf(await page("/billing/check"))).not.toContain(horse.name);
  await leave(horse.id);
  const check = await page("/billing/check?all=daysNotHere");
  const text = textOf(sectionOf(check));
  expect(text).toContain(`Billed for days not here: 1 horse ${formatDollars(290_000 - due)}`);
  expect(text).toContain(
    `${horse.name} ${formatMonth(month)} left ${formatUsDate(left)} Boarding: $2,900.00 to ${formatDollars(due)} ${formatDollars(290_000 - due)}`,
  );
  const link = linkOf(sectionOf(check));
  const dialog = await page(link);
  expect(sent(dialog, "value").value).toBe(inDollars(due));
  const [bill] = await barn.rows("select date from bill_items where id = ?", [billId]);
  const values = { date: String(bill?.date), customerId, quantity: "1", comments: "" };
  const saved = await barn.post(actionOf(dialog), { ...sent(dialog, "value"), ...values }, admin);
  expect([saved.status, saved.headers.get("Location")]).toEqual([
    303,
    expect.stringMatching(/^\/billing\/check\?all=daysNotHere&done=/),
  ]);
  expect(await billed(billId)).toEqual({ value: due, first, last: left });
  expect(sectionOf(await page("/billing/check"))).not.toContain(horse.name);
  expect(await offered("Leftpending")).toContain("no horses to bill");

  // It left five days later: these are not billed yet.
  await barn.rows("update horses set check_out_date = ? where id = ?", [plusDays(first, 9), horse.id]);
  expect(sectionOf(await page("/billing/check"))).not.toContain(horse.name);
  expect(await offered("Leftpending")).toContain(`5 of ${of} days · Boarding ${formatDollars(due)}`);
});

test("an exported one is corrected, or marked OK", async () => {
  const { horse, customerId, billId } = await addBilled("Leftexported");
  await barn.rows("update bill_items set comments = 'Leftexported' where id = ?", [billId]);
  const fields = exportFieldsOf(await page("/billing/export?q=Leftexported"));
  expect((await barn.post("/billing/export?q=Leftexported", fields, admin)).status).toBe(303);
  await leave(horse.id);
  const section = sectionOf(await page("/billing/check?all=daysNotHere"));
  const link = linkOf(section);
  expect(link).toContain("/correct?");

  const fine = Object.fromEntries(
    [...section.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [name, value]),
  );
  const marked = await barn.post("/dismissals", fine, admin);
  expect(marked.status).toBe(303);
  const done = await page(marked.headers.get("Location") ?? "");
  expect(sectionOf(done)).not.toContain(horse.name);
  expect(textOf(done)).toContain(`Marked OK: ${horse.name}, ${formatMonth(month)}. Undo`);

  const dialog = await page(link);
  expect(sent(dialog, "amount").amount).toBe(inDollars(due));
  const values = { customerId, serviceId: "boarding", reason: "Left early" };
  const saved = await barn.post(actionOf(dialog), { ...sent(dialog, "amount"), ...values }, admin);
  expect([saved.status, saved.headers.get("Location")]).toEqual([
    303,
    expect.stringMatching(/^\/billing\/check\?all=daysNotHere&done=/),
  ]);
  expect(await billed(billId)).toEqual({ value: due, first, last: left });
});

test("a bill that gets another amount than the suggested one keeps its days", async () => {
  const { horse, customerId, billId } = await addBilled("Leftother");
  await leave(horse.id);
  const section = sectionOf(await page("/billing/check?all=daysNotHere"));
  const link = linkOf(section.slice(section.indexOf(horse.name)));
  const dialog = await page(link);
  const [bill] = await barn.rows("select date from bill_items where id = ?", [billId]);
  const values = { date: String(bill?.date), customerId, quantity: "1", comments: "", value: "500" };
  expect((await barn.post(actionOf(dialog), { ...sent(dialog, "value"), ...values }, admin)).status).toBe(303);
  expect(await billed(billId)).toEqual({ value: 50_000, first: null, last: null });
});
