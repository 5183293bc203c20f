import { setTimeout as sleep } from "node:timers/promises";

/** Waits for the next minute if less than 15 seconds are left: a rate limit counts by the minutes of the clock, and a burst must not span two. */
export async function earlyInTheMinute(): Promise<void> {
  const left = 60_000 - (Date.now() % 60_000);
  if (left < 15_000) await sleep(left + 100);
}
