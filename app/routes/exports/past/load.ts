import { readAsAdmin, readOrNullAfterPost } from "#app/auth/require-admin.ts";
import { formatInNewYork } from "#app/domain/basics/calendar.ts";
import type { ExportRow } from "#app/domain/exports/exports.ts";
import { newestFirst } from "#app/records/lists/short-list-order.ts";
import { liveLoader } from "#app/records/live-loader.ts";
import { shortList } from "#db/list/short-list.ts";
import { exportsSource, findExport } from "#db/queries/exports/stored-exports.ts";

/**
 * Reads the exports, the newest first, and the export that was just made or voided, in one database request; without data
 * after a post during an outage.
 */
export const loadExports = liveLoader(async ({ request, context }) => {
  const { searchParams } = new URL(request.url);
  const latest = findExport(searchParams.get("made") ?? searchParams.get("voided") ?? "");
  const read = await readOrNullAfterPost(context, readAsAdmin(request, context, shortList(exportsSource, {}), latest));
  const data = read && newestFirst(read[0][0]);
  const [found = null] = read?.[1] ?? [];
  return {
    data: data && { ...data, rows: data.rows.map(withTexts) },
    made: searchParams.has("made") ? found : null,
    voided: found?.voidedAt && searchParams.has("voided") ? found : null,
  };
});

/** The export with its instants as texts in New York: '11/22/2026, 9:14 AM'. */
function withTexts(row: ExportRow): ExportRow {
  const textOf = (instant: string) => formatInNewYork(new Date(instant));
  return { ...row, at: textOf(row.at), voidedAt: row.voidedAt && textOf(row.voidedAt) };
}
