import { expect, test } from "vitest";
import { formatUsDate, plusDays, plusMonths, todayInNewYork } from "#app/domain/basics/calendar.ts";
import { formatMonth, lastDayOf, monthOf, nameOfMonth, shortMonthAndYear } from "#app/domain/basics/months.ts";
import { addHorses, type TestHorse } from "#lab/support/billing.ts";
import { exportFieldsOf, textOf } from "#lab/support/exports.ts";
import { doneIn, hiddenFieldsOf } from "#lab/support/forms.ts";
import { openShared } from "#tests/support/barn/shared-links.ts";
import { startBarn } from "#tests/support/barn/start-barn.ts";

/* A month that is billed before it begins, from the dialog to the owner, without JavaScript (docs/product.md, 'Billing horses'). */

const { barn, admin } = startBarn();
const today = todayInNewYork(new Date());
const current = monthOf(today);
const [next = "", second = "", third = ""] = [1, 2, 3].map((n) => monthOf(plusMonths(`${current}-01`, n)));

const page = async (path: string) => (await barn.get(path, admin)).text();
const textAt = async (path: string) => textOf(await page(path));

/** A horse of a new customer: boarding of $2,900.00, and nothing else. */
async function addHorse(tag: string): Promise<TestHorse> {
  const customerId = crypto.randomUUID();
  await barn.rows(
    "insert into customers (id, name, emails, phone, riders, created_at, updated_at) values (?, ?, '[]', '', '[]', '2026', '2026')",
    [customerId, `Owner ${tag}`],
  );
  const [horse] = await addHorses(barn, tag, 1, () => ({
    ...{ customer_id: customerId, check_in_date: "2020-01-01", location: "florida", has_blanket: 0 },
    ...{ boarding: 290_000, boarding_surcharge: 0, training: 0 },
  }));
  return horse as TestHorse;
}

async function bill(tag: string, month: string): Promise<Response> {
  const path = `/horses/bill?q=${tag}&month=${month}&prorate=on`;
  return barn.post(path, hiddenFieldsOf(await page(path)), admin);
}

test("a month ahead is billed from the dialog, listed as a run of that month, and not to come any more until it is undone", async () => {
  await addHorse("Prepaying");
  const dialog = await page(`/horses/bill?q=Prepaying&month=${current}`);
  const links = [
    ...dialog.matchAll(/href="\/horses\/bill\?q=Prepaying&amp;month=([\d-]+)&amp;prorate=\w+"[^>]*><span>/g),
  ];
  expect(links.map(([, month]) => month).slice(-4)).toEqual([current, next, second, third]);
  expect(dialog).not.toContain("Billed ahead");
  expect(await textAt(`/horses/bill?q=Prepaying&month=${next}`)).toContain("Billed ahead: bills are dated today");

  const toCome = () => page("/horses/board");
  expect(await toCome()).toContain("Prepaying");
  const confirmed = await bill("Prepaying", next);
  expect(confirmed.status).toBe(303);
  expect(await textAt(confirmed.headers.get("Location") ?? "")).toContain("Billed 1 horse: 2 bills, $2,900.00.");
  const board = await toCome();
  expect(board).not.toContain("Prepaying");
  expect(textOf(board)).toContain("Already billed: 1 horse.");
  expect(await page("/horses/board/csv")).not.toContain("Prepaying");
  expect(await textAt("/billing/runs")).toContain(`${shortMonthAndYear(next)}, horses`);
  expect(await page("/billing/runs/csv")).toContain(`${shortMonthAndYear(next)}, horses`);
  expect(await textAt(`/horses/bill?q=Prepaying&month=${next}`)).toContain(
    `0 of 1: 1 is already billed for ${nameOfMonth(next)}.`,
  );
  const undone = await barn.post("/billing/runs", { intent: "undo", change: doneIn(confirmed) }, admin);
  expect(undone.status).toBe(303);
  expect(await toCome()).toContain("Prepaying");
});

