import { readFileSync } from "node:fs";
import type { AxeResults } from "axe-core";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ADMIN, type Barn, openBarn } from "../support/barn.ts";
import { JAVASCRIPT, openBrowser, visit } from "../support/browser.ts";
import { countActivity } from "../support/forms.ts";

const DESK: BrowserContextOptions = { viewport: { width: 1440, height: 900 } };
const PHONE: BrowserContextOptions = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

const SCREENS = [
  {
    path: "/services",
    table: "services",
    title: "Services",
    columns: ["Product Service Name", "Price", "Sales Description", "Public", "Actions"],
    search: "Search services...",
    add: "Add Service",
    dialog: "New Service",
    empty: ["No Services", "Add new services to manage them here"],
    toggle: null,
  },
  {
    path: "/grooms",
    table: "grooms",
    title: "Grooms",
    columns: ["Name", "Start Date", "End Date", "Weekly Salary", "Location", "Actions"],
    search: "Search grooms...",
    add: "Add Groom",
    dialog: "New Groom",
    empty: ["No Grooms", "Add new grooms to manage them here"],
    toggle: ["Showing active employees", "Showing all employees"],
  },
  {
    path: "/customers",
    table: "customers",
    title: "Customers",
    columns: ["Name", "Email(s)", "Phone", "Riders", "Actions"],
    search: "Search customers...",
    add: "Add Customer",
    dialog: "New Customer",
    empty: ["No Customers", "Add new services to manage them here"],
    toggle: null,
  },
  {
    path: "/accounts",
    table: "admins",
    title: "Accounts",
    columns: ["Email", "Access", "Actions"],
    search: "Search users...",
    add: "Invite User",
    dialog: "Invite User",
    empty: null,
    toggle: null,
  },
];

let barn: Barn;
let browser: Browser;
let storageState: Exclude<BrowserContextOptions["storageState"], undefined>;

beforeAll(async () => {
  [barn, browser] = await Promise.all([openBarn(), openBrowser()]);
  const [name = "", value = ""] = (await barn.cookieOf(ADMIN)).split("=");
  const cookie = { name, value, domain: "127.0.0.1", path: "/", expires: -1, httpOnly: true, secure: false };
  storageState = { cookies: [{ ...cookie, sameSite: "Lax" as const }], origins: [] };
});
afterAll(async () => {
  await browser.close();
  await barn.close();
});

/** A visit by the admin. */
const asAdmin = (options: BrowserContextOptions, steps: (page: Page) => Promise<void>, noise?: RegExp) =>
  visit(browser, { ...options, storageState }, steps, noise);

/** Opens the page and waits, where there is script, until it has taken over. */
async function goto(page: Page, path: string, javaScriptEnabled = true) {
  await page.goto(`${barn.url}${path}`);
  if (javaScriptEnabled) {
    await until(page, "Object.keys(document.querySelector('main')).some((key) => key.startsWith('__reactProps'))");
  }
}

/** Asks from outside: the page's own content policy lets nothing be evaluated in it again and again. */
const until = (page: Page, condition: string) =>
  expect.poll(() => page.evaluate(condition), { timeout: 5_000 }).toBe(true);

const headings = (page: Page) => page.getByRole("columnheader").allTextContents();
const names = (page: Page) => page.getByRole("rowheader").allTextContents();
const flagOf = async (name: string) =>
  (await barn.rows("select public from services where product_service_name = ?", [name]))[0]?.public;

/** A record of the test's own, with a name that nothing else has. */
async function add(table: "services" | "customers", name: string): Promise<void> {
  const now = new Date().toISOString();
  const own = crypto.randomUUID();
  if (table === "services") {
    await barn.rows(
      "insert into services (id, product_service_name, price, created_at, updated_at) values (?, ?, 4500, ?, ?)",
      [own, name, now, now],
    );
  } else {
    await barn.rows(
      "insert into customers (id, name, emails, riders, created_at, updated_at) values (?, ?, '[]', '[]', ?, ?)",
      [own, name, now, now],
    );
  }
}

