import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { TakeBackAnswer, Unreachable } from "#app/domain/basics/answers.ts";
import { formatUsDate, formatWithWeekday, todayInNewYork } from "#app/domain/basics/calendar.ts";
import { pluralize } from "#app/domain/basics/pluralize.ts";
import { nextScheduledMonday } from "#app/domain/payroll/payroll.ts";
import { confirmTakeBack, openTakeBack } from "#app/records/take-back-route.ts";
import { TakeBackRunDialog } from "#app/ui/runs/take-back-run-dialog.tsx";
import { pastPayrollRuns } from "./take-back.ts";

/** Reads the run, the day of the run before it, and the day of the next scheduled run. */
export async function loader(args: LoaderFunctionArgs) {
  const opened = await openTakeBack(args, pastPayrollRuns);
  const before = opened.run?.lastPayrollBefore;
  return {
    ...opened,
    dayBefore: before ? formatUsDate(todayInNewYork(new Date(before))) : null,
    nextScheduled: formatWithWeekday(nextScheduledMonday(args.context.now)),
  };
}

export const action = (args: ActionFunctionArgs) => confirmTakeBack(args, pastPayrollRuns);

export { revalidateIfChanged as shouldRevalidate, sendForm as clientAction } from "#app/records/client-actions.ts";
export { loadDialog as clientLoader } from "#app/records/client-loaders.ts";

/** 'Undo run' of a payroll run. */
export default function TakeBackPayroll() {
  const { run, idempotencyKey, dayBefore, nextScheduled } = useLoaderData<typeof loader>();
  return (
    <TakeBackRunDialog
      title="Undo payroll run"
      listPath="/payroll/runs"
      run={run}
      idempotencyKey={idempotencyKey}
      answer={useActionData<TakeBackAnswer | Unreachable>()}
    >
      {run && (
        <p>
          {`This takes ${pluralize(run.left, "item")} off the list of payroll items, and the last payroll run is again that of ${dayBefore}.`}
        </p>
      )}
      <p>
        {`The weeks since are due again: Add Payroll Items makes their items, and so does the next scheduled run, on ${nextScheduled} at 6:00 AM.`}
      </p>
    </TakeBackRunDialog>
  );
}
