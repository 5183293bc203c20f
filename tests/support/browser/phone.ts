import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, chromium, type Page } from "playwright-core";
import { findChromium } from "#bin/browsers/chromium.ts";
import { startChild } from "#bin/process/child.ts";
import { until } from "#bin/process/until.ts";
import { CHROMIUM_ARGUMENTS, VISIT_PATIENCE_MS } from "#lab/support/browser.ts";

/** A phone with a browser whose profile is on its disk, so that the browser can be killed and opened again. */
export async function openPhone() {
  const folder = mkdtempSync(join(tmpdir(), "hayloft-phone-"));
  let { context, kill } = await start(folder);
  return {
    page: async (): Promise<Page> => context.pages()[0] ?? (await context.newPage()),
    openTab: () => context.newPage(),
    /** Kills the browser as a phone without a battery would, and opens it again. */
    async restart() {
      await kill();
      ({ context, kill } = await start(folder));
    },
    async close() {
      await kill();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
}

async function start(folder: string): Promise<{ context: BrowserContext; kill: () => Promise<void> }> {
  const options = [`--user-data-dir=${folder}`, "--remote-debugging-port=0", "--headless", "--window-size=390,844"];
  const child = startChild(findChromium(), [...CHROMIUM_ARGUMENTS, ...options], { detached: true });
  const findAddress = () => child.said().match(/^DevTools listening on (\S+)$/m)?.[1];
  const address = await until(() => findAddress() ?? child.isGone(), { patienceMs: VISIT_PATIENCE_MS });
  if (typeof address !== "string") throw new Error("Chromium ended as it started");
  const browser = await chromium.connectOverCDP(address);
  const [context] = browser.contexts();
  if (!context) throw new Error("Chromium has no profile");
  context.setDefaultTimeout(VISIT_PATIENCE_MS);
  return {
    context,
    async kill() {
      const ended = once(child.process, "exit");
      // Kills the whole process group: a process that lives on would lock the profile.
      process.kill(-(child.process.pid ?? 0), "SIGKILL");
      await ended;
    },
  };
}