describe.each(JAVASCRIPT)("%s", (_, javaScriptEnabled) => {
  const options = { ...DESK, javaScriptEnabled };
  const tag = javaScriptEnabled ? "Script" : "Plain";

  test.each(SCREENS)("$title has the texts of the spec, and is sorted by its first column", (screen) =>
    asAdmin(options, async (page) => {
      await goto(page, screen.path, javaScriptEnabled);
      expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe(screen.title);
      expect(await headings(page)).toEqual(screen.columns);
      expect(await page.getByRole("searchbox").getAttribute("placeholder")).toBe(screen.search);
      expect(await page.getByRole("columnheader").first().getAttribute("aria-sort")).toBe("ascending");
      const shown = (await names(page)).map((name) => name.toLowerCase());
      expect(shown).toEqual([...shown].sort());
      expect(shown.length).toBeGreaterThan(1);
      if (screen.toggle) {
        const [on = "", off = ""] = screen.toggle;
        const toggle = page.getByRole("switch", { name: on });
        expect(await toggle.getAttribute("aria-checked")).toBe("true");
        await toggle.click();
        await page.getByRole("switch", { name: off }).waitFor();
        expect(await page.getByRole("switch", { name: off }).getAttribute("aria-checked")).toBe("false");
        expect((await names(page)).length).toBeGreaterThanOrEqual(shown.length);
      }
      await page.getByRole("link", { name: screen.add }).click();
      await page.getByRole("dialog", { name: screen.dialog }).waitFor();
      await page.getByRole("dialog").getByRole("link", { name: "Cancel" }).click();
      await page.getByRole("dialog").waitFor({ state: "detached" });
      expect(new URL(page.url()).pathname).toBe(screen.path);
    }),
  );

  test("a search finds by what is shown, and says where it finds nothing", () =>
    asAdmin(options, async (page) => {
      await add("customers", `${tag} O'Brien`);
      await goto(page, "/customers", javaScriptEnabled);
      const box = page.getByRole("searchbox");
      const search = async (text: string) => {
        await box.fill(text);
        if (!javaScriptEnabled) await box.press("Enter");
      };
      await search(`${tag} o'bRI`);
      await page.getByText("1 in all").waitFor();
      expect(await names(page)).toEqual([`${tag} O'Brien`]);
      await search("no such customer");
      await page.getByText("Nothing found for “no such customer”.").waitFor();
      await page.getByRole("link", { name: "Clear the search" }).click();
      await page.getByRole("table").waitFor();
      expect(page.url()).toBe(`${barn.url}/customers`);
    }));

  test("a click on a heading sorts by it, another one the other way round, and back", () =>
    asAdmin(options, async (page) => {
      await goto(page, "/services", javaScriptEnabled);
      const price = page.getByRole("columnheader", { name: "Price" });
      const prices = async () =>
        (await page.locator("tbody td:nth-child(2)").allTextContents()).map((text) =>
          Number(text.replace(/[$,]/g, "")),
        );
      const sortedAs = async (order: string | null) => {
        await expect.poll(() => price.getAttribute("aria-sort"), { timeout: 5_000 }).toBe(order);
        return prices();
      };
      await price.getByRole("link").click();
      const ascending = await sortedAs("ascending");
      expect(ascending).toEqual([...ascending].sort((a, b) => a - b));
      await price.getByRole("link").click();
      const descending = await sortedAs("descending");
      expect(descending).toEqual([...descending].sort((a, b) => b - a));
      await page.goBack();
      expect(await sortedAs("ascending")).toEqual(ascending);
      await page.goBack();
      await sortedAs(null);
    }));

  test("the Columns menu shows and hides, and what was chosen is still so after a reload", () =>
    asAdmin(options, async (page) => {
      await goto(page, "/services", javaScriptEnabled);
      const choose = async (...labels: string[]) => {
        await page.getByRole("button", { name: "Columns" }).click();
        for (const label of labels) {
          const before = (await countActivity(barn)) + 1;
          await page.locator("#columns").getByLabel(label, { exact: true }).click();
          // With script each tick is saved by itself.
          if (javaScriptEnabled) await expect.poll(() => countActivity(barn)).toBe(before);
        }
        if (javaScriptEnabled) await page.waitForLoadState("networkidle");
        if (!javaScriptEnabled) await page.getByRole("button", { name: "Apply" }).click();
        if (javaScriptEnabled) await page.keyboard.press("Escape");
      };
      const standard = ["Product Service Name", "Price", "Sales Description", "Public", "Actions"];
      const chosen = ["Product Service Name", "Price", "Sales Description", "Needs Groom", "Actions"];
      await choose("Public", "Needs Groom");
      await expect.poll(() => headings(page)).toEqual(chosen);
      const saved = () => barn.rows("select hidden from column_choices where screen = '/services'");
      await expect.poll(saved).toEqual([{ hidden: '["public"]' }]);
      await goto(page, "/services", javaScriptEnabled);
      expect(await headings(page)).toEqual(chosen);
      await choose("Public", "Needs Groom");
      await expect.poll(() => headings(page)).toEqual(standard);
      await expect.poll(saved).toEqual([{ hidden: '["needsGroom"]' }]);
    }));

  test("a service is added through the dialog, which keeps what was typed until it is right", () =>
    asAdmin(
      options,
      async (page) => {
        const name = `${tag} clipping`;
        await goto(page, "/services", javaScriptEnabled);
        await page.getByRole("link", { name: "Add Service" }).click();
        const dialog = page.getByRole("dialog", { name: "New Service" });
        await dialog.getByLabel("Name").fill(name);
        await dialog.getByLabel("Price").fill("abc");
        await dialog.getByLabel("Public").check();
        await dialog.getByRole("button", { name: "Add" }).click();
        await dialog.getByText("Enter an amount in dollars, such as 2,900 or 2900.50.").waitFor();
        expect(await dialog.getByLabel("Name").inputValue()).toBe(name);
        expect(await dialog.getByLabel("Price").inputValue()).toBe("abc");
        expect(await dialog.getByLabel("Public").isChecked()).toBe(true);
        await dialog.getByLabel("Price").fill("$1,250.5");
        await dialog.getByRole("button", { name: "Add" }).click();
        await dialog.waitFor({ state: "detached" });
        await page.getByRole("row", { name: new RegExp(`${name} \\$1,250\\.50`) }).waitFor();
      },
      /status of 400/,
    ));

  test("a customer is deleted, and brought back by Undo", () =>
    asAdmin(options, async (page) => {
      const name = `${tag} Deleted`;
      await add("customers", name);
      await goto(page, `/customers?q=${tag}+Del`, javaScriptEnabled);
      await page.getByRole("button", { name: `Actions for ${name}` }).click();
      await page.getByRole("button", { name: "Delete", exact: true }).filter({ visible: true }).click();
      await page.getByText(`${name} was deleted.`).waitFor();
      await expect.poll(() => names(page)).toEqual([]);
      await page.getByRole("button", { name: "Undo" }).click();
      await page.getByRole("rowheader", { name }).waitFor();
      expect(await page.getByText(`${name} was deleted.`).count()).toBe(0);
    }));

  test("a switch in a row is saved at once", () =>
    asAdmin(options, async (page) => {
      const name = `${tag} switching`;
      await add("services", name);
      await goto(page, `/services?q=${tag}+switching`, javaScriptEnabled);
      const toggle = page.getByRole("switch", { name: `${name}: public` });
      expect(await toggle.getAttribute("aria-checked")).toBe("false");
      await toggle.click();
      await expect.poll(() => toggle.getAttribute("aria-checked")).toBe("true");
      await expect.poll(() => flagOf(name)).toBe(1);
    }));
});

