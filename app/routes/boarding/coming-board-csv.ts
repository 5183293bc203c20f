import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { csvText } from "#app/domain/basics/tables.ts";
import { comingLines } from "#app/domain/boarding/coming-board.ts";
import { csvFile } from "#app/records/csv-file.ts";
import { readComingBoard } from "./load-coming-board.ts";

/** The boarding of the next month as a file. */
export async function loader(args: LoaderFunctionArgs) {
  const { month, parts, names } = await readComingBoard(args);
  return csvFile(`boarding-${month}`, csvText(comingLines(parts, names)));
}
