import type { Page } from "playwright-core";
import { expect } from "vitest";

/* The rows of a list, used as a person uses them: with JavaScript and without it. Labels are 'Argentum: check-out date'. */

/** What a row's value is called: the start of its label, or a pattern of it. The first such row is meant. */
type Label = string | RegExp;

/** The value of a field in a row, a link which a press edits. Its text is what the row shows, or 'Add'. */
export const valueIn = (page: Page, label: Label) => page.getByRole("link", { name: label }).first();

/** The control that has taken the place of the value. */
export const editorOf = (page: Page, label: Label) => page.locator(".row-editor").getByLabel(label).first();

/** Opens the editor of a value by a mouse, which opens the picker of a date, too, or by a key. Returns its control, which has the focus. */
export async function openEditor(page: Page, label: Label, by: "mouse" | "key" = "mouse") {
  const value = valueIn(page, label);
  await (by === "mouse" ? value.click() : value.press("Enter"));
  const editor = editorOf(page, label);
  await expect.poll(() => editor.evaluate((element) => element === document.activeElement)).toBe(true);
  return editor;
}

/** Sets a date, a quantity or a choice in a row. Without JavaScript the value leads to the dialog of its record. */
export async function setInRow(page: Page, label: string, value: string, javaScriptEnabled = true): Promise<void> {
  if (javaScriptEnabled) {
    const editor = await openEditor(page, label);
    if (await editor.evaluate(({ tagName }) => tagName === "SELECT")) return void (await editor.selectOption(value));
    const isPicked = (await editor.getAttribute("type")) === "date";
    await editor.fill(value);
    return isPicked ? undefined : editor.press("Enter");
  }
  await valueIn(page, label).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(label.split(": ").at(-1) ?? "").fill(value);
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await dialog.waitFor({ state: "detached" });
}

/** Presses a switch or a checkbox of a row, waits until it shows the other value, and returns that. */
export async function pressSwitch(page: Page, label: Label, role: "switch" | "checkbox" = "switch"): Promise<boolean> {
  const toggle = page.getByRole(role, { name: label }).first();
  const isOn = (await toggle.getAttribute("aria-checked")) !== "true";
  await toggle.click();
  await expect.poll(() => toggle.getAttribute("aria-checked")).toBe(String(isOn));
  return isOn;
}

/** The button of a row's menu, by the name of the row; a pattern is that of the whole label, 'Actions for Argentum'. */
export const menuButton = (page: Page, row: Label) =>
  page
    .getByRole("button", typeof row === "string" ? { name: `Actions for ${row}`, exact: true } : { name: row })
    .first();

/** The open menu of a row: a popover or, without JavaScript, a sheet at the foot of the window. */
export const openMenu = (page: Page) => page.locator(".menu:popover-open, .row-menu-sheet");

/** Opens the menu of a row and presses one of its items. */
export async function pressInMenu(page: Page, row: Label, item: string): Promise<void> {
  await menuButton(page, row).click();
  await openMenu(page).getByText(item, { exact: true }).click();
}

/** Does the same as `pressInMenu`, by keyboard. */
export async function pressInMenuByKeyboard(page: Page, row: Label, item: string): Promise<void> {
  await menuButton(page, row).press("Enter");
  await openMenu(page).getByText(item, { exact: true }).press("Enter");
}

/** The box that selects a row. */
export const boxOf = (page: Page, row: string) => page.getByRole("checkbox", { name: `Select ${row}`, exact: true });

/** The commands for the selected rows. */
export const selectionBar = (page: Page) => page.locator("#selection");
