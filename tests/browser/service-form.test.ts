import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { plusDays, todayInNewYork } from "#app/domain/calendar.ts";
import { type Barn, openBarn } from "#tests/support/barn.ts";
import { JAVASCRIPT, openBrowser, visit } from "#tests/support/browser.ts";
import { PHONE } from "#tests/support/lists.ts";
import { type Choices, chooseHorse, findChoices, horsePicker, newEntry } from "#tests/support/service-entry.ts";

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

/** Takes away what the outbox needs, as in a private window of Firefox: tests/browser/offline.test.ts has the other browsers. */
const withoutServiceWorkers = (page: Page) =>
  page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, "serviceWorker"));

const REFUSAL_NOISE = /status of (400|409)/;

const form = (page: Page) => ({
  date: page.getByLabel("Date"),
  horse: page.getByLabel("Horse"),
  rider: page.getByLabel("Rider"),
  service: page.getByLabel("Service", { exact: false }).and(page.locator("select")),
  quantity: page.getByLabel("Quantity"),
  groom: page.getByLabel("Groom"),
  comments: page.getByLabel("Comments"),
  submit: page.getByRole("button", { name: "Submit" }),
  success: page.getByText(/^Saved: /),
  another: page.getByRole("link", { name: `Log another for ${choices.horse.name}` }),
});

const chosen = (select: ReturnType<Page["getByLabel"]>) =>
  select.evaluate((element) => (element as unknown as HTMLSelectElement).selectedOptions[0]?.text);

/** The name of the chosen horse, in the combobox and in the select that posts it. */
const chosenHorse = async (page: Page) => {
  const posted = await chosen(page.locator("select[name=horseId]"));
  const picker = horsePicker(page);
  if ((await picker.count()) > 0) expect(posted).toBe((await picker.inputValue()) || "Select a horse...");
  return posted;
};

const EMPTY = {
  horse: "Select a horse...",
  rider: "Select a rider...",
  service: "Select a service...",
  quantity: "1",
  groom: "Select a groom...",
  comments: "",
};

const valuesOf = async (page: Page) => {
  const { date, rider, service, quantity, groom, comments } = form(page);
  return {
    date: await date.inputValue(),
    horse: await chosenHorse(page),
    rider: await chosen(rider),
    service: await chosen(service),
    quantity: await quantity.inputValue(),
    groom: await chosen(groom),
    comments: await comments.inputValue(),
  };
};

/** Undoes an entry from the list of the day, which then marks it. */
async function undoInList(page: Page, text: string): Promise<void> {
  const list = page.getByRole("region", { name: "Today from this device" });
  await list.getByRole("button", { name: `Undo ${text}` }).click();
  await page.getByText(`Undone: ${text}`).waitFor();
  await list.getByRole("listitem").filter({ hasText: text }).getByText("Undone").waitFor();
}

const latestBill = async () => (await barn.rows("select * from bill_items order by created_at desc limit 1"))[0];
const countBills = async () => Number((await barn.rows("select count(*) as n from bill_items"))[0]?.n);
const focused = (page: Page) => page.evaluate(() => document.activeElement?.id);

test("the form opens with the day in New York, and a keyboard of digits for the quantity", () =>
  visit(browser, { timezoneId: "Pacific/Kiritimati" }, async (page) => {
    await page.goto(barn.url);
    expect(await valuesOf(page)).toEqual({ ...EMPTY, date: todayInNewYork(new Date()) });
    expect(await form(page).quantity.getAttribute("inputmode")).toBe("numeric");
  }));

test("the dialog 'Success' stands over the title, covers no control, takes no focus and closes itself", () =>
  visit(browser, PHONE, async (page) => {
    await page.goto(barn.url);
    const { service, submit, success } = form(page);
    await chooseHorse(page, choices.horse.name);
    await service.selectOption(choices.service.id);
    await submit.click();
    const dialog = page.getByRole("dialog", { name: "Success" });
    await dialog.waitFor();
    const covered = await page.evaluate(() => {
      const box = document.querySelector("dialog")?.getBoundingClientRect();
      return [...document.querySelectorAll("a, button, input, select, textarea")].filter((control) => {
        const { top, bottom, width } = control.getBoundingClientRect();
        return box && width > 0 && top < box.bottom && bottom > box.top;
      }).length;
    });
    expect(covered).toBe(0);
    expect(await dialog.evaluate((element) => element.matches(":modal, :focus-within"))).toBe(false);
    await dialog.waitFor({ state: "hidden" });
    expect(await success.count()).toBe(1);
  }));

