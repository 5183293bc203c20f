import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { todayInNewYork } from "#app/domain/calendar.ts";
import { formatDollars } from "#app/domain/money.ts";
import { firstDayOf, formatMonth, monthBefore, monthOf, nameOfMonth } from "#app/domain/months.ts";
import {
  addHorses,
  addShows,
  billBoarding,
  billsFor,
  billsOf,
  dueFor,
  type TestHorse,
} from "#tests/support/billing.ts";
import { holdPosts } from "#tests/support/browser.ts";
import { DESK, type Lists, openLists, PHONE } from "#tests/support/lists.ts";

let lists: Lists;

beforeAll(async () => {
  lists = await openLists();
});
afterAll(() => lists.close());

let tags = 0;

/** Adds three horses, the last already billed this month, or three shows, the last without a horse: two can be billed. */
async function addBatch(kind: "horses" | "shows", change?: () => Partial<TestHorse>) {
  const tag = `Batch${String.fromCharCode(97 + tags++)}`;
  const horses = await addHorses(lists.barn, tag, 3, change);
  const last = horses[2] as TestHorse;
  const two = horses.slice(0, 2);
  const list = `/${kind}?q=${tag}`;
  if (kind === "horses") {
    await billBoarding(lists.barn, last);
    return { kind, list, horses, last, count: 2, bills: billsFor(two), total: dueFor(two), button: "Bill 3 Horses" };
  }
  const { shows, service } = await addShows(lists.barn, tag, horses);
  await lists.barn.rows("update horses set deleted_at = '2026-01-05' where id = ?", [last.id]);
  const total = shows.slice(0, 2).reduce((sum, { quantity }) => sum + quantity * service.price, 0);
  return { kind, list, horses, last, count: 2, bills: 2, total, button: "Bill 3 Shows" };
}

type TestBatch = Awaited<ReturnType<typeof addBatch>>;

const dialogIn = (page: Page) => page.getByRole("dialog", { name: "Confirm Billing" });
const buttonIn = (page: Page, name: string) => dialogIn(page).getByRole("button", { name, exact: true });
const question = (count: number, kind: string) =>
  `Are you sure you want to bill ${count} ${kind}? This action cannot be undone.`;
const isModal = (page: Page) => dialogIn(page).evaluate((dialog) => dialog.matches(":modal"));

async function openDialog(page: Page, { list, button }: TestBatch) {
  await lists.goto(page, list);
  await page.getByRole("link", { name: button, exact: true }).click();
  await dialogIn(page).waitFor();
  await expect.poll(() => isModal(page)).toBe(true);
}

async function expectBilledOnce({ horses, bills, total }: TestBatch) {
  const made = await billsOf(lists.barn, horses);
  expect([made.length, made.reduce((sum, { value }) => sum + Number(value), 0)]).toEqual([bills, total]);
}

const RELOAD = /_routes=routes/;

test("Cancel bills nothing, a double click on Confirm bills once, and a notice says how many bills were made", async () => {
  const batch = await addBatch("shows");
  await lists.asAdmin(DESK, async (page) => {
    await openDialog(page, batch);
    const dialog = dialogIn(page);
    await dialog.getByText(question(2, "shows"), { exact: true }).waitFor();
    await dialog.getByText(formatDollars(batch.total), { exact: true }).waitFor();
    await dialog.getByRole("link", { name: "Cancel", exact: true }).click();
    await dialog.waitFor({ state: "detached" });
    expect(page.url()).toBe(lists.barn.url + batch.list);
    expect(await billsOf(lists.barn, batch.horses)).toEqual([]);
    await openDialog(page, batch);
    await buttonIn(page, "Confirm").dblclick();
    await page
      .getByText(`Billed 2 shows: ${batch.bills} bills, ${formatDollars(batch.total)}.`, { exact: true })
      .waitFor();
    expect(await dialog.count()).toBe(0);
    await page.reload();
    await page.getByText("Billed 2 ").waitFor();
    await expectBilledOnce(batch);
    await page.getByRole("link", { name: "See the bills" }).click();
    await page.getByRole("heading", { name: "Billing" }).waitFor();
  });
});

