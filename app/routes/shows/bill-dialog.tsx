import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { formatUsDate } from "#app/domain/calendar.ts";
import { billValue, formatDollars } from "#app/domain/money.ts";
import { describeCounts } from "#app/domain/pluralize.ts";
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

/** 'Bill N Shows'. Future shows and shows that have a bill are left out unless ticked; without their horse or service they are skipped. */
export default function BillShows() {
  const { opened, hasChanged } = useLiveBatch<LoaderData<typeof loader>>();
  const shows = [...(opened?.rows ?? [])].sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
  const considered = shows.filter(({ isMissing }) => !isMissing);
  const isLeftOut = ({ isFuture, billedOn }: ShowToBill) => isFuture || billedOn !== null;
  return (
    <BatchDialog
      title="Confirm Billing"
      label="Bills"
      listPath="/shows"
      dialogPath="/shows/bill"
      runningLabel="Billing..."
      question={billingQuestion(
        "show",
        describeCounts([
          [considered.filter(({ billedOn }) => billedOn !== null).length, "has a bill already"],
          [shows.length - considered.length, "is without its horse or service"],
        ]),
      )}
      opened={opened}
      hasChanged={hasChanged}
      items={considered.filter((show) => !isLeftOut(show)).map(itemOf)}
      optional={{ heading: "Left out unless you tick them", items: considered.filter(isLeftOut).map(itemOf) }}
      leftOut={{
        heading: "Missing horse or service data",
        items: shows
          .filter(({ isMissing }) => isMissing)
          .map(({ id, name, date, horse, service }) => ({
            ...{ id, name, reason: "not billed" },
            note: `${formatUsDate(date)}, ${horse}, ${service}`,
          })),
      }}
    />
  );
}

function itemOf(show: ShowToBill): BatchItem {
  const { id, name, date, horse, service, quantity, price, customer, owner, isOwnersShow, isFuture, billedOn } = show;
  const marks = [
    billedOn && `already billed ${formatUsDate(billedOn)}`,
    isFuture && "in the future",
    !isOwnersShow && `${horse} belongs to ${owner} today`,
  ];
  return {
    id,
    name,
    note: `${horse}, ${customer} pays`,
    lines: [formatUsDate(date), `${service}: ${quantity} × ${formatDollars(price)}`],
    value: billValue(price, quantity),
    mark: marks.filter(Boolean).join(" · "),
  };
}
