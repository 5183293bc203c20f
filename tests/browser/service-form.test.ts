import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { plusDays, todayInNewYork } from "#app/domain/calendar.ts";
import { payDateFor } from "#app/domain/pay-dates.ts";
import { type Barn, openBarn } from "#tests/support/barn.ts";
import { JAVASCRIPT, openBrowser, visit } from "#tests/support/browser.ts";
import { type Choices, findChoices, newEntry } from "#tests/support/service-entry.ts";

let barn: Barn;
let browser: Browser;
let choices: Choices;

beforeAll(async () => {
  [barn, browser] = await Promise.all([openBarn(), openBrowser()]);
  choices = await findChoices(barn);
});
afterAll(async () => {
  await barn.close();
});
// Each test logs a service of the day for the first time.
beforeEach(async () => {
  await barn.rows(
    "update bill_items set deleted_at = '2026-01-01' where created_at >= date('now', '-1 day') and deleted_at is null",
  );
});

const REFUSAL_NOISE = /the server responded with a status of (400|409|429|503)/;

const form = (page: Page) => ({
  date: page.getByLabel("Date"),
  horse: page.getByLabel("Horse"),
  rider: page.getByLabel("Rider"),
  service: page.getByLabel("Service", { exact: false }).and(page.locator("select")),
  quantity: page.getByLabel("Quantity"),
  groom: page.getByLabel("Groom"),
  comments: page.getByLabel("Comments"),
  submit: page.getByRole("button", { name: "Submit" }),
});

const chosen = (select: ReturnType<Page["getByLabel"]>) =>
  select.evaluate((element) => (element as unknown as HTMLSelectElement).selectedOptions[0]?.text);

const latestBill = async () => (await barn.rows("select * from bill_items order by created_at desc limit 1"))[0];

