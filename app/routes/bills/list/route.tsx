import { type ShouldRevalidateFunctionArgs, useLoaderData } from "@remix-run/react";
import { billState } from "#app/domain/fields/row-states.ts";
import { type BillRow, bill } from "#app/domain/records/bill.ts";
import { useLiveData } from "#app/live/browser/live-data.ts";
import { revalidateAfterCommand } from "#app/records/client-actions.ts";
import { listAction } from "#app/records/lists/list-commands.ts";
import { BillingTabs } from "#app/ui/bills/billing-tabs.tsx";
import { nameWithShare } from "#app/ui/bills/name-with-share.tsx";
import { UNKNOWN_CUSTOMER } from "#app/ui/bills/unknown-customer.tsx";
import { VoidSelected } from "#app/ui/bills/voiding.tsx";
import { StateBadge } from "#app/ui/controls/badge.tsx";
import { button } from "#app/ui/controls/button.tsx";
import { DialogLink } from "#app/ui/dialog/dialog-link.tsx";
import { ListScreen } from "#app/ui/list/list-screen.tsx";
import { totalValue } from "#app/ui/list/list-sum.ts";
import { type CustomCells, linkTo } from "#app/ui/list/table/columns.tsx";
import { BillItems } from "./commands.tsx";
import { billsList } from "./list.ts";
import { loadBills } from "./load.ts";
import { Subtotals } from "./subtotals.tsx";

export const loader = loadBills;

export const action = listAction(billsList, loader);

export { submitInOrder as clientAction } from "#app/records/client-actions.ts";
export { loadScreen as clientLoader } from "#app/records/client-loaders.ts";

/** Also revalidates if an export was refused because the bills changed. */
export const shouldRevalidate = (step: ShouldRevalidateFunctionArgs) =>
  step.actionResult?.isChanged === true || revalidateAfterCommand(step);

const toCustomer = linkTo<BillRow>("/customers", ({ customerId }) => customerId, UNKNOWN_CUSTOMER);

const cells: CustomCells<BillRow> = {
  customer: (row, name) => nameWithShare(toCustomer(row, name), row.share),
  horse: linkTo("/horses", ({ horseId }) => horseId),
};

/**
 * With each bill's state in the first column, which does not scroll away. In the default view all bills are pending.
 */
const cellsOfAll: CustomCells<BillRow> = {
  ...cells,
  date: (row, date) => (
    <>
      <span>{date}</span> <StateBadge state={billState(row)} />
    </>
  ),
};

export default function Billing() {
  const { list, isNone } = useLiveData<typeof loader>();
  // From the data as first loaded, because a live update loads another key.
  const { idempotencyKey } = useLoaderData<typeof loader>();
  return (
    <ListScreen
      description={bill}
      list={list}
      cells={list.state.view === "all" ? cellsOfAll : cells}
      instead={list.groups && <Subtotals {...list} groups={list.groups} />}
      menu={(row) => <BillItems {...row} pageKey={idempotencyKey} />}
      selection={{ canSelect, commands: <VoidSelected pageKey={idempotencyKey} /> }}
      dialogOf={dialogOf}
      tabs={<BillingTabs current="/billing" />}
      sum={totalValue}
      head={({ state, defaultSort }) => (
        <DialogLink
          to="/billing/export"
          state={state}
          defaultSort={defaultSort}
          label="Export to QB"
          runningLabel="Exporting..."
          isDisabled={isNone}
          className={button.primary}
        />
      )}
    />
  );
}

const dialogOf = ({ status }: BillRow) =>
  status === "pending" ? "edit" : status === "exported" ? "correct" : undefined;
const canSelect = ({ status }: BillRow) => status === "pending";
