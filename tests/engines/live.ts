import { expect } from "vitest";
import type { Barn } from "#tests/support/barn/barn.ts";
import { startRelay } from "#tests/support/browser/relay.ts";
import type { Visit } from "#tests/support/engines/engine.ts";
import { openIn } from "#tests/support/engines/engines.ts";

/* Engines differ in which requests wait for others of the same address; tests/browser/shell/live.test.ts has the rest, in Chromium. */

/** A page listens although another request for the stream, such as one of a page that was left, gets no answer. */
export async function listenBesideAStuckStream(barn: Barn, { window, openWindow }: Visit): Promise<void> {
  const relay = await startRelay(barn.url);
  let isStuck = false;
  relay.hold(({ path }) => {
    if (isStuck || path !== "/live") return false;
    isStuck = true;
    return true;
  });
  try {
    const other = await openWindow();
    await other.goto(`${relay.url}/robots.txt`);
    await other.evaluate("void fetch('/live')");
    await expect.poll(() => isStuck).toBe(true);
    await openIn(window, `${relay.url}/services`);
    await expect.poll(() => window.text()).toMatch(/\bLive\b/);
  } finally {
    await relay.stop();
  }
}
