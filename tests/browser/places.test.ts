import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { formatDollars } from "#app/domain/money.ts";
import { addHorses } from "#tests/support/billing.ts";
import { settled } from "#tests/support/browser.ts";
import { DESK, type Lists, openLists, PHONE } from "#tests/support/lists.ts";
import { menuButton, openEditor, pressInMenu, pressSwitch, selectionBar } from "#tests/support/rows.ts";

/* A command on a row leaves the list where it is, and the focus in it (docs/product.md, 'Editing in rows'). */

let lists: Lists;

beforeAll(async () => {
  lists = await openLists();
  await addHorses(lists.barn, "Place", 40);
});
afterAll(() => lists.close());

/** How far the list is scrolled, where the row stands in the window, and the label of what has the focus. */
async function placeOf(page: Page, name: string) {
  await settled(page);
  const row = page.getByRole("row").filter({ has: page.getByRole("rowheader", { name, exact: true }) });
  return {
    top: Math.round((await row.boundingBox())?.y ?? -1),
    focus: await page.evaluate<string>(
      "(({ ariaLabel, textContent, localName }) => localName === 'body' ? 'nothing' : ariaLabel || textContent)(document.activeElement)",
    ),
  };
}

test("editing, deleting, undoing and dialogs keep the scroll position and the focus in the list", () =>
  lists.asAdmin(PHONE, async (page) => {
    const [name, next] = ["Place 025", "Place 026"];
    await lists.goto(page, "/horses?q=place");
    const link = page.getByRole("link", { name, exact: true });
    await link.evaluate((element) => element.scrollIntoView({ block: "center" }));
    const { top } = await placeOf(page, name);
    expect(top).toBeGreaterThan(0);

    const amount = await openEditor(page, `${name}: boarding`);
    const before = await amount.inputValue();
    await amount.fill("3333");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText(`Saved: Boarding of ${name}`).waitFor();
    await expect.poll(() => placeOf(page, name)).toEqual({ top, focus: `${name}: boarding $3,333.00` });

    await page.getByRole("button", { name: "Undo", exact: true }).click();
    const undone = `${name}: boarding ${formatDollars(Number(before) * 100)}`;
    await page.getByRole("link", { name: undone }).waitFor();
    await expect.poll(() => placeOf(page, name)).toEqual({ top, focus: undone });

    await pressSwitch(page, `${name}: billable`, "checkbox");
    await expect.poll(() => placeOf(page, name)).toEqual({ top, focus: `${name}: billable` });

    await pressInMenu(page, name, "Edit");
    const dialog = page.getByRole("dialog", { name: "Edit Horse" });
    await dialog.getByRole("link", { name: "Cancel" }).click();
    await dialog.waitFor({ state: "detached" });
    await expect.poll(() => placeOf(page, name)).toEqual({ top, focus: `Actions for ${name}` });

    await pressInMenu(page, name, "Edit");
    await dialog.getByRole("textbox", { name: "Training" }).fill("1234");
    await dialog.getByRole("button", { name: "Save", exact: true }).click();
    await dialog.waitFor({ state: "detached" });
    await expect.poll(() => placeOf(page, name)).toEqual({ top, focus: `Actions for ${name}` });

    await pressInMenu(page, name, "Delete");
    await page.getByText(`${name} was deleted.`).waitFor();
    await expect.poll(() => placeOf(page, next)).toEqual({ top, focus: `Actions for ${next}` });

    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await menuButton(page, name).waitFor();
    await expect.poll(() => placeOf(page, name)).toEqual({ top, focus: `Actions for ${name}` });
  }));

test("a row that a switch takes off the list leaves the focus to the row that takes its place", () =>
  lists.asAdmin(DESK, async (page) => {
    await lists.goto(page, "/payroll");
    const switches = page.getByRole("switch", { name: /: paid$/ });
    const [label, following] = [
      await switches.nth(3).getAttribute("aria-label"),
      await switches.nth(4).getAttribute("aria-label"),
    ];
    await switches.nth(3).press("Space");
    await page.getByText(/^Saved: Paid of /).waitFor();
    await expect.poll(() => page.getByRole("switch", { name: label ?? "", exact: true }).count()).toBe(0);
    await settled(page);
    expect(await page.evaluate("document.activeElement.ariaLabel")).toBe(following);
  }));

test("a command for selected rows that is refused says why, and keeps the selection", () =>
  lists.asAdmin(
    PHONE,
    async (page) => {
      await lists.goto(page, "/payroll");
      for (const at of [0, 1])
        await page
          .getByRole("checkbox", { name: /^Select / })
          .nth(at)
          .check();
      const boxes = page.getByRole("checkbox", { name: /^Select (?!all)/ });
      const areTicked = () =>
        boxes.evaluateAll((all) => all.filter((box) => (box as HTMLInputElement).checked).length === 2);
      expect(await areTicked()).toBe(true);
      lists.barn.proxy.make({ kind: "refuse" });
      await selectionBar(page).getByRole("button", { name: "Paid", exact: true }).click();
      await page.getByRole("alert").getByText("The database cannot be reached, so this is not saved.").waitFor();
      lists.barn.proxy.make({ kind: "none" });
      expect(await areTicked()).toBe(true);
      await selectionBar(page).getByRole("button", { name: "Clear the selection" }).click();
      await expect.poll(() => page.getByRole("checkbox", { checked: true }).count()).toBe(0);
    },
    /status of 503/,
  ));
