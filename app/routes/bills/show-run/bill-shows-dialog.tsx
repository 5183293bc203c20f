import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { readAsAdmin, readOrNullAfterPost } from "#app/auth/require-admin.ts";
import { ownersInWords } from "#app/domain/barn/horse-owners.ts";
import { formatUsDate } from "#app/domain/basics/calendar.ts";
import { billValue, formatDollars } from "#app/domain/basics/money.ts";
import { leftOut } from "#app/domain/basics/pluralize.ts";
import { type LoaderData, useLiveBatch } from "#app/live/browser/live-data.ts";
import { confirmBatch, openBatch } from "#app/records/batch-route.ts";
import { liveLoader } from "#app/records/live-loader.ts";
import { SwitchLink } from "#app/ui/controls/switch-link.tsx";
import { BatchDialog, type BatchItem } from "#app/ui/dialog/batch-dialog.tsx";
import { billingQuestion } from "#app/ui/dialog/bill-link.tsx";
import { titled } from "#app/ui/dialog/dialog-title.ts";
import { useListSearch, withParams } from "#app/ui/list/list-search.ts";
import { countUnbilledShows, type ShowToBill } from "#db/queries/bills/billing-runs.ts";
import { loadShows } from "../../barn/shows/load.ts";
import { showsBilling } from "./shows-billing.ts";

export const loader = liveLoader(async (args) => {
  const { request, context } = args;
  const [opened, read] = await Promise.all([
    openBatch(args, showsBilling),
    readOrNullAfterPost(context, readAsAdmin(request, context, countUnbilledShows())),
  ]);
  const unbilled = read?.[0][0]?.unbilled ?? 0;
  const withFuture = new URL(request.url).searchParams.get(FUTURE) !== "off";
  return { opened, unlisted: Math.max(0, unbilled - (opened?.rows.length ?? unbilled)), withFuture };
});

/** The search parameter that leaves out future shows. */
const FUTURE = "future";

export const handle = titled("Confirm Billing");
export const action = (args: ActionFunctionArgs) => confirmBatch(args, showsBilling, loadShows);

export { revalidateIfChanged as shouldRevalidate, submitBatch as clientAction } from "#app/records/client-actions.ts";
export { loadDialog as clientLoader } from "#app/records/client-loaders.ts";

/**
 * 'Bill N Shows'. Future shows start ticked, unless a switch leaves them out. Shows that have a bill start unticked.
 */
export default function BillShows() {
  const { opened, unlisted, withFuture, hasChanged } = useLiveBatch<LoaderData<typeof loader>>();
  const shows = [...(opened?.rows ?? [])].sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
  const considered = shows.filter(({ isMissing }) => !isMissing);
  const future = considered.filter(({ isFuture, billedOn }) => isFuture && billedOn === null);
  const billed = considered.filter(({ billedOn }) => billedOn !== null);
  const toggle = withParams(`/shows/bill${useListSearch()}`, withFuture ? `${FUTURE}=off` : "");
  return (
    <BatchDialog
      label="Bills"
      listPath="/shows"
      dialogPath="/shows/bill"
      runningLabel="Billing..."
      question={billingQuestion({
        noun: "show",
        of: shows.length,
        among: [
          { key: BILLED, count: billed.length, one: "has a bill already", many: "have a bill already" },
          { key: IN_FUTURE, count: future.length, one: "is in the future", many: "are in the future" },
          {
            key: "missing",
            count: shows.length - considered.length,
            one: "is missing its horse or service",
            many: "are missing their horse or service",
          },
        ],
        others: [{ key: "unlisted", ...leftOut(unlisted) }],
      })}
      opened={opened}
      hasChanged={hasChanged}
      choice={{
        controls: future.length > 0 && (
          <SwitchLink to={toggle} isOn={withFuture} replace>
            Bill future shows
          </SwitchLink>
        ),
        params: withFuture ? "" : `${FUTURE}=off`,
        key: String(withFuture),
      }}
      items={considered.filter(({ isFuture, billedOn }) => !isFuture && billedOn === null).map(itemOf)}
      optional={[
        { heading: "In the future", items: future.map(skippedFor(IN_FUTURE)), areTicked: withFuture },
        { heading: "Skipped. Tick to include", items: billed.map(skippedFor(BILLED)) },
      ]}
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

/** Why shows are not billed unless they are ticked. */
const [IN_FUTURE, BILLED] = ["future", "billed"];

const skippedFor = (skip: string | undefined) => (show: ShowToBill) => ({ ...itemOf(show), skip });

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
    note: `${horse}, billed to ${ownersInWords({ ...show, responsibleParty: customer })}`,
    lines: [formatUsDate(date), `${service}: ${quantity} × ${formatDollars(price)}`],
    value: billValue(price, quantity),
    mark: marks.filter(Boolean).join(" · "),
  };
}