test.each(JAVASCRIPT)(
  "%s an entry is confirmed without blocking, leads on to another like it, and is undone from the list of the day",
  (_, javaScriptEnabled) =>
    visit(browser, { javaScriptEnabled }, async (page) => {
      await page.goto(barn.url);
      const { date, rider, service, quantity, groom, comments, submit, success, another } = form(page);
      const day = plusDays(todayInNewYork(new Date()), -30);
      await date.fill(day);
      await chooseHorse(page, choices.horse.name, { javaScriptEnabled });
      await rider.selectOption({ label: `${choices.rider.name} (${choices.rider.customer})` });
      await service.selectOption(choices.groomed.id);
      await quantity.fill("2");
      await groom.selectOption(choices.groom.id);
      await comments.fill("Says “hello” to O’Brien");
      await submit.click();

      await success.waitFor();
      const text = `2 x ${choices.groomed.product_service_name} for ${choices.horse.name}, ${day.slice(5, 7)}/${day.slice(8)}`;
      await page.getByText(`Saved: ${text}`).waitFor();
      const bill = await latestBill();
      expect(bill).toMatchObject({ date: day, comments: "Says “hello” to O’Brien" });
      // The device remembers the groom.
      expect(await valuesOf(page)).toEqual({ ...EMPTY, groom: choices.groom.name, date: todayInNewYork(new Date()) });
      expect(await groom.isVisible()).toBe(false);
      if (javaScriptEnabled) expect(await focused(page)).toBe("form-title");

      await another.click();
      await success.waitFor({ state: "hidden" });
      expect(await valuesOf(page)).toEqual({
        ...EMPTY,
        date: day,
        horse: choices.horse.name,
        rider: `${choices.rider.name} (${choices.rider.customer})`,
        groom: choices.groom.name,
      });
      expect(await focused(page)).toBe("service-serviceId");
      // The next entry has a new id, and a double press saves it once.
      await service.selectOption(choices.service.id);
      const before = await countBills();
      await submit.dblclick();
      await success.waitFor();
      expect([await countBills(), (await latestBill())?.id === bill?.id]).toEqual([before + 1, false]);

      if (javaScriptEnabled) await comments.fill("half a sentence");
      await undoInList(page, text);
      if (javaScriptEnabled) expect(await comments.inputValue()).toBe("half a sentence");
      expect(
        await barn.rows("select voided_at is null as stands from bill_items where id = ?", [String(bill?.id)]),
      ).toEqual([{ stands: 0 }]);
      await page.goto(`${barn.url}/?saved=${crypto.randomUUID()}`);
      expect(await success.count()).toBe(0);
    }),
);

test("each error is beside its field and names the field, and the typed values are kept", () =>
  visit(
    browser,
    {},
    async (page) => {
      await page.goto(barn.url);
      const { date, horse, service, quantity, comments, submit } = form(page);
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
      expect(await focused(page)).toBe("service-date");
    },
    REFUSAL_NOISE,
  ));

test("in a browser without service workers, a form without a connection says that it is not saved, one that was saved before says so, both keep what is typed, and it can be saved as a new entry", () =>
  visit(
    browser,
    {},
    async (page) => {
      await withoutServiceWorkers(page);
      await page.goto(barn.url);
      const { service, comments, submit, success } = form(page);
      const id = await page.locator('input[name="id"]').inputValue();
      await barn.post("/?index", newEntry(choices, { id }));
      await chooseHorse(page, choices.horse.name);
      await service.selectOption(choices.service.id);
      await comments.fill("a second one");
      await page.context().setOffline(true);
      await submit.click();
      await page.getByRole("alert").filter({ hasText: "Hayloft cannot be reached" }).waitFor();
      await page.getByRole("link", { name: "Input Form" }).click();
      await page.waitForTimeout(300);
      expect(await comments.inputValue()).toBe("a second one");
      await page.context().setOffline(false);
      await submit.click();
      await page.getByRole("alert").filter({ hasText: "saved before with other details" }).waitFor();
      expect(await comments.inputValue()).toBe("a second one");
      await submit.click();
      await success.waitFor();
      expect(await latestBill()).toMatchObject({ comments: "a second one" });
      expect(await barn.rows("select count(*) as n from bill_items where id = ?", [id])).toEqual([{ n: 1 }]);
    },
    /status of (400|409)|ERR_INTERNET_DISCONNECTED/,
  ));

