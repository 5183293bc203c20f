import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { Link, Outlet, useActionData, useLoaderData } from "@remix-run/react";
import { readAsAdmin } from "#app/auth/require-admin.ts";
import { todayInNewYork } from "#app/domain/basics/calendar.ts";
import { rowIdempotencyKey } from "#app/domain/basics/idempotency-key.ts";
import { foundBoard, isCut, unbilledBoard } from "#app/domain/boarding/unbilled-board.ts";
import { BILL_CHECKS, CHECKS, type Check, MAX_FINDINGS } from "#app/domain/exports/checks.ts";
import { judgeRecords } from "#app/domain/exports/judge-records.ts";
import { billFindings } from "#app/domain/exports/sum-findings.ts";
import { useLiveData } from "#app/live/browser/live-data.ts";
import { actOnList } from "#app/records/lists/list-commands.ts";
import { liveLoader } from "#app/records/live-loader.ts";
import { readNotice } from "#app/records/undo.ts";
import { BillingTabs } from "#app/ui/bills/billing-tabs.tsx";
import { button } from "#app/ui/controls/button.tsx";
import { ListSearchProvider } from "#app/ui/list/list-search.ts";
import { NoticeOrProblem } from "#app/ui/list/row/done-notice.tsx";
import { RowCommandsContext, useRowCommands } from "#app/ui/list/row/use-row-commands.tsx";
import { ScreenTitle } from "#app/ui/list/screen-title.tsx";
import { unbilledHorses } from "#db/queries/boarding/unbilled-horses.ts";
import { billsToCheck } from "#db/queries/exports/checked-bills.ts";
import { recordsToCheck } from "#db/queries/exports/checked-records.ts";
import { markedFine } from "#db/queries/overview/stored-dismissals.ts";
import { billsList } from "../../shell/lists.ts";
import { titleOf } from "../finding-texts.ts";
import { SHOWN_ROWS } from "../findings.ts";
import { FindingSection } from "./finding-section.tsx";
import { describeFound } from "./found.ts";
import { FoundBills } from "./found-bills.tsx";
import { MarkedFine } from "./marked-fine.tsx";

const PATH = "/billing/check";

/**
 * Reads the findings in one database request. `?all=zero` shows the first hundred rows of the check `zero`, `?all=fine`
 * the findings that were marked fine.
 */
export const loader = liveLoader(async (args) => {
  const { request, context } = args;
  const today = todayInNewYork(context.now);
  const all = new URL(request.url).searchParams.get("all") ?? "";
  const only = BILL_CHECKS.find((check) => check === all) ?? null;
  const shown = (check: Check) => (check === all ? MAX_FINDINGS : SHOWN_ROWS);
  const [[[ofBills], [ofRecords], [unbilled], [fine]], notice] = await Promise.all([
    readAsAdmin(
      request,
      context,
      billsToCheck({ q: "" }),
      recordsToCheck(today),
      unbilledHorses(today),
      markedFine(all === "fine"),
    ),
    readNotice(args),
  ]);
  if (!ofBills || !ofRecords) throw new Error("The checks returned no row");
  const records = judgeRecords(ofRecords.read, shown);
  const horses = unbilled?.horses ?? [];
  const months = unbilledBoard(horses, today);
  const board = { ...foundBoard(months, shown("unbilledBoard"), today), isCut: isCut(horses) };
  return {
    ...describeFound(
      { bills: billFindings(ofBills.read, today, { shown, only }), board, records },
      { only, all, today },
    ),
    fine: {
      count: fine?.count ?? 0,
      rows: all === "fine" ? (fine?.rows ?? []).map((row) => ({ ...row, title: titleOf(row.kind) })) : null,
    },
    search: all === "fine" || CHECKS.some((check) => check === all) ? `?all=${all}` : "",
    notice,
    /** The page's key: Void of the selected bills uses it, and each row derives its own key from it. */
    idempotencyKey: crypto.randomUUID(),
  };
});

export const action = (args: ActionFunctionArgs) => actOnList(args, { ...billsList, path: PATH }, null);

export {
  revalidateAfterCommand as shouldRevalidate,
  submitInOrder as clientAction,
} from "#app/records/client-actions.ts";
export { loadScreen as clientLoader } from "#app/records/client-loaders.ts";

/** The findings to look at before an export, each with a link to fix it (docs/product.md, 'Check'). */
export default function CheckBeforeExport() {
  const { summary, bills, findings, passed, fine, search, notice } = useLiveData<typeof loader>();
  // From the data as first loaded, because a live update loads another key.
  const { idempotencyKey } = useLoaderData<typeof loader>();
  const { commands, watchers, answered } = useRowCommands(search);
  const answer = useActionData<typeof action>();
  const isFound = bills.count > 0 || findings.length > 0;
  // The last twelve hex digits of a key are its row's number. From 2^44 on the numbers do not collide with those of
  // bills.
  const keyOf = (place: number) => (row: number) => rowIdempotencyKey(idempotencyKey, 2 ** 44 + place * 1_000 + row);
  return (
    <ListSearchProvider value={search}>
      <RowCommandsContext.Provider value={commands}>
        <div className="list-head">
          <ScreenTitle />
          <Link to="/billing/export" className={button.primary}>
            Export to QB
          </Link>
        </div>
        <BillingTabs current="/billing/check" />
        <p className="mt-2 text-sm/normal text-muted">{summary}</p>
        {(bills.count > 0 || bills.only) && <FoundBills {...bills} pageKey={idempotencyKey} />}
        {findings.map((finding, place) => (
          <FindingSection key={finding.id} {...finding} keyOf={keyOf(place)} />
        ))}
        {passed.length > 0 && (
          <section aria-labelledby="passed" className="mt-8">
            <h2 id="passed" className="font-semibold">
              {isFound ? "Nothing else found" : "Nothing found"}
            </h2>
            <p className="mt-1 text-sm/normal text-muted">{passed.join(" · ")}</p>
          </section>
        )}
        <MarkedFine {...fine} />
        {watchers}
        <NoticeOrProblem {...{ notice, answered, answer }} />
        <Outlet />
      </RowCommandsContext.Provider>
    </ListSearchProvider>
  );
}
