import { readFileSync } from "node:fs";
import type { AxeResults } from "axe-core";
import type { Page } from "playwright-core";
import { expect } from "vitest";

const AXE = readFileSync("node_modules/axe-core/axe.min.js", "utf8");

/** Waits until no animation runs for three frames, because the end of one may start another. One of the scroll position never ends. */
const WAIT_FOR_ANIMATIONS = `(async () => {
  for (let still = 0; still < 3; still += 1) {
    const running = document.getAnimations().filter(({ timeline }) => timeline === document.timeline);
    if (running.length > 0) still = 0;
    await Promise.allSettled(running.map(({ finished }) => finished));
    await new Promise(requestAnimationFrame);
  }
})()`;

/**
 * An expression for what axe checks: an open dialog alone, since the page behind it is inert, and only the first rows
 * of a list, since rows are alike and a hundred take seconds.
 */
const CONTEXT = `{
  include: document.querySelector("dialog:modal") ? [["dialog:modal"]] : [["html"]],
  exclude: [["tbody tr:nth-child(n + 5)"], [".finding:nth-child(n + 4)"], [".batch-items li:nth-child(n + 5)"]],
}`;

/** Expects that axe finds no violation on the page, in light and, if asked, in dark, and that the page is not wider than the viewport. */
export async function expectFine(page: Page, inDark = true): Promise<void> {
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(AXE);
  const width = page.viewportSize()?.width ?? 0;
  // Chromium reports the scroll width of the old viewport until it has painted the new one.
  await page.evaluate("new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))");
  expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(width);
  expect(await violationsIn(page, "light", {})).toEqual([]);
  // The dark color scheme changes colors only.
  if (inDark) expect(await violationsIn(page, "dark", { runOnly: ["color-contrast"] })).toEqual([]);
}

async function violationsIn(page: Page, colorScheme: "light" | "dark", options: object): Promise<string[]> {
  // During a transition of colors the contrast would be wrong.
  await page.emulateMedia({ colorScheme });
  await page.evaluate(WAIT_FOR_ANIMATIONS);
  const axeOptions = JSON.stringify({ resultTypes: ["violations"], preload: false, ...options });
  const { violations } = (await page.evaluate(`axe.run(${CONTEXT}, ${axeOptions})`)) as AxeResults;
  return violations.map(({ id, nodes }) => `in ${colorScheme} ${id}: ${nodes.map(({ html }) => html).join(" ")}`);
}
