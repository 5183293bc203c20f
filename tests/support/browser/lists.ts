import type { BrowserContextOptions, Locator, Page } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { openBrowser, visit } from "#lab/support/browser.ts";
import { ADMIN, openBarn } from "#tests/support/barn/barn.ts";
import { openPage, visitAs } from "./people.ts";

export const DESK: BrowserContextOptions = { viewport: { width: 1440, height: 900 } };
export const PHONE: BrowserContextOptions = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

export type Lists = Awaited<ReturnType<typeof openLists>>;

/** Starts a barn, and a browser in which an admin is signed in. */
export async function openLists(options?: Parameters<typeof openBarn>[0]) {
  const [barn, browser] = await Promise.all([openBarn(options), openBrowser()]);
  return {
    barn,
    browser,
    /** Runs `steps` as the admin in a new browser profile. See `visit` about `noise`. */
    asAdmin: (options: BrowserContextOptions, steps: (page: Page) => Promise<void>, noise?: RegExp) =>
      visitAs(barn, browser, ADMIN, options, steps, noise),
    /** Runs `steps` as a visitor, who is not signed in, in a new browser profile. */
    asVisitor: (options: BrowserContextOptions, steps: (page: Page) => Promise<void>, noise?: RegExp) =>
      visit(browser, options, steps, noise),
    /** Opens the page and, with JavaScript, waits until React has hydrated it. */
    goto: (page: Page, path: string, javaScriptEnabled = true) => openPage(barn, page, path, javaScriptEnabled),
    close: () => barn.close(),
  };
}

/** Opens the lists before the first test of a file, and closes them after its last one. */
export function startLists(options?: Parameters<typeof openLists>[0]): Lists {
  const lists = {} as Lists;
  beforeAll(async () => void Object.assign(lists, await openLists(options)));
  afterAll(() => lists.close());
  return lists;
}

/** The rows that are whole, and covered by nothing at their middle. */
export const rowsInSight = (page: Page) =>
  page.locator("tbody tr").evaluateAll(
    (rows) =>
      rows.filter((row) => {
        const { top, bottom, left, width } = row.getBoundingClientRect();
        const at = (y: number) => document.elementFromPoint(left + width / 2, y)?.closest("tr") === row;
        return at((top + bottom) / 2) && at(bottom - 4) && at(top + 4);
      }).length,
  );

/** The controls that something covers, such as a foot of the page, once they get the focus one after the other. */
export const coveredInFocus = (controls: Locator) =>
  controls.evaluateAll((all) =>
    (all as HTMLElement[])
      .filter((control) => {
        control.focus();
        const { left, bottom } = control.getBoundingClientRect();
        return control.checkVisibility() && !control.contains(document.elementFromPoint(left + 8, bottom - 4));
      })
      .map((control) => control.outerHTML),
  );

/** The headings of a list, without that of the boxes that select rows. */
export const headings = (page: Page) => page.locator("thead th:not(.select)").allTextContents();
export const namesInRows = (page: Page) => page.getByRole("rowheader").allTextContents();
