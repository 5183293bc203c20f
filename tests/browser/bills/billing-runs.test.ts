import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { plusDays, plusMonths, todayInNewYork, weekdayOf } from "#app/domain/basics/calendar.ts";
import { formatDollars } from "#app/domain/basics/money.ts";
import {
  firstDayOf,
  lastDayOf,
  monthBefore,
  monthOf,
  nameOfMonth,
  shortMonthAndYear,
} from "#app/domain/basics/months.ts";
import { dayAndMonth } from "#app/domain/boarding/board-parts.ts";
import { addHorses, billBoarding, billsFor, billsOf, dueFor, type TestHorse } from "#lab/support/billing.ts";
import { holdPosts } from "#lab/support/browser.ts";
import { DESK, PHONE, startLists } from "#tests/support/browser/lists.ts";

const lists = startLists();

let tags = 0;

/** Adds three horses, the last already billed this month. */
async function addBatch() {
  const tag = `Batch${String.fromCharCode(97 + tags++)}`;
  const horses = await addHorses(lists.barn, tag, 3);
  await billBoarding(lists.barn, horses[2] as TestHorse);
  return { list: `/horses?q=${tag}`, horses, button: "Bill 3 Horses" };
}

const dialogIn = (page: Page) => page.getByRole("dialog", { name: "Confirm Billing" });
const buttonIn = (page: Page, name: string) => dialogIn(page).getByRole("button", { name, exact: true });
const question = (count: number, kind: string) =>
  `Are you sure you want to bill ${count} ${kind}? This action cannot be undone.`;
const monthIn = (page: Page, month: string) =>
  dialogIn(page)
    .getByRole("navigation")
    .getByRole("link", { name: nameOfMonth(month).slice(0, 3) });
const isModal = (page: Page) => dialogIn(page).evaluate((dialog) => dialog.matches(":modal"));

async function openDialog(page: Page, { list, button }: { list: string; button: string }) {
  await lists.goto(page, list);
  await page.getByRole("link", { name: button, exact: true }).click();
  await dialogIn(page).waitFor();
  await expect.poll(() => isModal(page)).toBe(true);
}

const totalIs = (page: Page, cents: number) =>
  dialogIn(page).getByText(formatDollars(cents), { exact: true }).waitFor();

const thisMonth = monthOf(todayInNewYork(new Date()));
const lastMonth = monthBefore(thisMonth);

const RELOAD = /_routes=%2F/;

test("the number and the total follow the ticks, Cancel bills nothing, while Confirm bills nothing else can be pressed, and the focus returns", async () => {
  const batch = await addBatch();
  await lists.asAdmin(DESK, async (page) => {
    await openDialog(page, batch);
    const focused = () => page.evaluate("document.activeElement.textContent");
    expect(await focused()).toBe("Cancel");
    const box = dialogIn(page).getByRole("checkbox", { name: /already billed \d\d\/\d\d\/\d{4}/ });
    const says = async (horses: TestHorse[]) => {
      await dialogIn(page).getByText(question(horses.length, "horses"), { exact: true }).waitFor();
      await totalIs(page, dueFor(horses));
    };
    await box.check();
    await says(batch.horses);
    await box.uncheck();
    await says(batch.horses.slice(0, 2));
    await dialogIn(page).getByRole("link", { name: "Cancel", exact: true }).click();
    await dialogIn(page).waitFor({ state: "detached" });
    expect(page.url()).toBe(lists.barn.url + batch.list);
    expect(await billsOf(lists.barn, batch.horses)).toEqual([]);

    await page.getByRole("link", { name: batch.button, exact: true }).click();
    await box.focus();
    await page.keyboard.press("Space");
    await says(batch.horses);
    // Held in the browser: the worker waits for a database for seconds only.
    const release = await holdPosts(page);
    await buttonIn(page, "Confirm").dblclick();
    const billing = buttonIn(page, "Billing...");
    await billing.waitFor();
    expect(await billing.getAttribute("aria-disabled")).toBe("true");
    const inList = page.locator(".list a").filter({ hasText: "Billing..." });
    const cancel = dialogIn(page).getByText("Cancel", { exact: true });
    for (const each of [inList, cancel]) expect(await each.getAttribute("aria-disabled")).toBe("true");
    for (let times = 0; times < 3; times += 1) await page.keyboard.press("Escape");
    await cancel.click({ force: true });
    await billing.click({ force: true });
    await page.keyboard.press("Enter");
    expect([await isModal(page), await billing.count(), new URL(page.url()).pathname]).toEqual([
      true,
      1,
      "/horses/bill",
    ]);
    await release();
    const due = formatDollars(dueFor(batch.horses));
    await page.getByText(`Billed 3 horses: ${billsFor(batch.horses)} bills, ${due}.`, { exact: true }).waitFor();
    expect(await billsOf(lists.barn, batch.horses)).toHaveLength(billsFor(batch.horses));
    await expect.poll(focused).toBe("Bill 3 Horses");
    await page.getByRole("link", { name: "See the bills" }).click();
    await page.getByRole("heading", { name: "Billing", exact: true }).waitFor();
  });
});

