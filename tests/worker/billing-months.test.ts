import { afterAll, beforeAll, expect, test } from "vitest";
import { prorated } from "#app/domain/boarding.ts";
import { daysBetween, formatUsDate, plusDays, todayInNewYork } from "#app/domain/calendar.ts";
import { firstDayOf, formatMonth, lastDayOf, monthBefore, monthOf } from "#app/domain/months.ts";
import { ADMIN, type Barn, openBarn } from "#tests/support/barn.ts";
import { addHorses, addShows, billBoarding, billsOf, type TestHorse } from "#tests/support/billing.ts";
import { exportFieldsOf } from "#tests/support/exports.ts";
import { hiddenFieldsOf } from "#tests/support/forms.ts";

let barn: Barn;
let admin: { Cookie: string };
const today = todayInNewYork(new Date());
const thisMonth = monthOf(today);
const lastMonth = monthBefore(thisMonth);

beforeAll(async () => {
  barn = await openBarn();
  admin = { Cookie: await barn.cookieOf(ADMIN) };
});
afterAll(() => barn.close());

const page = async (path: string) => (await barn.get(path, admin)).text();

async function open(path: string) {
  const text = await page(path);
  const action =
    text.match(/action="([^"]*)"[^>]*><input type="hidden" name="idempotencyKey"/)?.[1]?.replaceAll("&amp;", "&") ?? "";
  return { text, fields: hiddenFieldsOf(text), action: action.replace(/^\./, path.replace(/\?.*/, "")) };
}

async function confirm(path: string, optedIn: string[] = []) {
  const { fields, action } = await open(path);
  const body = new URLSearchParams([...Object.entries(fields), ...optedIn.map((id) => ["optedIn", id])]);
  const response = await barn.post(action, body.toString(), admin);
  return response.status;
}

const update = (table: string, id: string, set: string) => barn.rows(`update ${table} set ${set} where id = ?`, [id]);

test("a horse is billed for the last month once, whatever the day, and its bills say so in the file, too", async () => {
  const horses = await addHorses(barn, "Lastmonth", 2, () => ({ check_in_date: "2020-01-01" }));
  const [first, second] = horses as [TestHorse, TestHorse];
  const path = `/horses/bill?q=Lastmonth&month=${lastMonth}`;
  expect((await open(path)).text).toContain(`aria-current="true"`);
  expect(await confirm(path)).toBe(303);
  expect(new Set((await billsOf(barn, horses)).map(({ period, date }) => `${period} ${date}`))).toEqual(
    new Set([`${lastMonth} ${today}`]),
  );
  // For the last month both are billed now, and for this month none.
  expect(await confirm(path)).toBe(400);
  expect(await page("/horses?q=Lastmonth")).toContain(">Bill 2 Horses</a>");
  const current = await open(`/horses/bill?month=${thisMonth}&q=Lastmonth`);
  expect(current.text).toContain(`billed ${formatUsDate(today)} for ${formatMonth(lastMonth).split(" ")[0]}`);
  await billBoarding(barn, second, firstDayOf(thisMonth));
  expect((await open(`/horses/bill?month=${thisMonth}&q=Lastmonth`)).text).toContain(
    "bill 1 horse? This action cannot be undone.",
  );
  expect((await open(`/horses/bill?month=${thisMonth}&q=Lastmonth`)).text).toContain(
    `1 is already billed for ${formatMonth(thisMonth).split(" ")[0]},`,
  );
  expect(await confirm(`/horses/bill?month=${thisMonth}&q=Lastmonth`)).toBe(303);
  const periods = (await billsOf(barn, [first])).map(({ period }) => period);
  expect(new Set(periods)).toEqual(new Set([lastMonth, thisMonth]));
  // The button has the number of billable horses, and the dialog that of the horses that are billed, and why.
  expect(await page("/horses?q=Lastmonth")).toContain(">Bill 2 Horses</a>");
  expect((await open(`/horses/bill?month=${thisMonth}&q=Lastmonth`)).text).toContain("There are no horses to bill.");

  await barn.rows("update bill_items set comments = 'Lastmonth' where horse_id = ?", [first.id]);
  const dialog = await open("/billing/export?q=Lastmonth");
  const fields = exportFieldsOf(dialog.text);
  const made = await barn.post("/billing/export?q=Lastmonth", fields, admin);
  expect(made.status).toBe(303);
  const descriptions = await barn.rows(
    "select distinct item_description as text from export_lines where export_id = ? and item_description like 'Boarding for ' || ? || '-%'",
    [fields.idempotencyKey ?? "", first.name],
  );
  expect(descriptions.map(({ text }) => String(text)).sort()).toEqual(
    [thisMonth, lastMonth].map((month) => `Boarding for ${first.name}-${formatMonth(month).split(" ")[0]}`).sort(),
  );
});

