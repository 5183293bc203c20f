import type { Page, Route } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { plusDays, todayInNewYork } from "#app/domain/basics/calendar.ts";
import { settled } from "#lab/support/browser.ts";
import { ADMIN } from "#tests/support/barn/barn.ts";
import { expectFine } from "#tests/support/browser/axe.ts";
import { DESK, PHONE, startLists } from "#tests/support/browser/lists.ts";
import {
  connectionState,
  keepEntry,
  keptList,
  keptPaths,
  openAndKeep,
  openServiceForm,
  type QuickEntry,
  quickEntry,
  serviceSelect,
  submitButton,
} from "#tests/support/browser/offline.ts";
import { type Choices, chooseHorse, findChoices, newEntry } from "#tests/support/browser/service-entry.ts";

/* The service form without a connection, as a person uses it. tests/rare/outages/offline-faults.test.ts has the faults. */

const lists = startLists();
let choices: Choices;

beforeAll(async () => {
  choices = await findChoices(lists.barn);
});

/** The last two are of requests that were on their way when the connection went: of Chromium for the service worker, and of Remix for routes. */
const NOISE =
  /ERR_INTERNET_DISCONNECTED|ERR_FAILED|status of (400|409|50[03])|when fetching the script|^Failed to fetch manifest patches/;

const visitPhone = (steps: (page: Page) => Promise<void>) =>
  lists.asVisitor({ ...PHONE, serviceWorkers: "allow" }, steps, NOISE);

const expectState = (page: Page, text: string) => expect.poll(() => connectionState(page)).toBe(text);
const kept = (page: Page) => page.getByRole("heading", { name: /^Saved on this phone/ });
const billsWith = (comments: string) =>
  lists.barn.rows("select quantity, date, horse_id from bill_items where comments = ? order by seq", [comments]);

const entry = (fields: Partial<QuickEntry> = {}) => quickEntry(choices, fields);

test("the form opens without a connection, says so and how old its lists are, keeps what is logged, and saves it when the connection is back", () =>
  visitPhone(async (page) => {
    await openAndKeep(page, lists.barn.url);
    await expectState(page, "Online");
    // A refused entry is shown in the form, and leaves nothing behind, even if it is submitted twice.
    await submitButton(page).dblclick();
    await page.getByText("Horse is required.").waitFor();
    await settled(page);
    expect(await keptList(page).count()).toBe(0);
    await page.context().setOffline(true);
    await page.reload();
    await expectState(page, "Offline");
    const canQueue = page.getByText("Entries are saved on this phone and sent when you’re online.");
    await canQueue.waitFor();
    await page.getByText(/^Horses and services as of \d+:\d\d [AP]M$/).waitFor();

    await submitButton(page).click();
    await page.getByText("Horse is required.").waitFor();
    await chooseHorse(page, choices.horse.name);
    await serviceSelect(page).selectOption(choices.groomed.id);
    await submitButton(page).click();
    await page.getByText("Groom is required for this service.").waitFor();
    await serviceSelect(page).selectOption(choices.service.id);
    await page.getByLabel("Comments").fill("at the stall");
    await submitButton(page).click();
    await kept(page).waitFor();
    await page.getByText("1 entry waits for a connection").waitFor();
    expect(await canQueue.count()).toBe(0);
    expect(await page.getByText("Success").count()).toBe(0);
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("form-title");
    await page.getByRole("link", { name: "Same horse" }).click();
    await kept(page).waitFor({ state: "hidden" });
    expect(await page.locator("select[name=horseId]").inputValue()).toBe(choices.horse.id);

    expect(await billsWith("at the stall")).toEqual([]);
    await page.context().setOffline(false);
    await page.getByRole("dialog", { name: "Success" }).waitFor();
    await page.getByText(/^Saved: 1 x .* which was kept on this phone\.$/).waitFor();
    await expectState(page, "Online");
    await page.getByRole("region", { name: "Today from this device" }).getByRole("listitem").first().waitFor();
    expect(await billsWith("at the stall")).toHaveLength(1);
    expect(await keptList(page).count()).toBe(0);
  }));

