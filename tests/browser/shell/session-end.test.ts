import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { ADMIN, NOT_AN_ADMIN, OTHER_ADMIN } from "#tests/support/barn/barn.ts";
import { expectFine } from "#tests/support/browser/axe.ts";
import { DESK, startLists } from "#tests/support/browser/lists.ts";
import { openLivePage } from "#tests/support/browser/live.ts";
import { editorOf, openEditor } from "#tests/support/browser/rows.ts";

/* What a page keeps, and shows, once its session is over (docs/product.md, 'Sign-in'). */

const lists = startLists({
  accounts: [ADMIN, OTHER_ADMIN, NOT_AN_ADMIN].map((user) => ({ ...user, emailVerified: true })),
});

const asAdmin = (steps: (page: Page) => Promise<void>, options = {}) =>
  lists.asAdmin({ ...DESK, ...options }, steps, /status of 403/);

const signOut = (page: Page) => page.context().clearCookies();
const message = (page: Page, name = "You are signed out") => page.getByRole("dialog", { name });

/** Signs in by the button of the message. */
async function signIn(page: Page, email: string): Promise<void> {
  const popup = page.waitForEvent("popup");
  await message(page).getByRole("button", { name: "Sign in" }).click();
  await (await popup).getByRole("button", { name: email }).click();
}

const countServices = async (name: string) =>
  (await lists.barn.rows("select count(*) as n from services where product_service_name = ?", [name]))[0]?.n;

async function fillService(page: Page, name: string) {
  const dialog = page.getByRole("dialog", { name: "New Service" });
  await dialog.getByLabel("Name").fill(name);
  await dialog.getByLabel("Price").fill("12.50");
  return { dialog, add: dialog.getByRole("button", { name: "Add", exact: true }) };
}

/** The page may have heard of the end of the session already; its message lies over the button then. */
const pressUnder = (button: Locator) => button.evaluate((element: HTMLElement) => element.click());

test("a dialog that is sent after the end of the session says so over what was typed, and is saved for the same admin who signs in, and for nobody else", () =>
  asAdmin(async (page) => {
    await openLivePage(lists.barn, page, "/services/new");
    const { dialog, add } = await fillService(page, "After the end");
    const name = dialog.getByLabel("Name");
    await signOut(page);
    await pressUnder(add);
    await message(page).waitFor();
    await expectFine(page);
    await page.keyboard.press("Escape");
    await message(page).waitFor({ state: "detached" });
    await dialog.getByText("You were signed out, so this is not saved yet.").waitFor();
    await add.click();
    await signIn(page, NOT_AN_ADMIN.email);
    const refusal = message(page, "Only admins may do this");
    await refusal.getByText(NOT_AN_ADMIN.email).waitFor();
    await page.keyboard.press("Escape");
    await add.click();
    await dialog.getByText("Only admins may do this, so it is not saved.").waitFor();
    await page.keyboard.press("Escape");
    await refusal.waitFor({ state: "detached" });

    await signOut(page);
    await pressUnder(add);
    await signIn(page, ADMIN.email);
    await message(page).waitFor({ state: "detached" });
    expect([await name.inputValue(), await countServices("After the end")]).toEqual(["After the end", 0]);
    await add.click();
    await dialog.waitFor({ state: "detached" });
    expect(await countServices("After the end")).toBe(1);

    await page.getByRole("link", { name: "Add Service" }).click();
    await fillService(page, "Of the first admin");
    await signOut(page);
    await pressUnder(add);
    await signIn(page, OTHER_ADMIN.email);
    const other = message(page, "Another admin is signed in");
    await other.getByRole("button", { name: "Close" }).click();
    await add.click();
    await other.getByRole("button", { name: "Load again" }).click();
    await page.getByRole("button", { name: OTHER_ADMIN.email }).waitFor();
    expect([await name.inputValue(), await countServices("Of the first admin")]).toEqual(["", 0]);
  }));

test("an end of the session from elsewhere leaves a page with typed entries, without newer data, and replaces any other page", () =>
  asAdmin(async (page) => {
    const cookies = await page.context().cookies();
    const Cookie = cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
    await openLivePage(lists.barn, page, "/services/new?q=clip");
    const { dialog, add } = await fillService(page, "Kept from elsewhere");
    const list = await page.context().newPage();
    await openLivePage(lists.barn, list, "/grooms?q=luz");
    await lists.barn.post("/auth/sign-out", { sign: "out" }, { Cookie });
    await expect.poll(() => list.url()).toBe(`${lists.barn.url}/`);
    await page.bringToFront();
    await message(page).waitFor();
    const other = { Cookie: await lists.barn.cookieOf(OTHER_ADMIN) };
    const service = { idempotencyKey: crypto.randomUUID(), productServiceName: "Secret clip", price: "1" };
    expect((await lists.barn.post("/services/new", { ...service, salesDescription: "" }, other)).status).toBe(303);
    // Another tab signs in: the message goes, and the next press saves.
    const popup = list.waitForEvent("popup");
    await list.getByRole("button", { name: "Sign in" }).first().click();
    await (await popup).getByRole("button", { name: ADMIN.email }).click();
    const secret = page.locator("th").filter({ hasText: "Secret clip" });
    expect(await secret.count()).toBe(0);
    await list.getByRole("heading", { name: "Overview", level: 1 }).waitFor();
    await message(page).waitFor({ state: "detached" });
    await secret.waitFor();
    await add.click();
    await dialog.waitFor({ state: "detached" });
    expect(await countServices("Kept from elsewhere")).toBe(1);
  }));

