import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ADMIN, type Barn, openBarn } from "#tests/support/barn.ts";
import { openBrowser } from "#tests/support/browser.ts";
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

const hasFocus = (element: Element) => element === document.activeElement;
function isInSight(element: Element) {
  const { top, bottom } = element.getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight;
}

/** Runs `steps` with two admins, each in a browser profile of their own. */
function withTwoAdmins(steps: (one: Page, other: Page) => Promise<void>): Promise<void> {
  return visitAs(
    barn,
    browser,
    ADMIN,
    {},
    (one) => visitAs(barn, browser, OTHER_ADMIN, {}, (other) => steps(one, other), /status of 409/),
    /status of 409/,
  );
}

test("what both admins changed is asked about, in sight, and Save without a choice sends nothing", () =>
  withTwoAdmins(async (one, other) => {
    const id = await addGroom("Two");
    for (const page of [one, other]) await openPage(barn, page, `/grooms/${id}/edit`);
    await one.setViewportSize({ width: 390, height: 660 });
    await other.setViewportSize({ width: 390, height: 660 });
    await one.getByRole("textbox", { name: "Weekly Salary" }).fill("950");
    await one.getByRole("button", { name: "Save", exact: true }).last().click();
    await one.getByRole("dialog").waitFor({ state: "detached" });

    const dialog = other.getByRole("dialog", { name: "Edit Groom" });
    await dialog.getByLabel("Name").fill("Second Choice");
    await dialog.getByRole("textbox", { name: "Weekly Salary" }).fill("980");
    const save = dialog.getByRole("button", { name: "Save", exact: true });
    await save.click();
    await dialog.getByRole("alert").filter({ hasText: "Choose what to keep" }).waitFor();
    const choice = dialog.getByRole("group", { name: "Weekly Salary" });
    for (const label of ["Mine: $980.00", "Theirs: $950.00"]) {
      expect(await choice.getByRole("radio", { name: label, checked: false }).count()).toBe(1);
    }
    await expect.poll(() => dialog.getByRole("radio", { name: "Mine: $980.00" }).evaluate(hasFocus)).toBe(true);
    for (const each of [choice, dialog.getByRole("alert"), save]) {
      expect(await each.evaluate(isInSight)).toBe(true);
    }
    expect(await dialog.getByLabel("Name").inputValue()).toBe("Second Choice");

    const posts: string[] = [];
    other.on("request", (request) => request.method() === "POST" && posts.push(request.url()));
    await save.click();
    await save.click();
    expect(await choice.getByRole("radio").first().evaluate(hasFocus)).toBe(true);
    expect(posts).toEqual([]);
    expect(await groomOf(id)).toMatchObject({ weekly_salary: 95_000, version: 2 });
    await choice.getByRole("radio", { name: "Mine: $980.00" }).check();
    await save.click();
    await dialog.waitFor({ state: "detached" });
    expect(await groomOf(id)).toMatchObject({ name: "Second Choice", weekly_salary: 98_000, version: 3 });
  }));