test("kept entries are listed with their fields, edited, removed and put back, and what is typed for the next one stays", () =>
  visitPhone(async (page) => {
    await openServiceForm(page, lists.barn.url);
    await page.context().setOffline(true);
    await keepEntry(page, entry({ comments: "first" }));
    await keepEntry(page, entry({ comments: "second", horseId: choices.spareHorse.id }));
    await page.getByLabel("Comments").fill("half a sentence");
    await keptList(page).locator("summary").press("Enter");
    const items = keptList(page).getByRole("listitem");
    expect(await items.count()).toBe(2);
    await items.first().getByText("first", { exact: true }).waitFor();
    await items.first().getByText("Waits for a connection.").waitFor();
    await expectFine(page);

    await items.first().getByRole("button", { name: /^Edit/ }).click();
    await page.getByRole("heading", { name: /^Entry of / }).waitFor();
    const quantity = page.getByLabel("Quantity").filter({ visible: true });
    await quantity.fill("3");
    await page.getByRole("button", { name: "Cancel" }).click();
    await items.first().getByRole("button", { name: /^Edit/ }).click();
    expect(await quantity.inputValue()).toBe("1");
    await quantity.fill("");
    await submitButton(page).click();
    await page.getByText("Quantity is required.").waitFor();
    // Cancel drops what was typed.
    await page.getByRole("button", { name: "Cancel" }).click();
    await items.first().getByRole("button", { name: /^Edit/ }).click();
    expect(await quantity.inputValue()).toBe("1");
    await quantity.fill("4");
    await submitButton(page).click();
    await items.first().getByText(/^4 x /).waitFor();

    await items
      .last()
      .getByRole("button", { name: /^Remove/ })
      .click();
    await expect.poll(() => items.count()).toBe(1);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect.poll(() => items.count()).toBe(2);
    await items
      .last()
      .getByRole("button", { name: /^Remove/ })
      .click();
    await expect.poll(() => items.count()).toBe(1);
    expect(await page.getByLabel("Comments").filter({ visible: true }).inputValue()).toBe("half a sentence");

    await page.context().setOffline(false);
    await page.getByText(/^Saved: 4 x /).waitFor();
    expect(await billsWith("first")).toEqual([expect.objectContaining({ quantity: 4 })]);
    expect(await billsWith("second")).toEqual([]);
    expect(await page.getByLabel("Comments").filter({ visible: true }).inputValue()).toBe("half a sentence");
  }));

test("an entry of a deleted horse comes back with the reason, the ones behind it are saved, and it is mended", () =>
  visitPhone(async (page) => {
    await openServiceForm(page, lists.barn.url);
    await page.context().setOffline(true);
    await keepEntry(page, entry({ comments: "gone", horseId: choices.spareHorse.id }));
    await keepEntry(page, entry({ comments: "stays" }));
    await keepEntry(page, entry({ comments: "again" }));
    await lists.barn.rows("update horses set deleted_at = '2026-01-01T00:00:00.000Z' where id = ?", [
      choices.spareHorse.id,
    ]);
    // Every dialog that appears, however soon it closes.
    await page.evaluate(() => {
      const seen = new Set<Element>();
      new MutationObserver(() => {
        for (const dialog of document.querySelectorAll("dialog")) seen.add(dialog);
        document.body.dataset.dialogs = String(seen.size);
      }).observe(document.body, { childList: true, subtree: true });
    });
    try {
      await page.context().setOffline(false);
      await page.getByText("1 entry was not saved", { exact: true }).waitFor();
      const items = keptList(page).getByRole("listitem");
      await items.first().getByText("This horse is no longer in the list. Choose another.").waitFor();
      expect(await billsWith("gone")).toEqual([]);
      expect([await billsWith("stays"), await billsWith("again")]).toEqual([[expect.anything()], [expect.anything()]]);
      expect(await page.locator("body").getAttribute("data-dialogs")).toBe("1");
      // A repetition is saved, and said to be one.
      await page.getByText(/^Also logged today at .* from this device\.$/).waitFor();
      await page.reload();
      await page.getByText("1 entry was not saved", { exact: true }).waitFor();
      await items.first().getByRole("button", { name: /^Edit/ }).click();
      await page.getByText("This horse is no longer in the list. Choose another.").filter({ visible: true }).waitFor();
      await submitButton(page).click();
      await page.getByText("Horse is required.").filter({ visible: true }).waitFor();
      const picker = page.getByRole("combobox", { name: "Horse" }).and(page.locator("input:visible"));
      await picker.fill(choices.horse.name);
      await picker.press("Enter");
      await serviceSelect(page).selectOption(choices.groomed.id);
      await page.getByLabel("Groom").filter({ visible: true }).selectOption(choices.groom.id);
      await submitButton(page).click();
      await page.getByText(/^Saved: /).waitFor();
      expect(await keptList(page).count()).toBe(0);
      expect(await billsWith("gone")).toEqual([expect.objectContaining({ horse_id: choices.horse.id })]);
      // Entries that were kept were made before they arrived, edited or not.
      const late =
        "select count(made_at) as n from activity where id in (select id from bill_items where comments in ('gone', 'again', 'stays'))";
      expect(await lists.barn.rows(late)).toEqual([{ n: 3 }]);
    } finally {
      await lists.barn.rows("update horses set deleted_at = null where id = ?", [choices.spareHorse.id]);
    }
  }));

