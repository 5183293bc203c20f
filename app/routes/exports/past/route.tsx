import { Link, Outlet } from "@remix-run/react";
import { useLiveData } from "#app/live/browser/live-data.ts";
import { BillingTabs } from "#app/ui/bills/billing-tabs.tsx";
import { PastScreen } from "#app/ui/list/past-screen.tsx";
import { DoneNotice } from "#app/ui/list/row/done-notice.tsx";
import { RowCommandsContext, useRowCommands } from "#app/ui/list/row/use-row-commands.tsx";
import { billsHref, exportColumns, exportMenu } from "./columns.tsx";
import { loadExports } from "./load.ts";
import { NewExport } from "./new-export.tsx";

export const loader = loadExports;

export { revalidateShortList as shouldRevalidate } from "#app/records/client-actions.ts";
export { loadScreen as clientLoader } from "#app/records/client-loaders.ts";

/** Past exports with their files, which can be downloaded again at any time (docs/product.md, 'Export'). */
export default function PastExports() {
  const { data, made, notice } = useLiveData<typeof loader>();
  const { commands } = useRowCommands("");
  return (
    <RowCommandsContext.Provider value={commands}>
      <PastScreen
        path="/billing/exports"
        noun="export"
        tabs={<BillingTabs current="/billing/exports" />}
        way={{ to: "/billing/export", label: "Export to QB" }}
        data={data}
        columns={exportColumns}
        menu={exportMenu}
        nameOf={({ at }) => `export of ${at}`}
        hrefOf={billsHref}
        empty={{ title: "No exports yet", text: "Export bills to find them here, with their files." }}
      >
        {made && <NewExport key={made.id} latest={made} />}
      </PastScreen>
      {/* Remix requests the routes of the links on the page, and a row's menu has none before it opens. */}
      <Link hidden to="/billing/exports/0/void" />
      <DoneNotice notice={notice} />
      <Outlet />
    </RowCommandsContext.Provider>
  );
}