test("the dialog names the horses that it does not bill, with the reason", async () => {
  const stays = [
    { check_in_date: "2020-01-01" },
    { check_in_date: "2020-01-01", is_billable: 0 },
    { check_in_date: plusDays(lastDayOf(lastMonth), -9) },
    { check_in_date: today },
    { check_in_date: "2020-01-01" },
  ];
  const horses = await addHorses(barn, "Reasons", 5, (n) => stays[n] ?? {});
  const [whole, , late, fresh, left] = horses as [TestHorse, TestHorse, TestHorse, TestHorse, TestHorse];
  await update("horses", left.id, `check_out_date = '${plusDays(firstDayOf(lastMonth), 4)}'`);
  const { text } = await open(`/horses/bill?q=Reasons&month=${lastMonth}`);
  expect(text).toContain("bill 2 horses?");
  expect(text).toContain("<span>not billable</span>");
  expect(text).toContain(`<span>on the property since ${formatUsDate(today)}</span>`);
  expect(text).toContain(`>on the property since ${formatUsDate(late.check_in_date)}<`);
  expect(text).toContain(`>checked out ${formatUsDate(plusDays(firstDayOf(lastMonth), 4))}<`);
  // A horse that is named only cannot be ticked, one that left can.
  expect(await confirm(`/horses/bill?q=Reasons&month=${lastMonth}`, [fresh.id])).toBe(400);
  expect(await confirm(`/horses/bill?q=Reasons&month=${lastMonth}`, [left.id])).toBe(303);
  const billed = new Set((await billsOf(barn, horses)).map(({ horse_id }) => horse_id));
  expect(billed).toEqual(new Set([whole.id, late.id, left.id]));
  // The horse that left is counted as billed.
  const again = (await open(`/horses/bill?q=Reasons&month=${lastMonth}`)).text;
  const month = formatMonth(lastMonth).split(" ")[0];
  expect(again).toContain(
    `3 are already billed for ${month}, 1 is not billable, 1 was not on the property in ${month}.`,
  );
});

test("partial months are prorated if the admin wants it, and the choice is remembered", async () => {
  const [horse] = (await addHorses(barn, "Prorated", 1, () => ({ check_in_date: today }))) as [TestHorse];
  const [first, last] = [firstDayOf(thisMonth), lastDayOf(thisMonth)];
  const part = { days: daysBetween(today, last) + 1, of: daysBetween(first, last) + 1 };
  const isOn = async (path: string) =>
    (await page(path)).match(/aria-checked="(\w+)"[^>]*>Prorate partial months/)?.[1] === "true";
  expect(await isOn(`/horses/bill?month=${thisMonth}&q=Prorated`)).toBe(false);
  const dialog = await open(`/horses/bill?month=${thisMonth}&q=Prorated&prorate=on`);
  expect(dialog.text).toContain(`${part.days}\u00a0of\u00a0${part.of}\u00a0days`);
  expect(await confirm(`/horses/bill?month=${thisMonth}&q=Prorated&prorate=on`)).toBe(303);
  const bills = await billsOf(barn, [horse]);
  expect(bills.find(({ service_id }) => service_id === "boarding")?.value).toBe(prorated(horse.boarding, part));
  expect(await isOn(`/horses/bill?month=${thisMonth}&q=Prorated`)).toBe(true);
  await addHorses(barn, "Unprorated", 1);
  expect(await confirm(`/horses/bill?month=${thisMonth}&q=Unprorated&prorate=off`)).toBe(303);
  expect(await isOn(`/horses/bill?month=${thisMonth}&q=Prorated`)).toBe(false);
});

