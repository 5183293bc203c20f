import type { Page } from "playwright-core";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { expectFine } from "#tests/support/browser/axe.ts";
import { DESK, startLists } from "#tests/support/browser/lists.ts";

/* The statements of a month, shared in one mailing (docs/product.md, 'Statements of a month'). */

const PATH = "/customers/statements?from=2020-03-01&to=2020-03-31";

const lists = startLists();

beforeAll(async () => {
  await lists.barn.rows(
    `with recursive n(i) as (select 1 union all select i + 1 from n where i < 45)
     insert into customers (id, name, name_sort, emails, riders, created_at, updated_at)
     select 'owner ' || i, 'Owner ' || printf('%03d', i), 'owner ' || printf('%03d', i), '["a.long.address@customer.example"]', '[]', '2020', '2020' from n`,
  );
  await lists.barn.rows(
    `insert into bill_items (id, customer_id, horse_id, service_id, date, quantity, value, location, created_at)
     select 'bill ' || id, id, (select id from horses limit 1), 'training', '2020-03-12', 1, 100, 'florida', '2020' from customers where id like 'owner %'`,
  );
});
beforeEach(() => lists.barn.rows("delete from statement_links"));

const countLinks = async () =>
  (await lists.barn.rows("select count(*) as n, count(distinct customer_id) as customers from statement_links"))[0];
const row = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });
const badge = (page: Page, name: string, state: string) => row(page, name).getByText(state, { exact: true }).waitFor();

/** Presses Share, and in its options, which say how much is shared, the command. */
async function share(page: Page, what: string): Promise<void> {
  await page.getByRole("button", { name: `Share ${what.split(",")[0]}` }).click();
  await page
    .getByRole("group", { name: `Share ${what}` })
    .getByRole("button", { name: "Create links" })
    .click();
}

/** Ends the links of the run on the page. */
async function endLinks(page: Page): Promise<void> {
  await page.getByText("Turn off these links").click();
  await page.getByRole("button", { name: "Turn off 44 links" }).click();
  await badge(page, "Owner 002", "Not shared");
  await page.getByText("44 statements, 0 opened. No active links.").waitFor();
}

test("the statements that are ticked are shared in one mailing, which is taken back", () =>
  lists.asAdmin(
    DESK,
    async (page) => {
      await lists.goto(page, PATH);
      await page.getByText("45 not shared", { exact: true }).waitFor();
      await page.getByText("45 customers").waitFor();
      await page.getByRole("checkbox", { name: "Select all statements" }).uncheck();
      await share(page, "the selected statements");
      await page.getByRole("alert").getByText("Select at least one customer.").waitFor();
      await page.getByRole("checkbox", { name: "Select all statements" }).check();
      await page.getByRole("checkbox", { name: "Select Owner 001" }).uncheck();
      await share(page, "44 statements, $44.00");
      await page.getByText("Shared 44 statements.").waitFor();
      expect(await countLinks()).toEqual({ n: 44, customers: 44 });
      await badge(page, "Owner 001", "Not shared");
      await badge(page, "Owner 002", "Shared");
      await page.getByRole("button", { name: "Share 1 statement", exact: true }).waitFor();
      await expectFine(page);
      await page.getByRole("link", { name: "Owner 002" }).click();
      await page.getByRole("textbox", { name: "Link to the statement for March 2020" }).waitFor();
      await page.goBack();
      await endLinks(page);
      expect(await countLinks()).toEqual({ n: 44, customers: 44 });
    },
    /status of 400/,
  ));

test("without JavaScript the statements are shared by one form, and are sent by hand one after the other", () =>
  lists.asAdmin({ ...DESK, javaScriptEnabled: false }, async (page) => {
    await lists.goto(page, PATH, false);
    await page.getByRole("checkbox", { name: "Select Owner 001" }).uncheck();
    await share(page, "the selected statements");
    await page.getByText("Shared 44 statements.").waitFor();
    expect(await countLinks()).toEqual({ n: 44, customers: 44 });
    await page.getByRole("link", { name: "Send by hand" }).click();
    await page.getByText("44 left to send").waitFor();
    await page.getByRole("button", { name: "Mark as sent" }).click();
    await page.getByText("43 left to send").waitFor();
    await lists.goto(page, PATH, false);
    await badge(page, "Owner 002", "Sent by hand");
    await endLinks(page);
  }));

test("by hand, Copy leads from customer to customer and Undo takes it back", () =>
  lists.asAdmin({ ...DESK, permissions: ["clipboard-read", "clipboard-write"] }, async (page) => {
    await lists.goto(page, PATH);
    await share(page, "45 statements, $45.00");
    await page.getByRole("link", { name: "Send by hand" }).click();
    await page.getByText("45 left to send").waitFor();
    await page.getByRole("button", { name: "Copy text" }).click();
    await page.getByText("44 left to send").waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain("Hello Owner 001,");
    await page.getByText("Sent by hand: Owner 001, 03/2020.").waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByText("45 left to send").waitFor();
    await lists.goto(page, PATH);
    await page.getByText("45 to send by hand.").waitFor();
    await badge(page, "Owner 001", "Shared");
  }));

test("what was unticked stays so as somebody else shares another; a form whose answer is lost shows what it has shared", () =>
  lists.asAdmin(
    DESK,
    async (page) => {
      await lists.goto(page, PATH);
      await page.getByRole("checkbox", { name: "Select Owner 003" }).uncheck();
      const form = {
        intent: "share",
        idempotencyKey: crypto.randomUUID(),
        shows: "now",
        days: "90",
        selected: "owner 2",
      };
      const cookie = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");
      expect((await lists.barn.post(PATH, form, { Cookie: cookie })).status).toBe(303);
      await badge(page, "Owner 002", "Shared");
      expect(await page.getByRole("checkbox", { name: "Select Owner 003" }).isChecked()).toBe(false);
      expect(await page.getByRole("checkbox", { name: "Select Owner 002" }).isChecked()).toBe(false);
      await page.getByRole("button", { name: "Share 43 statements" }).waitFor();
      await page.getByRole("checkbox", { name: "Select Owner 003" }).check();

      let posts = 0;
      await page.route("**/customers/statements.data?**", async (route) => {
        if (route.request().method() !== "POST") return route.continue();
        posts += 1;
        // The form arrives, and its answer is lost.
        if (posts === 1) await route.fetch();
        return posts === 1 ? route.abort() : route.continue();
      });
      await share(page, "44 statements, $44.00");
      await page.getByRole("alert").getByText("Hayloft cannot be reached").waitFor();
      // The list follows what the form has written, so that nothing is left to share.
      await badge(page, "Owner 045", "Shared");
      await page.getByText("45 shared, not e-mailed").waitFor();
      expect(await countLinks()).toEqual({ n: 45, customers: 45 });
    },
    /Failed to load resource|ERR_FAILED/,
  ));
