import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addHorses, addShows } from "#tests/support/billing.ts";
import { settled } from "#tests/support/browser.ts";
import {
  DESK,
  type DialogField,
  headings,
  type Lists,
  nameField,
  namesIn,
  openLists,
  SCREENS,
  type Screen,
} from "#tests/support/lists.ts";

/** The controls in the rows of each list, the key that changes the value, and the column that it is saved to. */
const ROW_CONTROLS: Record<string, { label: string; key: string; column: string }[]> = {
  "/horses": [
    { label: "billable", key: " ", column: "is_billable" },
    // The month, the first part of a date.
    { label: "check-in date", key: "ArrowUp", column: "check_in_date" },
  ],
  "/shows": [
    { label: "quantity", key: "7", column: "quantity" },
    { label: "horse", key: "ArrowDown", column: "horse_id" },
    { label: "service", key: "ArrowUp", column: "service_id" },
  ],
};

let lists: Lists;

beforeAll(async () => {
  lists = await openLists();
});
afterAll(() => lists.close());

/** The label of the focused element. */
const focused = (page: Page) =>
  page.evaluate(
    "(({ ariaLabel, labels, textContent, placeholder }) => (ariaLabel || labels?.[0]?.textContent || textContent || placeholder || '').replace('*', '').trim())(document.activeElement)",
  );

/** Presses Tab until the element with the label, or a label that a pattern finds, has the focus. */
async function tabTo(page: Page, label: string | RegExp, key = "Tab") {
  const passed: unknown[] = [];
  for (let n = 0; n < 60; n += 1) {
    await page.keyboard.press(key);
    const current = await focused(page);
    if (label instanceof RegExp ? label.test(String(current)) : current === label) return;
    passed.push(String(current).slice(0, 40));
  }
  throw new Error(`Tab does not lead to ${label}, but to ${passed.join(", ")}`);
}

const expectFocused = (page: Page, label: string) => expect.poll(() => focused(page)).toBe(label);

/** A record that is added, changed and deleted by keyboard. `menuName` is its name in the labels of its row. */
type KeyboardRecord = { page: Page; screen: Screen; name: string; menuName: string };

const searchLabel = ({ search }: Screen) => search.replace("...", "");

/** Types into the focused field: choices by their first letters, dates by their digits, checkboxes by the space bar. */
async function typeInto({ keyboard }: Page, field: DialogField, text: string) {
  if (field.role === "checkbox") {
    if (text !== field.atFirst) await keyboard.press(" ");
  } else if (field.role === "combobox") await keyboard.type(text.slice(0, 8));
  else if (/^\d{4}-\d\d-\d\d$/.test(text)) await keyboard.type(text.replace(/^(....)-(..)-(..)$/, "$2$3$1"));
  else {
    await keyboard.press("ControlOrMeta+a");
    await keyboard.type(text.replaceAll("\n", " "));
  }
}

async function addRecord({ page, screen, name }: KeyboardRecord) {
  const dialog = page.getByRole("dialog");
  await tabTo(page, screen.add);
  await page.keyboard.press("Enter");
  await dialog.waitFor();
  for (const field of screen.fields) {
    const label = field.label.replace("*", "");
    if ((await focused(page)) !== label) await tabTo(page, label);
    await typeInto(page, field, field === nameField(screen) ? name : field.typed);
  }
  await tabTo(page, screen.submit);
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "detached" });
}

async function searchRecord({ page, screen, name }: KeyboardRecord) {
  await tabTo(page, searchLabel(screen));
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type(name.toLowerCase());
  await expect.poll(() => namesIn(page, screen)).toEqual([name]);
}

async function changeInRow({ page, screen, menuName }: KeyboardRecord) {
  for (const { label, key, column } of ROW_CONTROLS[screen.path] ?? []) {
    const saved = async () =>
      (await lists.barn.rows(`select ${column} as value from ${screen.table} order by seq desc limit 1`))[0]?.value;
    const before = await saved();
    // The label of a value ends with the value.
    await tabTo(page, new RegExp(`^${menuName}: ${label}`));
    if (key !== " ") {
      await page.keyboard.press("Enter");
      await expectFocused(page, `${menuName}: ${label}`);
    }
    await page.keyboard.press(key);
    if (key !== " ") await page.keyboard.press("Enter");
    await expect.poll(async () => [column, (await saved()) === before]).toEqual([column, false]);
    await tabTo(page, searchLabel(screen), "Shift+Tab");
  }
}

