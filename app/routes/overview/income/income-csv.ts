import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { csvText } from "#app/domain/basics/tables.ts";
import { incomeLines } from "#app/domain/overview/income.ts";
import { csvFile } from "#app/records/csv-file.ts";
import { readIncome } from "./load-income.ts";

/** The income of a year by service, location and month, as a file. */
export async function loader(args: LoaderFunctionArgs) {
  const { year, isBilledFor, sums } = await readIncome(args);
  return csvFile(`income-${year}${isBilledFor ? "-by-month-billed-for" : ""}`, csvText(incomeLines(year, sums)));
}
