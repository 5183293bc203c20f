import { invoiceState } from "#app/domain/fields/row-states.ts";
import { type InvoiceRow, invoice } from "#app/domain/records/invoice.ts";
import { useLiveData } from "#app/live/browser/live-data.ts";
import { loadList } from "#app/records/lists/read-list.ts";
import { BillingTabs } from "#app/ui/bills/billing-tabs.tsx";
import { UNKNOWN_CUSTOMER } from "#app/ui/bills/unknown-customer.tsx";
import { StateBadge } from "#app/ui/controls/badge.tsx";
import { ListScreen } from "#app/ui/list/list-screen.tsx";
import { totalValue } from "#app/ui/list/list-sum.ts";
import { type CustomCells, linkTo } from "#app/ui/list/table/columns.tsx";
import { invoicesList } from "./list.ts";

export const loader = loadList(invoicesList);

export { loadScreen as clientLoader } from "#app/records/client-loaders.ts";

const cells: CustomCells<InvoiceRow> = {
  // A phone shows no headings.
  number: (_, number) => (
    <span>
      <span className="sm:hidden">Invoice </span>
      {number}
    </span>
  ),
  date: (row, date) => {
    const state = invoiceState(row);
    return (
      <>
        <span>{date}</span> {state && <StateBadge state={state} />}
      </>
    );
  },
  customer: linkTo("/customers", ({ customerId }) => customerId, UNKNOWN_CUSTOMER),
  horse: linkTo("/horses", ({ horseId }) => horseId),
};

/** The invoices of all exports (docs/product.md, 'Invoices'). */
export default function Invoices() {
  return (
    <ListScreen
      description={invoice}
      list={useLiveData<typeof loader>().list}
      cells={cells}
      tabs={<BillingTabs current="/billing/invoices" />}
      sum={totalValue}
    />
  );
}
