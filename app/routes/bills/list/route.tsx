import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { type ShouldRevalidateFunctionArgs, useActionData, useLoaderData } from "@remix-run/react";
import type { BillRow } from "#app/domain/records/bill.ts";
import { useLiveData } from "#app/live/browser/live-data.ts";
import { revalidateAfterCommand } from "#app/records/client-actions.ts";
import { actOnList } from "#app/records/lists/list-commands.ts";
import { BillingTabs } from "#app/ui/bills/billing-tabs.tsx";
import { VoidSelected } from "#app/ui/bills/voiding.tsx";
import { button } from "#app/ui/controls/button.tsx";
import { DialogLink } from "#app/ui/dialog/dialog-link.tsx";
import { ListScreen } from "#app/ui/list/list-screen.tsx";
import { totalValue } from "#app/ui/list/list-sum.ts";
import { allColumns, nameOfBill, pendingColumns } from "./columns.tsx";
import { BillItems } from "./commands.tsx";
import { billsList } from "./list.ts";
import { loadBills } from "./load.ts";
import { Subtotals } from "./subtotals.tsx";

export const loader = loadBills;

export const action = (args: ActionFunctionArgs) => actOnList(args, billsList, loader);

export { submitInOrder as clientAction } from "#app/records/client-actions.ts";
export { loadScreen as clientLoader } from "#app/records/client-loaders.ts";

/** Also revalidates if an export was refused because the bills changed. */
export const shouldRevalidate = (step: ShouldRevalidateFunctionArgs) =>
  step.actionResult?.isChanged === true || revalidateAfterCommand(step);

export default function Billing() {
  const { list, isNone } = useLiveData<typeof loader>();
  // From the data as first loaded, because a live update loads another key.
  const { idempotencyKey } = useLoaderData<typeof loader>();
  return (
    <ListScreen
      list={list}
      answer={useActionData<typeof action>()}
      columns={list.state.view === "all" ? allColumns : pendingColumns}
      noun="bill"
      searchPlaceholder="Search bills..."
      toggle={{ on: "Showing pending bills", off: "Showing all bills" }}
      empty={EMPTY}
      instead={list.groups && <Subtotals {...list} groups={list.groups} />}
      menu={{ nameOf: nameOfBill, items: (row) => <BillItems {...row} pageKey={idempotencyKey} /> }}
      selection={{ canSelect, nameOf: nameOfBill, commands: <VoidSelected pageKey={idempotencyKey} /> }}
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

const EMPTY = {
  title: "No Bills",
  text: "No bills have been generated yet",
  done: "All bills are exported.",
  way: { to: "/horses/bill", label: "Bill horses" },
};

const dialogOf = ({ status }: BillRow) =>
  status === "pending" ? "edit" : status === "exported" ? "correct" : undefined;
const canSelect = ({ status }: BillRow) => status === "pending";
