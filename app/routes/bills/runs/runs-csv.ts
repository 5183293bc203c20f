import { pastRunsFile } from "#app/records/past-runs.ts";
import { pastBilling } from "#db/queries/bills/past-runs.ts";

/** The past billing runs as a file. */
export const loader = pastRunsFile(pastBilling, "billing-runs");
