import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { useMemo } from "react";
import { readAsAdmin, readOrNullAfterPost } from "#app/auth/require-admin.ts";
import { boardingLines } from "#app/domain/boarding.ts";
import { formatUsDate } from "#app/domain/calendar.ts";
import { totalOf } from "#app/domain/charges.ts";
import { formatDollars } from "#app/domain/money.ts";
import { byName } from "#app/domain/names.ts";
import { type LoaderData, useLiveBatch } from "#app/live/browser/live-data.ts";
import { confirmBatch, openBatch } from "#app/records/batch-route.ts";
import { liveLoader } from "#app/records/live-loader.ts";
import { BatchDialog, type BatchItem } from "#app/ui/dialog/batch-dialog.tsx";
import { billingQuestion } from "#app/ui/dialog/bill-link.tsx";
import { boardingServices, type HorseToBill } from "#db/queries/billing-runs.ts";
import { horsesBilling } from "./billing.ts";

/** Reads the horses to bill and the names of the boarding services, in one database request. */
export const loader = liveLoader(async (args) => {
  const { request, context } = args;
  const [opened, services] = await Promise.all([
    openBatch(args, horsesBilling),
    readOrNullAfterPost(context, readAsAdmin(request, context, boardingServices())),
  ]);
  // One JSON string, because Remix takes as long to serialize thousands of values as to render the rest of the page.
  const rows = JSON.stringify([...(opened?.rows ?? [])].sort(byName));
  return { opened: opened && { ...opened, rows }, services: services?.[0][0]?.names ?? [] };
});

export const action = (args: ActionFunctionArgs) => confirmBatch(args, horsesBilling);

export { revalidateIfChanged as shouldRevalidate, submitBatch as clientAction } from "#app/records/client-actions.ts";

/** 'Bill N Horses'. Horses already billed this month are optional: the run leaves them out unless the admin ticks them. */
export default function BillHorses() {
  const { opened, services, hasChanged } = useLiveBatch<LoaderData<typeof loader>>();
  const names = new Map(services.map(({ id, name }) => [id, name]));
  const rowsJson = opened?.rows ?? "[]";
  const horses = useMemo(() => JSON.parse(rowsJson) as HorseToBill[], [rowsJson]);
  const items = (rows: HorseToBill[]) => rows.map((horse) => itemOf(horse, names));
  return (
    <BatchDialog
      title="Confirm Billing"
      label="Bills"
      listPath="/horses"
      dialogPath="/horses/bill"
      runningLabel="Billing..."
      question={billingQuestion("horses")}
      opened={opened}
      hasChanged={hasChanged}
      items={items(horses.filter(({ billedOn }) => billedOn === null))}
      optional={{
        heading: "Already billed this month",
        items: items(horses.filter(({ billedOn }) => billedOn !== null)),
      }}
    />
  );
}

function itemOf(horse: HorseToBill, names: Map<string, string>): BatchItem {
  const { id, name, responsibleParty, billedOn } = horse;
  const lines = boardingLines(horse);
  return {
    id,
    name,
    note: responsibleParty,
    lines: lines.map(({ serviceId, value }) => `${names.get(serviceId) ?? serviceId} ${formatDollars(value)}`),
    value: totalOf(lines),
    ...(billedOn && { mark: `already billed ${formatUsDate(billedOn)}` }),
  };
}
