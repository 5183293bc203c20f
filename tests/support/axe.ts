import { readFileSync } from "node:fs";
import type { AxeResults } from "axe-core";
import type { Page } from "playwright-core";
import { expect } from "vitest";

const AXE = readFileSync("node_modules/axe-core/axe.min.js", "utf8");

/** Sees to it that the page has no fault that axe knows of, in light and in dark, and is no wider than its window. */
export async function expectFine(page: Page): Promise<void> {
  await page.evaluate(AXE);
  const width = page.viewportSize()?.width ?? 0;
  expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(width);
  expect(await faults(page, "light", {})).toEqual([]);
  // The same page in other colours.
  expect(await faults(page, "dark", { runOnly: ["color-contrast"] })).toEqual([]);
}

async function faults(page: Page, colorScheme: "light" | "dark", options: object): Promise<string[]> {
  // What is still fading in has no contrast yet; a page in other colours need not fade into them.
  await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
  await page.evaluate("Promise.allSettled(document.getAnimations().map(({ finished }) => finished))");
  const wanted = JSON.stringify({ resultTypes: ["violations"], preload: false, ...options });
  const { violations } = (await page.evaluate(`axe.run(${wanted})`)) as AxeResults;
  return violations.map(({ id, nodes }) => `in ${colorScheme} ${id}: ${nodes.map(({ html }) => html).join(" ")}`);
}
