import { Link, Outlet } from "@remix-run/react";
import { formatDollars } from "#app/domain/basics/money.ts";
import { pluralize } from "#app/domain/basics/pluralize.ts";
import { useLiveData } from "#app/live/browser/live-data.ts";
import { BillingTabs } from "#app/ui/bills/billing-tabs.tsx";
import { PastScreen } from "#app/ui/list/past-screen.tsx";
import { Toast } from "#app/ui/shell/toast.tsx";
import { exportColumns } from "./columns.tsx";
import { loadExports } from "./load.ts";
import { NewExport } from "./new-export.tsx";

export const loader = loadExports;

export { loadScreen as clientLoader } from "#app/records/client-loaders.ts";
export { revalidateShortList as shouldRevalidate } from "#app/records/lists/revalidate-short-list.ts";

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
        columns={exportColumns}
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
