import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { addHorses, addShows } from "#lab/support/billing.ts";
import { settled } from "#lab/support/browser.ts";
import { coveredInFocus, DESK, headings, namesInRows, PHONE, startLists } from "#tests/support/browser/lists.ts";

const lists = startLists();

/** The label of the focused element. */
const focused = (page: Page) =>
  page.evaluate(
    "(({ ariaLabel, labels, textContent, placeholder }) => (ariaLabel || labels?.[0]?.textContent || textContent || placeholder || '').replace('*', '').trim())(document.activeElement)",
  );

/** Presses Tab until the element with the label, or a label that a pattern finds, has the focus. Returns the number of presses. */
async function tabTo(page: Page, label: string | RegExp, key = "Tab"): Promise<number> {
  const passed: unknown[] = [];
  for (let n = 0; n < 60; n += 1) {
    await page.keyboard.press(key);
    const current = await focused(page);
    if (label instanceof RegExp ? label.test(String(current)) : current === label) return n + 1;
    passed.push(String(current).slice(0, 40));
  }
  throw new Error(`Tab does not lead to ${label}, but to ${passed.join(", ")}`);
}

const expectFocused = (page: Page, label: string) => expect.poll(() => focused(page)).toBe(label);

/** The fields of a new horse in their order, what is typed into each, and what the dialog of the horse then has. */
const FIELDS: [label: string, typed: string, saved: string | boolean][] = [
  ["Name", "Keys alone", "Keys alone"],
  ["Responsible Party", "Maeve O'", "Maeve O'Brien"],
  ["Check-in Date", "01052026", "2026-01-05"],
  ["Check-out Date", "12312099", "2099-12-31"],
  ["Boarding", "$3,050.5", "3050.50"],
  ["Boarding Surcharge", "175", "175"],
  ["Training", "1,200", "1200"],
  ["Blanket", " ", true],
  ["Billable", " ", false],
  ["Location", "Long", "Long Island"],
];
const NAME = "Keys alone";
const dialogOf = (page: Page, name: string) => page.getByRole("dialog", { name });

async function addHorse(page: Page): Promise<void> {
  await tabTo(page, "Add Horse");
  await page.keyboard.press("Enter");
  await dialogOf(page, "New Horse").waitFor();
  for (const [label, typed] of FIELDS) {
    if ((await focused(page)) !== label) await tabTo(page, label);
    // A choice is found by its first letters, and a date is typed part by part.
    const isText = await page.evaluate("document.activeElement.matches('[type=text]')");
    if (isText) await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type(typed);
  }
  await tabTo(page, "Add");
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").waitFor({ state: "detached" });
}

/** Changes a value in a row by a key, and waits until that is saved; then goes back to the search. */
async function changeInRow(page: Page, label: string, key: string, saved: () => Promise<unknown>): Promise<void> {
  const before = await saved();
  // The label of a value ends with the value.
  await tabTo(page, new RegExp(`^${label}`));
  if (key !== " ") {
    await page.keyboard.press("Enter");
    await expectFocused(page, label);
  }
  await page.keyboard.press(key);
  if (key !== " ") await page.keyboard.press("Enter");
  await expect.poll(async () => [label, (await saved()) === before]).toEqual([label, false]);
  await tabTo(page, /^Search /, "Shift+Tab");
}

/** Opens the edit dialog from the menu and closes it with Escape. The button of the menu has the focus before and after. */
async function openAndCloseEditDialog(page: Page): Promise<void> {
  const { keyboard } = page;
  await tabTo(page, `Actions for ${NAME}`);
  await keyboard.press("Enter");
  await expectFocused(page, "Edit");
  await keyboard.press("ArrowUp");
  await expectFocused(page, "Delete");
  await keyboard.press("ArrowDown");
  await expectFocused(page, "Edit");
  await keyboard.press("Enter");
  const dialog = dialogOf(page, "Edit Horse");
  await dialog.waitFor();
  for (const [label, , saved] of FIELDS) {
    // A required field has a star.
    const content = await dialog.getByLabel(new RegExp(`^${label}\\*?$`)).evaluate((field: HTMLInputElement) => {
      const { checked, type, value } = field;
      const { selectedOptions } = field as unknown as HTMLSelectElement;
      return type === "checkbox" ? checked : (selectedOptions?.[0]?.textContent ?? value);
    });
    expect([label, content]).toEqual([label, saved]);
  }
  await keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await expectFocused(page, `Actions for ${NAME}`);
}

