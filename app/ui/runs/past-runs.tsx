import { Form, Link, Outlet } from "@remix-run/react";
import type { TakeBackAnswer, Unreachable } from "#app/domain/answers.ts";
import { formatDollars } from "#app/domain/money.ts";
import { pastRun } from "#app/domain/records/past-run.ts";
import { countOf, obstacleInList, type PastRun, type TakenBack } from "#app/domain/runs.ts";
import { columnsOf } from "#app/ui/list/columns.tsx";
import { PastScreen } from "#app/ui/list/past-screen.tsx";
import type { ListData } from "#app/ui/list/types.ts";
import { Toast } from "#app/ui/shell/toast.tsx";

const columnsAt = (path: string, fields = pastRun.fields) =>
  columnsOf({ fields }, ({ at }) => at, { obstacle: (run) => <TakeBackCell path={path} run={run} /> });

/** The columns of each list, as constants: see `ListProps`. */
const COLUMNS = {
  "/billing/runs": columnsAt("/billing/runs"),
  "/payroll/runs": columnsAt(
    "/payroll/runs",
    pastRun.fields.filter(({ name }) => name !== "kind"),
  ),
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