test("a dialog whose rows were billed in another tab is refused and shows the new state", async () => {
  const batch = await addBatch();
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
      const two = batch.horses.slice(0, 2);
      const values = (await billsOf(lists.barn, batch.horses)).map(({ value }) => Number(value));
      expect([values.length, values.reduce((sum, value) => sum + value, 0)]).toEqual([billsFor(two), dueFor(two)]);
    },
    /status of 409/,
  );
});

test("the dialog offers the last month while it has unbilled board, at the prices of that month or of today, and a horse that left at one press", async () => {
  const facts = {
    check_in_date: firstDayOf(lastMonth),
    boarding: 290_000,
    location: "florida",
    has_blanket: 0,
    training: 0,
  };
  const horses = await addHorses(lists.barn, "Monthly", 4, () => facts);
  const [first, second, third, left] = horses as [TestHorse, TestHorse, TestHorse, TestHorse];
  const now = new Date().toISOString();
  for (const { id } of [first, second])
    await lists.barn.rows("update horses set boarding = 340000, updated_at = ? where id = ?", [now, id]);
  await billBoarding(lists.barn, third);
  await lists.barn.rows("update horses set check_out_date = ? where id = ?", [`${lastMonth}-10`, left.id]);
  await lists.asAdmin(DESK, async (page) => {
    const dialog = dialogIn(page);
    const batch = { list: "/horses?q=monthly", button: "Bill 3 Horses" };
    await openDialog(page, batch);
    const press = (name: string) => dialog.getByRole("link", { name, exact: true }).first().click();
    const box = dialog.getByRole("checkbox", { name: new RegExp(`^${left.name}.*checked out`) });
    const isShown = (name: string) => expect.poll(() => monthIn(page, name).getAttribute("aria-current")).toBe("true");
    await isShown(lastMonth);
    await dialog.getByText(question(3, "horses"), { exact: true }).waitFor();
    await monthIn(page, thisMonth).click();
    await isShown(thisMonth);
    // Of another month, the ticks are not those of this one; of another choice of prices they are.
    await dialog.getByRole("checkbox").check();
    await monthIn(page, lastMonth).click();
    await isShown(lastMonth);
    await expect.poll(() => dialog.getByRole("checkbox", { checked: true }).count()).toBe(0);
    const charges = [first, second, third].reduce((sum, horse) => sum + horse.boarding_surcharge, 0);
    await totalIs(page, 3 * 290_000 + charges);
    await press("Use today's");
    await totalIs(page, 2 * 290_000 + 340_000 + charges);
    await press("Use today's for all");
    await totalIs(page, 290_000 + 2 * 340_000 + charges);
    await page.goBack();
    await dialog.waitFor({ state: "detached" });
    await openDialog(page, batch);
    await dialog.getByRole("switch", { name: "Prorate partial months" }).click();
    await dialog.getByRole("switch", { checked: true }).waitFor();
    await box.check();
    await press("Use today's");
    await dialog.getByRole("link", { name: `Use ${nameOfMonth(lastMonth)}'s`, exact: true }).waitFor();
    expect(await box.isChecked()).toBe(true);
    await dialog.getByText(question(4, "horses"), { exact: true }).waitFor();
    await buttonIn(page, "Confirm").click();
    await page.getByText("Billed 4 horses: ").waitFor();
    const bills = await billsOf(lists.barn, horses);
    expect(new Set(bills.map(({ period }) => period))).toEqual(new Set([lastMonth]));
    const boarding = (horse: TestHorse) =>
      bills.filter(({ horse_id, service_id }) => horse_id === horse.id && service_id === "boarding");
    expect([first, second, third].flatMap((each) => boarding(each).map(({ value }) => value)).sort()).toEqual([
      ...[290_000, 290_000, 340_000],
    ]);
    expect(boarding(left)).toHaveLength(1);
  });
});