/** Deletes a record from its menu, whose button has the focus. */
async function deleteFromMenu(page: Page): Promise<void> {
  await page.keyboard.press("Enter");
  await expectFocused(page, "Edit");
  // The links of a row come after Delete.
  for (let n = 0; n < 3 && (await focused(page)) !== "Delete"; n += 1) await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
}

/** Deletes the only record of the list, the button of whose menu has the focus, and restores it with Undo. */
async function deleteAndUndo(page: Page, name: string): Promise<void> {
  await deleteFromMenu(page);
  // A refusal would appear as an alert.
  const alerts = () => page.getByRole("alert").allTextContents();
  await expect.poll(async () => [await namesInRows(page), await alerts()]).toEqual([[], []]);
  // The row is gone with the answer; 'Undo' comes with the page that the answer leads to.
  await page.getByRole("button", { name: "Undo" }).waitFor();
  await tabTo(page, "Undo");
  await page.keyboard.press("Enter");
  await expect.poll(() => namesInRows(page)).toEqual([name]);
}

async function sortAndHideLastColumn(page: Page): Promise<void> {
  const before = await headings(page);
  const last = before.at(-2) ?? "";
  await tabTo(page, last);
  await page.keyboard.press("Enter");
  const heading = page.getByRole("columnheader", { name: last, exact: true });
  await expect.poll(() => heading.getAttribute("aria-sort")).toBe("ascending");
  await tabTo(page, "Columns", "Shift+Tab");
  await page.keyboard.press("Enter");
  await tabTo(page, last);
  await page.keyboard.press(" ");
  await expect.poll(() => headings(page)).toEqual(before.filter((label) => label !== last));
  await page.keyboard.press("Escape");
  await expectFocused(page, "Columns");
}

test("a horse is added, found and opened in its dialog, and the columns and the view are chosen, by keyboard alone", () =>
  lists.asAdmin(DESK, async (page) => {
    // Few rows, because Tab stops at each control of each row.
    await lists.goto(page, "/horses?q=rumba");
    await sortAndHideLastColumn(page);
    await addHorse(page);
    await tabTo(page, "Search horses");
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type(NAME.toLowerCase());
    await expect.poll(() => namesInRows(page)).toEqual([NAME]);
    await openAndCloseEditDialog(page);
    await tabTo(page, "Showing horses in property", "Shift+Tab");
    await page.keyboard.press(" ");
    await page.getByRole("switch", { name: "Showing all horses", exact: true }).waitFor();
    await expectFocused(page, "Showing all horses");
    await settled(page);
  }));

test("a row is changed, deleted and restored by keyboard alone, and after the last row the one above it has the focus", async () => {
  await addShows(lists.barn, "Keyed", await addHorses(lists.barn, "Keyhorse", 2));
  const name = "Keyed show 0";
  const saved = (column: string) => async () =>
    (await lists.barn.rows(`select ${column} as value from shows where name = ?`, [name]))[0]?.value;
  await lists.asAdmin(DESK, async (page) => {
    await lists.goto(page, "/shows?view=all&q=%22keyed+show+0%22");
    await changeInRow(page, `${name}: horse`, "ArrowDown", saved("horse_id"));
    await changeInRow(page, `${name}: service`, "ArrowUp", saved("service_id"));
    await changeInRow(page, `${name}: quantity`, "7", saved("quantity"));
    await changeInRow(page, `${name}: billed`, " ", saved("billed"));
    await tabTo(page, new RegExp(`^Actions for ${name}`));
    await deleteAndUndo(page, name);
    await lists.goto(page, "/shows?view=all&q=keyed");
    const [above = "", last = ""] = await namesInRows(page);
    await tabTo(page, new RegExp(`^Actions for ${last}`));
    await deleteFromMenu(page);
    await expect.poll(() => namesInRows(page)).toEqual([above]);
    await expectFocused(page, `Actions for ${above}`);
    await settled(page);
  });
});

