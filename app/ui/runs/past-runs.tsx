import { Form, Link, Outlet } from "@remix-run/react";
import type { TakeBackAnswer, Unreachable } from "#app/domain/basics/answers.ts";
import { formatDollars } from "#app/domain/basics/money.ts";
import { countOf, obstacleInList, type PastRun, type TakenBack } from "#app/domain/bills/runs.ts";
import { pastRun } from "#app/domain/records/past-run.ts";
import { BillingTabs } from "#app/ui/bills/billing-tabs.tsx";
import { StateBadge } from "#app/ui/controls/badge.tsx";
import { Tabs } from "#app/ui/controls/tabs.tsx";
import { PastScreen } from "#app/ui/list/past-screen.tsx";
import { columnsOf } from "#app/ui/list/table/columns.tsx";
import type { ListData } from "#app/ui/list/types.ts";
import { Toast } from "#app/ui/shell/toast.tsx";

/** The minimum widths of the columns. */
const WIDTHS = { at: "sm:w-52", kind: "w-24", obstacle: "w-48", count: "w-24", total: "w-32", actor: "w-56" };

const columnsAt = (path: string, fields = pastRun.fields) =>
  columnsOf({ fields }, ({ at }) => at, WIDTHS, { obstacle: (run) => <TakeBackCell path={path} run={run} /> });

const PAYROLL_TABS = [
  ["/payroll", "Items"],
  ["/payroll/runs", "Runs"],
] as const;

/** The columns of each list, as constants: see `ListProps`. */
const COLUMNS = {
  "/billing/runs": columnsAt("/billing/runs"),
  "/payroll/runs": columnsAt(
    "/payroll/runs",
    pastRun.fields.filter(({ name }) => name !== "kind"),
  ),
};

const PLACES = {
  "/billing/runs": {
    tabs: <BillingTabs current="/billing/runs" />,
    way: { to: "/horses/bill", label: "Bill horses" },
  },
  "/payroll/runs": {
    tabs: <Tabs label="Payroll" tabs={PAYROLL_TABS} current="/payroll/runs" />,
    way: { to: "/payroll/generate", label: "Add Payroll Items" },
  },
};

/** The address of the dialog that undoes a run. The id of a scheduled run has blanks and colons. */
const takeBackHref = (path: string, id: string) => `${path}/${encodeURIComponent(id)}/take-back`;

/** The link to the dialog, or why the run cannot be undone. */
function TakeBackCell({ path, run }: { path: string; run: PastRun }) {
  const obstacle = obstacleInList(run);
  if (obstacle !== null) {
    return (
      <span className="text-muted">
        {run.obstacle === "taken-back" ? (
          <>
            <StateBadge state="Undone" /> <span className="max-sm:hidden">{obstacle}</span>
          </>
        ) : (
          obstacle
        )}
      </span>
    );
  }
  return (
    <Link to={takeBackHref(path, run.id)} aria-label={`Undo run of ${run.at}`} className="undo-link" preventScrollReset>
      Undo run
    </Link>
  );
}

type PastRunsProps = {
  path: keyof typeof COLUMNS;
  data: ListData<PastRun> | null;
  takenBack: TakenBack | null;
  answer: TakeBackAnswer | Unreachable | undefined;
  noun: "bill" | "item";
};

/** The past runs of billing or of payroll, with 'Undo run' (docs/product.md, 'Undoing a run'). */
export function PastRuns({ takenBack, answer, noun, ...list }: PastRunsProps) {
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
        {answer && (
          <p role="alert" className="alert">
            {answer.problem}
          </p>
        )}
        {hasLater && <p className="text-sm text-muted">To undo an earlier run, undo the later ones first.</p>}
      </PastScreen>
      {takenBack && <TakenBackNotice path={list.path} takenBack={takenBack} noun={noun} />}
      <Outlet />
    </>
  );
}

type TakenBackNoticeProps = Pick<PastRunsProps, "path" | "noun"> & { takenBack: TakenBack };

/** The number and the total of what was undone, with Undo. */
function TakenBackNotice({ path, takenBack: { id, count, total }, noun }: TakenBackNoticeProps) {
  return (
    <Toast key={id}>
      <Form method="post" action={path} className="flex flex-wrap items-center gap-x-4">
        <span>{`Undid ${countOf(noun === "bill" ? "horses" : "payroll", count)}: ${formatDollars(total)}.`}</span>
        <input type="hidden" name="takeBack" value={id} />
        <button type="submit" className="link">
          Undo
        </button>
      </Form>
    </Toast>
  );
}
