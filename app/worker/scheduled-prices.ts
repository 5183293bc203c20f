import { logFailure } from "#app/server/log.ts";
import type { Database } from "#db/connection.ts";
import { pricesDue, settlePrices } from "#db/queries/barn/horse-prices.ts";
import { SCHEDULE } from "#db/queries/payroll/payroll-runs.ts";

/**
 * Makes next prices whose day has come the amounts of their horses. Bills do not wait for it, and the next night makes up for a missed one
 * (docs/product.md, 'Prices from a day').
 * @throws if they were not made
 */
export async function runPriceSchedule({ open, trigger, now }: { open: () => Database; trigger: Date; now: Date }) {
  const by = { actor: SCHEDULE, at: now };
  try {
    const due = await open().read(pricesDue(by));
    const ids = due.map(({ id }) => id);
    // No form accepts this key: it is no UUID.
    if (ids.length > 0) await open().write(settlePrices(`schedule prices ${trigger.toISOString()}`, ids, by));
  } catch (error) {
    logFailure("Next prices were not made the amounts of their horses", error);
    throw error;
  }
}
