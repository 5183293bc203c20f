import { expect, test } from "vitest";
import { daysBetween, formatUsDate, plusDays, todayInNewYork } from "#app/domain/basics/calendar.ts";
import { formatDollars } from "#app/domain/basics/money.ts";
import { firstDayOf, formatMonth, lastDayOf, monthBefore, monthOf, nameOfMonth } from "#app/domain/basics/months.ts";
import { prorated } from "#app/domain/boarding/boarding.ts";
import { longIslandSurcharge } from "#app/domain/boarding/monthly-charges.ts";
import { addHorses, billsOf, type TestHorse } from "#lab/support/billing.ts";
import { exportFieldsOf } from "#lab/support/exports.ts";
import { hiddenFieldsOf } from "#lab/support/forms.ts";
import { startBarn } from "#tests/support/barn/start-barn.ts";

/* A month in which a horse changes its owner or location, or comes back, over HTTP (docs/product.md, 'Billing horses'). */

const { barn, admin } = startBarn();
const month = monthBefore(monthOf(todayInNewYork(new Date())));
const [first, last] = [firstDayOf(month), lastDayOf(month)];
const of = daysBetween(first, last) + 1;
/** The 15th of the month, on which the horses change, and the day before. */
const [until, since] = [plusDays(first, 13), plusDays(first, 14)];
const short = (day: string) => formatUsDate(day).slice(0, 5);

const page = async (path: string) => (await barn.get(path, admin)).text();
const textOf = (html: string) => html.replaceAll("\u00a0", " ").replaceAll("&#x27;", "'").replaceAll("&amp;", "&");

/** The address of a link of a page by its text; the first one after `from`. */
function linkOf(html: string, label: string, from = "") {
  const rest = textOf(html.slice(Math.max(0, html.indexOf(from))));
  return rest.match(new RegExp(`href="([^"]*)"[^>]*>${label}<`))?.[1] ?? `no link '${label}'`;
}

async function confirm(path: string, optedIn: string[] = []) {
  const fields = Object.entries(hiddenFieldsOf(await page(path)));
  const body = new URLSearchParams([...fields, ...optedIn.map((id) => ["optedIn", id])]);
  return (await barn.post(path, body.toString(), admin)).status;
}

/** Adds horses of one customer, which had the values of `before` until the 15th of the month. */
async function addSold(
  tag: string,
  count: number,
  before: { location?: string; check_out_date?: string; boarding?: number } = {},
) {
  const [seller, buyer] = await barn.rows(
    "select id, name from customers where deleted_at is null order by name limit 2",
  );
  const horses = await addHorses(barn, tag, count, () => ({
    ...{ customer_id: String(buyer?.id), check_in_date: "2020-01-01", location: "florida" },
    ...{ boarding: 290_000, boarding_surcharge: 15_000, training: 0, has_blanket: 0 },
  }));
  for (const { id } of horses) {
    const values = [
      `${since}T17:00:00.000Z`,
      seller?.id,
      before.check_out_date ?? null,
      before.boarding ?? 290_000,
      before.location ?? "florida",
      id,
    ];
    await barn.rows(
      `insert into horse_changes (horse_id, at, customer_id, check_in_date, check_out_date, boarding, boarding_surcharge, training, has_blanket, is_billable, location)
        select id, ?, ?, check_in_date, ?, ?, boarding_surcharge, training, has_blanket, is_billable, ? from horses where id = ?`,
      values as string[],
    );
  }
  const nameOf = (customer: typeof seller) => String(customer?.name);
  return { horses, seller: { id: seller?.id, name: nameOf(seller) }, buyer: { id: buyer?.id, name: nameOf(buyer) } };
}

const linesOf = async (horses: TestHorse[]) =>
  (await billsOf(barn, horses)).map(
    ({ service_id, customer_id, first_day, last_day, location, value }) =>
      `${service_id} ${customer_id} ${first_day ?? first} ${last_day ?? last} ${location} ${value}`,
  );
const part = (cents: number, days: number) => prorated(cents, { days, of });
const path = (tag: string) => `/horses/bill?q=${tag}&month=${month}&prorate=on`;

