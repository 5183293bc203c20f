import { button } from "#app/ui/controls/button.tsx";
import { Dismiss } from "#app/ui/controls/dismiss.tsx";
import { RowActionForm } from "#app/ui/list/row/row-action-form.tsx";
import type { describeWaitingGrooms } from "./waiting-salaries.ts";

type Waiting = ReturnType<typeof describeWaitingGrooms>;

/** The day of the last run, and the outcome of the schedule. */
export const LastRun = ({ lastRun, schedule }: { lastRun: string; schedule: string | null }) => (
  <>
    <span>{lastRun}</span> {schedule && <span>{schedule}</span>}
  </>
);

/** A line for each groom with waiting weeks, with buttons to add the items or mark the weeks as not owed. */
export function WaitingGrooms({ named, more, back }: Waiting & { back: string }) {
  return (
    <section id="waiting" aria-labelledby="waiting-title" className="grid gap-1">
      <h2 id="waiting-title">Past weeks without a salary. Add them here:</h2>
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
      {more > 0 && <p>{`And ${more} more after these.`}</p>}
    </section>
  );
}
