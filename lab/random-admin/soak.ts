import type { Stack } from "#lab/soak/stack.ts";
import { barnOf } from "./barn.ts";
import { BROWSERS } from "./browsers.ts";
import { runRandomAdmin } from "./random-admin.ts";

type BrowserSoak = { minutes: number; seed: number; path?: string | undefined; replay?: string | undefined };

/** Lets a random admin work in each installed browser, for an equal part of the time. Returns 1 after a finding. */
export async function soakBrowsers(stack: Stack, { minutes, ...again }: BrowserSoak): Promise<number> {
  const { cookie, ...barn } = await barnOf(stack);
  const names = Object.keys(BROWSERS);
  let findings = 0;
  for (const name of names) {
    const opened = await BROWSERS[name]?.(stack.url, cookie);
    if (!opened) {
      console.log(`${name} is not installed.`);
      continue;
    }
    const milliseconds = (minutes * 60_000) / names.length;
    try {
      const { sequences, steps } = await runRandomAdmin(barn, opened.hands, { ...again, milliseconds });
      console.log(`${name}: ${sequences} sequences, ${steps} steps, no finding`);
    } catch (error) {
      findings += 1;
      console.error(`${name}: ${error instanceof Error ? `${error.message}\n${error.cause}` : error}`);
    } finally {
      await opened.close();
    }
  }
  return findings > 0 ? 1 : 0;
}
