import { readAsAdmin, readOrNullAfterPost } from "#app/auth/require-admin.ts";
import { formatInNewYork } from "#app/domain/basics/calendar.ts";
import { AMOUNTS_TEXT, DATES_TEXT } from "#app/domain/exports/export-choices.ts";
import type { ExportRow } from "#app/domain/exports/exports.ts";
import { newestFirst } from "#app/records/lists/short-list-order.ts";
import { liveLoader } from "#app/records/live-loader.ts";
import { readNotice } from "#app/records/undo.ts";
import { shortList } from "#db/list/short-list.ts";
import { exportsSource, findExport } from "#db/queries/exports/stored-exports.ts";

/**
 * Reads the exports, the newest first, the export that was just made, and the notice of one that was just voided, in one database
 * request; without data after a post during an outage.
 */
export const loadExports = liveLoader(async (args) => {
  const { request, context } = args;
  const latest = findExport(new URL(request.url).searchParams.get("made") ?? "");
  const [read, voided] = await Promise.all([
    readOrNullAfterPost(context, readAsAdmin(request, context, shortList(exportsSource, {}), latest)),
    readNotice(args),
  ]);
  const data = read && newestFirst(read[0][0]);
  const [made] = read?.[1] ?? [];
  const links = [{ label: "Its bills are pending again", to: "/billing" }];
  return {
    data: data && { ...data, rows: data.rows.map(withTexts) },
    made: made
      ? {
          ...withTexts(made),
          isNew: context.now.getTime() - Date.parse(made.at) < NEW_MS,
          choices: `${AMOUNTS_TEXT[made.amounts]} · ${DATES_TEXT[made.dates]}`,
        }
      : null,
    notice: voided && { ...voided, links },
  };
});

/** How long an export counts as just made: its file downloads automatically. */
const NEW_MS = 10 * 60_000;

/** The export with its instants as texts in New York: '11/22/2026, 9:14 AM'. */
export function withTexts<Row extends Pick<ExportRow, "at" | "voidedAt">>(row: Row): Row {
  const textOf = (instant: string) => formatInNewYork(new Date(instant));
  return { ...row, at: textOf(row.at), voidedAt: row.voidedAt && textOf(row.voidedAt) };
}
