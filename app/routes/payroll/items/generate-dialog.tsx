import { type ActionFunctionArgs, redirect } from "@remix-run/cloudflare";
import type { ClientActionFunctionArgs } from "@remix-run/react";
import { readAsAdmin, readOrNullAfterPost } from "#app/auth/require-admin.ts";
import { todayInNewYork } from "#app/domain/basics/calendar.ts";
import { byName } from "#app/domain/basics/names.ts";
import { optionalSalaries, salariesOf, weeksDue } from "#app/domain/payroll/payroll.ts";
import { payrollItem } from "#app/domain/records/payroll-item.ts";
import { type LoaderData, useLiveBatch } from "#app/live/browser/live-data.ts";
import { confirmBatch, openBatch } from "#app/records/batch-route.ts";
import { searchOf } from "#app/records/lists/list-route.ts";
import { liveLoader } from "#app/records/live-loader.ts";
import { sendOrReportOffline } from "#app/records/sending.ts";
import { BatchDialog } from "#app/ui/dialog/batch-dialog.tsx";
import { titled } from "#app/ui/dialog/dialog-title.ts";
import { payrollState } from "#db/queries/payroll/payroll-runs.ts";
import { payrollGeneration, weeksOf } from "./generation.ts";
import { loadPayroll } from "./load.ts";
import { describeSalaries, emptyReason, itemOf, optionalHeading } from "./notices.ts";

/**
 * Reads the salaries due and the last payroll run, in one database request.
 * @throws a redirect to the dialog that asks for the day of the last run, if that day is not stored
 */
export const loader = liveLoader(async (args) => {
  const { request, context } = args;
  const [opened, states] = await Promise.all([
    openBatch(args, payrollGeneration),
    readOrNullAfterPost(context, readAsAdmin(request, context, payrollState())),
  ]);
  const { idempotencyKey, fingerprint, rows } = opened ?? { rows: [] };
  const lastRun = states?.[0][0]?.lastPayroll;
  if (states && !lastRun && !context.isPost) throw redirect(`/payroll/last-run${searchOf(request, payrollItem)}`);
  const weeks = weeksOf(rows);
  const grooms = rows.sort(byName).map((groom) => ({
    groom,
    salaries: salariesOf(groom, weeks),
    optional: optionalSalaries(groom, weeks),
  }));
  const due = grooms.filter(({ salaries }) => salaries.length > 0);
  const left = grooms.filter(({ optional }) => optional.length > 0);
  const isAhead = lastRun ? todayInNewYork(new Date(lastRun)) > todayInNewYork(context.now) : false;
  const isNothingDue = !lastRun || weeksDue(new Date(lastRun), context.now).length === 0;
  return {
    opened: idempotencyKey && fingerprint ? { idempotencyKey, fingerprint } : null,
    items: due.map(({ groom, salaries }) => itemOf(groom, salaries)),
    left: {
      heading: optionalHeading(left.map(({ groom }) => groom)),
      items: left.map(({ groom, optional }) => itemOf(groom, optional)),
    },
    note:
      due.length > 0
        ? describeSalaries(
            due.length,
            due.flatMap(({ salaries }) => salaries),
          )
        : emptyReason(isAhead, isNothingDue),
  };
});

export const handle = titled("Generate Payroll Items");
export const action = (args: ActionFunctionArgs) => confirmBatch(args, payrollGeneration, loadPayroll);

const NO_ANSWER =
  "Hayloft cannot be reached. Press Confirm again when you are back online: nothing is generated twice.";

/** After a lost answer the items may have been generated; a second Confirm is safe. */
export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  sendOrReportOffline(() => serverAction(), NO_ANSWER);

export { revalidateIfChanged as shouldRevalidate } from "#app/records/client-actions.ts";
export { loadDialog as clientLoader } from "#app/records/client-loaders.ts";

/** 'Generate Payroll Items': the salaries due by groom (docs/product.md, 'Payroll generation'). */
export default function GeneratePayroll() {
  const { opened, items, left, note, hasChanged } = useLiveBatch<LoaderData<typeof loader>>();
  return (
    <BatchDialog
      label="Payroll items"
      listPath="/payroll"
      dialogPath="/payroll/generate"
      runningLabel="Generating..."
      opened={opened}
      hasChanged={hasChanged}
      question={() => (
        <>
          <p>
            This will generate payroll items for all active grooms since the last payroll date. Are you sure you want to
            continue?
          </p>
          <p className="text-sm text-muted">{note}</p>
        </>
      )}
      items={items}
      optional={[left]}
    />
  );
}
