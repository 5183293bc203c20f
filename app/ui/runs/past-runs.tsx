import { obstacleInList, type PastRun } from "#app/domain/bills/runs.ts";
import type { ChangeNotice, UndoAnswer } from "#app/domain/fields/notices.ts";
import { pastRun } from "#app/domain/records/past.ts";
import { BillingTabs } from "#app/ui/bills/billing-tabs.tsx";
import { StateBadge } from "#app/ui/controls/badge.tsx";
import { Tabs } from "#app/ui/controls/tabs.tsx";
import { PastScreen } from "#app/ui/list/past-screen.tsx";
import { NoticeOrProblem, UndoForm } from "#app/ui/list/row/done-notice.tsx";
import { columnsOf } from "#app/ui/list/table/columns.tsx";
import type { ListData } from "#app/ui/list/types.ts";

const columnsFor = (fields = pastRun.fields) => columnsOf({ fields }, { obstacle: (run) => <UndoCell run={run} /> });

const PAYROLL_TABS = [
  ["/payroll", "Items"],
  ["/payroll/runs", "Runs"],
] as const;

/** The columns of each list, as constants: see `ListProps`. */
const COLUMNS = {
  "/billing/runs": columnsFor(),
  "/payroll/runs": columnsFor(pastRun.fields.filter(({ name }) => name !== "kind")),
};

const PLACES = {
  "/billing/runs": {
    tabs: <BillingTabs current="/billing/runs" />,
    way: { to: "/horses/bill", label: "Bill horses" },
  },
  "/payroll/runs": {
    tabs: <Tabs label="Payroll" tabs={PAYROLL_TABS} current="/payroll/runs" />,
    way: { to: "/payroll/generate", label: "Run payroll" },
  },
};

/** The button that undoes the run, or why it cannot be undone. */
function UndoCell({ run }: { run: PastRun }) {
  const obstacle = obstacleInList(run);
  if (obstacle === null) {
    return (
      <UndoForm change={run.id}>
        <button type="submit" aria-label={`Undo run of ${run.at}`} className="undo-link">
          Undo run
        </button>
      </UndoForm>
    );
  }
  return (
    <span className="text-muted">
      {run.obstacle === "undone" ? (
        <>
          <StateBadge state="Undone" /> <span className="max-sm:hidden">{obstacle}</span>
        </>
      ) : (
        obstacle
      )}
    </span>
  );
}

type PastRunsProps = {
  path: keyof typeof COLUMNS;
  data: ListData<PastRun> | null;
  notice: ChangeNotice | null;
  answer: Partial<UndoAnswer> | undefined;
  noun: "bill" | "item";
};

/** The past runs of billing or of payroll, with 'Undo run' (docs/product.md, 'Undo'). */
export function PastRuns({ notice, answer, noun, ...list }: PastRunsProps) {
  const hasLater = list.data?.rows.some(({ obstacle }) => obstacle === "later-run");
  return (
    <>
      <PastScreen
        {...list}
        {...PLACES[list.path]}
        noun="run"
        columns={COLUMNS[list.path]}
        empty={{ title: "No runs yet", text: `Each run that makes ${noun}s is listed here, and can be undone.` }}
      >
        {hasLater && <p className="text-sm text-muted">To undo an earlier run, undo the later ones first.</p>}
      </PastScreen>
      <NoticeOrProblem notice={notice} answer={answer} />
    </>
  );
}
