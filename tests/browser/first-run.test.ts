import type { Page } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { expectFine } from "#tests/support/axe.ts";
import { openBrowser, visit } from "#tests/support/browser.ts";
import { DESK, PHONE } from "#tests/support/lists.ts";
import { CODE, openNewBarn } from "#tests/support/new-barn.ts";
import { openPage, visitAs } from "#tests/support/people.ts";

const PAT = { email: "pat@barn.example", name: "pat" };

/** Presses 'Sign in', and does `choose` in the popup of the identity provider. */
async function signIn(page: Page, choose: (provider: Page) => Promise<void>): Promise<void> {
  const popup = page.waitForEvent("popup");
  await page.getByRole("button", { name: "Sign in" }).click();
  await choose(await popup);
}

test("the first person types an address, enters the code, and sets the barn up step by step, each of which leads to its place", async () => {
  const barn = await openNewBarn(onTestFinished);
  const steps = async (page: Page) => {
    await openPage(barn, page, "/");
    await page.getByText("the office has to add horses, public services and grooms.").waitFor();
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
    await code.fill(CODE.toLowerCase());
    await page.getByRole("button", { name: "Become an admin" }).click();

    const list = page.getByRole("region", { name: "Set up your barn" });
    await list.getByText("0 of 6 done").waitFor();
    expect(await page.getByRole("list", { name: "Figures" }).count()).toBe(0);
    expect(await page.getByText("Nothing needs doing today.").count()).toBe(0);
    await list.getByRole("link", { name: "Edit settings" }).click();
    await page.getByLabel("Barn Name").fill("Old Mill");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await openPage(barn, page, "/overview");
    await list.getByText("1 of 6 done").waitFor();
    await list.getByText("Done: Enter the barn's name and address").waitFor();
    // The next step has the primary button.
    expect(await list.locator(".button-primary").textContent()).toBe("Import");
  };
  await visit(await openBrowser(), DESK, steps, /status of 400/);
  expect(await barn.values("select barn_name from settings")).toEqual(["Old Mill"]);

  // An admin of the database is offered at the next sign-in.
  await visit(await openBrowser(), DESK, async (page) => {
    await openPage(barn, page, "/");
    await signIn(page, (provider) => provider.getByRole("button", { name: PAT.email }).click());
    await page.getByRole("heading", { name: "Overview" }).waitFor();
    // Each step leads to the place where it is done.
    for (const [link, dialog] of [
      ["Add Horse", "New Horse"],
      ["Add Service", "New Service"],
      ["Add Groom", "New Groom"],
      ["Enter date", "Generate Payroll Items"],
      ["Invite User", "Invite User"],
    ] as const) {
      await openPage(barn, page, "/overview");
      await page.getByRole("region", { name: "Set up your barn" }).getByRole("link", { name: link }).click();
      await page.getByRole("dialog", { name: dialog }).waitFor();
    }
  });
});

test("the list of steps follows the barn while it is open, and makes room for figures and charts with the first bill", async () => {
  const barn = await openNewBarn(onTestFinished);
  await barn.rows(`insert into admins (email, created_at, updated_at) values ('${PAT.email}', '', '')`);
  await barn.rows(
    "insert into horses (id, name, check_in_date, check_out_date, is_billable, created_at, updated_at) values ('h', 'Bella', '2020-01-01', '2020-01-02', 0, '', '')",
  );
  await barn.rows("update services set public = 1 where id = 'training'");
  await visitAs(barn, await openBrowser(), PAT, DESK, async (page) => {
    await openPage(barn, page, "/overview");
    const list = page.getByRole("region", { name: "Set up your barn" });
    await list.getByText("1 of 6 done").waitFor();
    const entry = { id: crypto.randomUUID(), horseId: "h", rider: "", serviceId: "training" };
    const today = await (await barn.get("/")).text();
    const [, date = ""] = /name="date"[^>]*value="([^"]+)"/.exec(today) ?? [];
    const saved = await barn.post("/?index", { ...entry, date, quantity: "1", groomId: "", comments: "" });
    expect(saved.status).toBe(303);
    await list.waitFor({ state: "detached" });
    await page.getByRole("list", { name: "Figures" }).waitFor();
    await page.getByText("1 bill is pending").waitFor();
  });
});

test("on a phone the steps, the code and the empty form are accessible, and their buttons large enough", async () => {
  const barn = await openNewBarn(onTestFinished);
  const steps = async (page: Page) => {
    await openPage(barn, page, "/");
    await expectFine(page);
    await openPage(barn, page, "/first-admin");
    await page.getByRole("button", { name: "Become an admin" }).click();
    await page.getByText("Code from the terminal is required.").waitFor();
    await expectFine(page);
    await barn.rows(`insert into admins (email, created_at, updated_at) values ('${PAT.email}', '', '')`);
    await barn.rows("update settings set barn_name = 'Old Mill'");
    await openPage(barn, page, "/overview");
    await expectFine(page);
    const links = await page.getByRole("region", { name: "Set up your barn" }).getByRole("link").all();
    const heights = await Promise.all(links.map(async (link) => (await link.boundingBox())?.height ?? 0));
    expect(links).toHaveLength(6);
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(44);
  };
  await visitAs(barn, await openBrowser(), PAT, PHONE, steps, /status of 400/);
});
