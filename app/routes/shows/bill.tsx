import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { confirmBilling, openBilling } from "#app/billing-run.ts";
import { formatUsDate } from "#app/domain/calendar.ts";
import { billValue, formatDollars } from "#app/domain/money.ts";
import { BillingDialog, type BillingItem } from "#app/ui/billing-dialog.tsx";
import type { ShowToBill } from "#db/queries/billing-runs.ts";
import { showsBilling } from "./billing.ts";

export async function loader(args: LoaderFunctionArgs) {
  return { opened: await openBilling(args, showsBilling) };
}

export const action = (args: ActionFunctionArgs) => confirmBilling(args, showsBilling);

export { sendConfirmed as clientAction, staysUntilChanged as shouldRevalidate } from "#app/connection.ts";

/** 'Bill N Shows': those whose horse or service was deleted are named, and skipped. */
export default function BillShows() {
  const { opened } = useLoaderData<typeof loader>();
  const shows = [...(opened?.rows ?? [])].sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
  const skipped = shows.filter(({ isMissing }) => isMissing);
  return (
    <BillingDialog
      path="/shows"
      noun="shows"
      opened={opened}
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
    </BillingDialog>
  );
}

function itemOf({ id, name, date, horse, service, quantity, price }: ShowToBill): BillingItem {
  return {
    id,
    name,
    note: horse,
    lines: [formatUsDate(date), `${service}: ${quantity} × ${formatDollars(price)}`],
    value: billValue(price, quantity),
  };
}
