import type { Page, Request } from "playwright-core";
import { expect, test } from "vitest";
import { holdPosts, settled } from "#lab/support/browser.ts";
import { holdNextRequest } from "#tests/support/barn/barn.ts";
import { DESK, headings, namesInRows, startLists } from "#tests/support/browser/lists.ts";
import { expectLive } from "#tests/support/browser/live.ts";

const lists = startLists();

/** The requests that the steps send, without those for code that loads once. */
async function requestsOf(page: Page, steps: () => Promise<void>): Promise<string[]> {
  const sent: string[] = [];
  const note = (request: Request) => request.url().includes("/assets/") || sent.push(request.url());
  // Remix asks for the routes of the page's links a moment after the page has loaded.
  await settled(page);
  page.on("request", note);
  await steps();
  await settled(page);
  page.off("request", note);
  return sent;
}

/** Removes a filter in the browser: the chips, counts and links follow. */
async function removeFilter(page: Page): Promise<void> {
  await lists.goto(page, "/horses?location=florida&billable=yes");
  const all = page.getByRole("link", { name: /^Bill \d+ Horses?$/ });
  const count = Number(((await all.textContent()) ?? "").split(" ")[1]);
  const filtering = await requestsOf(page, async () => {
    await page.getByRole("link", { name: "Remove Location: Florida" }).click();
    await expect.poll(async () => Number(((await all.textContent()) ?? "").split(" ")[1])).toBeGreaterThan(count);
    expect(await page.getByRole("list", { name: "Filters" }).textContent()).toMatch(/Billable: Yes/);
    expect(await page.getByRole("link", { name: /^More filters/ }).evaluate((link) => link.matches(":focus"))).toBe(
      true,
    );
  });
  expect(filtering).toEqual([]);
  expect(await all.getAttribute("href")).toBe("/horses/bill?billable=yes");
  const filtered = await namesInRows(page);
  await page.reload();
  expect(await namesInRows(page)).toEqual(filtered);
}

test("a short list is searched, sorted, paged and filtered in the browser, and Back, a reload and a browser without JavaScript show the same rows", async () => {
  const now = new Date().toISOString();
  await lists.barn.rows(
    `with recursive n(n) as (select 1 union all select n + 1 from n where n < 280)
    insert into customers (id, name, phone, emails, riders, created_at, updated_at)
    select 'many-' || n, printf('Many %03d', n), printf('(561) 555-%04d', 500 - n), '[]', '[]', ?1, ?1 from n`,
    [now],
  );
  const shown: { [address: string]: string[] } = {};
  await lists.asAdmin(DESK, async (page) => {
    await lists.goto(page, "/customers");
    const remember = async () => {
      shown[new URL(page.url()).search] = await namesInRows(page);
    };
    const sent = await requestsOf(page, async () => {
      await page.getByRole("searchbox").pressSequentially("many");
      await page.getByText("280 customers").waitFor();
      expect((await namesInRows(page)).slice(0, 2)).toEqual(["Many 001", "Many 002"]);
      await remember();
      const phone = page.getByRole("columnheader", { name: "Phone" }).getByRole("link");
      await phone.hover();
      await phone.click();
      await expect.poll(async () => (await namesInRows(page))[0]).toBe("Many 280");
      await remember();
      await page.getByRole("link", { name: "Last", exact: true }).click();
      await expect.poll(() => namesInRows(page)).toHaveLength(80);
      await remember();
      await page.goBack();
      await expect.poll(async () => (await namesInRows(page))[0]).toBe("Many 280");
      await page.goBack();
      await expect.poll(async () => (await namesInRows(page))[0]).toBe("Many 001");
      await page.goForward();
      await page.goForward();
      await expect.poll(() => namesInRows(page)).toHaveLength(80);
    });
    expect(sent).toEqual([]);
    await page.reload();
    expect(await namesInRows(page)).toEqual(Object.values(shown).at(-1));
    await removeFilter(page);
  });
  await lists.asAdmin({ ...DESK, javaScriptEnabled: false }, async (page) => {
    for (const [search, rows] of Object.entries(shown)) {
      await lists.goto(page, `/customers${search}`, false);
      expect(await namesInRows(page)).toEqual(rows);
    }
    expect(Object.keys(shown)).toEqual(["?q=many", "?q=many&sort=phone", "?q=many&sort=phone&page=3"]);
  });
  await lists.barn.rows("delete from customers where id like 'many-%'");
});

