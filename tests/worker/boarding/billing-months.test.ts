import { expect, test } from "vitest";
import { daysBetween, formatUsDate, plusDays, todayInNewYork } from "#app/domain/basics/calendar.ts";
import { firstDayOf, formatMonth, lastDayOf, monthBefore, monthOf } from "#app/domain/basics/months.ts";
import { prorated } from "#app/domain/boarding/boarding.ts";
import { addHorses, addShows, billBoarding, billsOf, type TestHorse } from "#lab/support/billing.ts";
import { exportFieldsOf } from "#lab/support/exports.ts";
import { doneIn, hiddenFieldsOf } from "#lab/support/forms.ts";
import { startBarn } from "#tests/support/barn/start-barn.ts";

const { barn, admin } = startBarn();
const today = todayInNewYork(new Date());
const thisMonth = monthOf(today);
const lastMonth = monthBefore(thisMonth);

const page = async (path: string) => (await barn.get(path, admin)).text();

async function open(path: string) {
  const text = await page(path);
  const action =
    text
      .match(/action="([^"]*)"[^>]*>(?:<button[^>]*><\/button>)?<input type="hidden" name="idempotencyKey"/)?.[1]
      ?.replaceAll("&amp;", "&") ?? "";
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
    `1 of 2: 1 is already billed for ${formatMonth(thisMonth).split(" ")[0]}.`,
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
  expect(again).toContain(`0 of 3: 2 are already billed for ${month}, 1 was not on the property in ${month}.`);
  expect(again).toContain(`Others: 1 is already billed for ${month}, 1 is not billable`);
  expect(await page("/horses?q=Reasons")).toContain(">Bill 3 Horses</a>");
});

test("partial months are prorated if the admin wants it, and the choice is remembered", async () => {
  const [first, last] = [firstDayOf(lastMonth), lastDayOf(lastMonth)];
  const checkIn = plusDays(first, 10);
  const [horse] = (await addHorses(barn, "Prorated", 1, () => ({ check_in_date: checkIn }))) as [TestHorse];
  const part = { days: daysBetween(checkIn, last) + 1, of: daysBetween(first, last) + 1 };
  const isOn = async (path: string) =>
    (await page(path)).match(/aria-checked="(\w+)"[^>]*>Prorate partial months/)?.[1] === "true";
  expect(await isOn(`/horses/bill?month=${lastMonth}&q=Prorated`)).toBe(false);
  const dialog = await open(`/horses/bill?month=${lastMonth}&q=Prorated&prorate=on`);
  expect(dialog.text).toContain(`${part.days}\u00a0of\u00a0${part.of}\u00a0days`);
  expect(await confirm(`/horses/bill?month=${lastMonth}&q=Prorated&prorate=on`)).toBe(303);
  const bills = await billsOf(barn, [horse]);
  expect(bills.find(({ service_id }) => service_id === "boarding")?.value).toBe(prorated(horse.boarding, part));
  expect(await isOn(`/horses/bill?month=${lastMonth}&q=Prorated`)).toBe(true);
  await addHorses(barn, "Unprorated", 1, () => ({ check_in_date: checkIn }));
  expect(await confirm(`/horses/bill?month=${lastMonth}&q=Unprorated&prorate=off`)).toBe(303);
  expect(await isOn(`/horses/bill?month=${lastMonth}&q=Prorated`)).toBe(false);
});

