import type { Locator, Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { LISTS } from "#app/routes/shell/lists.ts";
import { addPastExport } from "#tests/support/barn/barn.ts";
import { addCorrections } from "#tests/support/barn/corrections.ts";
import { CUT_CELLS, ONLY_WIDEST, WIDE_LETTERS } from "#tests/support/browser/cut-cells.ts";
import { DESK, PHONE, startLists } from "#tests/support/browser/lists.ts";
import { fillEmptyTables } from "#tests/support/database/rows-of-tables.ts";

/* Lists in windows of every width, and at a zoom of 200 and 400 %, which are windows of 720 and 360 (docs/architecture.md, 'One list'). */

const WIDTHS = [320, 360, 640, 720, 800, 1024, 1180, 1280, 1440];
const PATHS = [...LISTS.keys(), "/billing/exports", "/billing/runs", "/payroll/runs"];

const lists = startLists();

beforeAll(async () => {
  await addPastExport(lists.barn);
  await addCorrections(lists.barn.rows);
  await fillEmptyTables(lists.barn.rows);
  await lists.barn.rows("update horses set boarding = 9999999, training = 9999999 where seq < 3");
});

/** Makes a change that the activity lists. */
async function change(page: Page): Promise<void> {
  await lists.goto(page, "/horses?q=rumba");
  await page
    .getByRole("checkbox", { name: /: billable/ })
    .first()
    .click();
  await page.getByText("Saved: Billable").waitFor();
}

/** The point of a row where a phone shows its second line, and what is pressed there. */
const pressed = (page: Page, row: number) =>
  page
    .locator("tbody tr")
    .nth(row)
    .evaluate((element) => {
      const { left, width, bottom } = element.getBoundingClientRect();
      const target = document.elementFromPoint(left + width / 2, bottom - 6);
      return target
        ?.closest("a")
        ?.getAttribute("href")
        ?.replace(/[\w-]{12,}/g, "id");
    });

test.each([
  ["/horses", "/horses/id"],
  ["/customers", "/customers/id"],
  ["/services", "/services/blanket/edit"],
  ["/grooms", "/grooms/id"],
  ["/shows", "/shows/id/edit"],
  ["/billing", "/billing/id/edit"],
  ["/billing/corrections?view=all", "/customers/id"],
  ["/billing/exports", "/billing?export=id"],
  ["/payroll", "/payroll/id/edit"],
])("on a phone a row of %s is one link, to %s", (path, href) =>
  lists.asAdmin({ ...PHONE, javaScriptEnabled: false }, async (page) => {
    await lists.goto(page, path, false);
    expect(await pressed(page, 0)).toBe(href);
  }),
);

test("on a phone the number of an invoice stands beside its label", () =>
  lists.asAdmin(PHONE, async (page) => {
    await lists.goto(page, "/billing/invoices");
    const gap = await page
      .getByRole("rowheader")
      .first()
      .evaluate((cell) => {
        const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
        const sides = (node: Node | null) => {
          const range = document.createRange();
          if (node) range.selectNodeContents(node);
          return range.getBoundingClientRect();
        };
        return [sides(texts.nextNode()).right, sides(texts.nextNode()).left];
      });
    expect(Math.abs((gap[1] ?? 0) - (gap[0] ?? 0))).toBeLessThan(8);
  }));

test("on a phone a horse says what is unusual: that it is not billed, or its customer unknown", () =>
  lists.asAdmin(PHONE, async (page) => {
    await lists.barn.rows("update horses set is_billable = 0, customer_id = null where name = 'Rumba'");
    const said = (text: string) => page.getByText(text).filter({ visible: true }).count();
    await lists.goto(page, "/horses?q=Rumba");
    expect([await said("Not billable"), await said("Unknown customer")]).toEqual([1, 1]);
    expect(await page.getByRole("checkbox", { name: "Rumba: billable" }).count()).toBe(0);
    await lists.goto(page, "/horses?q=Apollo");
    expect([await said("Not billable"), await said("Billable"), await said("Unknown")]).toEqual([0, 0, 0]);
  }));

test.each([640, 720, 1024, 1440])("in a window of %i two filters that are set can be read", (width) =>
  lists.asAdmin({ viewport: { width, height: 800 } }, async (page) => {
    await lists.goto(page, "/billing?view=all&from=2026-01-01&to=2026-10-31&service=training");
    const removers = page.getByRole("link", { name: /^Remove / });
    expect(await removers.count()).toBe(2);
    const cut = await removers.evaluateAll((links) =>
      links.flatMap(({ previousElementSibling: chip }) =>
        chip && chip.scrollWidth <= chip.clientWidth ? [] : [chip?.textContent],
      ),
    );
    expect(cut).toEqual([]);
    const tops = (...all: Locator[]) => Promise.all(all.map(async (each) => (await each.boundingBox())?.y));
    const [columns, filters] = await tops(
      page.getByRole("button", { name: "Columns" }),
      page.getByRole("link", { name: /^More filters/ }),
    );
    expect(filters).toBe(columns);
  }),
);

test("a fixed column has a shadow while something is behind it", () =>
  lists.asAdmin(DESK, async (page) => {
    const shadows = (scrolled: number) =>
      page.evaluate(
        `(async () => {
          document.querySelector(".table-scroll").scrollLeft = ${scrolled};
          await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
          return ["th", ".actions"].map((cell) => getComputedStyle(document.querySelector("tbody " + cell)).boxShadow !== "none");
        })()`,
      );
    await lists.goto(page, "/billing?view=all");
    expect(await shadows(0)).toEqual([false, false]);
    await page.evaluate(WIDE_LETTERS);
    await page.setViewportSize({ width: 640, height: 900 });
    expect(await shadows(0)).toEqual([false, true]);
    expect(await shadows(10)).toEqual([true, true]);
    expect(await shadows(9_999)).toEqual([true, false]);
  }));

test.each(PATHS)("%s cuts no number, date or state", async (path) => {
  await lists.asAdmin(DESK, async (page) => {
    if (path === "/activity") await change(page);
    await lists.goto(page, `${path}?view=all`);
    await page.evaluate(ONLY_WIDEST);
    const found: string[] = [];
    for (const letters of ["usual", "wide"]) {
      if (letters === "wide") await page.evaluate(WIDE_LETTERS);
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        const cut = (await page.evaluate(CUT_CELLS)) as string[];
        // With wide letters a list may be wider than its frame, which then scrolls.
        const counted = cut.filter((each) => letters === "usual" || !each.startsWith("the list:"));
        found.push(...counted.map((each) => `${width}, ${letters} letters: ${each}`));
      }
    }
    expect(found).toEqual([]);
  });
});
