import { pastRunsFile } from "#app/records/past-runs.ts";
import { pastPayroll } from "#db/queries/bills/past-runs.ts";

/** The past payroll runs as a file. */
export const loader = pastRunsFile(pastPayroll, "payroll-runs");
