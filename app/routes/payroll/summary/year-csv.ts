import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { csvText } from "#app/domain/basics/tables.ts";
import { paidYearLines } from "#app/domain/payroll/paid-year.ts";
import { csvFile } from "#app/records/csv-file.ts";
import { readPaidYear } from "./load-year.ts";

/** What grooms were paid in a year, by location and month, as a file. */
export async function loader(args: LoaderFunctionArgs) {
  const { year, sums } = await readPaidYear(args);
  return csvFile(`paid-${year}`, csvText(paidYearLines(year, sums)));
}