test("a month ahead is chosen and billed in the dialog, and its run is listed with its month", async () => {
  const [horse] = await addHorses(lists.barn, "Prepaid", 1, () => ({ check_in_date: "2020-01-01" }));
  const next = monthOf(plusMonths(firstDayOf(thisMonth), 1));
  await lists.asAdmin(PHONE, async (page) => {
    await lists.goto(page, `/horses/bill?q=prepaid&month=${thisMonth}`);
    const ahead = dialogIn(page).getByText("Billed ahead: bills are dated today.");
    expect(await ahead.count()).toBe(0);
    const month = dialogIn(page)
      .getByRole("navigation")
      .getByRole("link", { name: nameOfMonth(next).slice(0, 3) });
    await month.click();
    await ahead.waitFor();
    await expect.poll(() => month.getAttribute("aria-current")).toBe("true");
    await buttonIn(page, "Confirm").click();
    await page.getByText("Billed 1 horse: ").waitFor();
    const bills = await billsOf(lists.barn, horse ? [horse] : []);
    expect(new Set(bills.map(({ period }) => period))).toEqual(new Set([next]));
    await lists.goto(page, `/horses/bill?q=prepaid&month=${next}`);
    await dialogIn(page).getByText("There are no horses to bill.", { exact: true }).waitFor();
    await lists.goto(page, "/billing/runs");
    await page
      .getByText(`${shortMonthAndYear(next)}, horses`)
      .first()
      .waitFor();
  });
});

test("a weekly lesson takes five presses from the page of its horse, and a day without it one more in the dialog of the run", async () => {
  const horses = await addHorses(lists.barn, "Lesson", 1, () => ({ check_in_date: "2020-01-01" }));
  const id = String(horses[0]?.id);
  const [service] = await lists.barn.rows(
    "select id, product_service_name as name, price from services where not is_fixed and price > 0 and deleted_at is null limit 1",
  );
  const [name, price] = [String(service?.name), Number(service?.price)];
  const next = monthOf(plusMonths(firstDayOf(thisMonth), 1));
  const days = Array.from({ length: Number(lastDayOf(next).slice(8)) }, (_, n) => plusDays(firstDayOf(next), n))
    .filter((day) => weekdayOf(day) === "Tue")
    .map(dayAndMonth);
  const lineOf = (all: string[]) => `${name} ${all.length} x ${formatDollars(price)}: ${all.join(", ")}`;
  await lists.asAdmin(DESK, async (page) => {
    await lists.goto(page, `/horses/${id}`);
    let presses = 0;
    const press = async (target: Locator) => {
      presses += 1;
      await target.click();
    };
    await press(page.getByRole("link", { name: /^Add ?: Standing charges/ }));
    const form = page.getByRole("dialog", { name: "New Standing Charge" });
    expect(await form.getByLabel("Horse").inputValue()).toBe(id);
    // A press opens the list, and another one chooses.
    presses += 2;
    await form.getByLabel("Service").selectOption(name);
    await press(form.getByRole("checkbox", { name: "Tue" }));
    await press(form.getByRole("button", { name: "Add" }));
    await page.getByRole("table", { name: "Standing charges" }).getByRole("cell", { name: "Tue" }).waitFor();
    expect(presses).toBe(5);

    await lists.goto(page, `/horses/bill?q=lesson&month=${next}`);
    await dialogIn(page).getByText(lineOf(days)).waitFor();
    await press(dialogIn(page).getByRole("link", { name: `Without ${days[1]}` }));
    const rest = days.filter((_, n) => n !== 1);
    await dialogIn(page).getByText(lineOf(rest)).waitFor();
    await dialogIn(page).getByText(`${name} ${days[1]} not billed`).waitFor();
    await buttonIn(page, "Confirm").click();
    await page.getByText("Billed 1 horse: ").waitFor();
    const bills = await billsOf(lists.barn, horses);
    expect(bills.filter(({ service_id }) => service_id === service?.id)).toMatchObject([
      { value: rest.length * price, comments: rest.join(", ") },
    ]);
  });
});

test("on a phone a dialog with 120 horses scrolls, and its buttons stay visible", async () => {
  await addHorses(lists.barn, "Multitude", 120);
  await lists.asAdmin(PHONE, async (page) => {
    await lists.goto(page, `/horses/bill?q=multitude&month=${thisMonth}`);
    const bills = dialogIn(page).getByRole("region", { name: "Bills" });
    expect(await bills.getByRole("listitem").count()).toBe(120);
    expect(await bills.evaluate((region) => region.scrollHeight > 4 * region.clientHeight)).toBe(true);
    for (const name of ["Confirm", "Cancel"]) {
      const box = await dialogIn(page).getByText(name, { exact: true }).boundingBox();
      expect((box?.y ?? 0) + (box?.height ?? 1_000)).toBeLessThanOrEqual(844);
    }
  });
});