describe.each(JAVASCRIPT)("%s", (_, javaScriptEnabled) => {
  test("the form opens with its title, fields, placeholders, order and defaults", () =>
    visit(browser, { javaScriptEnabled, timezoneId: "Pacific/Kiritimati" }, async (page) => {
      await page.goto(barn.url);
      const { date, horse, rider, service, quantity, groom, comments, submit } = form(page);
      expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("Service Form");
      expect(await date.inputValue()).toBe(todayInNewYork(new Date()));
      expect(await chosen(horse)).toBe("Select a horse...");
      expect(await chosen(rider)).toBe("Select a rider...");
      expect(await chosen(service)).toBe("Select a service...");
      expect(await chosen(groom)).toBe("Select a groom...");
      expect(await quantity.inputValue()).toBe("1");
      expect(await quantity.getAttribute("min")).toBe("1");
      expect(await comments.inputValue()).toBe("");
      expect(await groom.isVisible()).toBe(false);
      expect(await submit.isVisible()).toBe(true);
      const labels = await page.locator("form label").allInnerTexts();
      expect(labels.map((label) => label.trim()).filter(Boolean)).toEqual([
        "Date*",
        "Horse*",
        "Rider",
        "Service*",
        "Quantity*",
        "Groom*",
        "Comments",
      ]);
      const offered = await service.locator("option").allInnerTexts();
      const services = await barn.rows("select product_service_name as name from services where public = 1");
      expect(offered.slice(1).sort()).toEqual(services.map(({ name }) => name).sort());
    }));

  test("the form shows the groom field only if the chosen service needs a groom", () =>
    visit(browser, { javaScriptEnabled }, async (page) => {
      await page.goto(barn.url);
      const { service, groom } = form(page);
      await service.selectOption(choices.groomed.id);
      expect(await groom.isVisible()).toBe(true);
      await service.selectOption(choices.service.id);
      expect(await groom.isVisible()).toBe(false);
    }));

  test("an entry is saved and confirmed by a dialog that closes after 3 seconds, and the form is reset", () =>
    visit(browser, { javaScriptEnabled }, async (page) => {
      await page.goto(barn.url);
      const { date, horse, rider, service, quantity, groom, comments, submit } = form(page);
      const day = plusDays(todayInNewYork(new Date()), -30);
      await date.fill(day);
      await horse.selectOption(choices.horse.id);
      await rider.selectOption({ label: `${choices.rider.name} (${choices.rider.customer})` });
      await service.selectOption(choices.groomed.id);
      await quantity.fill("2");
      await groom.selectOption(choices.groom.id);
      await comments.fill("Says “hello” to O’Brien");
      await submit.click();

      const dialog = page.getByRole("dialog", { name: "Success" });
      await dialog.waitFor();
      expect(await dialog.textContent()).toContain("Bill item has been created successfully.");
      const bill = await latestBill();
      expect(bill).toMatchObject({
        date: day,
        horse_id: choices.horse.id,
        customer_id: choices.rider.customer_id,
        quantity: 2,
        value: 2 * choices.groomed.price,
        comments: "Says “hello” to O’Brien",
      });
      expect(await barn.rows("select payment_date from payroll where bill_item_id = ?", [String(bill?.id)])).toEqual([
        { payment_date: payDateFor(day) },
      ]);
      expect(await date.inputValue()).toBe(todayInNewYork(new Date()));
      expect(await chosen(horse)).toBe("Select a horse...");
      expect(await chosen(service)).toBe("Select a service...");
      expect(await quantity.inputValue()).toBe("1");
      expect(await comments.inputValue()).toBe("");
      expect(await groom.isVisible()).toBe(false);

      const shown = Date.now();
      await dialog.waitFor({ state: "hidden" });
      expect(Date.now() - shown).toBeGreaterThan(1_500);

      // The next entry has a new id.
      await horse.selectOption(choices.horse.id);
      await service.selectOption(choices.service.id);
      await submit.click();
      await page.getByRole("dialog", { name: "Success" }).waitFor();
      expect((await latestBill())?.id).not.toBe(bill?.id);
    }));

  test("the confirmation can be closed, and a later visit does not show it", () =>
    visit(browser, { javaScriptEnabled }, async (page) => {
      await page.goto(barn.url);
      const { horse, service, submit } = form(page);
      await horse.selectOption(choices.horse.id);
      await service.selectOption(choices.service.id);
      await submit.click();
      const dialog = page.getByRole("dialog", { name: "Success" });
      await dialog.getByText("Close").click();
      await dialog.waitFor({ state: "hidden" });
      await page.waitForURL(`${barn.url}/`);
      await page.goto(`${barn.url}/?saved=${crypto.randomUUID()}`);
      expect(await dialog.count()).toBe(0);
    }));

  test("each error is beside its field and names the field, and the typed values are kept", () =>
    visit(
      browser,
      { javaScriptEnabled },
      async (page) => {
        await page.goto(barn.url);
        const { date, horse, service, quantity, groom, comments, submit } = form(page);
        await date.fill("");
        await quantity.fill("0");
        await comments.fill("kept");
        await submit.click();
        const described = (field: ReturnType<Page["getByLabel"]>) =>
          field.evaluate((element) => {
            const ids = element.getAttribute("aria-describedby")?.split(" ") ?? [];
            return ids.map((id) => document.getElementById(id)?.textContent).join(" ");
          });
        await page.getByText("Horse is required.").waitFor();
        expect(await described(date)).toBe("Date is required.");
        expect(await described(horse)).toBe("Horse is required.");
        expect(await described(service)).toBe("Service is required.");
        expect(await described(quantity)).toBe("Quantity must be at least 1.");
        expect(await horse.getAttribute("aria-invalid")).toBe("true");
        expect(await quantity.inputValue()).toBe("0");
        expect(await comments.inputValue()).toBe("kept");
        expect(await page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("date");

        const day = plusDays(todayInNewYork(new Date()), -21);
        await date.fill(day);
        await horse.selectOption(choices.horse.id);
        await service.selectOption(choices.groomed.id);
        await quantity.fill("1");
        await submit.click();
        await page.getByText("Groom is required for this service.").waitFor();
        expect(await groom.isVisible()).toBe(true);
        expect(await comments.inputValue()).toBe("kept");
        await groom.selectOption(choices.groom.id);
        await submit.click();
        await page.getByRole("dialog", { name: "Success" }).waitFor();
        expect(await latestBill()).toMatchObject({ date: day, comments: "kept", groom_id: choices.groom.id });
      },
      REFUSAL_NOISE,
    ));

  test("during an outage of the database the page says so and keeps all values, and after it saves the same entry", () =>
    visit(
      browser,
      { javaScriptEnabled },
      async (page) => {
        await page.goto(barn.url);
        const { horse, service, comments, submit } = form(page);
        await horse.selectOption(choices.horse.id);
        await service.selectOption(choices.service.id);
        await comments.fill("through an outage");
        await barn.stopDatabase();
        await submit.click();
        await page.getByRole("alert").filter({ hasText: "The database cannot be reached" }).waitFor();
        await barn.startDatabase();
        await page.getByRole("button", { name: javaScriptEnabled ? "Submit" : "Try again" }).click();
        await page.getByRole("dialog", { name: "Success" }).waitFor();
        expect(await latestBill()).toMatchObject({ comments: "through an outage" });
      },
      REFUSAL_NOISE,
    ));

  test("a double click on Submit saves one entry", () =>
    visit(browser, { javaScriptEnabled }, async (page) => {
      await page.goto(barn.url);
      const { horse, service, submit } = form(page);
      await horse.selectOption(choices.horse.id);
      await service.selectOption(choices.service.id);
      const [{ n } = { n: 0 }] = await barn.rows("select count(*) as n from bill_items");
      await submit.dblclick();
      await page.getByRole("dialog", { name: "Success" }).waitFor();
      expect(await barn.rows("select count(*) as n from bill_items")).toEqual([{ n: Number(n) + 1 }]);
    }));
});

test("an invalid entry right after a saved one shows its errors and no confirmation", () =>
  visit(
    browser,
    {},
    async (page) => {
      await page.goto(barn.url);
      const { horse, service, submit } = form(page);
      await horse.selectOption(choices.horse.id);
      await service.selectOption(choices.service.id);
      await submit.click();
      const dialog = page.getByRole("dialog", { name: "Success" });
      await dialog.waitFor();
      await dialog.waitFor({ state: "hidden" });
      await submit.click();
      await page.getByText("Horse is required.").waitFor();
      expect(await dialog.count()).toBe(0);
    },
    REFUSAL_NOISE,
  ));

test("a form that was saved before with other details says so, keeps the typed values, and can be saved as a new entry", () =>
  visit(
    browser,
    {},
    async (page) => {
      await page.goto(barn.url);
      const { horse, service, comments, submit } = form(page);
      const id = await page.locator('input[name="id"]').inputValue();
      await barn.post("/?index", newEntry(choices, { id }));
      await horse.selectOption(choices.horse.id);
      await service.selectOption(choices.service.id);
      await comments.fill("a second one");
      await submit.click();
      await page.getByRole("alert").filter({ hasText: "saved before with other details" }).waitFor();
      expect(await comments.inputValue()).toBe("a second one");
      await submit.click();
      await page.getByRole("button", { name: "Log it again" }).click();
      await page.getByRole("dialog", { name: "Success" }).waitFor();
      expect(await latestBill()).toMatchObject({ comments: "a second one" });
      expect(await barn.rows("select count(*) as n from bill_items where id = ?", [id])).toEqual([{ n: 1 }]);
    },
    REFUSAL_NOISE,
  ));

const countBills = async () => Number((await barn.rows("select count(*) as n from bill_items"))[0]?.n);

test("without JavaScript a form that is submitted again after Back saves no second entry", () =>
  visit(
    browser,
    { javaScriptEnabled: false },
    async (page) => {
      await page.goto(barn.url);
      const { horse, service, comments, submit } = form(page);
      await horse.selectOption(choices.horse.id);
      await service.selectOption(choices.service.id);
      await comments.fill("once");
      const before = await countBills();
      await submit.click();
      await page.getByRole("dialog", { name: "Success" }).waitFor();
      await page.goBack();
      expect(await comments.inputValue()).toBe("once");
      await submit.click();
      await page.getByRole("dialog", { name: "Success" }).waitFor();
      expect(await countBills()).toBe(before + 1);
      await page.goBack();
      await comments.fill("twice");
      await submit.click();
      await page.getByRole("alert").filter({ hasText: "saved before with other details" }).waitFor();
      expect(await countBills()).toBe(before + 1);
    },
    REFUSAL_NOISE,
  ));

test("an entry whose response was lost can be submitted again and is saved once", () =>
  visit(
    browser,
    {},
    async (page) => {
      await page.goto(barn.url);
      const { horse, service, submit } = form(page);
      const dialog = page.getByRole("dialog", { name: "Success" });
      const enter = async (horseId: string) => {
        await horse.selectOption(horseId);
        await service.selectOption(choices.service.id);
        await submit.click();
      };
      const before = await countBills();
      await enter(choices.horse.id);
      await dialog.waitFor();
      await dialog.waitFor({ state: "hidden" });
      barn.proxy.make({ kind: "lose answer", request: 1 });
      await enter(choices.spareHorse.id);
      await page.getByRole("alert").filter({ hasText: "The database cannot be reached" }).waitFor();
      barn.proxy.make({ kind: "none" });
      await submit.click();
      await dialog.waitFor();
      expect(await countBills()).toBe(before + 2);
    },
    REFUSAL_NOISE,
  ));

test("an entry that was corrected, and whose response was cut off, can be submitted again and is saved once", () =>
  visit(
    browser,
    {},
    async (page) => {
      await page.goto(barn.url);
      const { horse, service, quantity, submit } = form(page);
      await horse.selectOption(choices.horse.id);
      await service.selectOption(choices.service.id);
      await quantity.fill("");
      await submit.click();
      await page.getByText("Quantity is required.").waitFor();
      await quantity.fill("1");
      const before = await countBills();
      await page.route("**/*.data*", async (route) => {
        await route.fetch();
        await route.abort();
      });
      await submit.click();
      await page.getByRole("alert").filter({ hasText: "Hayloft cannot be reached" }).waitFor();
      await page.unroute("**/*.data*");
      expect(await countBills()).toBe(before + 1);
      await submit.click();
      await page.getByRole("dialog", { name: "Success" }).waitFor();
      expect(await countBills()).toBe(before + 1);
    },
    /status of 400|ERR_FAILED/,
  ));

test("if the connection fails during the confirmation, it still closes and the focus moves to the title of the form", () =>
  visit(browser, {}, async (page) => {
    await page.goto(barn.url);
    const { horse, service, comments, submit } = form(page);
    await horse.selectOption(choices.horse.id);
    await service.selectOption(choices.service.id);
    await submit.click();
    const dialog = page.getByRole("dialog", { name: "Success" });
    await dialog.waitFor();
    await page.context().setOffline(true);
    await dialog.waitFor({ state: "hidden" });
    await page.waitForURL(`${barn.url}/`);
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("form-title");
    await comments.fill("typed offline");
    await page.getByRole("link", { name: "Input Form" }).click();
    await page.waitForTimeout(300);
    expect(await comments.inputValue()).toBe("typed offline");
  }));

test("without a connection the page says that the entry is not saved and keeps the typed values", () =>
  visit(
    browser,
    {},
    async (page) => {
      await page.goto(barn.url);
      const { horse, service, comments, submit } = form(page);
      await horse.selectOption(choices.horse.id);
      await service.selectOption(choices.service.id);
      await comments.fill("from the far paddock");
      await page.context().setOffline(true);
      await submit.click();
      await page.getByRole("alert").filter({ hasText: "Hayloft cannot be reached" }).waitFor();
      expect(await comments.inputValue()).toBe("from the far paddock");
      await page.context().setOffline(false);
      await submit.click();
      await page.getByRole("dialog", { name: "Success" }).waitFor();
      expect(await latestBill()).toMatchObject({ comments: "from the far paddock" });
    },
    /ERR_INTERNET_DISCONNECTED/,
  ));

test("an entry can be made by keyboard alone", () =>
  visit(browser, {}, async (page) => {
    await page.goto(barn.url);
    const { horse, comments } = form(page);
    await horse.focus();
    await page.keyboard.type(choices.horse.name.slice(0, 4));
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.type(choices.service.product_service_name.slice(0, 6));
    await page.keyboard.press("Tab");
    await page.keyboard.type("3");
    await page.keyboard.press("Tab");
    expect(await comments.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.type("typed");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "Success" });
    await dialog.waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "hidden" });
    expect(await latestBill()).toMatchObject({ comments: "typed", quantity: 3 });
  }));
