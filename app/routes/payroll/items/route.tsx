import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { rowIdempotencyKey } from "#app/domain/basics/idempotency-key.ts";
import { withNotice } from "#app/domain/fields/list-state.ts";
import { type PayrollRow, payrollItem } from "#app/domain/records/payroll-item.ts";
import { useLiveData } from "#app/live/browser/live-data.ts";
import { actOnList } from "#app/records/lists/list-commands.ts";
import { button } from "#app/ui/controls/button.tsx";
import { DialogLink } from "#app/ui/dialog/dialog-link.tsx";
import { ListScreen } from "#app/ui/list/list-screen.tsx";
import { totalValue } from "#app/ui/list/list-sum.ts";
import { DeleteItem, EditItem } from "#app/ui/list/row/row-forms.tsx";
import { BulkCommands, toEdit } from "#app/ui/list/table/selection.tsx";
import type { ShownList } from "#app/ui/list/types.ts";
import { EMPTY, nameOfPayrollItem, payrollColumns } from "./columns.tsx";
import { payrollList } from "./list.ts";
import { loadPayroll } from "./load.ts";
import { MarkItem } from "./mark-item.tsx";
import { LastRun, WaitingGrooms } from "./run-state.tsx";
import { addWaitingSalaries } from "./waiting-salaries.ts";

export const loader = loadPayroll;

/** Writes a command on items or, if the form names a groom, adds the groom's waiting salaries. */
export async function action(args: ActionFunctionArgs) {
  const form = await args.request.clone().formData();
  return form.has("groom") ? addWaitingSalaries(args, loader) : actOnList(args, payrollList, loader);
}

export {
  revalidateAfterCommand as shouldRevalidate,
  submitInOrder as clientAction,
} from "#app/records/client-actions.ts";
export { loadScreen as clientLoader } from "#app/records/client-loaders.ts";

export default function Payroll() {
  const { list, ...shown } = useLiveData<typeof loader>();
  const { idempotencyKey } = useLoaderData<typeof loader>();
  const back = `/payroll${withNotice(list.search, {})}`;
  return (
    <ListScreen
      list={list}
      answer={useActionData<typeof action>()}
      columns={payrollColumns}
      noun="item"
      searchPlaceholder="Search payroll..."
      toggle={{ on: "Showing pending payments", off: "Showing all payments" }}
      add={{ to: "/payroll/new", label: "Add Payroll Item" }}
      empty={EMPTY}
      selection={{ nameOf: nameOfPayrollItem, commands: <BulkCommands fields={payrollItem.fields} /> }}
      dialogOf={toEdit}
      menu={{
        nameOf: nameOfPayrollItem,
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
    />
  );
}

/** The buttons that pay items and generate salaries. */
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