test("arrows lead from row to row in the same column, Space and x select, x leads to the commands for the selected rows, and Escape back", async () => {
  await addHorses(lists.barn, "Arrow", 3);
  await lists.asAdmin(DESK, async (page) => {
    const { keyboard } = page;
    const bar = page.getByRole("region", { name: "Selected rows" });
    const selected = () => page.getByRole("status").filter({ hasText: "selected" }).allTextContents();
    await lists.goto(page, "/horses?q=arrow");
    await tabTo(page, "Arrow 000");
    // The first key that is pressed waits for the code of the keys.
    await expect.poll(() => keyboard.press("ArrowDown").then(() => focused(page))).toBe("Arrow 002");
    await keyboard.press("ArrowUp");
    await expectFocused(page, "Arrow 001");
    await keyboard.press(" ");
    await expect.poll(selected).toEqual(["1 horse selected"]);
    await expectFocused(page, "Arrow 001");
    await tabTo(page, /^Arrow 001: boarding /);
    await keyboard.press("ArrowDown");
    await expect.poll(() => focused(page)).toMatch(/^Arrow 002: boarding /);
    await keyboard.press("x");
    await expect.poll(selected).toEqual(["2 horses selected"]);
    await keyboard.press("x");
    await expectFocused(page, await bar.getByLabel("What to set").evaluate(({ ariaLabel }) => String(ariaLabel)));
    await keyboard.press("Escape");
    await expect.poll(() => focused(page)).toMatch(/^Arrow 002: boarding /);
    expect(await selected()).toEqual(["2 horses selected"]);
    // In an editor the keys belong to the value.
    await keyboard.press("Enter");
    await expectFocused(page, "Arrow 002: boarding");
    await keyboard.press("ArrowUp");
    await expectFocused(page, "Arrow 002: boarding");
    await keyboard.press("Escape");
    await keyboard.press("x");
    await expect.poll(() => bar.evaluate((element) => element.contains(document.activeElement))).toBe(true);
    await tabTo(page, "Clear the selection");
    await keyboard.press("Enter");
    await bar.waitFor({ state: "hidden" });
    await expect.poll(() => focused(page)).toMatch(/^Arrow 002: boarding /);
    await settled(page);
  });
});

test("a month's end is billed, exported and paid in at most 90 presses of keys, and none of the mouse", () =>
  lists.asAdmin(DESK, async (page) => {
    await lists.barn.rows("update settings set is_amounts_chosen = 1, is_dates_chosen = 1");
    let presses = 0;
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key);
      presses += keys.length;
    };
    /** Opens what 'Go to anything' finds first. */
    const goTo = async (typed: string, found: string) => {
      await press("Control+k");
      const search = dialogOf(page, "Go to anything");
      await search.waitFor();
      await press(...typed);
      // Until its answer is there, Enter does nothing.
      await search.locator("[data-current]").getByRole("link", { name: found }).first().waitFor();
      await press("Enter");
      await search.waitFor({ state: "detached" });
    };
    /** Confirms the dialog that is open, and waits for what it says. */
    const confirm = async (title: string, label: string | RegExp, isDone: () => Promise<unknown>) => {
      await dialogOf(page, title).waitFor();
      presses += await tabTo(page, label);
      await press("Enter");
      await isDone();
      await settled(page);
    };
    const says = (text: RegExp) => () => page.getByRole("status").getByText(text).waitFor();
    await lists.goto(page, "/overview");
    await goTo("bill sh", "Bill shows");
    await confirm("Confirm Billing", "Confirm", says(/^Billed \d+ shows?: /));
    await goTo("bill ho", "Bill horses");
    await confirm("Confirm Billing", "Confirm", says(/^Billed \d+ horses?: /));
    await goTo("check", "Check");
    await page.getByRole("heading", { name: "Check", level: 1 }).waitFor();
    await goTo("export b", "Export bills");
    await confirm("Export to QB", "Export", () => page.waitForURL(/\/billing\/exports\?made=/));
    await press("g", "p");
    await page.getByRole("heading", { name: "Payroll", level: 1 }).waitFor();
    await settled(page);
    presses += await tabTo(page, "Add Payroll Items", "Shift+Tab");
    await press("Enter");
    await confirm("Generate Payroll Items", "Confirm", says(/^Ran payroll: \d+ items/));
    await goTo("mark", "Mark due payments as paid");
    await confirm("Mark due payments as paid", /^Mark /, () => page.getByRole("dialog").waitFor({ state: "detached" }));
    expect(presses).toBeLessThanOrEqual(90);
  }));

test("a field that gets the focus stands above the foot of its dialog, also when that says why nothing was saved", () =>
  lists.asAdmin(
    PHONE,
    async (page) => {
      await lists.goto(page, "/horses/new");
      const dialog = page.getByRole("dialog", { name: "New Horse" });
      await dialog.getByLabel("Name").fill("Covered");
      await page.context().setOffline(true);
      await dialog.getByRole("button", { name: "Add" }).click();
      await dialog.getByRole("alert").getByText("Hayloft cannot be reached").waitFor();
      expect(await coveredInFocus(dialog.locator("input, select, summary"))).toEqual([]);
    },
    /ERR_INTERNET_DISCONNECTED/,
  ));
