import type { Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { DESK, type Lists, openLists } from "#tests/support/lists.ts";
import { addSharedLink } from "#tests/support/shared-links.ts";

/* Turning off links, and those of a deleted admin (docs/product.md, 'Working links'). */

const ROBIN = "robin@hayloft.example";

let lists: Lists;

beforeAll(async () => {
  lists = await openLists();
});
afterAll(() => lists.close());
beforeEach(async () => {
  await lists.barn.rows("delete from statement_links");
  for (const _ of [1, 2, 3]) await addSharedLink(lists.barn.rows);
});

const working = async () =>
  Number((await lists.barn.rows("select count(*) as n from statement_links where stopped_at is null"))[0]?.n);
const boxes = (page: Page) => page.getByRole("checkbox", { name: /^Select Owner .*, October 2026$/ });

test("one link is turned off, and then those that are ticked", () =>
  lists.asAdmin(DESK, async (page) => {
    await page.goto(`${lists.barn.url}/customers/statements`);
    await page.getByRole("link", { name: "Working links" }).click();
    await page.getByText("3 links. Anyone with a link can read its statement.").waitFor();
    await page.getByText("Turn off", { exact: true }).locator("visible=true").nth(1).click();
    await page.getByRole("button", { name: "Turn off this link" }).click();
    await page.getByRole("status").getByText("1 link turned off.").waitFor();
    expect(await working()).toBe(2);
    // Enter in a box turns off nothing.
    await boxes(page).first().check();
    await boxes(page).first().press("Enter");
    await page.getByText("2 links. Anyone").waitFor();
    expect(await working()).toBe(2);
    await boxes(page).first().check();
    await page.getByText("Turn off ticked links").click();
    await page.getByRole("button", { name: "Turn off 1 link", exact: true }).click();
    await page.getByText("1 link. Anyone").waitFor();
    expect(await working()).toBe(1);
  }));

test("the links of a deleted admin are turned off from the notice", async () => {
  await lists.barn.rows(
    "insert into admins (email, created_at, updated_at) values (?, '2026', '2026') on conflict do update set deleted_at = null",
    [ROBIN],
  );
  await lists.barn.rows("update statement_links set actor = ?", [ROBIN]);
  await lists.asAdmin(DESK, async (page) => {
    await page.goto(`${lists.barn.url}/accounts`);
    await page.getByRole("button", { name: `Actions for ${ROBIN}` }).click();
    await page.getByRole("button", { name: "Delete" }).locator("visible=true").click();
    await page.getByText(`3 statement links that ${ROBIN} made still work.`).waitFor();
    await page.getByRole("link", { name: "Turn them off" }).click();
    await page.locator("summary").getByText("Turn off all 3 links").click();
    await page.getByRole("button", { name: "Turn off all 3 links" }).click();
    await page.getByText("3 links turned off.").waitFor();
    expect(await working()).toBe(0);
  });
});
