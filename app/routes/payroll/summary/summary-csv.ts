import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { csvText, sumLines } from "#app/domain/basics/tables.ts";
import { tableOfSummary } from "#app/domain/payroll/payroll-summary.ts";
import { csvFile } from "#app/records/csv-file.ts";
import { readSummary } from "./load-summary.ts";

/** The sums of the weeks that the page shows, as a file. */
export async function loader(args: LoaderFunctionArgs) {
  const summary = await readSummary(args);
  const lines = sumLines("Name on Check", tableOfSummary(summary), "Grand Total");
  return csvFile(`payroll-summary-${summary.weeks[0]}-to-${summary.to}`, csvText(lines));
}
