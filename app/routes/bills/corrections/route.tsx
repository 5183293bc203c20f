import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { rowIdempotencyKey } from "#app/domain/basics/idempotency-key.ts";
import { formatCorrection } from "#app/domain/bills/corrections.ts";
import { type CorrectionRow, correction } from "#app/domain/records/correction.ts";
import { useLiveData } from "#app/live/browser/live-data.ts";
import { readBatchResult } from "#app/records/batch-route.ts";
import { actOnList } from "#app/records/lists/list-commands.ts";
import { readList } from "#app/records/lists/read-list.ts";
import { liveLoader } from "#app/records/live-loader.ts";
import { BillingTabs } from "#app/ui/bills/billing-tabs.tsx";
import { ListScreen } from "#app/ui/list/list-screen.tsx";
import { RowActionForm } from "#app/ui/list/row/row-action-form.tsx";
import { columnsOf, linkTo } from "#app/ui/list/table/columns.tsx";
import { Toast } from "#app/ui/shell/toast.tsx";
import { findTakenCorrection } from "#db/queries/bills/stored-corrections.ts";
import { correctionsList } from "./list.ts";

/** Reads the list, and the correction that was just undone, in one database request. */
export const loader = liveLoader(async (args) => {
  const [list, taken] = await Promise.all([
    readList(args, correctionsList),
    readBatchResult(args, "taken", findTakenCorrection),
  ]);
  return {
    list,
    taken: taken && !taken.isUndone ? { id: taken.id, entryId: taken.entryIds[0] ?? "", name: taken.name } : null,
    /** The page's key, from which each row derives the key of its command. */
    idempotencyKey: crypto.randomUUID(),
  };
});

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
  const { list, taken } = useLiveData<typeof loader>();
  // From the data as first loaded, because a live update loads another key.
  const { idempotencyKey } = useLoaderData<typeof loader>();
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
        items: ({ id, seq }) => (
          <RowActionForm>
            <input type="hidden" name="id" value={id} />
            <input type="hidden" name="idempotencyKey" value={rowIdempotencyKey(idempotencyKey, seq)} />
            <button type="submit" name="intent" value="takeBack" className="menu-item danger">
              Undo correction
            </button>
          </RowActionForm>
        ),
      }}
      sum={({ rows }) =>
        rows.length > 0 && `${formatCorrection(rows.reduce((sum, { amount }) => sum + amount, 0))} total`
      }
      notice={taken && <TakenNotice key={taken.id} {...taken} />}
    />
  );
}

/** Names the correction that was just undone, and offers to undo that. */
function TakenNotice({ id, entryId, name }: { id: string; entryId: string; name: string }) {
  return (
    <Toast>
      <RowActionForm className="flex items-center gap-4">
        <span>{`Undid the correction of ${name}.`}</span>
        <input type="hidden" name="id" value={entryId} />
        <input type="hidden" name="idempotencyKey" value={id} />
        <button type="submit" name="intent" value="undoTakeBack" className="link">
          Undo
        </button>
      </RowActionForm>
    </Toast>
  );
}
