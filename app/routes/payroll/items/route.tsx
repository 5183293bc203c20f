import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { readAsAdmin, readOrNullAfterPost } from "#app/auth/require-admin.ts";
import { formatUsDate, todayInNewYork } from "#app/domain/basics/calendar.ts";
import { rowIdempotencyKey } from "#app/domain/basics/idempotency-key.ts";
import { withNotice } from "#app/domain/fields/list-state.ts";
import { UNKNOWN_LAST_RUN } from "#app/domain/payroll/payroll.ts";
import { type PayrollRow, payrollItem } from "#app/domain/records/payroll-item.ts";
import { useLiveData } from "#app/live/browser/live-data.ts";
import { readBatchResult } from "#app/records/batch-route.ts";
import { actOnList } from "#app/records/lists/list-commands.ts";
import { readList } from "#app/records/lists/read-list.ts";
import { liveLoader } from "#app/records/live-loader.ts";
import { button } from "#app/ui/controls/button.tsx";
import { DismissedNotice } from "#app/ui/controls/dismiss.tsx";
import { DialogLink } from "#app/ui/dialog/dialog-link.tsx";
import { ListScreen } from "#app/ui/list/list-screen.tsx";
import { totalValue } from "#app/ui/list/list-sum.ts";
import { DeleteItem, EditItem } from "#app/ui/list/row/row-forms.tsx";
import { BulkCommands, toEdit } from "#app/ui/list/table/selection.tsx";
import type { ShownList } from "#app/ui/list/types.ts";
import { findDismissal } from "#db/queries/overview/dismissals.ts";
import { findMarking } from "#db/queries/payroll/payroll.ts";
import { findPayrollRun, payrollState, waitingGrooms } from "#db/queries/payroll/payroll-runs.ts";
import { parseRows, readBatch } from "#db/write/batch.ts";
import { columns, EMPTY, nameOf } from "./columns.tsx";
import { GeneratedNotice } from "./generated-notice.tsx";
import { payrollList } from "./list.ts";
import { MarkedNotice, MarkItem } from "./mark-item.tsx";
import { describeMarking, describeSchedule, describeWages } from "./notices.ts";
import { LastRun, WaitingGrooms } from "./run-state.tsx";
import { addWaitingSalaries, describeWaitingGrooms } from "./waiting-salaries.ts";

/** Reads the list, the results of the last commands and the last payroll run, in one database request. */
export const loader = liveLoader(async (args) => {
  const { request, context } = args;
  const today = todayInNewYork(context.now);
  const waiting = waitingGrooms(today);
  const [list, generated, marking, dismissed, read] = await Promise.all([
    readList(args, payrollList),
    readBatchResult(args, "generated", findPayrollRun),
    readBatchResult(args, "marked", findMarking),
    readBatchResult(args, "dismissed", findDismissal),
    readOrNullAfterPost(context, readAsAdmin(request, context, payrollState(), readBatch(waiting))),
  ]);
  const state = read?.[0][0];
  const marked = new URL(request.url).searchParams.get("marked") ?? "";
  return {
    list,
    generated: generated && {
      id: generated.id,
      text: describeWages(generated, today),
      isTakenBack: generated.isTakenBack,
    },
    dismissed,
    marked: marking && !marking.isUndone ? describeMarking(marked, marking) : null,
    lastRun: state?.lastPayroll
      ? `Last payroll run: ${formatUsDate(todayInNewYork(new Date(state.lastPayroll)))}`
      : UNKNOWN_LAST_RUN,
    schedule: state ? describeSchedule(state, context.now) : null,
    waiting: describeWaitingGrooms(parseRows(waiting, read?.[1][0]?.rowsJson ?? "[]"), today),
    /** The page's key, from which each row derives the key of its menu's command. */
    idempotencyKey: crypto.randomUUID(),
  };
});

/** Runs a command on an item or, if the form names a groom, adds the groom's waiting salaries. */
export async function action(args: ActionFunctionArgs) {
  const form = await args.request.clone().formData();
  return form.has("groom") ? addWaitingSalaries(args) : actOnList(args, payrollList);
}

export {
  revalidateAfterCommand as shouldRevalidate,
  submitInOrder as clientAction,
} from "#app/records/client-actions.ts";
export { loadScreen as clientLoader } from "#app/records/client-loaders.ts";

export default function Payroll() {
  const { list, generated, marked, dismissed, ...shown } = useLiveData<typeof loader>();
  const { idempotencyKey } = useLoaderData<typeof loader>();
  const back = `/payroll${withNotice(list.search, {})}`;
  return (
    <ListScreen
      list={list}
      answer={useActionData<typeof action>()}
      columns={columns}
      noun="item"
      searchPlaceholder="Search payroll..."
      toggle={{ on: "Showing pending payments", off: "Showing all payments" }}
      add={{ to: "/payroll/new", label: "Add Payroll Item" }}
      empty={EMPTY}
      selection={{ nameOf, commands: <BulkCommands fields={payrollItem.fields} /> }}
      dialogOf={toEdit}
      menu={{
        nameOf,
        items: (row) => (
          <>
            <EditItem id={row.id} />
            <MarkItem {...row} idempotencyKey={rowIdempotencyKey(idempotencyKey, row.seq)} />
            <DeleteItem id={row.id} />
          </>
        ),
      }}
      sum={totalValue}
      batch={Jobs}
      note={list.data && <LastRun lastRun={shown.lastRun} schedule={shown.schedule} />}
      below={list.data && shown.waiting.named.length > 0 && <WaitingGrooms {...shown.waiting} back={back} />}
      more={
        <Link to="/payroll/runs" className="menu-item">
          Past runs
        </Link>
      }
      notice={
        generated ? (
          <GeneratedNotice {...generated} />
        ) : dismissed ? (
          <DismissedNotice {...{ dismissed, idempotencyKey, back }} />
        ) : (
          <MarkedNotice marked={marked} />
        )
      }
    />
  );
}

/** The buttons of the payments and of the generation. */
function Jobs({ state, defaultSort, search }: ShownList<PayrollRow>) {
  return (
    <>
      <Link to={`/payroll/pay${search}`} preventScrollReset className={button.secondary}>
        Mark due payments as paid
      </Link>
      <DialogLink
        to="/payroll/generate"
        state={state}
        defaultSort={defaultSort}
        label="Add Payroll Items"
        runningLabel="Generating..."
        isDisabled={false}
        className={button.secondary}
      />
    </>
  );
}
