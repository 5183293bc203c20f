import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Lists, openLists, PHONE } from "#tests/support/lists.ts";

/* How much of a list is in sight, with a notice (docs/product.md, 'Lists', 'Size'). */

let lists: Lists;

beforeAll(async () => {
  lists = await openLists();
});
afterAll(() => lists.close());

const LAPTOP = { viewport: { width: 1440, height: 900 } };
/** A laptop at 200 % zoom. */
const ZOOMED = { viewport: { width: 720, height: 450 } };

/** The rows that are whole, and covered by nothing at their middle. */
const rowsInSight = (page: Page) =>
  page.locator("tbody tr").evaluateAll(
    (rows) =>
      rows.filter((row) => {
        const { top, bottom, left, width } = row.getBoundingClientRect();
        const at = (y: number) => document.elementFromPoint(left + width / 2, y)?.closest("tr") === row;
        return at((top + bottom) / 2) && at(bottom - 4) && at(top + 4);
      }).length,
  );

/** Opens a list with the notice of a horse that was just set. */
async function openWithNotice(page: Page): Promise<void> {
  await lists.goto(page, "/horses?view=all");
  await page
    .getByRole("checkbox", { name: /: billable$/ })
    .first()
    .click();
  await page.getByRole("status").filter({ hasText: "Undo" }).waitFor();
}

test.each([
  ["a laptop", LAPTOP, 15, ["/billing?view=all", "/payroll?view=all"]],
  ["a phone", PHONE, 6, ["/billing?view=all", "/payroll?view=all", "/customers", "/shows?view=all"]],
  ["a laptop at 200 %", ZOOMED, 3, []],
] as const)("%s shows enough rows of a list, with a notice too, and nothing scrolls sideways", (_, size, rows, paths) =>
  lists.asAdmin(size, async (page) => {
    await openWithNotice(page);
    expect(await rowsInSight(page)).toBeGreaterThanOrEqual(rows);
    for (const path of paths) {
      await lists.goto(page, path);
      expect([path, (await rowsInSight(page)) >= rows]).toEqual([path, true]);
      const { width } = size.viewport ?? { width: 0 };
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
  }),
);

test("the bar of selected rows stays where it is when a notice arrives", () =>
  lists.asAdmin(LAPTOP, async (page) => {
    await lists.goto(page, "/horses?view=all");
    const list = page.getByRole("main");
    await list
      .getByRole("checkbox", { name: /^Select / })
      .nth(1)
      .check();
    const remove = list.getByRole("button", { name: "Delete" }).filter({ visible: true });
    const before = await remove.boundingBox();
    await list
      .getByRole("checkbox", { name: /: billable$/ })
      .first()
      .click();
    await page.getByRole("status").filter({ hasText: "Undo" }).waitFor();
    expect(await remove.boundingBox()).toEqual(before);
  }));