test("each owner is billed for the own days, and the days are on the file, on the statement and in no finding", async () => {
  const { horses, seller, buyer } = await addSold("Soldmid", 1);
  const name = String(horses[0]?.name);
  const dialog = textOf(await page(path("Soldmid")));
  expect(dialog).toContain(`owner changed ${formatUsDate(since)}`);
  expect(dialog).toContain(`${seller.name}, then ${buyer.name}`);
  const sellers = part(290_000, 14) + part(15_000, 14);
  expect(dialog).toContain(
    `${short(first)} to ${short(until)} · ${seller.name}</span> <span>${formatDollars(sellers)}<`,
  );
  expect(dialog).toContain(`14 of ${of} days · Boarding ${formatDollars(part(290_000, 14))}`);
  expect(await confirm(path("Soldmid"))).toBe(303);
  expect(await linesOf(horses)).toEqual([
    `boarding ${seller.id} ${first} ${until} florida ${part(290_000, 14)}`,
    `boarding-surcharge ${seller.id} ${first} ${until} florida ${part(15_000, 14)}`,
    `boarding ${buyer.id} ${since} ${last} florida ${part(290_000, of - 14)}`,
    `boarding-surcharge ${buyer.id} ${since} ${last} florida ${part(15_000, of - 14)}`,
  ]);
  expect(textOf(await page(path("Soldmid")))).toContain("1 is already billed");
  const check = textOf(await page("/billing/check"));
  expect(check).not.toContain("bills of this service for");
  expect(check).not.toContain(`Boarding for ${name}, `);
  const period = `from=${first}&to=${todayInNewYork(new Date())}`;
  expect(textOf(await page(`/customers/${seller.id}/statement?${period}`))).toContain(
    `Boarding ${short(first)} to ${short(until)}`,
  );
  await barn.rows("update bill_items set comments = 'Soldmid' where horse_id = ?", [String(horses[0]?.id)]);
  const fields = exportFieldsOf(await page("/billing/export?q=Soldmid"));
  expect((await barn.post("/billing/export?q=Soldmid", fields, admin)).status).toBe(303);
  const descriptions = await barn.rows(
    "select item_description as text from export_lines where export_id = ? and item = 'Boarding' order by position",
    [fields.idempotencyKey ?? ""],
  );
  const described = (days: string) => ({ text: `Boarding for ${name}-${nameOfMonth(month)}, ${days}` });
  expect(new Set(descriptions)).toEqual(
    new Set([described(`${short(first)} to ${short(until)}`), described(`${short(since)} to ${short(last)}`)]),
  );
});

test("the whole month goes to either owner, for one horse or for all, and back to each by days", async () => {
  const { horses, seller, buyer } = await addSold("Soldtwo", 2);
  const customersOf = async () =>
    [...new Set((await billsOf(barn, horses)).map(({ horse_id, customer_id }) => `${horse_id} ${customer_id}`))].sort();
  const byDays = await page(path("Soldtwo"));
  expect(textOf(byDays)).toContain(`2 horses changed owners in ${nameOfMonth(month)}`);
  const [one, two] = horses as [TestHorse, TestHorse];
  const toSeller = linkOf(byDays, `Whole month to ${seller.name}`, one.name);
  const chosen = await page(toSeller);
  expect(textOf(chosen)).toContain(`>Whole month to ${seller.name}</span>`);
  const back = await page(linkOf(chosen, "By days", one.name));
  expect(textOf(back)).not.toContain(`>Whole month to ${seller.name}</span>`);
  expect(await confirm(toSeller)).toBe(303);
  expect(await customersOf()).toEqual(
    [`${one.id} ${seller.id}`, `${two.id} ${seller.id}`, `${two.id} ${buyer.id}`].sort(),
  );
  expect((await linesOf([one])).slice(0, 1)).toEqual([`boarding ${seller.id} ${first} ${last} florida 290000`]);
});

test("for all horses at once the first or the last owner pays", async () => {
  const { horses, buyer } = await addSold("Soldall", 2);
  const toLast = linkOf(await page(path("Soldall")), "Whole month to the last owner");
  const again = await page(toLast);
  expect(linkOf(again, "By days for all")).toMatch(/^\/horses\/bill\?/);
  expect(linkOf(again, "Whole month to the last owner")).toMatch(/^no link/);
  expect(await confirm(toLast)).toBe(303);
  expect(new Set((await billsOf(barn, horses)).map(({ customer_id }) => customer_id))).toEqual(new Set([buyer.id]));
});