test("future shows are ticked unless the switch leaves them out, shows with a bill are not, and a bill names its show", async () => {
  const horses = await addHorses(barn, "Futureshow", 3);
  const { shows } = await addShows(barn, "Futureshow", horses);
  const [past, future, repeated] = shows as [(typeof shows)[0], (typeof shows)[0], (typeof shows)[0]];
  await barn.rows("update shows set date = ? where id in (?, ?)", ["2026-01-15", past.id, repeated.id]);
  await update("shows", future.id, `date = '${plusDays(today, 1)}'`);
  const path = "/shows/bill?q=Futureshow";
  expect(await page("/shows?q=Futureshow")).toContain(">Bill 3 Shows</a>");
  const tickedIn = (text: string) =>
    [...text.matchAll(/<input(?=[^>]*optedIn)(?=[^>]*checked="")[^>]*value="([^"]*)"/g)].map(([, id]) => id);
  const all = await open(path);
  expect([tickedIn(all.text), all.text.includes("bill 3 shows?")]).toEqual([[future.id], true]);
  const without = await open(`${path}&future=off`);
  expect([tickedIn(without.text), without.text.includes("bill 2 shows?")]).toEqual([[], true]);
  expect([all, without].map(({ text }) => text.includes("1 is in the future."))).toEqual([false, true]);
  expect(await confirm(`${path}&future=off`)).toBe(303);
  expect((await billsOf(barn, horses)).map(({ comments }) => comments).sort()).toEqual(
    [past, repeated].map(({ name }) => `${name}, 01/15/2026`).sort(),
  );
  await update("shows", repeated.id, "billed = 0");
  expect(await page("/shows?q=Futureshow")).toContain(">Bill 2 Shows</a>");
  const left = await open(path);
  expect(left.text).toContain(`>already billed ${formatUsDate(today)}<`);
  expect(left.text).toContain(">in the future<");
  expect(await confirm(path)).toBe(400);
  expect(await confirm(path, [repeated.id, future.id])).toBe(303);
  expect(await billsOf(barn, horses)).toHaveLength(4);
});

test("the dialog of shows names who pays, and marks where that is not the owner of today", async () => {
  const horses = await addHorses(barn, "Payershow", 2);
  const { shows } = await addShows(barn, "Payershow", horses);
  const [payer, owner] = await barn.rows("select id, name from customers order by id limit 2");
  await update("horses", horses[0]?.id ?? "", `customer_id = '${owner?.id}'`);
  const { text } = await open("/shows/bill?q=Payershow");
  expect(shows).toHaveLength(2);
  expect(text.split(`${payer?.name} pays`).length).toBeGreaterThan(2);
  expect(text.split(`>${horses[0]?.name} belongs to ${owner?.name} today<`)).toHaveLength(2);
  expect(text).not.toContain(`>${horses[1]?.name} belongs to`);
});

test("of the horses that were not in the property, the dialog names 100 and gives the number of the others", async () => {
  const horses = await addHorses(barn, "Absent", 102);
  await barn.rows(
    "update horses set check_in_date = '2020-01-01', check_out_date = '2020-02-01' where name like 'Absent%'",
  );
  const { text } = await open(`/horses/bill?month=${thisMonth}&view=all&q=Absent`);
  expect(horses.length).toBe(102);
  expect(text).toContain("and 2 more");
  await barn.rows(
    "update horses set deleted_at = '2020-02-01' where id in (select id from horses where name like 'Absent%' limit 2)",
  );
  expect((await open(`/horses/bill?month=${thisMonth}&view=all&q=Absent`)).text).not.toMatch(/and \d+ more/);
});
