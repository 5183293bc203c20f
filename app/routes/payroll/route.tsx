import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { readAsAdmin, readOrNullAfterPost } from "#app/auth/require-admin.ts";
import { formatUsDate, formatWithWeekday, todayInNewYork } from "#app/domain/calendar.ts";
import { rowIdempotencyKey } from "#app/domain/idempotency-key.ts";
import { formatDollars } from "#app/domain/money.ts";
import { lastScheduledMonday, UNKNOWN_LAST_RUN } from "#app/domain/payroll.ts";
import { useLiveData } from "#app/live/browser/live-data.ts";
import { readBatchResult } from "#app/records/batch-route.ts";
import { actOnList, readList } from "#app/records/list-route.ts";
import { liveLoader } from "#app/records/live-loader.ts";
import { button } from "#app/ui/controls/button.tsx";
import { DialogLink } from "#app/ui/dialog/dialog-link.tsx";
import { columnsOf } from "#app/ui/list/columns.tsx";
import { ListScreen } from "#app/ui/list/list-screen.tsx";
import { DeleteItem, EditItem } from "#app/ui/list/row-forms.tsx";
import { Toast } from "#app/ui/shell/toast.tsx";
import { findMarking, type MarkedItems, type PayrollRow } from "#db/queries/payroll.ts";
import { findPayrollRun, payrollState } from "#db/queries/payroll-runs.ts";
import { payrollList } from "./list.ts";
import { MarkedNotice, MarkItem } from "./mark-item.tsx";
import { payrollItem } from "./payroll-item.ts";

/** The list, the results of the last commands, and the state of generation, in one request. */
export const loader = liveLoader(async (args) => {
  const { request, context } = args;
  const [list, generated, marking, states] = await Promise.all([
    readList(args, payrollList),
    readBatchResult(args, "generated", findPayrollRun),
    readBatchResult(args, "marked", findMarking),
    readOrNullAfterPost(context, readAsAdmin(request, context, payrollState())),
  ]);
  const state = states?.[0][0];
  return {
    list,
    generated: generated && { id: generated.id, text: toldOf(generated) },
    marked:
      marking && !marking.isUndone ? markedOf(new URL(request.url).searchParams.get("marked") ?? "", marking) : null,
    lastRun: state?.lastPayroll ? todayInNewYork(new Date(state.lastPayroll)) : null,
    schedule: state ? scheduleOf(state, context.now) : null,
    /** For what the rows' menus of this page do once. */
    idempotencyKey: crypto.randomUUID(),
  };
});

export const action = (args: ActionFunctionArgs) => actOnList(args, payrollList);

export {
  revalidateUnlessUnreachable as shouldRevalidate,
  submitInOrder as clientAction,
} from "#app/records/client-actions.ts";

const nameOf = ({ item, groom, date }: PayrollRow) => `${item} of ${groom}, ${formatUsDate(date)}`;
const columns = columnsOf(payrollItem, nameOf);

export default function Payroll() {
  const { list, generated, marked, lastRun, schedule } = useLiveData<typeof loader>();
  const { idempotencyKey } = useLoaderData<typeof loader>();
  return (
    <ListScreen
      list={list}
      answer={useActionData<typeof action>()}
      columns={columns}
      searchPlaceholder="Search payroll..."
      toggle={{ on: "Showing pending payments", off: "Showing all payments" }}
      add={{ to: "/payroll/new", label: "Add Payroll Item" }}
      empty={{ title: "No Payroll Items", text: "No payroll items have been generated yet" }}
      menu={{
        nameOf,
        items: (row) => (
          <>
            <EditItem id={row.id} />
            <MarkItem
              id={row.id}
              idempotencyKey={rowIdempotencyKey(idempotencyKey, row.seq)}
              date={row.date}
              paid={row.paid}
            />
            <DeleteItem id={row.id} />
          </>
        ),
      }}
      footer={
        list && (
          <div className="mt-6 grid justify-items-start gap-3">
            <DialogLink
              to="/payroll/generate"
              state={list.state}
              defaultSort={list.defaultSort}
              label="Add Payroll Items"
              runningLabel="Generating..."
              isDisabled={false}
              className={button.secondary}
            />
            <p className="text-sm text-muted">
              {lastRun ? `Last payroll run: ${formatUsDate(lastRun)}` : UNKNOWN_LAST_RUN}
              {schedule && (
                <>
                  <br />
                  {schedule}
                </>
              )}
            </p>
          </div>
        )
      }
      notice={generated ? <Toast key={generated.id}>{generated.text}</Toast> : <MarkedNotice marked={marked} />}
    />
  );
}

const counted = (count: number) => `${count.toLocaleString("en-US")} ${count === 1 ? "item" : "items"}`;

const toldOf = (run: { itemCount: number; total: number }) =>
  `Generated ${counted(run.itemCount)}: ${formatDollars(run.total)}.`;

function markedOf(id: string, { ids, date, paid }: MarkedItems & { paid: boolean }) {
  const [itemId = ""] = ids;
  return { id, itemId, text: `Marked ${counted(ids.length)} of ${formatUsDate(date)} ${paid ? "paid" : "unpaid"}.` };
}

type State = {
  lastPayroll: string | null;
  scheduled: { at: string; itemCount: number; failure: string | null } | null;
};

/** What the schedule did when it last should have run; that it did not, or could not, as long as nobody else has done it. */
function scheduleOf({ lastPayroll, scheduled }: State, now: Date): string | null {
  const monday = lastScheduledMonday(now);
  const dayOf = (instant: string) => todayInNewYork(new Date(instant));
  if (scheduled && scheduled.failure === null && dayOf(scheduled.at) >= monday) {
    return `made ${counted(scheduled.itemCount)} on ${formatWithWeekday(dayOf(scheduled.at))} by schedule`;
  }
  if (lastPayroll && dayOf(lastPayroll) >= monday) return null;
  if (scheduled?.failure && dayOf(scheduled.at) >= monday) {
    return `made nothing on ${formatWithWeekday(dayOf(scheduled.at))} by schedule: ${scheduled.failure}`;
  }
  return lastPayroll ? `Not made by schedule on ${formatWithWeekday(monday)}` : null;
}
