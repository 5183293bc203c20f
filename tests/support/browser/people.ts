import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { expect } from "vitest";
import { visit } from "#lab/support/browser.ts";
import type { Barn } from "#tests/support/barn/barn.ts";

type Person = { email: string; name: string };

/** Runs `steps` in a browser profile in which `person` is signed in; see `visit` about `noise`. */
export async function visitAs(
  barn: Pick<Barn, "cookieOf">,
  browser: Browser | Promise<Browser>,
  person: Person,
  options: BrowserContextOptions,
  steps: (page: Page) => Promise<void>,
  noise?: RegExp,
): Promise<void> {
  const [name = "", value = ""] = (await barn.cookieOf(person)).split("=");
  const cookie = { name, value, domain: "127.0.0.1", path: "/", expires: -1, httpOnly: true, secure: false };
  const storageState = { cookies: [{ ...cookie, sameSite: "Lax" as const }], origins: [] };
  await visit(browser, { ...options, storageState }, steps, noise);
}

/** An expression: whether React has hydrated the page, and run its layout effects. */
export const IS_HYDRATED = `(() => {
  const key = Object.keys(document).find((each) => each.startsWith("__reactContainer"));
  return key !== undefined && document[key].stateNode.current.memoizedState.isDehydrated === false;
})()`;

/** Waits until React has hydrated the page. It looks often, because every visit waits for this. */
export const hydrated = (page: Page): Promise<void> =>
  expect.poll(() => page.evaluate(IS_HYDRATED), { interval: 10 }).toBe(true);

/** Opens the page and, with JavaScript, waits until React has hydrated it. */
export async function openPage(
  barn: Pick<Barn, "url">,
  page: Page,
  path: string,
  javaScriptEnabled = true,
): Promise<void> {
  await page.goto(`${barn.url}${path}`);
  if (javaScriptEnabled) await hydrated(page);
}
