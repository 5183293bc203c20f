import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { formatUsDate } from "#app/domain/calendar.ts";
import { billValue, formatDollars } from "#app/domain/money.ts";
import { type LoaderData, useLiveBatch } from "#app/live/browser/live-data.ts";
import { confirmBatch, openBatch } from "#app/records/batch-route.ts";
import { liveLoader } from "#app/records/live-loader.ts";
import { BatchDialog, type BatchItem } from "#app/ui/dialog/batch-dialog.tsx";
import { billingQuestion } from "#app/ui/dialog/bill-link.tsx";
import type { ShowToBill } from "#db/queries/billing-runs.ts";
import { showsBilling } from "./billing.ts";

export const loader = liveLoader(async (args) => ({ opened: await openBatch(args, showsBilling) }));

export const action = (args: ActionFunctionArgs) => confirmBatch(args, showsBilling);

export { revalidateIfChanged as shouldRevalidate, submitBatch as clientAction } from "#app/records/client-actions.ts";

/** 'Bill N Shows'. The dialog lists the shows whose horse or service was deleted; the run skips them. */
export default function BillShows() {
  const { opened, hasChanged } = useLiveBatch<LoaderData<typeof loader>>();
  const shows = [...(opened?.rows ?? [])].sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
  const skipped = shows.filter(({ isMissing }) => isMissing);
  return (
    <BatchDialog
      title="Confirm Billing"
      label="Bills"
      listPath="/shows"
      dialogPath="/shows/bill"
      runningLabel="Billing..."
      question={billingQuestion("shows")}
      opened={opened}
      hasChanged={hasChanged}
      items={shows.filter(({ isMissing }) => !isMissing).map(itemOf)}
    >
      {skipped.length > 0 && (
        <>
          <h3>Missing horse or service data</h3>
          <ul>
            {skipped.map(({ id, name, date, horse, service }) => (
              <li key={id}>
                <span>
                  <b>{name}</b> {`${formatUsDate(date)}, ${horse}, ${service}`}
                </span>
                <span>not billed</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </BatchDialog>
  );
}

function itemOf({ id, name, date, horse, service, quantity, price }: ShowToBill): BatchItem {
  return {
    id,
    name,
    note: horse,
    lines: [formatUsDate(date), `${service}: ${quantity} × ${formatDollars(price)}`],
    value: billValue(price, quantity),
  };
}
