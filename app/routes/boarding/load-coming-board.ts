import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { readAsAdmin } from "#app/auth/require-admin.ts";
import { todayInNewYork } from "#app/domain/basics/calendar.ts";
import { comingBoard, comingMonth } from "#app/domain/boarding/coming-board.ts";
import { boardingServices, horsesToBill } from "#db/queries/bills/billing-runs.ts";
import { parseRows, readBatch } from "#db/write/batch.ts";

/**
 * Reads what a run of all horses would bill for the next month, how many horses are billed already, and the names of the services, in one
 * database request.
 */
export async function readComingBoard({ request, context }: LoaderFunctionArgs) {
  const today = todayInNewYork(context.now);
  const month = comingMonth(today);
  const byDefault = { isProrated: null, today: [], otherPrices: [], payer: {} };
  const query = horsesToBill({ q: "" }, today, { month, ...byDefault });
  const [[batch], [services]] = await readAsAdmin(request, context, readBatch(query), boardingServices());
  const horses = parseRows(query, batch?.rowsJson ?? "[]");
  const parts = comingBoard(horses, month, today);
  const toBill = new Set(parts.map(({ horseId }) => horseId));
  const billed = horses.filter((horse) => horse.billed.length > 0 && !toBill.has(horse.id)).length;
  return {
    month,
    parts,
    count: toBill.size,
    billed,
    names: new Map(services?.names.map(({ id, name }) => [id, name])),
  };
}
