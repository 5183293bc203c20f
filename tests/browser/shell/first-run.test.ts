import type { Page } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { todayInNewYork } from "#app/domain/basics/calendar.ts";
import { openBrowser, visit } from "#lab/support/browser.ts";
import { CODE, openNewBarn } from "#tests/support/barn/new-barn.ts";
import { expectFine } from "#tests/support/browser/axe.ts";
import { PHONE } from "#tests/support/browser/lists.ts";
import { openPage } from "#tests/support/browser/people.ts";

const PAT = { email: "pat@barn.example", name: "pat" };

const list = (page: Page) => page.getByRole("region", { name: "Set up your barn" });

/** Presses 'Sign in', and does `choose` in the popup of the identity provider. */
async function signIn(page: Page, choose: (provider: Page) => Promise<void>): Promise<void> {
  const popup = page.waitForEvent("popup");
  await page.getByRole("button", { name: "Sign in" }).click();
  await choose(await popup);
}

/** Dismisses the steps, brings them back by Undo, and dismisses them again. */
async function dismissSteps(page: Page): Promise<void> {
  await list(page).getByText("2 of 7 done").waitFor();
  await expectFine(page);
  await list(page).getByRole("button", { name: "Dismiss" }).click();
  await list(page).waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await list(page).waitFor();
  await list(page).getByRole("button", { name: "Dismiss" }).click();
  await page.getByText("Dismissed: Set up your barn.").waitFor();
  await list(page).waitFor({ state: "detached" });
}

test("the first person types an address, enters the code, and sets the barn up by steps, which follow the barn, stay beside its figures, and go when they are dismissed", async () => {
  const barn = await openNewBarn(onTestFinished);
  const browser = await openBrowser();
  const start = async (page: Page) => {
    await openPage(barn, page, "/");
    await page.getByText("the office has to add horses, public services and grooms.").waitFor();
    await expectFine(page);
    await signIn(page, async (provider) => {
      await provider.getByLabel("Your e-mail address").fill("Pat@Barn.example");
      await provider.getByRole("button", { name: "Continue" }).click();
    });
    await page.getByRole("link", { name: "Enter the code from the terminal" }).click();
    const code = page.getByLabel("Code from the terminal");
    await code.fill("ABCD-EFGH");
    await page.getByRole("button", { name: "Become an admin" }).click();
    await page.getByText("This is not the code.").waitFor();
    expect(await code.inputValue()).toBe("ABCD-EFGH");
    await expectFine(page);
    await code.fill(CODE.toLowerCase());
    await page.getByRole("button", { name: "Become an admin" }).click();

    await list(page).getByText("0 of 7 done").waitFor();
    expect(await page.getByRole("list", { name: "Figures" }).count()).toBe(0);
    await list(page).getByRole("link", { name: "Edit settings" }).click();
    await page.getByLabel("Barn Name").fill("Old Mill");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
  };
  await visit(browser, PHONE, start, /status of 400/);
  expect(await barn.values("select barn_name from settings")).toEqual(["Old Mill"]);

  // An admin of the database is offered at the next sign-in.
  await visit(browser, PHONE, async (page) => {
    await openPage(barn, page, "/");
    await signIn(page, (provider) => provider.getByRole("button", { name: PAT.email }).click());
    await page.getByRole("heading", { name: "Overview" }).waitFor();
    await list(page).getByText("1 of 7 done").waitFor();
    await list(page).getByText("Done: Enter the barn's name and address").waitFor();
    expect(await list(page).locator(".button-primary").textContent()).toBe("Import");
    await expectFine(page);
    const links = await list(page).getByRole("link").all();
    const heights = await Promise.all(links.map(async (link) => (await link.boundingBox())?.height ?? 0));
    expect([links.length, Math.min(...heights) >= 44]).toEqual([7, true]);

    // The list follows the barn while it is open.
    await barn.rows(
      "insert into horses (id, name, check_in_date, check_out_date, is_billable, created_at, updated_at) values ('h', 'Bella', '2020-01-01', '2020-01-02', 0, '', '')",
    );
    await barn.rows("update services set public = 1 where id = 'training'");
    const date = todayInNewYork(new Date());
    const entry = { id: crypto.randomUUID(), date, horseId: "h", serviceId: "training", quantity: "1" };
    const saved = await barn.post("/?index", { ...entry, rider: "", groomId: "", comments: "" });
    expect(saved.status).toBe(303);
    await page.getByRole("list", { name: "Figures" }).waitFor();
    await page.getByText("1 bill to export").waitFor();
    await dismissSteps(page);
    await openPage(barn, page, "/overview");
    expect(await list(page).count()).toBe(0);
  });
});
