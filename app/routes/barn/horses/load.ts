import { readBatchResult } from "#app/records/batch-route.ts";
import { readList } from "#app/records/lists/read-list.ts";
import { liveLoader } from "#app/records/live-loader.ts";
import { findRun } from "#db/queries/bills/billing-runs.ts";
import { horsesList } from "../../shell/lists.ts";

/** Reads the list and the result of the last billing run, in one database request. */
export const loadHorses = liveLoader(async (args) => {
  const [list, billed] = await Promise.all([readList(args, horsesList), readBatchResult(args, "billed", findRun)]);
  return { list, billed };
});
