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

/** The horses and the services that they are billed with, in one request. */
export const loader = liveLoader(async (args) => {
  const { request, context } = args;
  const [opened, services] = await Promise.all([
    openBatch(args, horsesBilling),
    readOrNullAfterPost(context, readAsAdmin(request, context, boardingServices())),
  ]);
  // As one text: Remix takes as long to serialize some thousand values as to do all the rest of the page.
  const rows = JSON.stringify([...(opened?.rows ?? [])].sort(byName));
  return { opened: opened && { ...opened, rows }, services: services?.[0][0]?.names ?? [] };
});

export const action = (args: ActionFunctionArgs) => confirmBatch(args, horsesBilling);

export { revalidateIfChanged as shouldRevalidate, submitBatch as clientAction } from "#app/records/client-actions.ts";

/** Horses that were billed for this month already stand under a heading of their own, and are left out unless ticked. */
export default function BillHorses() {
  const { opened, services, hasChanged } = useLiveBatch<LoaderData<typeof loader>>();
  const names = new Map(services.map(({ id, name }) => [id, name]));
  const text = opened?.rows ?? "[]";
  const horses = useMemo(() => JSON.parse(text) as HorseToBill[], [text]);
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