test("an entry keeps the name of its horse and the day on which it was made, and a form that was left open overnight offers the new one", () =>
  visitPhone(async (page) => {
    const today = todayInNewYork(new Date());
    // At noon in New York, so that a day later it is the next day there.
    const noon = new Date(`${today}T17:00:00Z`);
    await page.clock.install({ time: noon });
    await openAndKeep(page, lists.barn.url);
    await page.context().setOffline(true);
    await page.getByText("Offline", { exact: true }).waitFor();
    const unique = "select name from horses where deleted_at is null group by name having count(*) = 1";
    const [gone] = await lists.barn.rows(`${unique} and max(check_out_date) < ? order by name`, [today]);
    await chooseHorse(page, String(gone?.name));
    await serviceSelect(page).selectOption(choices.service.id);
    await page.getByLabel("Comments").fill("yesterday's");
    await submitButton(page).click();
    await kept(page).waitFor();
    await page.getByText(`1 x ${choices.service.product_service_name} for ${gone?.name}, `).first().waitFor();
    await page.clock.setSystemTime(new Date(noon.getTime() + 86_400_000));
    await page.reload();
    await expect.poll(() => page.getByLabel("Date").inputValue()).toBe(plusDays(today, 1));
    await page.context().setOffline(false);
    await expect.poll(() => billsWith("yesterday's")).toEqual([expect.objectContaining({ date: today })]);
  }));

/** An answer of Hayloft itself, as its header says. */
const FAILURE = { status: 500, headers: { "X-Request-Id": "x" } };

/** Submits a form that was kept once more with other details, as after Back: both entries are saved. */
async function submitAfterBack(page: Page): Promise<void> {
  await openServiceForm(page, lists.barn.url);
  await page.context().setOffline(true);
  const id = await page.locator("form#service input[name=id]").inputValue();
  await keepEntry(page, entry({ comments: "before Back" }));
  await chooseHorse(page, choices.horse.name);
  await serviceSelect(page).selectOption(choices.groomed.id);
  await page.getByLabel("Groom").selectOption(choices.groom.id);
  await page.getByLabel("Comments").fill("after Back");
  // At the Submit itself: React writes the key of the page back into the form whenever it renders it.
  await page.locator("form#service input[name=id]").evaluate((input, id) => {
    const reuse = ({ submitter }: SubmitEvent) => {
      if (submitter?.getAttribute("name")) return;
      (input as HTMLInputElement).value = id;
      document.removeEventListener("submit", reuse, true);
    };
    document.addEventListener("submit", reuse, true);
  }, id);
  await submitButton(page).click();
  await page.getByRole("alert").filter({ hasText: "kept before with other details" }).waitFor();
  await submitButton(page).click();
  await page.getByText("2 entries wait for a connection").waitFor();
  await page.context().setOffline(false);
  await page.getByText("Saved: 2 entries").waitFor();
  expect([await billsWith("before Back"), await billsWith("after Back")]).toEqual([
    [expect.anything()],
    [expect.anything()],
  ]);
}

test("no entry is lost: one that is edited while it is sent, one that is submitted again with other details, and one of an outage of the database", () =>
  visitPhone(async (page) => {
    await openServiceForm(page, lists.barn.url);
    await page.context().setOffline(true);
    await keepEntry(page, entry({ comments: "on its way" }));
    let letGo = () => {};
    const isHeld = new Promise<void>((done) => {
      letGo = done;
    });
    await page.route("**/entries", async (route) => {
      await isHeld;
      await route.continue();
    });
    await page.context().setOffline(false);
    await keptList(page).locator("summary").click();
    await keptList(page).getByText("Being sent…").waitFor();
    await keptList(page).getByRole("button", { name: /^Edit/ }).click();
    await page.getByLabel("Quantity").filter({ visible: true }).fill("5");
    await submitButton(page).click();
    await page.getByRole("button", { name: "Submitting..." }).filter({ visible: true }).waitFor();
    letGo();
    await page.getByRole("alert").filter({ hasText: "saved before with other details" }).waitFor();
    expect(await billsWith("on its way")).toEqual([expect.objectContaining({ quantity: 1 })]);
    await submitButton(page).click();
    await page.getByText(/^Saved: 5 x /).waitFor();
    expect((await billsWith("on its way")).map(({ quantity }) => quantity)).toEqual([1, 5]);
    expect(await keptList(page).count()).toBe(0);

    await submitAfterBack(page);

    // The database is down.
    await openServiceForm(page, lists.barn.url);
    lists.barn.proxy.make({ kind: "refuse" });
    await keepEntry(page, entry({ comments: "through an outage" }));
    await page.getByText("1 entry waits to be sent").waitFor();
    lists.barn.proxy.make({ kind: "none" });
    await page.evaluate(() => dispatchEvent(new Event("online")));
    await page.getByText(/^Saved: 1 x /).waitFor();
    expect(await billsWith("through an outage")).toHaveLength(1);

    // The server fails at one entry, and saves the one behind it.
    await page.context().setOffline(true);
    await keepEntry(page, entry({ comments: "fails" }));
    await keepEntry(page, entry({ comments: "behind it" }));
    const fail = (route: Route) =>
      route.request().postData()?.includes("comments=fails") ? route.fulfill(FAILURE) : route.continue();
    await page.route("**/entries", fail);
    await page.context().setOffline(false);
    await expect.poll(() => billsWith("behind it")).toHaveLength(1);
    await page.unroute("**/entries", fail);
    await expect.poll(() => billsWith("fails")).toHaveLength(1);
  }));

