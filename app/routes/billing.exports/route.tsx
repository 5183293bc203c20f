import { readAsAdmin } from "#app/auth/require-admin.ts";
import { formatInNewYork } from "#app/domain/calendar.ts";
import { readListState } from "#app/domain/list-state.ts";
import { useLiveData } from "#app/live/browser/live-data.ts";
import { liveLoader } from "#app/records/live-loader.ts";
import { PastScreen } from "#app/ui/list/past-screen.tsx";
import { listPage, pageOf } from "#db/list/list-page.ts";
import { exportsSource, findExport } from "#db/queries/exports.ts";
import { columns } from "./columns.tsx";
import { NewExport } from "./new-export.tsx";

/** Reads a page of exports, the newest first, and the export that was just made, in one database request. */
export const loader = liveLoader(async ({ request, context }) => {
  const { searchParams } = new URL(request.url);
  const state = readListState(searchParams, ["at"], "at");
  const page = listPage(exportsSource, { q: "", sort: "at", descending: true, place: state.place });
  const newExport = findExport(searchParams.get("made") ?? "");
  const [pages, [made = null]] = await readAsAdmin(request, context, page, newExport);
  const data = pageOf(pages[0], state.place);
  const rows = data.rows.map(({ at, ...row }) => ({ ...row, at: formatInNewYork(new Date(at)) }));
  return { state: { ...state, q: "" }, data: { ...data, rows }, made };
});

/** Past exports with their files, which can be downloaded again at any time (docs/product.md, 'Export'). */
export default function PastExports() {
  const { state, data, made } = useLiveData<typeof loader>();
  return (
    <PastScreen
      path="/billing/exports"
      title="Past exports"
      back={{ to: "/billing", label: "Billing" }}
      state={state}
      data={data}
      columns={columns}
      empty={{ title: "No exports yet", text: "Export bills to find them here, with their files." }}
    >
      {made && <NewExport key={made.id} latest={made} />}
    </PastScreen>
  );
}
