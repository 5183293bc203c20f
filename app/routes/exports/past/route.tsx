import { Link, Outlet } from "@remix-run/react";
import { readAsAdmin, readOrNullAfterPost } from "#app/auth/require-admin.ts";
import { formatInNewYork } from "#app/domain/basics/calendar.ts";
import { formatDollars } from "#app/domain/basics/money.ts";
import { pluralize } from "#app/domain/basics/pluralize.ts";
import type { ExportRow } from "#app/domain/exports/exports.ts";
import { useLiveData } from "#app/live/browser/live-data.ts";
import { newestFirst } from "#app/records/lists/short-list.ts";
import { liveLoader } from "#app/records/live-loader.ts";
import { BillingTabs } from "#app/ui/bills/billing-tabs.tsx";
import { PastScreen } from "#app/ui/list/past-screen.tsx";
import { Toast } from "#app/ui/shell/toast.tsx";
import { shortList } from "#db/list/short-list.ts";
import { exportsSource, findExport } from "#db/queries/exports/exports.ts";
import { columns } from "./columns.tsx";
import { NewExport } from "./new-export.tsx";

/**
 * Reads the exports, the newest first, and the export that was just made or voided, in one database request; without data
 * after a post during an outage.
 */
export const loader = liveLoader(async ({ request, context }) => {
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

export { loadScreen as clientLoader } from "#app/records/client-loaders.ts";
export { revalidateShortList as shouldRevalidate } from "#app/records/lists/revalidate-short-list.ts";

/** The export with its instants as texts in New York: '11/22/2026, 9:14 AM'. */
function withTexts(row: ExportRow): ExportRow {
  const textOf = (instant: string) => formatInNewYork(new Date(instant));
  return { ...row, at: textOf(row.at), voidedAt: row.voidedAt && textOf(row.voidedAt) };
}

/** Past exports with their files, which can be downloaded again at any time (docs/product.md, 'Export'). */
export default function PastExports() {
  const { data, made, voided } = useLiveData<typeof loader>();
  return (
    <>
      <PastScreen
        path="/billing/exports"
        noun="export"
        tabs={<BillingTabs current="/billing/exports" />}
        way={{ to: "/billing/export", label: "Export to QB" }}
        data={data}
        columns={columns}
        empty={{ title: "No exports yet", text: "Export bills to find them here, with their files." }}
      >
        {made && <NewExport key={made.id} latest={made} />}
      </PastScreen>
      {voided && (
        <Toast key={voided.id}>
          <span>{`Voided the export of ${pluralize(voided.billCount, "bill")}, ${formatDollars(voided.total)}. `}</span>
          <Link to="/billing" className="link">
            Its bills are pending again
          </Link>
        </Toast>
      )}
      <Outlet />
    </>
  );
}
