import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { type ClientActionFunctionArgs, type ShouldRevalidateFunctionArgs, useActionData } from "@remix-run/react";
import { readAsAdmin, readOrNullAfterPost } from "#app/auth/require-admin.ts";
import { formatUsDate, type LocalDate, todayInNewYork } from "#app/domain/calendar.ts";
import { totalOf } from "#app/domain/charges.ts";
import { formatDollars } from "#app/domain/money.ts";
import { byName } from "#app/domain/names.ts";
import { deletedSalaries, missedThisWeek, salariesOf, weeksDue } from "#app/domain/payroll.ts";
import { pluralize } from "#app/domain/pluralize.ts";
import { type LoaderData, useLiveBatch } from "#app/live/browser/live-data.ts";
import { confirmBatch, openBatch } from "#app/records/batch-route.ts";
import { isUnreachable, revalidateIfChanged, sendOrReportOffline } from "#app/records/client-actions.ts";
import { liveLoader } from "#app/records/live-loader.ts";
import { BatchDialog, type BatchItem } from "#app/ui/dialog/batch-dialog.tsx";
import { payrollState } from "#db/queries/payroll-runs.ts";
import { payrollGeneration } from "./generation.ts";
import { saveLastRun } from "./last-run.ts";
import { LastRunDialog } from "./last-run-dialog.tsx";

/** Reads the salaries due and the last payroll run, in one database request. */
export const loader = liveLoader(async (args) => {
  const { request, context } = args;
  const [opened, states] = await Promise.all([
    openBatch(args, payrollGeneration),
    readOrNullAfterPost(context, readAsAdmin(request, context, payrollState())),
  ]);
  const { idempotencyKey, fingerprint, rows } = opened ?? { rows: [] };
  const lastRun = states?.[0][0]?.lastPayroll;
  const weeks = lastRun ? weeksDue(new Date(lastRun), context.now) : [];
  const items = rows
    .sort(byName)
    .map((groom) => itemOf(groom.id, groom.name, salariesOf(groom, weeks)))
    .filter(({ lines }) => lines.length > 0);
  const deleted = rows.filter((groom) => deletedSalaries(groom).length > 0);
  return {
    opened: idempotencyKey && fingerprint ? { idempotencyKey, fingerprint } : null,
    isUnknown: states !== null && !lastRun,
    id: crypto.randomUUID(),
    weeks: weeks.length,
    items,
    deleted: deleted.map((groom) => itemOf(groom.id, groom.name, deletedSalaries(groom))),
    isAhead: lastRun ? todayInNewYork(new Date(lastRun)) > todayInNewYork(context.now) : false,
    late: lastRun
      ? missedThisWeek(rows, new Date(lastRun), context.now)
          .filter((groom) => !deleted.includes(groom))
          .map(({ name }) => name)
      : [],
    made: describeSalaries(
      items.length,
      rows.flatMap((groom) => salariesOf(groom, weeks)).map(({ week }) => week),
    ),
  };
});

function itemOf(id: string, name: string, salaries: { week: string; value: number }[]): BatchItem {
  const lines = salaries.map(({ week, value }) => `${formatUsDate(week)} ${formatDollars(value)}`);
  return { id, name, note: pluralize(salaries.length, "week"), lines, value: totalOf(salaries) };
}

/** Why there is nothing to generate. */
function emptyReason(weeks: number, isAhead: boolean): string {
  if (isAhead) return "The last payroll run is dated in the future: nothing is due until the week after it.";
  if (weeks === 0) return "Payroll was run for this week already.";
  return "No groom is active in the weeks since the last payroll date.";
}

/** '11 grooms, 2 weeks that begin on 11/09/2026 and 11/16/2026'. `mondays` may contain duplicates. */
function describeSalaries(grooms: number, mondays: LocalDate[]): string {
  const weeks = [...new Set(mondays)].sort().map(formatUsDate);
  const [first] = weeks;
  const last = weeks.at(-1);
  const dates =
    weeks.length <= 2
      ? `that ${weeks.length === 1 ? "begins" : "begin"} on ${weeks.join(" and ")}`
      : `that begin from ${first} to ${last}`;
  return `${pluralize(grooms, "groom")}, ${pluralize(weeks.length, "week")} ${dates}`;
}

/** Confirms the generation or, if the form has a date, saves the day of the last run. */
export async function action(args: ActionFunctionArgs) {
  const form = await args.request.clone().formData();
  return form.has("date") ? saveLastRun(args) : confirmBatch(args, payrollGeneration);
}

const NO_ANSWER =
  "Hayloft cannot be reached. Press Confirm again when you are back online: nothing is generated twice.";

/** Without a connection both forms keep their values. The answer repeats the date, so that the date form stays open. */
export async function clientAction({ request, serverAction }: ClientActionFunctionArgs) {
  const date = (await request.clone().formData()).get("date");
  if (date === null) return sendOrReportOffline(() => serverAction(), NO_ANSWER);
  const answer = await sendOrReportOffline(() => serverAction());
  return isUnreachable(answer) ? { ...answer, date: String(date) } : answer;
}

/** Also revalidates after the date form, because the date decides which salaries are due. */
export const shouldRevalidate = (step: ShouldRevalidateFunctionArgs) =>
  !step.actionResult?.unreachable && (step.formData?.has("date") === true || revalidateIfChanged(step));

/** 'Generate Payroll Items': the salaries due by groom (docs/product.md, 'Payroll generation'). */
export default function GeneratePayroll() {
  const { opened, isUnknown, id, weeks, items, deleted, made, isAhead, late, hasChanged } =
    useLiveBatch<LoaderData<typeof loader>>();
  const answer = useActionData<object>();
  // After a date that could not be saved, `isUnknown` may be missing, but the date form stays open.
  if (isUnknown || (answer && "date" in answer)) return <LastRunDialog id={id} />;
  return (
    <BatchDialog
      title="Generate Payroll Items"
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
          {items.length > 0 && <p className="text-sm text-muted">{made}</p>}
        </>
      )}
      items={items}
      optional={{ heading: "Deleted this week", items: deleted }}
    >
      {items.length === 0 && <p className="text-muted">{emptyReason(weeks, isAhead)}</p>}
      {late.length > 0 && (
        <p className="text-muted">{`Without an item for this week: ${late.join(", ")}. Add theirs by hand.`}</p>
      )}
    </BatchDialog>
  );
}