test("without JavaScript a form that is submitted again after Back saves no second entry", () =>
  visit(
    browser,
    { javaScriptEnabled: false },
    async (page) => {
      await page.goto(barn.url);
      const { horse, service, comments, submit, success } = form(page);
      await horse.selectOption(choices.horse.id);
      await service.selectOption(choices.service.id);
      await comments.fill("first");
      const before = await countBills();
      await submit.click();
      await success.waitFor();
      await page.goBack();
      expect(await comments.inputValue()).toBe("first");
      await submit.click();
      await success.waitFor();
      expect(await countBills()).toBe(before + 1);
      await page.goBack();
      await comments.fill("twice");
      await submit.click();
      await page.getByRole("alert").filter({ hasText: "saved before with other details" }).waitFor();
      expect(await countBills()).toBe(before + 1);
    },
    REFUSAL_NOISE,
  ));

test("in a browser without service workers, an entry whose response was lost, by the database or on the way, can be submitted again and is saved once", () =>
  visit(
    browser,
    {},
    async (page) => {
      await withoutServiceWorkers(page);
      await page.goto(barn.url);
      const { service, quantity, submit, success } = form(page);
      const before = await countBills();
      await chooseHorse(page, choices.horse.name);
      await service.selectOption(choices.service.id);
      await quantity.fill("");
      await submit.click();
      await page.getByText("Quantity is required.").waitFor();
      await quantity.fill("1");
      await page.route("**/*.data*", async (route) => {
        await route.fetch();
        await route.abort();
      });
      await submit.click();
      await page.getByRole("alert").filter({ hasText: "Hayloft cannot be reached" }).waitFor();
      await page.unroute("**/*.data*");
      expect(await countBills()).toBe(before + 1);
      await submit.click();
      await success.waitFor();
      expect(await countBills()).toBe(before + 1);

      await horsePicker(page).click();
      await page.getByRole("option").nth(3).click();
      await service.selectOption(choices.service.id);
      barn.proxy.make({ kind: "lose answer", request: 1 });
      await submit.click();
      await page.getByRole("alert").filter({ hasText: "The database cannot be reached" }).waitFor();
      barn.proxy.make({ kind: "none" });
      await submit.click();
      await success.waitFor();
      expect(await countBills()).toBe(before + 2);
    },
    /status of (400|503)|ERR_FAILED/,
  ));

test("an entry can be made by keyboard alone", () =>
  visit(browser, {}, async (page) => {
    await page.goto(barn.url);
    const { horse, comments, success } = form(page);
    await horsePicker(page).waitFor();
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
    await success.waitFor();
    expect(await latestBill()).toMatchObject({ comments: "typed", quantity: 3, horse_id: choices.horse.id });
    // The title has the focus, and the way on is next.
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await success.waitFor({ state: "hidden" });
    expect([await focused(page), await chosenHorse(page)]).toEqual(["service-serviceId", choices.horse.name]);
  }));

test("the picker of horses finds by any part of a name, without accents, and keeps no name that was not chosen", () =>
  visit(browser, {}, async (page) => {
    await page.goto(barn.url);
    const picker = horsePicker(page);
    const options = page.getByRole("option").and(page.locator("div"));
    const marked = () => page.locator(".picker-option[aria-selected=true]").textContent();
    await picker.click();
    expect(await options.filter({ hasText: "(not on the property)" }).count()).toBeGreaterThan(0);
    await picker.fill("on the property");
    await page.getByText("No horse has this name").waitFor();
    await picker.fill("vital elan");
    expect(await options.allTextContents()).toEqual(["Élan Vital"]);
    await picker.press("Escape");
    expect([await options.count(), await chosenHorse(page)]).toEqual([0, "Select a horse..."]);
    // Names that share the text: the arrows go round, and Enter takes the marked one.
    await picker.fill("bella");
    expect(await options.allTextContents()).toEqual(["Bella - Harold Fitzgerald", "Bella - Patricia Walsh"]);
    expect(await marked()).toBe("Bella - Harold Fitzgerald");
    await picker.press("ArrowDown");
    expect(await marked()).toBe("Bella - Patricia Walsh");
    await picker.press("ArrowDown");
    await picker.press("ArrowUp");
    await picker.press("Enter");
    expect([await chosenHorse(page), await options.count()]).toEqual(["Bella - Patricia Walsh", 0]);
    // A text that matches several, or none, is dropped when the field is left; the only match is taken.
    for (const [typed, then] of [
      ["bella", "Select a horse..."],
      ["no such horse", "Select a horse..."],
      ["elan", "Élan Vital"],
    ] as const) {
      await picker.fill(typed);
      if (typed.startsWith("no")) await page.getByText("No horse has this name").waitFor();
      await page.getByRole("heading", { level: 1 }).click();
      expect([typed, await chosenHorse(page)]).toEqual([typed, then]);
    }
  }));

