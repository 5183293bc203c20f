import { Link } from "@remix-run/react";
import { button } from "#app/ui/controls/button.tsx";
import { Dismiss } from "#app/ui/controls/dismiss.tsx";
import { RowActionForm } from "#app/ui/list/row-action-form.tsx";
import type { describeWaitingGrooms } from "./waiting-salaries.ts";

type Waiting = ReturnType<typeof describeWaitingGrooms>;

type RunStateProps = {
  lastRun: string;
  schedule: string | null;
  waiting: Waiting;
  /** The address of the page. */
  back: string;
};

/** The weeks that no run makes, the day of the last run, and the outcome of the schedule. */
export function RunState({ lastRun, schedule, waiting, back }: RunStateProps) {
  return (
    <div className="grid gap-2 pb-2 text-sm text-muted">
      {waiting.named.length > 0 && <WaitingGrooms {...waiting} back={back} />}
      <p className="flex flex-wrap gap-x-4">
        {lastRun}{" "}
        <Link to="/payroll/runs" className="link">
          Past runs
        </Link>
        {schedule && <span>{schedule}</span>}
      </p>
    </div>
  );
}

/** A line for each groom, with the buttons that make the items or mark the weeks as not owed. */
function WaitingGrooms({ named, more, back }: Waiting & { back: string }) {
  return (
    <section id="waiting" aria-labelledby="waiting-title" className="grid gap-1">
      <h2 id="waiting-title">Past weeks without a salary. A run does not add them:</h2>
      {named.map(({ id, name, text, shown, weeks, keys }) => (
        <div key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1 text-ink">
          <span>{text}</span>
          <RowActionForm>
            <input type="hidden" name="groom" value={id} />
            <input type="hidden" name="shown" value={shown} />
            <input type="hidden" name="idempotencyKey" value={keys.add} />
            <button type="submit" aria-label={`Add ${name}`} className={button.secondary}>
              Add
            </button>
          </RowActionForm>
          <Dismiss
            kind="salary"
            recordId={id}
            scope={weeks.join()}
            name={name}
            idempotencyKey={keys.dismiss}
            back={back}
          />
        </div>
      ))}
      {more > 0 && <p>{`And ${more} more, listed once these are done.`}</p>}
    </section>
  );
}
