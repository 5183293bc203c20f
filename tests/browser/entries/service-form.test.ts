import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { formatUsDate, plusDays, todayInNewYork } from "#app/domain/basics/calendar.ts";
import { DESK, PHONE, startLists } from "#tests/support/browser/lists.ts";
import { type Choices, chooseHorse, findChoices, horsePicker, newEntry } from "#tests/support/browser/service-entry.ts";

const lists = startLists();
let choices: Choices;

beforeAll(async () => {
  choices = await findChoices(lists.barn);
});

/** Takes away what the outbox needs, as in a private window of Firefox: tests/browser/entries/offline.test.ts has the other browsers. */
const withoutServiceWorkers = (page: Page) =>
  page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, "serviceWorker"));

const open = (page: Page, javaScriptEnabled = true) => lists.goto(page, "/", javaScriptEnabled);

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
  another: page.getByRole("link", { name: "Same horse" }),
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

const latestBill = async () => (await lists.barn.rows("select * from bill_items order by created_at desc limit 1"))[0];
const countBills = async () => Number((await lists.barn.rows("select count(*) as n from bill_items"))[0]?.n);
const focused = (page: Page) => page.evaluate(() => document.activeElement?.id);

/** Submits a form without what is required: each message is beside its field, and the typed values stay. */
async function submitWrongForm(page: Page): Promise<void> {
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
}

/** Finds horses in the picker by any part of a name, without accents; it keeps no name that was not chosen. */
async function usePicker(page: Page): Promise<void> {
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
}

