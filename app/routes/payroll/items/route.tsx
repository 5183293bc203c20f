import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { Link, useLoaderData } from "@remix-run/react";
import { rowIdempotencyKey } from "#app/domain/basics/idempotency-key.ts";
import { withNotice } from "#app/domain/fields/list-state.ts";
import { paymentState } from "#app/domain/fields/row-states.ts";
import { type PayrollRow, payrollItem } from "#app/domain/records/payroll-item.ts";
import { useLiveData } from "#app/live/browser/live-data.ts";
import { actOnList } from "#app/records/lists/list-commands.ts";
import { StateBadge } from "#app/ui/controls/badge.tsx";
import { button } from "#app/ui/controls/button.tsx";
import { DialogLink } from "#app/ui/dialog/dialog-link.tsx";
import { ListScreen } from "#app/ui/list/list-screen.tsx";
import { totalValue } from "#app/ui/list/list-sum.ts";
import { DeleteItem, EditItem } from "#app/ui/list/row/row-forms.tsx";
import { type CustomCells, linkTo } from "#app/ui/list/table/columns.tsx";
import { useToday } from "#app/ui/list/today.ts";
import type { ShownList } from "#app/ui/list/types.ts";
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

const cells: CustomCells<PayrollRow> = {
  groom: linkTo("/grooms", ({ groomId }) => groomId),
  payment: (row, date) => (
    <>
      <span>{date}</span> <PaymentState {...row} />
    </>
  ),
};

function PaymentState(row: PayrollRow) {
  const state = paymentState(row, useToday());
  return state && <StateBadge state={state} />;
}

export default function Payroll() {
  const { list, ...shown } = useLiveData<typeof loader>();
  const { idempotencyKey } = useLoaderData<typeof loader>();
  const back = `/payroll${withNotice(list.search, {})}`;
  return (
    <ListScreen
      description={payrollItem}
      list={list}
      cells={cells}
      menu={(row) => (
        <>
          <EditItem id={row.id} />
          <MarkItem {...row} idempotencyKey={rowIdempotencyKey(idempotencyKey, row.seq)} />
          <DeleteItem id={row.id} />
        </>
      )}
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
