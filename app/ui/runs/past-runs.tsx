import { Form, Link, Outlet } from "@remix-run/react";
import type { TakeBackAnswer, Unreachable } from "#app/domain/answers.ts";
import type { ListState } from "#app/domain/list-state.ts";
import { formatDollars } from "#app/domain/money.ts";
import { countOf, obstacleInList, type PastRun, type TakenBack } from "#app/domain/runs.ts";
import { PastScreen } from "#app/ui/list/past-screen.tsx";
import type { ListColumn, ListData } from "#app/ui/list/types.ts";
import { Toast } from "#app/ui/shell/toast.tsx";

const KINDS: Record<PastRun["kind"], string> = { horses: "Horses", shows: "Shows", payroll: "Salaries" };

const column = (
  id: string,
  heading: string,
  cell: ListColumn<PastRun>["cell"],
  shape: Partial<ListColumn<PastRun>> = {},
): ListColumn<PastRun> => ({
  ...{ id, heading, cell, sortable: false, hidden: false, align: undefined, width: undefined, card: true },
  ...shape,
});

const KIND = column("kind", "Of", ({ kind }) => KINDS[kind], { width: "w-24" });

/** The columns of a list of runs. On a phone the way to take a run back is in sight. */
const columnsAt = (path: string, kinds: ListColumn<PastRun>[]) => [
  column("at", "Run", ({ at }) => at, { align: "date", width: "sm:w-52" }),
  ...kinds,
  column("obstacle", "Take back", (run) => <TakeBackCell path={path} run={run} />, { width: "w-48" }),
  column("count", "Made", ({ kind, count }) => countOf(kind, count), { width: "w-24", align: "end" }),
  column("total", "Total", ({ total }) => formatDollars(total), { width: "w-32", align: "end" }),
  column("actor", "By", ({ actor }) => actor, { width: "w-56" }),
];

/** The columns of each list, as constants: see `ListProps`. */
const COLUMNS = {
  "/billing/runs": columnsAt("/billing/runs", [KIND]),
  "/payroll/runs": columnsAt("/payroll/runs", []),
};

/** The address of the dialog that takes a run back. The id of a scheduled run has blanks and colons. */
const takeBackHref = (path: string, id: string) => `${path}/${encodeURIComponent(id)}/take-back`;

/** The link to the dialog, or why the run cannot be taken back. */
function TakeBackCell({ path, run }: { path: string; run: PastRun }) {
  const obstacle = obstacleInList(run);
  if (obstacle) return <span className="text-muted">{obstacle}</span>;
  return (
    <Link
      to={takeBackHref(path, run.id)}
      aria-label={`Take back the run of ${run.at}`}
      className="link inline-flex min-h-11 items-center"
      preventScrollReset
    >
      Take back
    </Link>
  );
}

type PastRunsProps = {
  path: keyof typeof COLUMNS;
  title: string;
  back: { to: string; label: string };
  state: ListState;
  data: ListData<PastRun> | null;
  takenBack: TakenBack | null;
  /** The answer to Undo. */
  answer: TakeBackAnswer | Unreachable | undefined;
  noun: "bill" | "item";
};

/** The past runs of billing or of payroll, with 'Take back' (docs/product.md, 'Taking back a run'). */
export function PastRuns({ takenBack, answer, noun, ...list }: PastRunsProps) {
  return (
    <>
      <PastScreen
        {...list}
        columns={COLUMNS[list.path]}
        empty={{ title: "No runs yet", text: `Runs that make ${noun}s are listed here, and can be taken back.` }}
      >
        {answer && (
          <p role="alert" className="alert mt-6">
            {answer.problem}
          </p>
        )}
      </PastScreen>
      {takenBack && <TakenBackNotice path={list.path} takenBack={takenBack} noun={noun} />}
      <Outlet />
    </>
  );
}

type TakenBackNoticeProps = Pick<PastRunsProps, "path" | "noun"> & { takenBack: TakenBack };

/** How much was taken back, with Undo. */
function TakenBackNotice({ path, takenBack: { id, count, total }, noun }: TakenBackNoticeProps) {
  return (
    <Toast key={id}>
      <Form method="post" action={path} className="flex flex-wrap items-center gap-x-4">
        <span>{`Took back ${countOf(noun === "bill" ? "horses" : "payroll", count)}: ${formatDollars(total)}.`}</span>
        <input type="hidden" name="takeBack" value={id} />
        <button type="submit" className="link">
          Undo
        </button>
      </Form>
    </Toast>
  );
}
