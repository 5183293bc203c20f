import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { asOf } from "#app/auth/require-admin.ts";
import { confirmRun, openRun } from "#app/confirmed-run.ts";
import { formatUsDate } from "#app/domain/calendar.ts";
import { billValue, formatDollars } from "#app/domain/money.ts";
import type { Follows } from "#app/live/live.tsx";
import { type Loaded, useLiveRun } from "#app/live/live-data.ts";
import { billingQuestion } from "#app/ui/bill-link.tsx";
import { ConfirmDialog, type ConfirmItem } from "#app/ui/confirm-dialog.tsx";
import type { ShowToBill } from "#db/queries/billing-runs.ts";
import { showsBilling } from "./billing.ts";

export async function loader(args: LoaderFunctionArgs) {
  return { opened: await openRun(args, showsBilling), asOf: await asOf(args.context) };
}

export const action = (args: ActionFunctionArgs) => confirmRun(args, showsBilling);

export { sendConfirmed as clientAction, staysUntilChanged as shouldRevalidate } from "#app/connection.ts";

export const handle: Follows = { follows: ["shows", "horses", "services"] };

/** 'Bill N Shows': those whose horse or service was deleted are named, and skipped. */
export default function BillShows() {
  const { opened, isNews } = useLiveRun<Loaded<typeof loader>>();
  const shows = [...(opened?.rows ?? [])].sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
  const skipped = shows.filter(({ isMissing }) => isMissing);
  return (
    <ConfirmDialog
      title="Confirm Billing"
      label="Bills"
      path="/shows"
      to="/shows/bill"
      running="Billing..."
      question={billingQuestion("shows")}
      opened={opened}
      isNews={isNews}
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
    </ConfirmDialog>
  );
}

function itemOf({ id, name, date, horse, service, quantity, price }: ShowToBill): ConfirmItem {
  return {
    id,
    name,
    note: horse,
    lines: [formatUsDate(date), `${service}: ${quantity} × ${formatDollars(price)}`],
    value: billValue(price, quantity),
  };
}