test("a switch shows what was chosen before the answer is there", () =>
  asAdmin(DESK, async (page) => {
    await add("services", "Slow switching");
    await goto(page, "/services?q=Slow+switching");
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route("**/services.data*", async (route) => {
      if (route.request().method() === "POST") await held;
      await route.continue();
    });
    const toggle = page.getByRole("switch", { name: "Slow switching: public" });
    await toggle.click();
    await expect.poll(() => toggle.getAttribute("aria-checked")).toBe("true");
    expect(await flagOf("Slow switching")).toBe(0);
    answer();
    await expect.poll(() => flagOf("Slow switching")).toBe(1);
    expect(await toggle.getAttribute("aria-checked")).toBe("true");
    await page.waitForLoadState("networkidle");
  }));

test("Escape closes a dialog, and the focus returns to what opened it", () =>
  asAdmin(DESK, async (page) => {
    await goto(page, "/grooms?sort=-name");
    const opener = page.getByRole("link", { name: "Add Groom" });
    await opener.press("Enter");
    await page.getByRole("dialog", { name: "New Groom" }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await expect.poll(() => page.url()).toBe(`${barn.url}/grooms?sort=-name`);
    await expect.poll(() => opener.evaluate((element) => element === document.activeElement)).toBe(true);
  }));

test("with JavaScript riders are chips: Enter adds one, an x removes it, blanks and doubles count for nothing", () =>
  asAdmin(DESK, async (page) => {
    await goto(page, "/customers/new");
    const dialog = page.getByRole("dialog", { name: "New Customer" });
    await dialog.getByLabel("Name").fill("Chip Customer");
    const box = dialog.getByPlaceholder("Type a name and press Enter");
    for (const rider of ["Ana", "  ", "Bea", "Ana", " Cleo "]) {
      await box.fill(rider);
      await box.press("Enter");
    }
    expect(await dialog.getByRole("listitem").allTextContents()).toEqual(["Ana", "Bea", "Cleo"]);
    await dialog.getByRole("button", { name: "Remove Bea" }).click();
    expect(await dialog.getByRole("listitem").allTextContents()).toEqual(["Ana", "Cleo"]);
    await dialog.getByRole("button", { name: "Add" }).click();
    await dialog.waitFor({ state: "detached" });
    expect(await barn.rows("select riders from customers where name = 'Chip Customer'")).toEqual([
      { riders: '["Ana","Cleo"]' },
    ]);
  }));

test("without JavaScript riders are lines of a text", () =>
  asAdmin({ ...DESK, javaScriptEnabled: false }, async (page) => {
    await goto(page, "/customers/new", false);
    await page.getByRole("textbox", { name: "Name" }).fill("Line Customer");
    await page.getByRole("textbox", { name: "Riders" }).fill("Ana\n\nBea\nAna");
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await page.waitForURL(`${barn.url}/customers`);
    expect(await barn.rows("select riders from customers where name = 'Line Customer'")).toEqual([
      { riders: '["Ana","Bea"]' },
    ]);
  }));

describe.each(["light", "dark"] as const)("in %s", (colorScheme) => {
  test.each(SCREENS)("$title and its dialog have no fault that axe knows of, and fit a phone", ({ path, dialog }) =>
    asAdmin({ ...PHONE, colorScheme }, async (page) => {
      const width = () => page.evaluate("document.documentElement.scrollWidth");
      await goto(page, path);
      expect(await faults(page)).toEqual([]);
      expect(await width()).toBeLessThanOrEqual(390);
      await goto(page, `${path}/new`);
      await page.getByRole("dialog", { name: dialog }).waitFor();
      expect(await faults(page)).toEqual([]);
      expect(await width()).toBeLessThanOrEqual(390);
    }),
  );
});

const AXE = readFileSync("node_modules/axe-core/axe.min.js", "utf8");

async function faults(page: Page): Promise<string[]> {
  // What is still fading in has no contrast yet.
  await page.waitForTimeout(300);
  await page.evaluate(AXE);
  const { violations } = (await page.evaluate("axe.run()")) as AxeResults;
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
}

// Last, since nothing is left after it.
test.each(SCREENS.filter(({ empty }) => empty))("$title says so where there is nothing", ({ path, table, empty }) =>
  asAdmin(DESK, async (page) => {
    if (table === "services") {
      // Five of them cannot be marked as deleted, so they go for good, with what refers to them.
      for (const each of ["payroll", "bill_items", "shows", "services"]) await barn.rows(`delete from ${each}`);
    } else {
      await barn.rows(`update ${table} set deleted_at = '2026-01-01T00:00:00.000Z'`);
    }
    await goto(page, path);
    await page.getByRole("heading", { name: empty?.[0] ?? "" }).waitFor();
    expect(await page.locator(".empty").textContent()).toContain(empty?.[1]);
  }),
);