test("the Long Island surcharge is for the days there", async () => {
  const { horses, seller } = await addSold("Moved", 1, { location: "long-island" });
  const dialog = textOf(await page(path("Moved")));
  expect(dialog).toContain(`location changed ${formatUsDate(since)}`);
  expect(dialog).toContain(`${short(first)} to ${short(until)} · ${seller.name} · Long Island<`);
  expect(await confirm(path("Moved"))).toBe(303);
  const surcharges = (await linesOf(horses)).filter((line) => line.startsWith("long-island"));
  expect(surcharges).toEqual([
    `long-island-surcharge ${seller.id} ${first} ${until} long-island ${part(longIslandSurcharge(290_000, 863), 14)}`,
  ]);
});

test("the days after a return are billed, once those before are billed, and are listed until then", async () => {
  const { horses, buyer } = await addSold("Cameback", 1, { check_out_date: plusDays(first, 9) });
  const [horse] = horses as [TestHorse];
  await barn.rows("update horses set check_in_date = ? where id = ?", [plusDays(first, 19), horse.id]);
  await barn.rows("update horse_changes set check_in_date = '2020-01-01' where horse_id = ?", [horse.id]);
  await barn.rows("delete from horse_changes where horse_id = ? and check_out_date is null", [horse.id]);
  // A run before the return billed the first stay.
  for (const service of ["boarding", "boarding-surcharge"])
    await barn.rows(
      `insert into bill_items (id, horse_id, service_id, date, period, first_day, last_day, quantity, value, location, created_at)
        values (?, ?, ?, ?, ?, ?, ?, 1, 100, 'florida', '2026-01-05T12:00:00.000Z')`,
      [crypto.randomUUID(), horse.id, service, plusDays(first, 11), month, first, plusDays(first, 9)],
    );
  const rest = part(290_000, of - 19) + part(15_000, of - 19);
  const check = textOf(await page(`/billing/check?all=${month}`));
  expect(check).toContain(`${horse.name}, ${formatMonth(month)}`);
  expect(check.slice(check.indexOf(horse.name))).toContain(`${of - 19} of ${of} days`);
  const dialog = textOf(await page(path("Cameback")));
  expect(dialog).toContain(
    `${short(first)} to ${short(plusDays(first, 9))} already billed ${formatUsDate(plusDays(first, 11))}`,
  );
  expect(dialog).toContain(`${short(plusDays(first, 19))} to ${short(last)}</span> <span>${formatDollars(rest)}<`);
  expect(await confirm(path("Cameback"))).toBe(303);
  expect((await linesOf(horses))[0]).toBe(
    `boarding ${buyer.id} ${plusDays(first, 19)} ${last} florida ${part(290_000, of - 19)}`,
  );
  expect(await page(`/billing/check?all=${month}`)).not.toContain(`${horse.name}, ${formatMonth(month)}`);
  expect(textOf(await page(path("Cameback")))).toContain("1 is already billed");
});

test("a month that is over is billed at the prices it began with, and the later ones are offered for one horse or all", async () => {
  const { horses, buyer } = await addSold("Raised", 2, { boarding: 250_000 });
  await barn.rows("update horse_changes set customer_id = ? where horse_id in (?, ?)", [
    String(buyer.id),
    ...horses.map(({ id }) => id),
  ]);
  const [one, two] = horses as [TestHorse, TestHorse];
  const began = await page(path("Raised"));
  expect(textOf(began)).toContain(`price changed ${formatUsDate(since)}`);
  expect(textOf(began)).toContain(`Boarding $2,500.00 until ${short(until)}, $2,900.00 since ${short(since)}`);
  expect(textOf(began)).toContain(`2 horses had a change of price in ${nameOfMonth(month)}`);
  const later = linkOf(began, "Use the later prices", one.name);
  expect(linkOf(await page(later), "Use the first prices", one.name)).toMatch(/^\/horses\/bill\?/);
  const all = await page(linkOf(began, "Use the later prices for all"));
  expect(textOf(all)).toContain("<output>$6,100.00</output>");
  expect(linkOf(all, "Use the first prices for all")).toMatch(/^\/horses\/bill\?/);
  expect(await confirm(later)).toBe(303);
  const boarding = (await billsOf(barn, horses)).filter(({ service_id }) => service_id === "boarding");
  expect(boarding.map(({ horse_id, value }) => `${horse_id} ${value}`).sort()).toEqual(
    [`${one.id} 290000`, `${two.id} 250000`].sort(),
  );
});