test("a phone whose storage is full says so before an entry is typed, and a form without a connection stays as it is", () =>
  visitPhone(async (page) => {
    const session = await page.context().newCDPSession(page);
    await session.send("Storage.overrideQuotaForOrigin", { origin: lists.barn.url, quotaSize: 1_000 });
    await openServiceForm(page, lists.barn.url);
    await page.getByText(/^This phone cannot keep entries/).waitFor();
    await session.send("Storage.overrideQuotaForOrigin", { origin: lists.barn.url });
    await openServiceForm(page, lists.barn.url);
    await expectState(page, "Online");
    // Chromium looks at the quota twice a minute.
    await page.evaluate(() => {
      IDBObjectStore.prototype.put = () => {
        throw new DOMException("The storage is full", "QuotaExceededError");
      };
    });
    await page.context().setOffline(true);
    // As wide as a pasted address.
    const long = "x".repeat(2_000);
    await page.getByLabel("Comments").fill(long);
    await chooseHorse(page, choices.horse.name);
    await serviceSelect(page).selectOption(choices.service.id);
    await submitButton(page).click();
    await page.getByRole("alert").filter({ hasText: "Hayloft cannot be reached" }).waitFor();
    expect(await page.getByLabel("Comments").inputValue()).toBe(long);
    await page.getByText(/^This phone cannot keep entries/).waitFor();
  }));

/** The phone holds the form as a visitor sees it, and the files that it names. */
async function expectVisitorsForm(page: Page, paths: string[]): Promise<void> {
  const copy = await page.evaluate(async () => (await caches.match("/"))?.text() ?? "");
  // Its scripts also name the manifest of the routes, which no page loads.
  const files = [...copy.matchAll(/"(\/(?:assets\/(?!manifest-)[^"#]+|[\w-]+\.svg))/g)].map(([, path]) => path ?? "");
  expect([...paths].sort()).toEqual([...new Set(["/", ...files])].sort());
  const horses = await lists.barn.rows("select name from horses where deleted_at is null limit 3");
  for (const { name } of horses) expect(copy).toContain(String(name).replaceAll("'", "&#x27;"));
  expect(copy).not.toMatch(new RegExp(`${ADMIN.email}|${ADMIN.name}|@|\\$\\d|Payroll|Sign out`));
}

test("after an admin has used a screen of each kind and signed out, the phone holds the form of a visitor and its files, and nothing else", () =>
  lists.asAdmin(
    { ...DESK, serviceWorkers: "allow" },
    async (page) => {
      await openAndKeep(page, lists.barn.url);
      const before = await keptPaths(page);
      await expectVisitorsForm(page, before);
      const [customer] = await lists.barn.rows("select id from customers where deleted_at is null limit 1");
      for (const path of ["/overview", "/billing", `/customers/${customer?.id}`]) {
        await page.goto(`${lists.barn.url}${path}`);
        await settled(page);
      }
      await lists.barn.post("/entries", newEntry(choices));
      await page.goto(`${lists.barn.url}/`);
      await page.getByRole("button", { name: ADMIN.email }).click();
      await page.getByRole("button", { name: "Sign out", exact: true }).filter({ visible: true }).click();
      await page.getByRole("button", { name: "Sign in" }).filter({ visible: true }).waitFor();
      await settled(page);
      expect((await keptPaths(page)).sort()).toEqual(before.sort());
      await expectVisitorsForm(page, before);
      const stored = () =>
        page.evaluate(async () => [
          ...(await indexedDB.databases()).map(({ name }) => name),
          ...Object.keys(localStorage),
        ]);
      expect(await stored()).toEqual(["hayloft"]);
    },
    NOISE,
  ));
