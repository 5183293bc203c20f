import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useMemo } from "react";
import { readAsAdmin, readChangeNumber, readOrNullAfterPost } from "#app/auth/require-admin.ts";
import { boardingLines } from "#app/domain/boarding.ts";
import { formatUsDate } from "#app/domain/calendar.ts";
import { totalOf } from "#app/domain/charges.ts";
import { formatDollars } from "#app/domain/money.ts";
import { byName } from "#app/domain/names.ts";
import { type LoaderData, useLiveBatch } from "#app/live/browser/live-data.ts";
import type { LiveRouteHandle } from "#app/live/browser/live-updates.tsx";
import { confirmBatch, openBatch } from "#app/records/batch-route.ts";
import { BatchDialog, type BatchItem } from "#app/ui/dialog/batch-dialog.tsx";
import { billingQuestion } from "#app/ui/dialog/bill-link.tsx";
import { boardingServices, type HorseToBill } from "#db/queries/billing-runs.ts";
import { horsesBilling } from "./billing.ts";

/** The horses and the services that they are billed with: all leave as one request. */
export async function loader(args: LoaderFunctionArgs) {
  const { request, context } = args;
  const [opened, services] = await Promise.all([
    openBatch(args, horsesBilling),
    readOrNullAfterPost(context, readAsAdmin(request, context, boardingServices())),
  ]);
  // As one text: to send some thousand values one by one costs as much as all the rest of the page.
  const rows = JSON.stringify([...(opened?.rows ?? [])].sort(byName));
  return {
    opened: opened && { ...opened, rows },
    services: services?.[0][0]?.names ?? [],
    changeNumber: await readChangeNumber(context),
  };
}

export const action = (args: ActionFunctionArgs) => confirmBatch(args, horsesBilling);

export { revalidateIfChanged as shouldRevalidate, submitBatch as clientAction } from "#app/records/client-actions.ts";

export const handle: LiveRouteHandle = { topics: ["horses", "customers", "services", "bills"] };

/** 'Bill N Horses': those that were billed for this month already are set apart, and left out unless they are ticked. */
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
      path="/horses"
      to="/horses/bill"
      running="Billing..."
      question={billingQuestion("horses")}
      opened={opened}
      hasChanged={hasChanged}
      items={items(horses.filter(({ billedOn }) => billedOn === null))}
      apart={{
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