test("a value in a row, a switch, a command for selected rows and a batch wait for the sign-in", () =>
  asAdmin(async (page) => {
    const refuse = async (press: () => Promise<void>) => {
      await signOut(page);
      await press();
      await message(page).waitFor();
      await signIn(page, ADMIN.email);
      await message(page).waitFor({ state: "detached" });
    };
    const count = async (sql: string) => (await lists.barn.rows(`select count(*) as n from ${sql}`))[0]?.n;
    await openLivePage(lists.barn, page, "/grooms");
    const name = (await page.getByRole("rowheader").first().textContent())?.trim();
    const salary = new RegExp(`^${name}: weekly salary`);
    const editor = await openEditor(page, salary);
    await editor.fill("777.25");
    await refuse(() => editor.press("Enter"));
    const kept = editorOf(page, salary);
    expect(await kept.inputValue()).toBe("777.25");
    // Another value, and back: the one that was refused is saved as it is.
    await kept.fill("777.26");
    await kept.press("Enter");
    await expect.poll(() => count("grooms where weekly_salary = 77726")).toBe(1);

    await openLivePage(lists.barn, page, "/horses?q=rumba");
    const billable = page.getByRole("checkbox", { name: /: billable$/i }).first();
    const off = await count("horses where not is_billable");
    await refuse(() => billable.click());
    expect(await count("horses where not is_billable")).toBe(off);
    await billable.click();
    await expect.poll(() => count("horses where not is_billable")).not.toBe(off);

    await openLivePage(lists.barn, page, "/payroll");
    const drop = () => page.getByRole("button", { name: "Delete", exact: true }).click();
    const items = await count("payroll where deleted_at is null");
    await page
      .locator("tbody")
      .getByRole("checkbox", { name: /^Select / })
      .first()
      .check();
    await refuse(drop);
    expect(await count("payroll where deleted_at is null")).toBe(items);
    await drop();
    await expect.poll(() => count("payroll where deleted_at is null")).toBe(Number(items) - 1);

    await openLivePage(lists.barn, page, "/horses/bill");
    const dialog = page.getByRole("dialog", { name: "Confirm Billing" });
    const bills = await count("bill_items");
    await refuse(() => dialog.getByRole("button", { name: "Confirm" }).click());
    expect(await count("bill_items")).toBe(bills);
    await dialog.getByRole("button", { name: "Confirm" }).click();
    await dialog.waitFor({ state: "detached" });
    expect(await count("bill_items")).not.toBe(bills);
  }));

test("a link, and a search of a long list, lead to the sign-in, and back to where they led", () =>
  asAdmin(async (page) => {
    const go = async (from: string, act: () => Promise<void>, to: string) => {
      // The stream is open, so that the page does not hear of the end by itself.
      await openLivePage(lists.barn, page, from);
      await signOut(page);
      await act();
      await page.getByText("Sign in with an admin's account to open").waitFor();
      const popup = page.waitForEvent("popup");
      await page.getByRole("button", { name: "Sign in" }).first().click();
      await (await popup).getByRole("button", { name: ADMIN.email }).click();
      await page.getByRole("heading", { name: "Payroll", level: 1 }).waitFor();
      expect(page.url()).toBe(lists.barn.url + to);
    };
    await go("/services?q=board", () => page.getByRole("link", { name: "Payroll", exact: true }).click(), "/payroll");
    await go("/payroll", () => page.getByRole("searchbox").fill("body"), "/payroll?q=body");
  }));

test("without JavaScript a form that was sent too late is kept, and can be sent again after a sign-in", () =>
  asAdmin(
    async (page) => {
      await lists.goto(page, "/services/new", false);
      const { add } = await fillService(page, "Sent “twice” & <more>");
      await signOut(page);
      await add.click();
      await page.getByRole("heading", { name: "You are signed out" }).waitFor();
      await page.getByRole("button", { name: "Send again" }).click();
      await page.getByRole("heading", { name: "You are signed out" }).waitFor();
      const popup = page.waitForEvent("popup");
      await page.getByRole("main").getByRole("button", { name: "Sign in" }).click();
      const provider = await popup;
      await provider.getByRole("button", { name: ADMIN.email }).click();
      await provider.getByText("You are signed in. Close this window to go on.").waitFor();
      await page.getByRole("button", { name: "Send again" }).click();
      await page.getByRole("heading", { name: "Services", level: 1 }).waitFor();
      expect(await countServices("Sent “twice” & <more>")).toBe(1);
    },
    { javaScriptEnabled: false },
  ));