test.each([
  ["/billing/check", "/billing/check"],
  ["/overview", "/overview"],
  ["//evil.example", "/horses?q=Prorated"],
])("Cancel of the dialog that %s opened leads to %s, also after another month was chosen", async (back, expected) => {
  const dialog = await page(`/horses/bill?q=Prorated&month=${lastMonth}&back=${back}`);
  expect(dialog.match(/<a [^>]*data-cancel[^>]*>/)?.[0]).toContain(`href="${expected}"`);
  const [, month = ""] = dialog.match(/href="([^"]*)"[^>]*><span>[A-Z][a-z]+ \d{4}</) ?? [];
  expect(month.includes(`back=${back}`)).toBe(expected === back);
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
  const [payer, owner] = await barn.rows("select id, name from customers order by seq limit 2");
  await update("horses", horses[0]?.id ?? "", `customer_id = '${owner?.id}'`);
  const text = (await page("/shows/bill?q=Payershow")).replaceAll("&#x27;", "'");
  expect(shows).toHaveLength(2);
  expect(text.split(`billed to ${payer?.name}`).length).toBeGreaterThan(2);
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

test("a month is billed at its own facts, the line says what is other today, and today's can be chosen for one or all", async () => {
  const horses = await addHorses(barn, "Ownfacts", 2, () => ({
    check_in_date: "2020-01-01",
    boarding: 290_000,
    boarding_surcharge: 0,
    training: 0,
    has_blanket: 0,
    location: "florida",
  }));
  const [first, second] = horses as [TestHorse, TestHorse];
  for (const { id } of horses)
    await update("horses", id, `boarding = 340000, updated_at = '${new Date().toISOString()}'`);
  const path = `/horses/bill?q=Ownfacts&month=${lastMonth}`;
  const name = formatMonth(lastMonth).split(" ")[0];
  const { text } = await open(path);
  expect(text).toContain(`Boarding $2,900.00 as of ${name}; $3,400.00 today`);
  expect(text.split(">Use today&#x27;s</a>")).toHaveLength(3);
  expect(text).toContain(`2 horses had other prices, owners or locations in ${name}`);
  expect(text).toContain("<output>$5,800.00</output>");
  const ofOne = await open(`${path}&today=${first.id}`);
  expect(ofOne.text).toContain("<output>$6,300.00</output>");
  expect(ofOne.text).toContain(`>Use ${name}&#x27;s</a>`);
  expect((await open(`${path}&today=all`)).text).toContain("<output>$6,800.00</output>");
  // What another admin's dialog shows is not what this one confirms.
  expect((await barn.post(`${path}&today=all`, ofOne.fields, admin)).status).toBe(409);
  expect(await confirm(`${path}&today=${first.id}&today=${"x".repeat(3_000)}`)).toBe(303);
  const values = Object.fromEntries(
    (await billsOf(barn, horses)).map((each) => [`${each.horse_id} ${each.service_id}`, each.value]),
  );
  expect([values[`${first.id} boarding`], values[`${second.id} boarding`]]).toEqual([340_000, 290_000]);
});

test("the bills of a past month are for the owner and the location of that month", async () => {
  const horses = await addHorses(barn, "Soldsince", 1, () => ({ check_in_date: "2020-01-01", location: "florida" }));
  const [horse] = horses as [TestHorse];
  const [buyer] = await barn.rows("select id from customers where id <> ? and deleted_at is null limit 1", [
    String(horse.customer_id),
  ]);
  const now = new Date().toISOString();
  await update("horses", horse.id, `customer_id = '${buyer?.id}', location = 'long-island', updated_at = '${now}'`);
  expect(await confirm(`/horses/bill?q=Soldsince&month=${lastMonth}`)).toBe(303);
  const owners = () =>
    barn.rows(
      "select distinct period, customer_id, location, first_day, last_day from bill_items where horse_id = ? order by 1, 3",
      [horse.id],
    );
  const [seller, whole] = [
    { customer_id: horse.customer_id, location: "florida" },
    { first_day: null, last_day: null },
  ];
  const before = { period: lastMonth, ...seller, ...whole };
  expect(await owners()).toEqual([before]);
  expect(await confirm(`/horses/bill?q=Soldsince&month=${thisMonth}`)).toBe(303);
  // This month until yesterday is the seller's.
  const isFirst = today === firstDayOf(thisMonth);
  const [until, since] = [
    { first_day: firstDayOf(thisMonth), last_day: plusDays(today, -1) },
    { first_day: today, last_day: lastDayOf(thisMonth) },
  ];
  expect(await owners()).toEqual([
    before,
    ...(isFirst ? [] : [{ period: thisMonth, ...seller, ...until }]),
    { period: thisMonth, customer_id: buyer?.id, location: "long-island", ...(isFirst ? whole : since) },
  ]);
});

test("horses that left come first with their days, and board that is not owed is skipped until that is undone", async () => {
  const horses = await addHorses(barn, "Leftfirst", 3, () => ({ check_in_date: "2020-01-01" }));
  const [left, owed] = horses as [TestHorse, TestHorse];
  await update("horses", left.id, `check_out_date = '${plusDays(firstDayOf(lastMonth), 9)}'`);
  const path = `/horses/bill?q=Leftfirst&month=${lastMonth}`;
  const opened = await open(path);
  const days = Number(lastDayOf(lastMonth).slice(8));
  expect(opened.text).toContain(`10\u00a0of\u00a0${days}\u00a0days,\u00a0billed\u00a0in\u00a0full`);
  const dialog = opened.text.slice(opened.text.indexOf("Are you sure you want to bill"));
  expect(dialog.indexOf("Left before today. Tick to include")).toBeLessThan(dialog.indexOf("Leftfirst 001"));
  expect(opened.text).toContain("1 left before today");
  const dismissal = {
    idempotencyKey: crypto.randomUUID(),
    kind: "board",
    recordId: owed.id,
    scope: lastMonth,
    name: "Leftfirst 001, last month",
    back: "/billing/check",
  };
  const dismissed = await barn.post("/dismissals", dismissal, admin);
  expect(dismissed.headers.get("Location")).toBe(`/billing/check?done=${dismissal.idempotencyKey}`);
  // Sent twice, and once more by another page: marked once.
  expect((await barn.post("/dismissals", dismissal, admin)).status).toBe(303);
  expect((await barn.post("/dismissals", { ...dismissal, idempotencyKey: crypto.randomUUID() }, admin)).status).toBe(
    303,
  );
  expect(await barn.rows("select scope from dismissals where record_id = ?", [owed.id])).toEqual([
    { scope: lastMonth },
  ]);
  expect((await open(path)).text).toContain("1 is marked not to bill");
  expect(await page("/activity")).toContain("Mark boarding not to bill");
  expect(await confirm(path, [left.id])).toBe(303);
  expect(new Set((await billsOf(barn, horses)).map(({ horse_id }) => horse_id))).not.toContain(owed.id);
  const undo = { intent: "undo", change: dismissal.idempotencyKey };
  expect((await barn.post("/billing/check", undo, admin)).status).toBe(303);
  expect(await confirm(path)).toBe(303);
  expect(new Set((await billsOf(barn, horses)).map(({ horse_id }) => horse_id))).toContain(owed.id);
});

test("a horse that is deleted keeps its unbilled days: the notice, Check and the dialog have them until they are billed", async () => {
  const [horse, other] = (await addHorses(barn, "Deletedlate", 2, () => ({
    ...{ check_in_date: "2020-01-01", boarding: 290_000, boarding_surcharge: 0, training: 0 },
    ...{ has_blanket: 0, location: "florida" },
  }))) as [TestHorse, TestHorse];
  for (const { id } of [horse, other]) await update("horses", id, "created_at = '2020-01-01T12:00:00.000Z'");
  const name = formatMonth(lastMonth).split(" ")[0];
  const path = `/horses/bill?q=Deletedlate&month=${lastMonth}`;
  // Only last month is open: the others are not owed.
  for (const { id } of [horse, other])
    for (let month = thisMonth; month > "2025"; month = monthBefore(month))
      if (month !== lastMonth)
        await barn.rows(
          "insert into dismissals (id, kind, record_id, scope, name, created_at, updated_at) values (?, 'board', ?, ?, 'x', '2026', '2026')",
          [`${id} ${month}`, id, month],
        );
  const deletion = await barn.post("/horses", { intent: "delete", id: horse.id }, admin);
  const notice = (await page(deletion.headers.get("Location") ?? "")).replaceAll("<!-- -->", "");
  expect(notice).toContain(`Deletedlate 000 was deleted. ${name} is not billed: $2,900.00.`);
  const check = await page(`/billing/check?all=${lastMonth}`);
  expect(check).toContain(`deleted ${formatUsDate(today)}`);
  const { text } = await open(path);
  expect(text).toContain("<h3>Deleted. Tick to include</h3>");
  expect(text).toContain(`>deleted ${formatUsDate(today)}<`);
  expect(text).toContain("Others: 1 was deleted.");
  // Without its box, only the other horse is billed.
  expect(await confirm(path)).toBe(303);
  expect((await billsOf(barn, [horse])).length).toBe(0);
  // Restored while the dialog is open: it is not what was shown.
  const stale = await open(path);
  await barn.post("/horses", { intent: "undo", change: doneIn(deletion) }, admin);
  const late = new URLSearchParams([...Object.entries(stale.fields), ["optedIn", horse.id]]);
  expect((await barn.post(stale.action, late.toString(), admin)).status).toBe(409);
  expect((await open(path)).text).not.toContain("Deleted. Tick to include");
  // Deleted within the month, it is billed up to that day.
  await update("horses", horse.id, `deleted_at = '${plusDays(firstDayOf(lastMonth), 9)}T17:00:00.000Z'`);
  expect(await confirm(`${path}&prorate=on`, [horse.id])).toBe(303);
  const days = { days: 10, of: Number(lastDayOf(lastMonth).slice(8)) };
  expect((await billsOf(barn, [horse])).map(({ value }) => value)).toContain(prorated(290_000, days));
  expect((await open(path)).text).not.toContain("Deleted. Tick to include");
});

test.each([
  ["an unknown kind", { kind: "boarding" }, 400],
  ["a horse that does not exist", { recordId: "nobody" }, 409],
  ["a name with a line break", { name: "a\nb" }, 400],
  ["a field that is not one of the form", { extra: "1" }, 400],
])("%s cannot be marked as not owed", async (_, change, status) => {
  const [horse] = await addHorses(barn, "Notowed", 1);
  const fields = { kind: "board", recordId: horse?.id ?? "", scope: thisMonth, name: "Notowed" };
  const sent = { ...fields, idempotencyKey: crypto.randomUUID(), back: "https://elsewhere.example", ...change };
  const response = await barn.post("/dismissals", sent, admin);
  expect(response.status).toBe(status);
  expect(await barn.rows("select 1 from dismissals where record_id = ?", [fields.recordId])).toEqual([]);
});

test("the month that is offered follows the setting, and the last one while it has board that was not billed", async () => {
  const offered = async () =>
    (await barn.get("/horses/bill", admin)).headers.get("Location")?.match(/^\/horses\/bill\?month=([\d-]+)$/)?.[1];
  const since = await barn.rows("select min(period) as month from bill_items where billing_run_id is not null");
  expect(String(since[0]?.month) < monthBefore(lastMonth)).toBe(true);
  const [horse] = (await addHorses(barn, "Offered", 1, () => ({ check_in_date: "2020-01-01" }))) as [TestHorse];
  await barn.rows("update horses set deleted_at = '2020-01-01' where id <> ?", [horse.id]);
  expect(await offered()).toBe(lastMonth);
  await barn.rows("update settings set board_in = 'arrears'");
  expect(await offered()).toBe(monthBefore(lastMonth));
  await update("horses", horse.id, `check_in_date = '${firstDayOf(lastMonth)}'`);
  expect(await offered()).toBe(lastMonth);
  await barn.rows("update settings set board_in = 'advance'");
  expect(await offered()).toBe(lastMonth);
  await update("horses", horse.id, `check_in_date = '${firstDayOf(thisMonth)}'`);
  expect(await offered()).toBe(thisMonth);
});
