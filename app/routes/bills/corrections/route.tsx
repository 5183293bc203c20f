import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { useActionData } from "@remix-run/react";
import { formatCorrection } from "#app/domain/bills/corrections.ts";
import { type CorrectionRow, correction } from "#app/domain/records/correction.ts";
import { useLiveData } from "#app/live/browser/live-data.ts";
import { actOnList } from "#app/records/lists/list-commands.ts";
import { loadList } from "#app/records/lists/read-list.ts";
import { BillingTabs } from "#app/ui/bills/billing-tabs.tsx";
import { ListScreen } from "#app/ui/list/list-screen.tsx";
import { UndoForm } from "#app/ui/list/row/done-notice.tsx";
import { columnsOf, linkTo } from "#app/ui/list/table/columns.tsx";
import { correctionsList } from "./list.ts";

export const loader = loadList(correctionsList);

export const action = (args: ActionFunctionArgs) => actOnList(args, correctionsList, loader);

export { submitInOrder as clientAction } from "#app/records/client-actions.ts";
export { loadScreen as clientLoader } from "#app/records/client-loaders.ts";
export { revalidateShortList as shouldRevalidate } from "#app/records/lists/revalidate-short-list.ts";

const nameOf = ({ amount, service, horse }: CorrectionRow) => `${formatCorrection(amount)}, ${service} for ${horse}`;
/** The minimum widths of the columns. */
const WIDTHS = {
  date: "w-32",
  customer: "w-36",
  invoice: "w-20",
  horse: "w-28",
  item: "w-30",
  amount: "w-32",
  entered: "w-22",
  reason: "w-36",
  actor: "w-36",
};

const columns = columnsOf(correction, nameOf, WIDTHS, {
  customer: linkTo("/customers", ({ customerId }) => customerId),
  horse: linkTo("/horses", ({ horseId }) => horseId),
  invoice: linkTo("/billing/invoices", ({ invoiceNumber }) => (invoiceNumber ? String(invoiceNumber) : null)),
});

/** The entries for the accountant after corrections of exported bills (docs/product.md, 'Corrections'). */
export default function Corrections() {
  const { list } = useLiveData<typeof loader>();
  return (
    <ListScreen
      list={list}
      answer={useActionData<typeof action>()}
      columns={columns}
      noun="correction"
      searchPlaceholder="Search corrections..."
      toggle={{ on: "Showing corrections to enter", off: "Showing all corrections" }}
      empty={{
        title: "No Corrections",
        text: "Correct an exported bill to find here what to enter in QuickBooks",
        done: "All corrections are entered in QuickBooks.",
        way: { to: "/billing?state=exported", label: "Exported bills" },
      }}
      tabs={<BillingTabs current="/billing/corrections" />}
      menu={{
        nameOf,
        items: ({ correctionId }) => (
          <UndoForm change={correctionId}>
            <button type="submit" className="menu-item danger">
              Undo correction
            </button>
          </UndoForm>
        ),
      }}
      sum={({ rows }) =>
        rows.length > 0 && `${formatCorrection(rows.reduce((sum, { amount }) => sum + amount, 0))} total`
      }
    />
  );
}
