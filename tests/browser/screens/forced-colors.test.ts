import type { Locator } from "playwright-core";
import sharp from "sharp";
import { expect, test } from "vitest";
import { DESK, startLists } from "#tests/support/browser/lists.ts";

/* What forced colors (Windows' high contrast) take away, looked at as it is painted. */

const lists = startLists();

/** How much the pixels differ within an element, without its outer quarter: 0 if nothing is painted there. */
async function contrastIn(element: Locator): Promise<number> {
  const image = sharp(await element.screenshot({ animations: "disabled" }));
  const { width, height } = await image.metadata();
  const area = { left: Math.round(width / 4), top: Math.round(height / 4) };
  const { channels } = await image
    .extract({ ...area, width: Math.round(width / 2), height: Math.round(height / 2) })
    .stats();
  return Math.max(...channels.map(({ min, max }) => max - min));
}

const hasKnob = (element: Locator) =>
  element.evaluate((each) => getComputedStyle(each, "::before").backgroundImage !== "none");

test.each(["light", "dark"] as const)(
  "with forced colors, %s, menus show their dots, switches their knob, and a tick is no knob",
  (colorScheme) =>
    lists.asAdmin(DESK, async (page) => {
      await page.emulateMedia({ forcedColors: "active", colorScheme });
      await lists.goto(page, "/horses");
      expect(await contrastIn(page.locator("tbody button.more").first())).toBeGreaterThan(100);
      expect(await contrastIn(page.locator(".more-menu > .more"))).toBeGreaterThan(100);
      const ticks = page.locator("tbody [role=checkbox][aria-checked=true]");
      expect(await ticks.count()).toBeGreaterThan(0);
      expect(await hasKnob(ticks.first())).toBe(false);
      expect(await contrastIn(ticks.first())).toBeGreaterThan(100);
      await lists.goto(page, "/services");
      for (const state of ["true", "false"]) {
        const knob = page.locator(`tbody [role=switch][aria-checked=${state}]`).first();
        expect(await contrastIn(knob)).toBeGreaterThan(100);
        expect(await hasKnob(knob)).toBe(true);
      }
      await lists.goto(page, "/services/new");
      expect(await contrastIn(page.locator(".toggle").first())).toBeGreaterThan(100);
    }),
);
