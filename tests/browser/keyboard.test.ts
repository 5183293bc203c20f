import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { settled } from "#tests/support/browser.ts";
import { DESK, headings, type Lists, nameField, namesIn, openLists, SCREENS } from "#tests/support/lists.ts";

/** What is pressed in a row of each list, by which key, and where it is seen to be saved. */
const IN_THE_ROW: Record<string, { label: string; key: string; column: string }[]> = {
  "/horses": [
    { label: "billable", key: " ", column: "is_billable" },
    // The month, the first part of a date.
    { label: "check-in date", key: "ArrowUp", column: "check_in_date" },
  ],
  "/customers": [],
  "/services": [{ label: "public", key: " ", column: "public" }],
  "/grooms": [{ label: "start date", key: "ArrowUp", column: "start_date" }],
  "/shows": [
    { label: "quantity", key: "ArrowUp", column: "quantity" },
    { label: "horse", key: "ArrowDown", column: "horse_id" },
    { label: "service", key: "ArrowUp", column: "service_id" },
  ],
  // What is marked paid is shown no more.
  "/payroll": [],
  "/accounts": [],
};

let lists: Lists;

beforeAll(async () => {
  lists = await openLists();
});
afterAll(() => lists.close());

/** What has the focus, as it is called. */
const focused = (page: Page) =>
  page.evaluate(
    "(({ ariaLabel, labels, textContent, placeholder }) => (ariaLabel || labels?.[0]?.textContent || textContent || placeholder || '').replace('*', '').trim())(document.activeElement)",
  );

/** Presses Tab until what is called so has the focus. */
async function tabTo(page: Page, name: string, key = "Tab") {
  const passed: unknown[] = [];
  for (let n = 0; n < 60; n += 1) {
    await page.keyboard.press(key);
    const now = await focused(page);
    if (now === name) return;
    passed.push(now);
  }
  throw new Error(`Tab does not lead to ${name}, but to ${passed.join(", ")}`);
}

const isFocused = (page: Page, name: string) => expect.poll(() => focused(page)).toBe(name);

test.each(SCREENS)("$title is used from end to end by keyboard alone", (screen) =>
  lists.asAdmin(DESK, async (page) => {
    const { keyboard } = page;
    const dialog = page.getByRole("dialog");
    const own = screen.path === "/accounts" ? "keys@example.com" : "Keys alone";
    const called = screen.named?.menu(own) ?? own;
    const names = () => namesIn(page, screen);
    await lists.goto(page, screen.path);

    // Adds a record: choices by their first letters, dates by their digits, boxes by the space bar.
    await tabTo(page, screen.add);
    await keyboard.press("Enter");
    await dialog.waitFor();
    for (const field of screen.fields) {
      const label = field.label.replace("*", "");
      if ((await focused(page)) !== label) await tabTo(page, label);
      const isDate = /^\d{4}-\d\d-\d\d$/.test(field.typed);
      if (field.role === "checkbox") {
        if (field.typed !== field.atFirst) await keyboard.press(" ");
      } else if (field.role === "combobox") await keyboard.type(field.typed.slice(0, 8));
      else if (isDate) await keyboard.type(field.typed.replace(/^(....)-(..)-(..)$/, "$2$3$1"));
      else if (label === "Riders") {
        for (const rider of field.typed.split("\n")) {
          await keyboard.type(rider);
          await keyboard.press("Enter");
        }
      } else {
        await keyboard.press("ControlOrMeta+a");
        await keyboard.type(field === nameField(screen) ? own : field.typed.replaceAll("\n", " "));
      }
    }
    await tabTo(page, screen.submit);
    await keyboard.press("Enter");
    await dialog.waitFor({ state: "detached" });

    // Finds it by typing.
    await tabTo(page, screen.search.replace("...", ""));
    await keyboard.type(own.toLowerCase());
    await expect.poll(() => names()).toEqual([own]);

    // Sets what is set in the row.
    for (const { label, key, column } of IN_THE_ROW[screen.path] ?? []) {
      const saved = async () =>
        (await lists.barn.rows(`select ${column} as value from ${screen.table} order by seq desc limit 1`))[0]?.value;
      const before = await saved();
      await tabTo(page, `${called}: ${label}`);
      await keyboard.press(key);
      await expect.poll(async () => [column, (await saved()) === before]).toEqual([column, false]);
      await tabTo(page, screen.search.replace("...", ""), "Shift+Tab");
    }

    // Edits it, and leaves the dialog by Escape; the menu's button has the focus again.
    const actions = `Actions for ${called}`;
    if (screen.edit) {
      await tabTo(page, actions);
      await keyboard.press("Enter");
      await tabTo(page, "Edit");
      await keyboard.press("ArrowUp");
      await isFocused(page, "Delete");
      await keyboard.press("ArrowDown");
      await isFocused(page, "Edit");
      await keyboard.press("Enter");
      await page.getByRole("dialog", { name: screen.edit }).waitFor();
      await keyboard.press("Escape");
      await dialog.waitFor({ state: "detached" });
      await isFocused(page, actions);
    } else await tabTo(page, actions);

    // Deletes it and brings it back.
    await keyboard.press("Enter");
    await tabTo(page, "Delete");
    await keyboard.press("Enter");
    // What a refusal says would be told here.
    const problems = () => page.getByRole("alert").allTextContents();
    await expect.poll(async () => [await names(), await problems()]).toEqual([[], []]);
    await tabTo(page, "Undo");
    await keyboard.press("Enter");
    await expect.poll(() => names()).toEqual([own]);

    // Sorts, shows fewer columns and the other rows.
    const last = screen.columns.at(-2) ?? "";
    await tabTo(page, last);
    await keyboard.press("Enter");
    const heading = page.getByRole("columnheader", { name: last, exact: true });
    await expect.poll(() => heading.getAttribute("aria-sort")).toBe("ascending");
    await tabTo(page, "Columns", "Shift+Tab");
    await keyboard.press("Enter");
    await tabTo(page, last);
    await keyboard.press(" ");
    await expect.poll(() => headings(page)).toEqual(screen.columns.filter((label) => label !== last));
    await keyboard.press("Escape");
    await isFocused(page, "Columns");
    if (screen.toggle) {
      const [on, off] = screen.toggle;
      await tabTo(page, on, "Shift+Tab");
      await keyboard.press(" ");
      await page.getByRole("switch", { name: off, exact: true }).waitFor();
      await isFocused(page, off);
    }
    await settled(page);
  }),
);