test("a dialog whose rows were billed in another tab is refused and shows the new state", async () => {
  const batch = await addBatch("horses");
  await lists.asAdmin(
    DESK,
    async (page) => {
      const other = await page.context().newPage();
      await openDialog(page, batch);
      await openDialog(other, batch);
      // The other tab receives no live update.
      await other.route(RELOAD, () => {});
      await buttonIn(page, "Confirm").click();
      await page.getByText("Billed 2 ").waitFor();
      await buttonIn(other, "Confirm").click();
      await other.unroute(RELOAD);
      await dialogIn(other).getByRole("alert").getByText("Nothing was billed").waitFor();
      await dialogIn(other).getByText("There are no horses to bill.", { exact: true }).waitFor();
      const billedBefore = dialogIn(other).getByText(/^already billed \d/);
      expect(await billedBefore.count()).toBe(3);
      await expectBilledOnce(batch);
    },
    /status of 409/,
  );
});

test("while a batch is billed its buttons are disabled and the dialog stays open, and afterwards the focus returns", async () => {
  const batch = await addBatch("horses");
  await lists.asAdmin(DESK, async (page) => {
    await openDialog(page, batch);
    expect(await page.evaluate("document.activeElement.textContent")).toBe("Cancel");
    // Held in the browser: the worker waits for a database for seconds only.
    const release = await holdPosts(page);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    const billing = buttonIn(page, "Billing...");
    await billing.waitFor();
    expect(await billing.getAttribute("aria-disabled")).toBe("true");
    const inList = page.locator(".list a").filter({ hasText: "Billing..." });
    expect(await inList.getAttribute("aria-disabled")).toBe("true");
    const cancel = dialogIn(page).getByText("Cancel", { exact: true });
    expect(await cancel.getAttribute("aria-disabled")).toBe("true");
    for (let times = 0; times < 3; times += 1) await page.keyboard.press("Escape");
    await cancel.click({ force: true });
    await billing.click({ force: true });
    await page.keyboard.press("Enter");
    expect(await isModal(page)).toBe(true);
    expect(await buttonIn(page, "Billing...").count()).toBe(1);
    expect(new URL(page.url()).pathname).toBe("/horses/bill");
    await release();
    await page.getByText("Billed 2 ").waitFor();
    await expectBilledOnce(batch);
    const focused = () => page.evaluate("document.activeElement.textContent");
    await expect.poll(focused).toBe("Bill 3 Horses");
  });
});

test("the dialog offers the last month while it has unbilled board, at the facts of that month or at today's", async () => {
  const lastMonth = monthBefore(monthOf(todayInNewYork(new Date())));
  const facts = {
    check_in_date: firstDayOf(lastMonth),
    boarding: 290_000,
    location: "florida",
    has_blanket: 0,
    training: 0,
  };
  const batch = await addBatch("horses", () => facts);
  const [first] = batch.horses as [TestHorse];
  for (const { id } of batch.horses.slice(0, 2)) {
    await lists.barn.rows("update horses set boarding = 340000, updated_at = ? where id = ?", [
      new Date().toISOString(),
      id,
    ]);
  }
  const totalIs = (cents: number) => dialogIn(page).getByText(formatDollars(cents), { exact: true }).waitFor();
  let page: Page;
  await lists.asAdmin(DESK, async (opened) => {
    page = opened;
    await openDialog(page, batch);
    const month = (name: string) => dialogIn(page).getByRole("link", { name: formatMonth(name) });
    expect(await month(lastMonth).getAttribute("aria-current")).toBe("true");
    await dialogIn(page).getByText(question(3, "horses"), { exact: true }).waitFor();
    await month(monthOf(todayInNewYork(new Date()))).click();
    // Of another month, the ticks are not those of this one; of another choice of prices they are.
    await dialogIn(page).getByRole("checkbox").check();
    await month(lastMonth).click();
    await expect.poll(() => dialogIn(page).getByRole("checkbox").count()).toBe(0);
    const charges = batch.horses.reduce((sum, horse) => sum + horse.boarding_surcharge, 0);
    await totalIs(3 * 290_000 + charges);
    await dialogIn(page).getByRole("link", { name: "Use today's", exact: true }).first().click();
    await totalIs(2 * 290_000 + 340_000 + charges);
    await dialogIn(page).getByRole("link", { name: "Use today's for all" }).click();
    await totalIs(290_000 + 2 * 340_000 + charges);
    await page.goBack();
    await dialogIn(page).waitFor({ state: "detached" });
    await openDialog(page, batch);
    await dialogIn(page).getByRole("switch", { name: "Prorate partial months" }).click();
    await dialogIn(page).getByRole("switch", { checked: true }).waitFor();
    await dialogIn(page).getByText(question(3, "horses"), { exact: true }).waitFor();
    await buttonIn(page, "Confirm").click();
    await page.getByText(`Billed 3 horses: ${billsFor(batch.horses)} bills, `).waitFor();
    const bills = await billsOf(lists.barn, batch.horses);
    expect(new Set(bills.map(({ period }) => period))).toEqual(new Set([lastMonth]));
    const boarding = bills.filter(({ horse_id, service_id }) => horse_id === first.id && service_id === "boarding");
    expect(boarding.map(({ value }) => value)).toEqual([290_000]);
    await page.getByRole("link", { name: "Bill 3 Horses", exact: true }).waitFor();
  });
});

