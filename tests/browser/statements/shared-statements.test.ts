import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { todayInNewYork } from "#app/domain/basics/calendar.ts";
import { formatMonth, monthBefore, monthOf } from "#app/domain/basics/months.ts";
import { addSharedLink } from "#tests/support/barn/shared-links.ts";
import { DESK, PHONE, startLists } from "#tests/support/browser/lists.ts";

/* Sharing a statement in the office, and reading it on a phone (docs/product.md, 'Shared statements' and 'Active links'). */

/** A whole month of the demo barn. */
const MONTH = monthBefore(monthOf(todayInNewYork(new Date())));

const lists = startLists();
let customer: { id: string; name: string; emails: string };

beforeAll(async () => {
  const [found] = await lists.barn.rows(
    `select id, name, emails from customers c where emails <> '[]' and deleted_at is null
     and (select count(*) from bill_items where customer_id = c.id and deleted_at is null and date like ?) > 3 limit 1`,
    [`${MONTH}-%`],
  );
  customer = found as typeof customer;
});

const path = () => `/customers/${customer.id}/statement?month=${MONTH}`;
const linkIn = (page: Page) => page.getByLabel(/^Link to the statement for/).inputValue();

async function shareFrozen(page: Page): Promise<string> {
  await lists.goto(page, path());
  await page.getByRole("button", { name: "Share", exact: true }).press("Enter");
  const form = page.getByRole("group", { name: "Share this statement" });
  await form.getByLabel("today’s version").check();
  await form.getByLabel("Include comments").check();
  await form.getByLabel("Link expires after").selectOption("30 days");
  await form.getByRole("button", { name: "Create link" }).press("Enter");
  const mail = page.getByRole("link", { name: "E-mail", exact: true });
  await mail.waitFor();
  const [email = ""] = JSON.parse(customer.emails) as string[];
  expect(await mail.getAttribute("href")).toMatch(`mailto:${email}`);
  return linkIn(page);
}

/** Reads the page of a link on a phone of somebody who has no account. */
const readOnPhone = (address: string, steps: (page: Page) => Promise<void>, noise?: RegExp) =>
  lists.asVisitor(
    PHONE,
    async (page) => {
      await page.goto(address);
      await steps(page);
    },
    noise,
  );

test("a statement is shared, its link and text are copied by keyboard, it is read on a phone, which the office's page shows, and shared no more", () =>
  lists.asAdmin(DESK, async (page) => {
    const address = await shareFrozen(page);
    const context = page.context();
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    for (const [what, text] of [
      ["link", address],
      ["text", `${address}\n\nThe link expires on`],
    ] as const) {
      await page.getByRole("button", { name: `Copy ${what}` }).press("Enter");
      await page
        .getByRole("status")
        .filter({ hasText: new RegExp(`^${what} copied`, "i") })
        .waitFor();
      expect(await page.evaluate("navigator.clipboard.readText()")).toContain(text);
    }
    await context.clearPermissions();
    const unopened = page.getByRole("listitem").filter({ hasText: "Not opened" });
    await unopened.waitFor();
    const total = await page
      .getByRole("row", { name: /^(Total|Billed)/ })
      .last()
      .textContent();
    await readOnPhone(address, async (phone) => {
      await phone.getByRole("heading", { name: "Statement", exact: true }).waitFor();
      expect(
        await phone
          .getByRole("row", { name: /^(Total|Billed)/ })
          .last()
          .textContent(),
      ).toBe(total);
      expect(await phone.getByText(customer.name).count()).toBe(1);
      expect(await phone.getByRole("navigation").count()).toBe(0);
    });
    await unopened.waitFor({ state: "detached" });
    await page.goto(lists.barn.url + path());
    await page.getByRole("link", { name: "1 active link" }).click();
    const link = page.getByRole("listitem").filter({ hasText: `${formatMonth(MONTH)}, as of that day, with comments` });
    await link.filter({ hasText: "Opened 1 time" }).first().waitFor();
    await link.getByText("Turn off", { exact: true }).click();
    await link.getByRole("button", { name: "Turn off this link" }).click();
    await link.filter({ hasText: "Turned off" }).first().waitFor();
    expect(await page.getByRole("button", { name: "Turn off this link" }).count()).toBe(0);
    const refused = /status of 410/;
    await readOnPhone(address, (phone) => phone.getByText("This link has expired").waitFor(), refused);
  }));

const expectWorking = async (page: Page, count: number) => {
  await page.getByText(new RegExp(`^${count} links?\\. Anyone`)).waitFor();
  const links = await lists.barn.rows("select id from statement_links where stopped_at is null");
  expect(links).toHaveLength(count);
};

test("one link is turned off, then those that are ticked, and Enter in a box turns off nothing", () =>
  lists.asAdmin(DESK, async (page) => {
    await lists.barn.rows("delete from statement_links");
    for (const _ of [1, 2, 3]) await addSharedLink(lists.barn.rows);
    await lists.goto(page, "/customers/links");
    await expectWorking(page, 3);
    await page.getByText("Turn off", { exact: true }).locator("visible=true").nth(1).click();
    await page.getByRole("button", { name: "Turn off this link" }).click();
    await page.getByRole("status").getByText("1 link turned off.").waitFor();
    await expectWorking(page, 2);
    const box = page.getByRole("checkbox", { name: /^Select Owner .*, October 2026$/ }).first();
    await box.check();
    await box.press("Enter");
    await expectWorking(page, 2);
    await box.check();
    await page.getByText("Turn off 1 ticked link").click();
    await page.getByRole("button", { name: "Turn off 1 link", exact: true }).click();
    await expectWorking(page, 1);
  }));