/** Opens the edit dialog from the menu and closes it with Escape. The button of the menu has the focus before and after. */
async function openAndCloseEditDialog({ page, screen, menuName }: KeyboardRecord) {
  const { keyboard } = page;
  const menuButton = `Actions for ${menuName}`;
  await tabTo(page, menuButton);
  if (!screen.edit) return;
  await keyboard.press("Enter");
  await expectFocused(page, "Edit");
  await keyboard.press("ArrowUp");
  await expectFocused(page, "Delete");
  await keyboard.press("ArrowDown");
  await expectFocused(page, "Edit");
  await keyboard.press("Enter");
  await page.getByRole("dialog", { name: screen.edit }).waitFor();
  await keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await expectFocused(page, menuButton);
}

/** Deletes the record from its menu, whose button has the focus, and restores it with Undo. */
async function deleteAndRestore({ page, screen, name }: KeyboardRecord) {
  await page.keyboard.press("Enter");
  await expectFocused(page, "Edit");
  await page.keyboard.press("ArrowUp");
  await expectFocused(page, "Delete");
  await page.keyboard.press("Enter");
  // A refusal would appear as an alert.
  const alerts = () => page.getByRole("alert").allTextContents();
  await expect.poll(async () => [await namesIn(page, screen), await alerts()]).toEqual([[], []]);
  // The row is gone with the answer; 'Undo' comes with the page that the answer leads to.
  await page.getByRole("button", { name: "Undo" }).waitFor();
  await tabTo(page, "Undo");
  await page.keyboard.press("Enter");
  await expect.poll(() => namesIn(page, screen)).toEqual([name]);
}

async function sortAndHideLastColumn({ page, screen }: KeyboardRecord) {
  const last = screen.columns.at(-2) ?? "";
  await tabTo(page, last);
  await page.keyboard.press("Enter");
  const heading = page.getByRole("columnheader", { name: last, exact: true });
  await expect.poll(() => heading.getAttribute("aria-sort")).toBe("ascending");
  await tabTo(page, "More options", "Shift+Tab");
  await page.keyboard.press("Enter");
  await tabTo(page, "Columns");
  await page.keyboard.press("Enter");
  await tabTo(page, last);
  await page.keyboard.press(" ");
  await expect.poll(() => headings(page)).toEqual(screen.columns.filter((label) => label !== last));
  await page.keyboard.press("Escape");
  await expectFocused(page, "More options");
}

async function switchView({ page, screen }: KeyboardRecord) {
  if (!screen.toggle) return;
  const [on, off] = screen.toggle;
  await tabTo(page, on, "Shift+Tab");
  await page.keyboard.press(" ");
  await page.getByRole("switch", { name: off, exact: true }).waitFor();
  await expectFocused(page, off);
}

const screenAt = (path: string) => SCREENS.find((screen) => screen.path === path) as Screen;

test("every action of Horses can be done by keyboard alone", () =>
  lists.asAdmin(DESK, async (page) => {
    const [screen, name] = [screenAt("/horses"), "Keys alone"];
    const record = { page, screen, name, menuName: name };
    // Few rows, because Tab stops at each control of each row.
    await lists.goto(page, `${screen.path}?q=${encodeURIComponent(screen.few)}`);
    await addRecord(record);
    await searchRecord(record);
    await changeInRow(record);
    await openAndCloseEditDialog(record);
    await deleteAndRestore(record);
    await sortAndHideLastColumn(record);
    await switchView(record);
    await settled(page);
  }));

test("a number and the choices in a row of a show are changed by keyboard alone", async () => {
  await addShows(lists.barn, "Keyed", await addHorses(lists.barn, "Keyhorse", 1));
  await lists.asAdmin(DESK, async (page) => {
    const name = "Keyed show 0";
    await lists.goto(page, "/shows?q=keyed");
    await changeInRow({ page, screen: screenAt("/shows"), name, menuName: name });
    await settled(page);
  });
});
