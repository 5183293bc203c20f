import { readFileSync } from "node:fs";
import type { AxeResults } from "axe-core";
import type { Page } from "playwright-core";
import { expect } from "vitest";

const AXE = readFileSync("node_modules/axe-core/axe.min.js", "utf8");

/** What fades in may start another that does. */
const STANDS_STILL = `(async () => {
  for (let still = 0; still < 3; still += 1) {
    const running = document.getAnimations();
    if (running.length > 0) still = 0;
    await Promise.allSettled(running.map(({ finished }) => finished));
    await new Promise(requestAnimationFrame);
  }
})()`;

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
  // A page in other colours need not fade into them; what fades all the same has no contrast yet.
  await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
  await page.evaluate(STANDS_STILL);
  const wanted = JSON.stringify({ resultTypes: ["violations"], preload: false, ...options });
  const { violations } = (await page.evaluate(`axe.run(${wanted})`)) as AxeResults;
  return violations.map(({ id, nodes }) => `in ${colorScheme} ${id}: ${nodes.map(({ html }) => html).join(" ")}`);
}
