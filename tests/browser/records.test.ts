import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { todayInNewYork } from "#app/domain/calendar.ts";
import { JAVASCRIPT } from "#tests/support/browser.ts";
import {
  DESK,
  type DialogField,
  displayedFields,
  fillIn,
  type Lists,
  nameField,
  names,
  openLists,
  SCREENS,
  type Screen,
} from "#tests/support/lists.ts";
import { pressInMenu } from "#tests/support/rows.ts";

let lists: Lists;

beforeAll(async () => {
  lists = await openLists();
});
afterAll(() => lists.close());

/** The fields of a screen's form with a unique `name`, and that name. */
function namedFields(screen: Screen, tag: string) {
  const field = nameField(screen);
  const name = `${tag} ${field.typed}`;
  return { name, fields: screen.fields.map((each) => (each === field ? { ...each, typed: name } : each)) };
}

/** A record in a test. `fields` are the fields of its form with the texts to type; `name` is unique. */
type TestRecord = { page: Page; screen: Screen; name: string; fields: DialogField[]; javaScriptEnabled: boolean };

/** The cell that shows the name of a record. */
const nameCell = (page: Page, { named }: Screen, name: string) =>
  page.getByRole(named ? "cell" : "rowheader", { name, exact: true });

const buttonIn = (dialog: Locator, name: string) => dialog.getByRole("button", { name, exact: true });

/** Opens a list with few rows, because Playwright searches the list behind a dialog at every step. Expects its initial order. */
async function openList({ page, screen, javaScriptEnabled }: TestRecord) {
  await lists.goto(page, `${screen.path}?q=${encodeURIComponent(screen.few)}`, javaScriptEnabled);
  const sorted = page.locator("th[aria-sort]");
  expect(await sorted.getAttribute("aria-sort")).toBe("ascending");
  expect(await sorted.textContent()).toBe(screen.path === "/shows" ? "Date" : screen.columns[0]);
  if (!screen.toggle) return;
  const [on, off] = screen.toggle;
  await page.getByRole("switch", { name: on, exact: true, checked: true }).click();
  await page.getByRole("switch", { name: off, exact: true, checked: false }).waitFor();
  expect(await names(page)).not.toEqual([]);
  await page.goBack();
  await page.getByRole("switch", { name: on, exact: true, checked: true }).waitFor();
}

/** Opens the dialog for a new record and expects its labels, buttons, initial values and placeholders. */
async function openNewDialog({ page, screen, fields }: TestRecord): Promise<Locator> {
  await page.getByRole("link", { name: screen.add, exact: true }).click();
  const dialog = page.getByRole("dialog", { name: screen.dialog, exact: true });
  await dialog.waitFor();
  const displayed = await displayedFields(dialog);
  expect(Object.keys(displayed)).toEqual(fields.map(({ label }) => label));
  expect(await dialog.getByRole("link", { name: "Cancel", exact: true }).count()).toBe(1);
  expect(await buttonIn(dialog, screen.submit).count()).toBe(1);
  for (const field of fields) {
    const atFirst = field.atFirst === "today" ? todayInNewYork(new Date()) : (field.atFirst ?? "");
    expect([field.label, displayed[field.label]]).toEqual([
      field.label,
      { content: atFirst, placeholder: field.placeholder ?? null, isInvalid: false },
    ]);
  }
  return dialog;
}

/** Submits the form with one invalid value, expects the message at its field and all texts kept, then submits valid values. */
async function submitInvalidThenValid({ screen: { wrong, submit }, fields }: TestRecord, dialog: Locator) {
  const isWrong = ({ label }: DialogField) => label.replace("*", "") === wrong.label;
  const textOf = (field: DialogField) => (isWrong(field) ? wrong.typed : field.typed);
  for (const field of fields) await fillIn(dialog, field, textOf(field));
  await buttonIn(dialog, submit).click();
  await dialog.getByText(wrong.message, { exact: true }).waitFor();
  const displayed = await displayedFields(dialog);
  for (const field of fields) {
    const expected = { content: textOf(field), isInvalid: isWrong(field) };
    expect([field.label, displayed[field.label]]).toMatchObject([field.label, expected]);
    if (isWrong(field)) await fillIn(dialog, field);
  }
  await buttonIn(dialog, submit).click();
  await dialog.waitFor({ state: "detached" });
}

/** Searches the record by its name and expects the displayed values in its row. */
async function searchRecord({ page, screen, name, javaScriptEnabled }: TestRecord) {
  const box = page.getByRole("searchbox");
  await box.fill(name);
  if (!javaScriptEnabled) await box.press("Enter");
  await nameCell(page, screen, name).waitFor();
  await page.getByText(/^1 [a-z]+$/).waitFor();
  const row = page.getByRole("row").filter({ has: nameCell(page, screen, name) });
  const cells = await row.getByRole("cell").allInnerTexts();
  expect(cells).toEqual(expect.arrayContaining(screen.shown.map((text) => expect.stringContaining(text))));
}

/** Expects the saved values in the edit dialog, saves a new name, and returns the name of the record. */
async function editName({ page, screen, name, fields }: TestRecord): Promise<string> {
  const newName = `${name} again`;
  await pressInMenu(page, screen.named?.menu(name) ?? name, "Edit");
  const dialog = page.getByRole("dialog", { name: screen.edit ?? "", exact: true });
  await dialog.waitFor();
  const displayed = await displayedFields(dialog);
  const saved = fields.map((field) => [field.label, field.saved ?? field.typed]);
  expect(fields.map(({ label }) => [label, displayed[label]?.content])).toEqual(saved);
  expect(await dialog.getByRole("link", { name: "Cancel", exact: true }).count()).toBe(1);
  await fillIn(dialog, nameField(screen), newName);
  await buttonIn(dialog, "Save").click();
  await dialog.waitFor({ state: "detached" });
  return newName;
}

async function deleteAndRestore({ page, screen }: TestRecord, name: string) {
  const notice = `${screen.named?.deleted(name) ?? name} was deleted.`;
  await nameCell(page, screen, name).waitFor();
  await pressInMenu(page, screen.named?.menu(name) ?? name, "Delete");
  await page.getByText(notice).waitFor();
  await expect.poll(() => names(page)).toEqual([]);
  await page.getByRole("button", { name: "Undo" }).click();
  await nameCell(page, screen, name).waitFor();
  expect(await page.getByText(notice).count()).toBe(0);
}

/**
 * All forms share one component, and tests/worker posts each of them; keyboard.test.ts goes through horses and shows. Services and
 * grooms have the kinds of fields that the others have, and dialogs.test.ts invites and deletes an admin.
 */
const PATHS = {
  "with JavaScript": ["/customers"],
  "without JavaScript": ["/payroll"],
};
const screensOf = (name: keyof typeof PATHS) => SCREENS.filter(({ path }) => PATHS[name].includes(path));

describe.each(JAVASCRIPT)("%s", (name, javaScriptEnabled) => {
  test.each(screensOf(name))(
    "an admin adds, edits, deletes and restores a record of $path, and an invalid one is refused",
    (screen) =>
      lists.asAdmin(
        { ...DESK, javaScriptEnabled },
        async (page) => {
          const named = namedFields(screen, javaScriptEnabled ? "Script" : "Plain");
          const record = { page, screen, javaScriptEnabled, ...named };
          await openList(record);
          const dialog = await openNewDialog(record);
          await submitInvalidThenValid(record, dialog);
          await searchRecord(record);
          await deleteAndRestore(record, await editName(record));
        },
        /status of 400/,
      ),
  );
});
