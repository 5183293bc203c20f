import type { Page } from "playwright-core";
import { WAIT_MS } from "./amount.ts";

/**
 * Returns what an expression of the page resolves to, and throws if it takes too long. Playwright's own `waitForFunction` has a
 * time limit, but evaluates the condition in the page, where the Content-Security-Policy forbids it.
 */
export function resolveInPage<T>(page: Page, expression: string): Promise<T> {
  const late = `new Promise((_, reject) => setTimeout(() => reject(new Error("not within ${WAIT_MS / 1_000} seconds")), ${WAIT_MS}))`;
  return page.evaluate<T>(`Promise.race([${expression}, ${late}])`);
}
