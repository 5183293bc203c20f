import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { readAsAdmin } from "#app/auth/require-admin.ts";
import { formatDollars } from "#app/domain/basics/money.ts";
import { csvText } from "#app/domain/basics/tables.ts";
import { IMPORTED_EXPORT } from "#app/domain/bills/imported.ts";
import type { ExportRow } from "#app/domain/exports/exports.ts";
import { fileName, invoiceNumbers } from "#app/domain/exports/invoices.ts";
import { csvFile } from "#app/records/csv-file.ts";
import { newestFirst } from "#app/records/lists/short-list-order.ts";
import { shortList } from "#db/list/short-list.ts";
import { exportsSource } from "#db/queries/exports/stored-exports.ts";
import { withTexts } from "./load.ts";

/** The past exports as a file. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const [[read]] = await readAsAdmin(request, context, shortList(exportsSource, {}));
  const lines = newestFirst(read).rows.map(withTexts).map(lineOf);
  return csvFile("exports", csvText([HEADER, ...lines]));
}

const HEADER = ["Exported", "File", "Status", "Bills", "Invoices", "Numbers", "Total", "By"];

function lineOf(row: ExportRow): string[] {
  const { id, at, billCount, invoiceCount, total, voidedAt, actor } = row;
  if (id === IMPORTED_EXPORT) return ["Before Hayloft", "", "", String(billCount), "", "", formatDollars(total), actor];
  const counts = [String(billCount), String(invoiceCount), invoiceNumbers(row), formatDollars(total)];
  return [at, fileName(row), voidedAt ? `Voided ${voidedAt}` : "", ...counts, actor];
}
