import { Link } from "@remix-run/react";
import { readAsAdmin } from "#app/auth/require-admin.ts";
import { formatInNewYork } from "#app/domain/calendar.ts";
import { readListState } from "#app/domain/list-state.ts";
import { useLiveData } from "#app/live/browser/live-data.ts";
import { liveLoader } from "#app/records/live-loader.ts";
import { Pager } from "#app/ui/list/pager.tsx";
import { Table } from "#app/ui/list/table.tsx";
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
  const list = { path: "/billing/exports", defaultSort: "at", state, data };
  return (
    <div className="list">
      <p className="mb-3">
        <Link
          to="/billing"
          className="inline-flex min-h-11 items-center gap-1.5 text-sm/normal text-muted before:content-['←'_/_''] hover:text-ink"
        >
          Billing
        </Link>
      </p>
      <h1 id="list-title" className="page-title">
        Past exports
      </h1>
      {made && <NewExport key={made.id} latest={made} />}
      <div className="mt-6">
        {data.rows.length > 0 ? (
          <Table
            {...list}
            state={{ ...state, descending: true }}
            title="Past exports"
            columns={columns}
            shown={columns.map(({ id }) => id)}
            hiddenColumns={null}
            searchPlaceholder=""
            empty={{ title: "", text: "" }}
          />
        ) : (
          <div className="empty">
            <h2 className="text-base font-semibold text-ink">No exports yet</h2>
            <p className="mt-1">Export bills to find them here, with their files.</p>
          </div>
        )}
      </div>
      <div className="list-foot justify-end!">
        <Pager {...list} />
      </div>
    </div>
  );
}
