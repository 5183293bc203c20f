import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ADMIN, type Barn, openBarn } from "#tests/support/barn.ts";
import { JAVASCRIPT, openBrowser } from "#tests/support/browser.ts";
import { openPage, visitAs } from "#tests/support/people.ts";

const OTHER_ADMIN = { email: "dana@hayloft.example", name: "Dana Whitfield" };

let barn: Barn;
let browser: Browser;

beforeAll(async () => {
  [barn, browser] = await Promise.all([openBarn(), openBrowser()]);
});
afterAll(async () => {
  await barn.close();
});

const groomOf = async (id: string) =>
  (await barn.rows("select name, start_date, end_date, weekly_salary, version from grooms where id = ?", [id]))[0];

async function addGroom(name: string): Promise<string> {
  const now = new Date().toISOString();
  const id = crypto.randomUUID();
  await barn.rows(
    "insert into grooms (id, name, start_date, weekly_salary, location, created_at, updated_at) values (?, ?, '2026-01-05', 90000, 'florida', ?, ?)",
    [id, name, now, now],
  );
  return id;
}

/** Runs `steps` with two admins, each in a browser profile of their own. */
function withTwoAdmins(javaScriptEnabled: boolean, steps: (one: Page, other: Page) => Promise<void>): Promise<void> {
  const options = { javaScriptEnabled };
  return visitAs(
    barn,
    browser,
    ADMIN,
    options,
    (one) => visitAs(barn, browser, OTHER_ADMIN, options, (other) => steps(one, other), /status of 409/),
    /status of 409/,
  );
}

describe.each(JAVASCRIPT)("%s", (_, javaScriptEnabled) => {
  test("the second admin to save sees both versions, keeps the typed values, and can save them again", () =>
    withTwoAdmins(javaScriptEnabled, async (one, other) => {
      const id = await addGroom(`Two ${javaScriptEnabled}`);
      for (const page of [one, other]) await openPage(barn, page, `/grooms/${id}/edit`, javaScriptEnabled);
      await one.getByRole("textbox", { name: "Weekly Salary" }).fill("950");
      await one.getByRole("button", { name: "Save", exact: true }).last().click();
      await one.getByRole("dialog").waitFor({ state: "detached" });

      const dialog = other.getByRole("dialog", { name: "Edit Groom" });
      await dialog.getByLabel("Name").fill("Second Choice");
      const save = dialog.getByRole("button", { name: "Save", exact: true });
      await save.click();
      await dialog.getByRole("alert").filter({ hasText: "Somebody else saved this" }).waitFor();
      const theirs = dialog.getByRole("region", { name: "Their version" });
      expect(await theirs.textContent()).toContain("$950.00");
      expect(await dialog.getByLabel("Name").inputValue()).toBe("Second Choice");
      expect(await dialog.getByRole("textbox", { name: "Weekly Salary" }).inputValue()).toBe("900");
      expect(await groomOf(id)).toMatchObject({ weekly_salary: 95_000, version: 2 });
      await save.click();
      await dialog.waitFor({ state: "detached" });
      expect(await groomOf(id)).toMatchObject({ name: "Second Choice", weekly_salary: 90_000, version: 3 });
    }));

  test("a dialog does not overwrite a value that another admin set in the row without showing it", () =>
    withTwoAdmins(javaScriptEnabled, async (one, other) => {
      const name = `Row ${javaScriptEnabled}`;
      const id = await addGroom(name);
      await openPage(barn, one, `/grooms/${id}/edit`, javaScriptEnabled);
      await openPage(barn, other, `/grooms?q=${name}`, javaScriptEnabled);
      const end = other.getByLabel(`${name}: end date`);
      await end.fill("2027-12-31");
      if (!javaScriptEnabled) {
        await other.locator("form", { has: end }).getByRole("button", { name: "Save" }).click();
      }
      await expect.poll(() => groomOf(id), { timeout: 10_000 }).toMatchObject({ end_date: "2027-12-31", version: 2 });

      const dialog = one.getByRole("dialog", { name: "Edit Groom" });
      await dialog.getByRole("textbox", { name: "Weekly Salary" }).fill("975");
      const save = dialog.getByRole("button", { name: "Save", exact: true });
      await save.click();
      expect(await dialog.getByRole("region", { name: "Their version" }).textContent()).toContain("12/31/2027");
      expect(await dialog.getByRole("textbox", { name: "Weekly Salary" }).inputValue()).toBe("975");
      await dialog.getByLabel("End Date").fill("2027-12-31");
      await save.click();
      await dialog.waitFor({ state: "detached" });
      expect(await groomOf(id)).toMatchObject({ end_date: "2027-12-31", weekly_salary: 97_500, version: 3 });
    }));
});
