import { CREDIT_MEMO, formatCorrection } from "#app/domain/bills/corrections.ts";
import { type CorrectionRow, correction } from "#app/domain/records/correction.ts";
import { useLiveData } from "#app/live/browser/live-data.ts";
import { listAction } from "#app/records/lists/list-commands.ts";
import { loadList } from "#app/records/lists/read-list.ts";
import { BillingTabs } from "#app/ui/bills/billing-tabs.tsx";
import { UNKNOWN_CUSTOMER } from "#app/ui/bills/unknown-customer.tsx";
import { ListScreen } from "#app/ui/list/list-screen.tsx";
import { UndoForm } from "#app/ui/list/row/done-notice.tsx";
import { type CustomCells, linkTo } from "#app/ui/list/table/columns.tsx";
import type { ShownList } from "#app/ui/list/types.ts";
import { correctionsList } from "./list.ts";

export const loader = loadList(correctionsList);
export const action = listAction(correctionsList, loader);
export { revalidateShortList as shouldRevalidate, submitInOrder as clientAction } from "#app/records/client-actions.ts";
export { loadScreen as clientLoader } from "#app/records/client-loaders.ts";

const cells: CustomCells<CorrectionRow> = {
  customer: linkTo("/customers", ({ customerId }) => customerId, UNKNOWN_CUSTOMER),
  horse: linkTo("/horses", ({ horseId }) => horseId),
  invoice: linkTo("/billing/invoices", ({ invoiceNumber: number }) =>
    number !== null && number > 0 ? String(number) : null,
  ),
};

const tabs = <BillingTabs current="/billing/corrections" />;

const menu = ({ correctionId, invoiceNumber }: CorrectionRow) => (
  <UndoForm change={correctionId}>
    <button type="submit" className="menu-item danger">
      {invoiceNumber === CREDIT_MEMO ? "Undo credit" : "Undo correction"}
    </button>
  </UndoForm>
);

const sum = ({ rows }: ShownList<CorrectionRow>) =>
  rows.length > 0 && `${formatCorrection(rows.reduce((total, { amount }) => total + amount, 0))} total`;

/** The entries for the accountant after corrections of exported bills (docs/product.md, 'Corrections'). */
export default function Corrections() {
  return (
    <ListScreen
      description={correction}
      list={useLiveData<typeof loader>().list}
      cells={cells}
      tabs={tabs}
      menu={menu}
      sum={sum}
    />
  );
}