const SMALL_PHONE = { viewport: { width: 390, height: 700 }, hasTouch: true, isMobile: true };

/** Logs a service of a horse by its place in the list of the picker. */
async function logAt(page: Page, place: number, label: string): Promise<void> {
  const { service, submit } = form(page);
  await horsePicker(page).tap();
  const horse = page.getByRole("option").and(page.locator("div")).nth(place);
  const name = await horse.textContent();
  await horse.tap();
  await service.selectOption({ label });
  await submit.tap();
  // The message before may be of the same service.
  await page.getByText(`Saved: 1 x ${label} for ${name}`).waitFor();
}

test("on a phone that logged before, five services for three horses take 15 presses", () =>
  visit(browser, SMALL_PHONE, async (page) => {
    await page.goto(barn.url);
    const { service, submit } = form(page);
    const offered = await service.locator("option:not([data-needs-groom])").allTextContents();
    const [, first = "", second = ""] = offered;
    for (const [place, label] of [
      [2, first],
      [5, second],
      [8, second],
    ] as const)
      await logAt(page, place, label);
    await page.goto(barn.url);
    let presses = 0;
    const tap = async (target: ReturnType<Page["getByRole"]>) => {
      presses += 1;
      await target.tap();
    };
    const [horses, services] = [0, 1].map((at) => page.getByRole("list", { name: "Logged last" }).nth(at));
    const log = async (horse: number, label: string, isSame: boolean) => {
      if (isSame) {
        await tap(page.getByRole("link", { name: "Same service, next horse" }));
        // A choice before the next form is there would be one of the form before.
        await page.getByText(/^Saved: /).waitFor({ state: "hidden" });
      }
      const chip = horses?.getByRole("link").nth(horse) as ReturnType<Page["getByRole"]>;
      const name = await chip.textContent();
      await tap(chip);
      if (!isSame) await tap(services?.getByText(label, { exact: true }) as ReturnType<Page["getByRole"]>);
      await tap(submit);
      await page.getByText(`Saved: 1 x ${label} for ${name}`).waitFor();
    };
    await log(0, first, false);
    await log(1, first, true);
    await log(2, first, true);
    await log(0, second, false);
    await log(1, second, true);
    expect(presses).toBe(15);
    const last = await barn.rows("select horse_id, service_id from bill_items order by seq desc limit 5");
    expect([new Set(last.map(({ horse_id }) => horse_id)).size, last.length]).toEqual([3, 5]);
  }));

test("on a phone Submit is always in sight, and every target has 48 px", () =>
  visit(browser, SMALL_PHONE, async (page) => {
    await page.goto(barn.url);
    const { service, comments, submit, success } = form(page);
    const [, label = ""] = await service.locator("option:not([data-needs-groom])").allTextContents();
    await horsePicker(page).waitFor();
    const box = await submit.boundingBox();
    expect((box?.y ?? 999) + (box?.height ?? 0)).toBeLessThanOrEqual(700);
    for (const place of [2, 5]) await logAt(page, place, label);
    await success.waitFor();
    const small = await page
      .locator(".entry-page :is(a, button, .control):visible")
      .evaluateAll((targets) =>
        targets.filter((each) => each.getBoundingClientRect().height < 48).map((each) => each.outerHTML),
      );
    expect(small).toEqual([]);
    // A field that gets the focus is not behind the foot, and neither is the end of the page.
    await comments.focus();
    const foot = (await page.locator(".entry-foot").boundingBox())?.y ?? 0;
    const area = await comments.boundingBox();
    expect((area?.y ?? 0) + (area?.height ?? 0)).toBeLessThanOrEqual(foot);
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    const end = await page.getByRole("listitem").last().boundingBox();
    expect((end?.y ?? 0) + (end?.height ?? 0)).toBeLessThanOrEqual(foot);
    expect(await submit.isVisible()).toBe(true);
  }));