async function enterByKeyboard(page: Page): Promise<void> {
  const { horse, comments } = form(page);
  await horse.focus();
  await page.keyboard.type(choices.horse.name.slice(0, 4));
  // Past the rider and the chips of services.
  for (let i = 0; i < 8 && (await focused(page)) !== "service-serviceId"; i += 1) await page.keyboard.press("Tab");
  await page.keyboard.type(choices.service.product_service_name.slice(0, 6));
  await page.keyboard.press("Tab");
  await page.keyboard.type("3");
  await page.keyboard.press("Tab");
  expect(await comments.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.type("typed");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await form(page).success.waitFor();
  expect(await latestBill()).toMatchObject({ comments: "typed", quantity: 3, horse_id: choices.horse.id });
  // The title has the focus, and the way on is next.
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await form(page).success.waitFor({ state: "hidden" });
  expect([await focused(page), await chosenHorse(page)]).toEqual(["service-serviceId", choices.horse.name]);
}

test("the form opens with the day in New York and says beside each field what is wrong; the picker of horses finds by any part of a name, and an entry is made by keyboard alone", () =>
  lists.asVisitor(
    { timezoneId: "Pacific/Kiritimati" },
    async (page) => {
      await open(page);
      expect(await valuesOf(page)).toEqual({ ...EMPTY, date: todayInNewYork(new Date()) });
      expect(await form(page).quantity.getAttribute("inputmode")).toBe("numeric");
      await submitWrongForm(page);
      await open(page);
      await usePicker(page);
      await open(page);
      await enterByKeyboard(page);
    },
    REFUSAL_NOISE,
  ));

test("an entry is confirmed without blocking, leads on to another like it, and is undone from the list of the day", () =>
  lists.asVisitor({}, async (page) => {
    await open(page);
    const { date, rider, service, quantity, groom, comments, submit, success, another } = form(page);
    const today = todayInNewYork(new Date());
    const day = plusDays(today, -30);
    await date.fill(day);
    await chooseHorse(page, choices.horse.name);
    await rider.selectOption({ label: `${choices.rider.name} (${choices.rider.customer})` });
    await service.selectOption(choices.groomed.id);
    await quantity.fill("2");
    await groom.selectOption(choices.groom.id);
    await comments.fill("Says “hello” to O’Brien");
    await submit.click();

    await success.waitFor();
    // The date of an entry in another year is shown with its year.
    const shown = formatUsDate(day).slice(0, day.slice(0, 4) === today.slice(0, 4) ? 5 : 10);
    const text = `2 x ${choices.groomed.product_service_name} for ${choices.horse.name}, ${shown}, groom ${choices.groom.name}`;
    await page.getByText(`Saved: ${text}`).waitFor();
    const bill = await latestBill();
    expect(bill).toMatchObject({ date: day, comments: "Says “hello” to O’Brien" });
    expect(await valuesOf(page)).toEqual({ ...EMPTY, date: todayInNewYork(new Date()) });
    expect(await groom.isVisible()).toBe(false);
    expect(await focused(page)).toBe("form-title");
    // The groom is a press away, and is not chosen by itself.
    await service.selectOption(choices.groomed.id);
    const chip = page.locator(".groom-field").getByRole("link", { name: choices.groom.name });
    expect(await chosen(groom)).toBe(EMPTY.groom);
    await chip.click();
    expect(await chosen(groom)).toBe(choices.groom.name);

    await another.click();
    await success.waitFor({ state: "hidden" });
    expect(await valuesOf(page)).toEqual({
      ...EMPTY,
      date: day,
      horse: choices.horse.name,
      rider: `${choices.rider.name} (${choices.rider.customer})`,
    });
    expect(await focused(page)).toBe("service-serviceId");
    // The next entry has a new id, and a double press saves it once.
    await service.selectOption(choices.service.id);
    const before = await countBills();
    await submit.dblclick();
    await success.waitFor();
    expect([await countBills(), (await latestBill())?.id === bill?.id]).toEqual([before + 1, false]);

    await comments.fill("half a sentence");
    await undoInList(page, text);
    expect(await comments.inputValue()).toBe("half a sentence");
    expect(
      await lists.barn.rows("select voided_at is null as stands from bill_items where id = ?", [String(bill?.id)]),
    ).toEqual([{ stands: 0 }]);
    await page.goto(`${lists.barn.url}/?saved=${crypto.randomUUID()}`);
    expect(await success.count()).toBe(0);
  }));

test("without JavaScript a form that is submitted again after Back saves no second entry", () =>
  lists.asVisitor(
    { javaScriptEnabled: false },
    async (page) => {
      await open(page, false);
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

test("in a browser without service workers, an entry that was not sent, that was saved before, or whose answer was lost says so, keeps what is typed, and is saved once", () =>
  lists.asVisitor(
    DESK,
    async (page) => {
      await withoutServiceWorkers(page);
      await open(page);
      const { service, comments, submit, success } = form(page);
      const id = await page.locator('input[name="id"]').inputValue();
      await lists.barn.post("/?index", newEntry(choices, { id }));
      await chooseHorse(page, choices.horse.name);
      await service.selectOption(choices.service.id);
      await comments.fill("a second one");
      await page.context().setOffline(true);
      await submit.click();
      const refusal = (text: string) => page.getByRole("alert").filter({ hasText: text }).waitFor();
      await refusal("Hayloft cannot be reached");
      await page.getByRole("link", { name: "Input Form" }).click();
      await page.waitForTimeout(300);
      expect(await comments.inputValue()).toBe("a second one");
      await page.context().setOffline(false);
      await submit.click();
      await refusal("saved before with other details");
      expect(await comments.inputValue()).toBe("a second one");
      await submit.click();
      await success.waitFor();
      expect(await latestBill()).toMatchObject({ comments: "a second one" });
      expect(await lists.barn.rows("select count(*) as n from bill_items where id = ?", [id])).toEqual([{ n: 1 }]);

      const before = await countBills();
      const loseOnTheWay = () =>
        page.route("**/*.data*", async (route) => {
          await route.fetch();
          await route.abort();
        });
      const loseInTheDatabase = async () => lists.barn.proxy.make({ kind: "lose answer", request: 1 });
      for (const [n, lose, says] of [
        [2, loseOnTheWay, "Hayloft cannot be reached"],
        [3, loseInTheDatabase, "The database cannot be reached"],
      ] as const) {
        await horsePicker(page).click();
        await page.getByRole("option").nth(n).click();
        await service.selectOption(choices.service.id);
        await lose();
        await submit.click();
        await refusal(says);
        await page.unroute("**/*.data*");
        lists.barn.proxy.make({ kind: "none" });
        expect(await countBills()).toBe(before + n - 1);
        await submit.click();
        await success.waitFor();
        expect(await countBills()).toBe(before + n - 1);
      }
    },
    /status of (409|503)|ERR_INTERNET_DISCONNECTED|ERR_FAILED/,
  ));

const SMALL_PHONE = { width: 390, height: 700 };

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

/** Logs five services for three horses in 15 presses, by what was logged last. */
async function logFive(page: Page, first: string, second: string): Promise<void> {
  const { submit } = form(page);
  let presses = 0;
  const tap = async (target: ReturnType<Page["getByRole"]>) => {
    presses += 1;
    await target.tap();
  };
  const [horses, services] = [0, 1].map((at) => page.getByRole("list", { name: "Often logged" }).nth(at));
  const log = async (horse: number, label: string, isSame: boolean) => {
    if (isSame) {
      await tap(page.getByRole("link", { name: "Same service" }));
      await expect.poll(() => focused(page)).toBe("service-horseId");
      expect(await page.getByText("Horse is required.").count()).toBe(0);
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
  const last = await lists.barn.rows("select horse_id, service_id from bill_items order by seq desc limit 5");
  expect([new Set(last.map(({ horse_id }) => horse_id)).size, last.length]).toEqual([3, 5]);
}

test("on a new phone three entries of different horses take at most 16 presses, and no chip moves meanwhile", () =>
  lists.asVisitor(PHONE, async (page) => {
    await page.setViewportSize(SMALL_PHONE);
    await open(page);
    await horsePicker(page).waitFor();
    const { groom, submit } = form(page);
    let presses = 0;
    const tap = async (target: ReturnType<Page["getByRole"]>) => {
      presses += 1;
      await target.tap();
    };
    const chips = (at: number) => page.getByRole("list", { name: "Often logged" }).nth(at).getByRole("link");
    const names = await chips(0).allTextContents();
    expect(names).toHaveLength(6);
    for (const name of names.slice(0, 3)) {
      await tap(chips(0).getByText(name, { exact: true }));
      await tap(chips(1).first());
      if (await groom.isVisible()) {
        // A press opens the list of the phone, and another one chooses.
        presses += 2;
        await groom.selectOption({ index: 1 });
      }
      await tap(submit);
      await page.getByText(new RegExp(`^Saved: 1 x .* for ${name}, `)).waitFor();
      // A horse that has become one of the six most frequent gets a chip after these.
      expect((await chips(0).allTextContents()).slice(0, names.length)).toEqual(names);
    }
    expect(presses).toBeLessThanOrEqual(16);
  }));

test("on a phone Submit is always in sight, every target has 48 px, 'Success' covers nothing and closes itself, and five services for three horses take 15 presses", () =>
  lists.asVisitor(PHONE, async (page) => {
    await page.setViewportSize(SMALL_PHONE);
    await open(page);
    const { service, comments, submit } = form(page);
    await horsePicker(page).waitFor();
    const box = await submit.boundingBox();
    expect((box?.y ?? 999) + (box?.height ?? 0)).toBeLessThanOrEqual(SMALL_PHONE.height);
    const offered = await service.locator("option:not([data-needs-groom])").allTextContents();
    const [, first = "", second = ""] = offered;
    await logAt(page, 2, first);
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
    expect((await page.getByRole("heading", { name: /^Saved: / }).boundingBox())?.height).toBeLessThan(30);
    await logAt(page, 5, second);
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
    await dialog.waitFor({ state: "hidden" });
    await page.evaluate(() => scrollTo(0, 0));
    await logAt(page, 8, second);
    await open(page);
    await logFive(page, first, second);
  }));
