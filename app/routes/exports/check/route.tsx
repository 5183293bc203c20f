import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { Link, Outlet, useActionData, useLoaderData } from "@remix-run/react";
import { readAsAdmin } from "#app/auth/require-admin.ts";
import { todayInNewYork } from "#app/domain/basics/calendar.ts";
import { isCut, unbilledBoard } from "#app/domain/boarding/unbilled-board.ts";
import { CHECKS, MAX_FINDINGS } from "#app/domain/exports/checks.ts";
import { judgeBoards } from "#app/domain/exports/judge-boards.ts";
import { judgeRecords } from "#app/domain/exports/judge-records.ts";
import { billFindings } from "#app/domain/exports/sum-findings.ts";
import { useLiveData } from "#app/live/browser/live-data.ts";
import { actOnList } from "#app/records/lists/list-commands.ts";
import { liveLoader } from "#app/records/live-loader.ts";
import { readNotice } from "#app/records/undo.ts";
import { BillingTabs } from "#app/ui/bills/billing-tabs.tsx";
import { VoidSelected } from "#app/ui/bills/voiding.tsx";
import { button } from "#app/ui/controls/button.tsx";
import { ListSearchProvider } from "#app/ui/list/list-search.ts";
import { NoticeOrProblem } from "#app/ui/list/row/done-notice.tsx";
import { RowCommandsContext, useRowCommands } from "#app/ui/list/row/use-row-commands.tsx";
import { ScreenTitle } from "#app/ui/list/screen-title.tsx";
import { SelectionBar } from "#app/ui/list/table/selection.tsx";
import { unbilledHorses } from "#db/queries/boarding/unbilled-horses.ts";
import { changedBoards } from "#db/queries/exports/changed-boards.ts";
import { billsToCheck } from "#db/queries/exports/checked-bills.ts";
import { recordsToCheck } from "#db/queries/exports/checked-records.ts";
import { markedFine } from "#db/queries/overview/stored-dismissals.ts";
import { billsList } from "../../shell/lists.ts";
import { describeBoards } from "../changed-boards.ts";
import { DESCRIPTIONS, summaryOf, titleOf } from "../finding-texts.ts";
import { describeFindings } from "../findings.ts";
import { describeLoggedBoard, describeMonth } from "../unbilled-months.ts";
import { FindingSection } from "./finding-section.tsx";
import { MarkedFine } from "./marked-fine.tsx";

const PATH = "/billing/check";

/** The number of rows that a section has until the admin asks for all. */
const SHOWN_ROWS = 20;

/**
 * Reads the findings in one database request. `?all=zero` opens the check `zero` with its first hundred rows, `?all=2026-11` the
 * horses that were not billed for a month, `?all=fine` the findings that were marked OK.
 */
export const loader = liveLoader(async (args) => {
  const { request, context } = args;
  const today = todayInNewYork(context.now);
  const asked = new URL(request.url).searchParams.get("all") ?? "";
  const all = asked === "fine" || /^\d{4}-\d\d$/.test(asked) || CHECKS.some((check) => check === asked) ? asked : "";
  const shown = (id: string) => (id === all ? MAX_FINDINGS : SHOWN_ROWS);
  const [[[ofBills], [ofRecords], [ofBoards], [unbilled], [fine]], notice] = await Promise.all([
    readAsAdmin(
      request,
      context,
      billsToCheck({ q: "" }),
      recordsToCheck(today),
      changedBoards(today),
      unbilledHorses(today),
      markedFine(shown("fine")),
    ),
    readNotice(args),
  ]);
  if (!ofBills || !ofRecords || !ofBoards) throw new Error("The checks returned no row");
  const horses = unbilled?.horses ?? [];
  const notBilled = unbilledBoard(horses, today);
  const months = notBilled.map((month) => describeMonth(month, shown(month.month), today));
  const logged = describeLoggedBoard(notBilled, shown("loggedBoard"));
  const bills = billFindings(ofBills.read, today, shown);
  const boards = judgeBoards(ofBoards.read.horses, today, ofBoards.read.fine);
  const findings = [
    ...describeBoards(boards, shown),
    ...describeFindings(bills, judgeRecords(ofRecords.read, shown), { shown, today }),
  ];
  return {
    summary: summaryOf(bills.checked, isCut(horses)),
    sections: [...months, ...[logged, ...findings].filter(({ count }) => count > 0)],
    passed: [
      ...(months.length === 0 ? [DESCRIPTIONS.unbilledBoard.title] : []),
      ...findings.flatMap(({ title, count }) => (count === 0 ? [title] : [])),
    ],
    fine: fine && { ...fine, rows: fine.rows.map((row) => ({ ...row, title: titleOf(row.kind) })) },
    all,
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
  const { summary, sections, passed, fine, all, notice } = useLiveData<typeof loader>();
  // From the data as first loaded, because a live update loads another key.
  const { idempotencyKey } = useLoaderData<typeof loader>();
  const search = all ? `?all=${all}` : "";
  const { commands, watchers, answered } = useRowCommands(search);
  const answer = useActionData<typeof action>();
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
        <ul id="unbilledBoard" className="findings">
          {sections.map((section, place) => (
            <FindingSection
              key={section.id}
              {...section}
              {...{ place, isOpen: section.id === all, pageKey: idempotencyKey }}
            />
          ))}
          {fine && fine.count > 0 && <MarkedFine {...fine} isOpen={all === "fine"} />}
        </ul>
        {passed.length > 0 && (
          <section aria-labelledby="passed" className="mt-6">
            <h2 id="passed" className="font-semibold">
              {sections.length > 0 ? "Nothing else found" : "Nothing found"}
            </h2>
            <p className="mt-1 text-sm/normal text-muted">{passed.join(" · ")}</p>
          </section>
        )}
        {/* Room for the selection bar, which covers the end of the page. */}
        <div className="h-16" />
        <SelectionBar noun="bill" count={undefined} onClear={() => {}}>
          <VoidSelected pageKey={idempotencyKey} />
        </SelectionBar>
        {watchers}
        <NoticeOrProblem {...{ notice, answered, answer }} />
        <Outlet />
      </RowCommandsContext.Provider>
    </ListSearchProvider>
  );
}