test("ticks stay when the prices of today are chosen, and a horse that left is one press from being billed", async () => {
  const lastMonth = monthBefore(monthOf(todayInNewYork(new Date())));
  const batch = await addBatch("horses", () => ({ check_in_date: firstDayOf(lastMonth), boarding: 290_000 }));
  const [first, second] = batch.horses as [TestHorse, TestHorse];
  const now = new Date().toISOString();
  await lists.barn.rows("update horses set boarding = 340000, updated_at = ? where id = ?", [now, first.id]);
  await lists.barn.rows("update horses set check_out_date = ? where id = ?", [`${lastMonth}-10`, second.id]);
  await lists.asAdmin(DESK, async (page) => {
    await lists.goto(page, batch.list);
    await page.getByRole("link", { name: "Bill 2 Horses", exact: true }).click();
    const box = dialogIn(page).getByRole("checkbox", { name: new RegExp(`^${second.name}.*checked out`) });
    await box.check();
    await dialogIn(page).getByRole("link", { name: "Use today's", exact: true }).first().click();
    await dialogIn(page)
      .getByRole("link", { name: `Use ${nameOfMonth(lastMonth)}'s`, exact: true })
      .waitFor();
    expect(await box.isChecked()).toBe(true);
    await buttonIn(page, "Confirm").click();
    await page.getByText("Billed 3 horses: ").waitFor();
  });
  const billed = await billsOf(lists.barn, batch.horses);
  expect(new Set(billed.map(({ horse_id }) => horse_id)).size).toBe(3);
});

test("the number and the total follow the checked horses, and Confirm bills these", async () => {
  const batch = await addBatch("horses");
  await lists.asAdmin(DESK, async (page) => {
    await openDialog(page, batch);
    const box = dialogIn(page).getByRole("checkbox", { name: /already billed \d\d\/\d\d\/\d{4}/ });
    const total = (horses: TestHorse[]) =>
      dialogIn(page)
        .getByText(formatDollars(dueFor(horses)), { exact: true })
        .waitFor();
    await box.check();
    await dialogIn(page).getByText(question(3, "horses"), { exact: true }).waitFor();
    await total(batch.horses);
    await box.uncheck();
    await dialogIn(page).getByText(question(2, "horses"), { exact: true }).waitFor();
    await total(batch.horses.slice(0, 2));
    await box.focus();
    await page.keyboard.press("Space");
    await buttonIn(page, "Confirm").click();
    await page.getByText(`Billed 3 horses: ${billsFor(batch.horses)} bills, `).waitFor();
    expect(await billsOf(lists.barn, batch.horses)).toHaveLength(billsFor(batch.horses));
  });
});

test("on a phone a dialog with 120 horses scrolls, and its buttons stay visible", async () => {
  await addHorses(lists.barn, "Multitude", 120);
  await lists.asAdmin(PHONE, async (page) => {
    await lists.goto(page, "/horses/bill?q=multitude");
    const bills = dialogIn(page).getByRole("region", { name: "Bills" });
    expect(await bills.getByRole("listitem").count()).toBe(120);
    expect(await bills.evaluate((region) => region.scrollHeight > 4 * region.clientHeight)).toBe(true);
    for (const name of ["Confirm", "Cancel"]) {
      const box = await dialogIn(page).getByText(name, { exact: true }).boundingBox();
      expect((box?.y ?? 0) + (box?.height ?? 1_000)).toBeLessThanOrEqual(844);
    }
  });
});
