import { setTimeout as sleep } from "node:timers/promises";

/**
 * Calls `find` until it returns something, and returns that; null once `patienceMs` milliseconds are over. It is called at least
 * once, and `pauseMs` after each call that returns nothing or false.
 */
export async function until<T>(
  find: () => T | Promise<T>,
  { patienceMs, pauseMs = 25 }: { patienceMs: number; pauseMs?: number },
): Promise<NonNullable<T> | null> {
  for (const end = Date.now() + patienceMs; ; await sleep(pauseMs)) {
    const found = await find();
    if (found !== undefined && found !== null && found !== false) return found;
    if (Date.now() > end) return null;
  }
}