test("a horse that leaves before the month has its reason, and Check finds one that leaves or is sold once it is billed", async () => {
  const [horse, leaving] = [await addHorse("Soldahead"), await addHorse("Leavingahead")];
  const last = lastDayOf(current);
  await barn.rows("update horses set check_out_date = ? where id = ?", [last, leaving.id]);
  const dialog = await textAt(`/horses/bill?q=Leavingahead&month=${next}`);
  expect(dialog).toContain(`0 of 1: 1 will not be on the property in ${nameOfMonth(next)}.`);
  expect(dialog).toContain(`leaves ${formatUsDate(last)}`);
  for (const month of [next, third]) expect((await bill("Soldahead", month)).status).toBe(303);
  const [buyer] = await barn.rows("select id, name from customers where deleted_at is null limit 1");
  const at = new Date().toISOString();
  await barn.rows("update horses set customer_id = ?, updated_at = ? where id = ?", [String(buyer?.id), at, horse.id]);
  const sold = await textAt("/billing/check?all=boardChanged");
  for (const month of [next, third]) expect(sold).toContain(`${horse.name} ${formatMonth(month)}`);
  const left = plusDays(`${third}-01`, -1);
  await barn.rows("update horses set check_out_date = ?, updated_at = ? where id = ?", [left, at, horse.id]);
  expect(await textAt("/billing/check?all=daysNotHere")).toContain(
    `${horse.name} ${formatMonth(third)} left ${formatUsDate(left)} Boarding: $2,900.00 to $0.00 $2,900.00`,
  );
});

test("the statement of the day has the bills of a month ahead, as the shared page, the files and the invoice do", async () => {
  const horse = await addHorse("Statedahead");
  await barn.rows("update settings set barn_name = 'Palm Farm', barn_phone = '(561) 555-0199'");
  expect((await bill("Statedahead", current)).status).toBe(303);
  expect((await bill("Statedahead", next)).status).toBe(303);
  const period = `from=${current}-01&to=${lastDayOf(current)}`;
  const path = `/customers/${horse.customer_id}/statement?${period}`;
  const office = await textAt(path);
  const shared = await barn.post(
    path,
    { intent: "share", idempotencyKey: crypto.randomUUID(), shows: "now", days: "90" },
    admin,
  );
  const [, link = ""] =
    (await page(shared.headers.get("Location") ?? "")).match(/"http:\/\/[^/"]*(\/s\/[\w-]{22})"/) ?? [];
  const owner = textOf(await (await openShared(barn.rows, link, (at) => barn.get(at))).text());
  for (const text of [office, owner]) {
    expect(text).toContain(`Billed in ${nameOfMonth(current)} $5,800.00`);
    for (const month of [current, next]) expect(text).toContain(`Boarding, ${nameOfMonth(month)}`);
  }
  const line = (await page(`/customers/statements/csv?${period}`))
    .split("\r\n")
    .find((each) => each.includes("Statedahead"));
  expect(line).toContain("$5,800.00");
  // The statement of the month itself has nothing of it.
  expect(await textAt(`/customers/${horse.customer_id}/statement?from=${next}-01&to=${lastDayOf(next)}`)).not.toContain(
    `Boarding, ${nameOfMonth(next)}`,
  );

  await barn.rows("update bill_items set comments = 'Statedahead' where horse_id = ?", [horse.id]);
  const fields = exportFieldsOf(await page("/billing/export?q=Statedahead"));
  expect((await barn.post("/billing/export?q=Statedahead", fields, admin)).status).toBe(303);
  const lines = await barn.rows(
    "select item_description as text, invoice_date as date, item_amount as amount from export_lines where export_id = ? and item_amount > 0",
    [fields.idempotencyKey ?? ""],
  );
  const described = (month: string) => ({
    ...{ text: `Boarding for ${horse.name}-${nameOfMonth(month)}`, date: today, amount: 290_000 },
  });
  expect(lines.sort((a, b) => String(a.text).localeCompare(String(b.text)))).toEqual(
    [current, next].map(described).sort((a, b) => a.text.localeCompare(b.text)),
  );
});
