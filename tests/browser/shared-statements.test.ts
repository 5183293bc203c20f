import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { todayInNewYork } from "#app/domain/calendar.ts";
import { formatMonth, monthBefore, monthOf } from "#app/domain/months.ts";
import { openBrowser, visit } from "#tests/support/browser.ts";
import { DESK, type Lists, openLists, PHONE } from "#tests/support/lists.ts";

/* Sharing a statement in the office, and reading it on a phone (docs/product.md, 'Shared statements'). */

/** A whole month of the demo barn. */
const MONTH = monthBefore(monthOf(todayInNewYork(new Date())));

let lists: Lists;
let customer: { id: string; name: string; emails: string };

beforeAll(async () => {
  lists = await openLists();
  const [found] = await lists.barn.rows(
    `select id, name, emails from customers c where emails <> '[]' and deleted_at is null
     and (select count(*) from bill_items where customer_id = c.id and deleted_at is null and date like ?) > 3 limit 1`,
    [`${MONTH}-%`],
  );
  customer = found as typeof customer;
});
afterAll(() => lists.close());

const path = () => `/customers/${customer.id}/statement?month=${MONTH}`;
const linkIn = (page: Page) => page.getByLabel(/^Link to the statement of/).inputValue();

async function shareFrozen(page: Page): Promise<string> {
  await page.goto(lists.barn.url + path());
  await page.getByRole("button", { name: "Share", exact: true }).click();
  const form = page.getByRole("group", { name: "Share this statement" });
  await form.getByLabel("as it is today").check();
  await form.getByLabel("With the comments of the bills").check();
  await form.getByLabel("The link works for").selectOption("30 days");
  await form.getByRole("button", { name: "Make a link" }).click();
  const mail = page.getByRole("link", { name: "E-mail", exact: true });
  await mail.waitFor();
  const [email = ""] = JSON.parse(customer.emails) as string[];
  expect(await mail.getAttribute("href")).toMatch(`mailto:${email}`);
  return linkIn(page);
}

/** Reads the page of a link on a phone of somebody who has no account. */
async function readOnPhone(address: string, steps: (page: Page) => Promise<void>, noise?: RegExp) {
  const read = async (page: Page) => {
    await page.goto(address);
    await steps(page);
  };
  await visit(await openBrowser(), PHONE, read, noise);
}

test("a statement is shared, read on a phone, which the open page of the office shows, and shared no more", () =>
  lists.asAdmin(DESK, async (page) => {
    const address = await shareFrozen(page);
    const unopened = page.getByRole("listitem").filter({ hasText: "Not opened" });
    await unopened.waitFor();
    const total = await page.getByRole("row", { name: /^Total/ }).textContent();
    await readOnPhone(address, async (phone) => {
      await phone.getByRole("heading", { name: "Statement", exact: true }).waitFor();
      expect(await phone.getByRole("row", { name: /^Total/ }).textContent()).toBe(total);
      expect(await phone.getByText(customer.name).count()).toBe(1);
      expect(await phone.getByRole("navigation").count()).toBe(0);
    });
    await unopened.waitFor({ state: "detached" });
    await page.goto(lists.barn.url + path());
    await page.getByRole("link", { name: "1 link works" }).click();
    const link = page.getByRole("listitem").filter({ hasText: `${formatMonth(MONTH)}, as it was then, with comments` });
    await link.filter({ hasText: "Opened 1 time" }).first().waitFor();
    await link.getByText("Stop sharing", { exact: true }).click();
    await link.getByRole("button", { name: "End the link" }).click();
    await link.filter({ hasText: "Stopped" }).first().waitFor();
    expect(await page.getByRole("button", { name: "End the link" }).count()).toBe(0);
    const refused = /status of 410/;
    await readOnPhone(address, (phone) => phone.getByText("This link has ended").waitFor(), refused);
  }));

test("the link and its text are copied, by keyboard too", () =>
  lists.asAdmin({ ...PHONE, permissions: ["clipboard-read", "clipboard-write"] }, async (page) => {
    await lists.goto(page, path());
    await page.getByRole("button", { name: "Share", exact: true }).press("Enter");
    await page.getByRole("group", { name: "Share this statement" }).waitFor();
    await page.getByRole("button", { name: "Make a link" }).press("Enter");
    const address = await linkIn(page);
    const copied = () => page.evaluate("navigator.clipboard.readText()");
    await page.getByRole("button", { name: "Copy link" }).press("Enter");
    await page.getByRole("status").filter({ hasText: "Link copied." }).waitFor();
    expect(await copied()).toBe(address);
    await page.getByRole("button", { name: "Copy text" }).press("Enter");
    await page.getByRole("status").filter({ hasText: "Text copied." }).waitFor();
    expect(await copied()).toContain(`${address}\n\nThe link works until`);
  }));