test("the columns are put in order by keys and by dragging, and stay so after a reload, and in the file", async () => {
  await lists.asAdmin(DESK, async (page) => {
    await lists.goto(page, "/customers");
    const before = (await headings(page)).slice(0, -1);
    await page.getByRole("button", { name: "Columns" }).press("Enter");
    const menu = page.getByRole("form", { name: "Columns" });
    const last = before.at(-1) ?? "";
    const up = menu.getByRole("button", { name: `Move ${last} up` });
    await up.press("Enter");
    const moved = [...before.slice(0, -2), last, before.at(-2) ?? ""];
    await expect.poll(async () => (await headings(page)).slice(0, -1)).toEqual(moved);
    expect(await up.evaluate((element) => element === document.activeElement)).toBe(true);
    const down = menu.getByRole("button", { name: `Move ${last} down` });
    await down.press("Enter");
    await expect.poll(async () => (await headings(page)).slice(0, -1)).toEqual(before);
    expect(await down.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await menu.getByRole("button", { name: `Move ${before[0]} down` }).count()).toBe(0);
    await menu.getByText(last, { exact: true }).dragTo(menu.getByText(before[1] ?? "", { exact: true }));
    const dragged = [before[0], last, ...before.slice(1, -1)];
    await expect.poll(async () => (await headings(page)).slice(0, -1)).toEqual(dragged);
    await settled(page);
    await page.reload();
    expect((await headings(page)).slice(0, -1)).toEqual(dragged);
    const file = await page.request.get(`${lists.barn.url}/customers/csv?q=o'brien`);
    const [header = ""] = (await file.text()).replace("\ufeff", "").split("\r\n");
    expect(header.split(",")).toEqual(dragged);
  });
  await lists.barn.rows("delete from column_choices");
});

test("a dialog that opens while a search is pending stays open, and the search runs afterwards", () =>
  lists.asAdmin(DESK, async (page) => {
    await page.clock.install();
    await lists.goto(page, "/shows");
    // Otherwise the pause of the search ends on a slow machine before the dialog is asked for.
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.getByRole("searchbox").pressSequentially("opener");
    await page.getByRole("link", { name: "Add Show" }).press("Enter");
    const dialog = page.getByRole("dialog", { name: "New Show" });
    await dialog.getByLabel("Name").fill("Typed meanwhile");
    await page.clock.fastForward(2_000);
    expect(await dialog.getByLabel("Name").inputValue()).toBe("Typed meanwhile");
    await page.clock.resume();
    await dialog.getByRole("link", { name: "Cancel" }).click();
    await expect.poll(() => namesInRows(page)).toHaveLength(1);
  }));

