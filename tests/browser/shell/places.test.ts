import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { formatDollars } from "#app/domain/basics/money.ts";
import { addHorses } from "#lab/support/billing.ts";
import { settled } from "#lab/support/browser.ts";
import { DESK, PHONE, rowsInSight, startLists } from "#tests/support/browser/lists.ts";
import { menuButton, openEditor, pressInMenu, pressSwitch } from "#tests/support/browser/rows.ts";

/* How much of a list is in sight, and how a command on a row leaves the list where it is, and the focus in it (docs/product.md, 'Editing in rows'). */

const lists = startLists();

beforeAll(async () => {
  await addHorses(lists.barn, "Place", 40);
});

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

/** A row of a phone is one link: a tablet is the smallest device that edits in rows. */
const TABLET = { ...PHONE, viewport: { width: 744, height: 844 } };

test("editing, deleting, undoing and dialogs keep the scroll position and the focus in the list", () =>
  lists.asAdmin(TABLET, async (page) => {
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

/** A laptop at 200 % zoom. */
const ZOOMED = { width: 720, height: 450 };

/** Opens a list with the notice of a horse that was just set. */
async function openWithNotice(page: Page, size = DESK): Promise<void> {
  await page.setViewportSize(DESK.viewport ?? ZOOMED);
  await lists.goto(page, "/horses?view=all");
  await page
    .getByRole("checkbox", { name: /: billable$/ })
    .first()
    .click();
  await page.getByRole("status").filter({ hasText: "Undo" }).waitFor();
  await page.setViewportSize(size.viewport ?? ZOOMED);
}

test.each([
  ["a laptop", DESK, 15, ["/billing?view=all", "/payroll?view=all"]],
  ["a phone", PHONE, 6, ["/billing?view=all", "/payroll?view=all", "/customers", "/shows?view=all"]],
] as const)("%s shows enough rows of a list, with a notice too, and nothing scrolls sideways", (_, size, rows, paths) =>
  lists.asAdmin(size, async (page) => {
    await openWithNotice(page, size);
    expect(await rowsInSight(page)).toBeGreaterThanOrEqual(rows);
    if (size === DESK) {
      await page.setViewportSize(ZOOMED);
      expect(await rowsInSight(page)).toBeGreaterThanOrEqual(3);
      await page.setViewportSize(DESK.viewport ?? ZOOMED);
    }
    for (const path of paths) {
      await lists.goto(page, path);
      expect([path, (await rowsInSight(page)) >= rows]).toEqual([path, true]);
      const { width } = size.viewport ?? { width: 0 };
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
  }),
);

test("the bar of selected rows stays where it is when a notice arrives", () =>
  lists.asAdmin(DESK, async (page) => {
    await lists.goto(page, "/horses?view=all");
    const list = page.getByRole("main");
    await list
      .getByRole("checkbox", { name: /^Select / })
      .nth(1)
      .check();
    // Until React has seen the tick, the bar has other words, and another width.
    await list.locator(".selection-count", { hasText: "1 horse selected" }).waitFor();
    const remove = list.getByRole("button", { name: "Delete" }).filter({ visible: true });
    const before = await remove.boundingBox();
    await list
      .getByRole("checkbox", { name: /: billable$/ })
      .first()
      .click();
    await page.getByRole("status").filter({ hasText: "Undo" }).waitFor();
    expect(await remove.boundingBox()).toEqual(before);
  }));
