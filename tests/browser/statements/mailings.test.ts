import type { Page } from "playwright-core";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { expectFine } from "#tests/support/browser/axe.ts";
import { coveredInFocus, DESK, PHONE, rowsInSight, startLists } from "#tests/support/browser/lists.ts";

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

/** Presses the button of the bar, and in the dialog, which says how much is shared, the command. */
async function share(page: Page, customers: number, command = "Create links only"): Promise<void> {
  await page.getByRole("button", { name: "Share…" }).click();
  await page
    .getByRole("dialog", { name: `Share with ${customers} customers, $${customers}.00` })
    .getByRole("button", { name: command })
    .click();
}

/** Marks the link of a customer as sent by hand, as another tab of the admin would. */
async function markByHand(page: Page, n: number): Promise<void> {
  const by = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");
  const [link] = await lists.barn.rows("select id from statement_links where customer_id = ?", [`owner ${n}`]);
  const form = { intent: "by hand", idempotencyKey: crypto.randomUUID(), link: String(link?.id) };
  const path = `/customers/owner%20${n}/statement?from=2020-03-01&to=2020-03-31`;
  expect((await lists.barn.post(path, form, { Cookie: by })).status).toBe(303);
}

/** Ends the links of the run on the page. */
async function endLinks(page: Page): Promise<void> {
  await page.getByText("Turn off these links").click();
  await page.getByRole("button", { name: "Turn off 44 links" }).click();
  await badge(page, "Owner 002", "Not shared");
  await page.getByText("44 statements, 0 opened. No active links.").waitFor();
}

test("the bar says what is ticked, that is shared in one mailing, and its links are turned off", () =>
  lists.asAdmin(DESK, async (page) => {
    await lists.goto(page, PATH);
    await page.getByText("45 not shared", { exact: true }).waitFor();
    await page.getByText("45 customers").waitFor();
    expect(await coveredInFocus(page.locator("tbody :is(input, a)"))).toEqual([]);
    await page.getByRole("checkbox", { name: "Select all statements" }).uncheck();
    await page.getByRole("button", { name: "Share…" }).waitFor({ state: "hidden" });
    await page.getByRole("checkbox", { name: "Select all statements" }).check();
    await page.getByRole("checkbox", { name: "Select Owner 001" }).uncheck();
    await page.getByText("44 chosen, $44.00", { exact: true }).waitFor();
    await share(page, 44);
    await page.getByText("Shared 44 statements.").waitFor();
    expect(await countLinks()).toEqual({ n: 44, customers: 44 });
    await badge(page, "Owner 001", "Not shared");
    await badge(page, "Owner 002", "Shared");
    // The rows follow while the notice stands.
    await markByHand(page, 2);
    await badge(page, "Owner 002", "Sent by hand");
    await page.getByText("1 not shared", { exact: true }).waitFor();
    await page.getByText("1 chosen, $1.00", { exact: true }).waitFor();
    await expectFine(page);
    await page.getByRole("link", { name: "Owner 002" }).click();
    await page.getByRole("textbox", { name: "Link to the statement for March 2020" }).waitFor();
    await page.goBack();
    await endLinks(page);
    expect(await countLinks()).toEqual({ n: 44, customers: 44 });
  }));

test.each([
  ["a laptop", DESK, 15],
  ["a phone", PHONE, 6],
] as const)("after a mailing %s shows enough rows", (_, size, rows) =>
  lists.asAdmin(size, async (page) => {
    await lists.goto(page, PATH);
    await page.getByRole("checkbox", { name: "Select Owner 001" }).uncheck();
    await share(page, 44);
    await page.getByText("Shared 44 statements.").waitFor();
    await page.evaluate(() => window.scrollTo(0, 0));
    await page.getByRole("button", { name: "Share…" }).waitFor();
    expect(await rowsInSight(page)).toBeGreaterThanOrEqual(rows);
    const { width } = size.viewport ?? { width: 0 };
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }),
);

test("without JavaScript two presses lead to the first customer, and two from each customer to the next one", () =>
  lists.asAdmin({ ...DESK, javaScriptEnabled: false }, async (page) => {
    await lists.goto(page, PATH, false);
    await page.getByRole("checkbox", { name: "Select Owner 001" }).uncheck();
    await share(page, 44, "Send by hand");
    await page.getByText("44 left to send").waitFor();
    expect(await countLinks()).toEqual({ n: 44, customers: 44 });
    expect(await page.getByRole("link", { name: "E-mail", exact: true }).getAttribute("href")).toMatch(
      /^mailto:a\.long/,
    );
    await page.getByRole("button", { name: "Mark as sent" }).click();
    await page.getByText("43 left to send").waitFor();
    await lists.goto(page, PATH, false);
    await badge(page, "Owner 002", "Sent by hand");
    await endLinks(page);
  }));

test("by hand, Copy says what it copied until Next is pressed, and Undo takes it back", () =>
  lists.asAdmin({ ...DESK, permissions: ["clipboard-read", "clipboard-write"] }, async (page) => {
    await lists.goto(page, PATH);
    await share(page, 45, "Send by hand");
    await page.getByText("45 left to send").waitFor();
    await page.getByRole("button", { name: "Copy text" }).click();
    await page.getByText("44 left to send").waitFor();
    await page.getByText("Text copied.").waitFor();
    await page
      .getByRole("heading", { name: "Owner 001" })
      .or(page.getByRole("link", { name: "Owner 001" }))
      .first()
      .waitFor();
    await page.getByRole("link", { name: "Next: Owner 002" }).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain("Hello Owner 001,");
    await page.getByText("Sent by hand: Owner 001, 03/2020.").waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByText("45 left to send").waitFor();
    await lists.goto(page, PATH);
    await page.getByRole("link", { name: "Send 45 by hand" }).click();
    await page.getByText("45 left to send").waitFor();
    // Another admin sends this one, and the page leads on.
    await markByHand(page, 1);
    await page.getByRole("link", { name: "Next: Owner 002" }).click();
    await page.getByText("44 left to send").waitFor();
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
      await page.getByText("43 chosen, $43.00", { exact: true }).waitFor();
      await page.getByRole("checkbox", { name: "Select Owner 003" }).check();

      let posts = 0;
      await page.route("**/customers/statements.data?**", async (route) => {
        if (route.request().method() !== "POST") return route.continue();
        posts += 1;
        // The dialog comes; then the form arrives, and its answer is lost.
        if (posts === 2) await route.fetch();
        return posts === 2 ? route.abort() : route.continue();
      });
      await share(page, 44);
      await page.getByRole("alert").getByText("Hayloft cannot be reached").waitFor();
      // The list follows what the form has written, so that nothing is left to share.
      await badge(page, "Owner 045", "Shared");
      await page.getByText("45 shared, not e-mailed").waitFor();
      expect(await countLinks()).toEqual({ n: 45, customers: 45 });
    },
    /Failed to load resource|ERR_FAILED/,
  ));