test("a switch shows the new value before the response arrives; Escape closes a dialog, and the focus returns to the link that opened it, unless another element has it by then", () =>
  lists.asAdmin(DESK, async (page) => {
    await lists.barn.rows(
      "insert into services (id, product_service_name, price, created_at, updated_at) values ('slow', 'Slow switching', 4500, '', '')",
    );
    await lists.goto(page, "/services?q=slow&sort=-price");
    const sendPosts = await holdPosts(page);
    const toggle = page.getByRole("switch", { name: "Slow switching: public" });
    await toggle.click();
    await expect.poll(() => toggle.getAttribute("aria-checked")).toBe("true");
    const isPublic = () => lists.barn.rows("select public from services where id = 'slow'");
    expect(await isPublic()).toEqual([{ public: 0 }]);
    await sendPosts();
    await expect.poll(isPublic).toEqual([{ public: 1 }]);
    expect(await toggle.getAttribute("aria-checked")).toBe("true");
    await settled(page);

    const opener = page.getByRole("link", { name: "Add Service" });
    const address = page.url();
    await opener.press("Enter");
    await page.getByRole("dialog", { name: "New Service" }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await expect.poll(() => page.url()).toBe(address);
    await expect.poll(() => opener.evaluate((element) => element === document.activeElement)).toBe(true);
    await opener.press("Enter");
    await page.getByRole("dialog", { name: "New Service" }).waitFor();
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route("**/services.data*", async (route) => {
      await held;
      await route.continue();
    });
    await page.keyboard.press("Escape");
    const search = page.getByRole("searchbox");
    await search.focus();
    release();
    await page.waitForURL(address);
    await page.locator("dialog").waitFor({ state: "detached" });
    await settled(page);
    expect(await search.evaluate((element) => element === document.activeElement)).toBe(true);
  }));

test("a search that another one overtakes is given up; the form of filters has the focus, Enter applies a number, a range sets both days, and filters that are set stay", () =>
  lists.asAdmin(
    DESK,
    async (page) => {
      await lists.goto(page, "/billing?view=all");
      // The stream asks the database, too.
      await expectLive(page);
      const release = holdNextRequest(lists.barn);
      const isForFirst = (request: Request) => request.url().includes("q=wash");
      const [first, sent] = [page.waitForEvent("requestfailed", isForFirst), page.waitForRequest(isForFirst)];
      await page.getByRole("searchbox").fill("wash");
      await sent;
      await page.getByRole("searchbox").fill("no such bill");
      expect((await first).failure()?.errorText).toBe("net::ERR_ABORTED");
      release();
      await page.getByText("Nothing found for “no such bill”.").waitFor();
      await page.getByRole("searchbox").fill("");
      await page.waitForURL(/billing\?view=all$/);
      await page.getByRole("link", { name: "More filters" }).press("Enter");
      const form = page.getByRole("group", { name: "Filter" });
      await form.getByLabel("Invoice").waitFor();
      await expect.poll(() => form.evaluate((element) => element.contains(document.activeElement))).toBe(true);
      await form.getByLabel("Invoice").fill("4242");
      await page.keyboard.press("Enter");
      await page.waitForURL(/invoice=4242$/);
      await page.keyboard.press("Escape");
      const period = page.getByRole("list", { name: "Filters" }).getByRole("link").first();
      await period.press("Enter");
      await expect.poll(() => period.getAttribute("aria-expanded")).toBe("true");
      expect(await form.getByLabel("Location").count()).toBe(0);
      await form.getByRole("button", { name: "This month" }).click();
      await page.waitForURL(/from=20\d\d-\d\d-01&to=20\d\d-\d\d-\d\d/);
      expect(new URL(page.url()).searchParams.get("invoice")).toBe("4242");
      // Without a connection the list stays, and the next press tries again.
      await page.keyboard.press("Escape");
      // The chip is the same element while its filter is set: it gets the focus back. The browser tells of the closed form later.
      await expect
        .poll(() => period.evaluate((chip) => [chip.ariaExpanded, chip === document.activeElement]))
        .toEqual(["false", true]);
      await page.context().setOffline(true);
      await page.getByRole("link", { name: "More filters" }).click();
      await form.getByText("The filters did not load.").waitFor();
      await page.keyboard.press("Escape");
      await page.context().setOffline(false);
      await page.getByRole("link", { name: "More filters" }).click();
      await form.getByLabel("Invoice").waitFor();
      await lists.goto(page, "/activity?record=training");
      await page.getByRole("link", { name: "More filters" }).click();
      await form.getByLabel("Change").selectOption({ index: 1 });
      await page.waitForURL(/change=/);
      expect(new URL(page.url()).searchParams.get("record")).toBe("training");
    },
    /ERR_INTERNET_DISCONNECTED/,
  ));

test("the page is styled as a whole once or twice as it opens, and no more than a row of it as a row is ticked", () =>
  lists.asAdmin(DESK, async (page) => {
    await lists.goto(page, "/billing?view=all");
    const elements = await page.evaluate<number>("document.body.querySelectorAll('*').length");
    const opening = await restyledBy(page, async () => {
      await lists.goto(page, "/billing?view=all");
      await settled(page);
    });
    expect(opening.filter((count) => count > elements / 2).length).toBeLessThanOrEqual(3);
    const box = page.locator("tbody").getByRole("checkbox").nth(3);
    await box.check();
    await settled(page);
    const ticking = await restyledBy(page, async () => {
      await box.uncheck();
      await box.check();
    });
    expect(Math.max(...ticking)).toBeLessThan(elements / 10);
  }));

/** How many elements had their styles computed, each time that Chromium did so during the steps. */
async function restyledBy(page: Page, steps: () => Promise<void>): Promise<number[]> {
  const browser = page.context().browser();
  if (!browser) throw new Error("This page has no browser");
  await browser.startTracing(page, { categories: ["devtools.timeline"] });
  await steps();
  const trace = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  return trace.traceEvents.flatMap(({ name, args }) => (name === "UpdateLayoutTree" && args.elementCount) || []);
}

type TraceEvent = { name: string; args: { elementCount?: number } };
