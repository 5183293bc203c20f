import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useMemo } from "react";
import { asOf, readBehindAnswer, requireAdmin } from "#app/auth/require-admin.ts";
import { confirmRun, openRun } from "#app/confirmed-run.ts";
import { boardingLines } from "#app/domain/boarding.ts";
import { formatUsDate } from "#app/domain/calendar.ts";
import { totalOf } from "#app/domain/charges.ts";
import { formatDollars } from "#app/domain/money.ts";
import { byName } from "#app/domain/names.ts";
import type { Follows } from "#app/live/live.tsx";
import { type Loaded, useLiveRun } from "#app/live/live-data.ts";
import { billingQuestion } from "#app/ui/bill-link.tsx";
import { ConfirmDialog, type ConfirmItem } from "#app/ui/confirm-dialog.tsx";
import { boardingServices, type HorseToBill } from "#db/queries/billing-runs.ts";
import { horsesBilling } from "./billing.ts";

/** The horses and the services that they are billed with: all leave as one request. */
export async function loader(args: LoaderFunctionArgs) {
  const { request, context } = args;
  const [opened, services] = await Promise.all([
    openRun(args, horsesBilling),
    readBehindAnswer(context, requireAdmin(request, context, boardingServices())),
  ]);
  // As one text: to send some thousand values one by one costs as much as all the rest of the page.
  const rows = JSON.stringify([...(opened?.rows ?? [])].sort(byName));
  return {
    opened: opened && { ...opened, rows },
    services: services?.[0][0]?.names ?? [],
    asOf: await asOf(context),
  };
}

export const action = (args: ActionFunctionArgs) => confirmRun(args, horsesBilling);

export { sendConfirmed as clientAction, staysUntilChanged as shouldRevalidate } from "#app/connection.ts";

export const handle: Follows = { follows: ["horses", "customers", "services", "bills"] };

/** 'Bill N Horses': those that were billed for this month already are set apart, and left out unless they are ticked. */
export default function BillHorses() {
  const { opened, services, isNews } = useLiveRun<Loaded<typeof loader>>();
  const names = new Map(services.map(({ id, name }) => [id, name]));
  const text = opened?.rows ?? "[]";
  const horses = useMemo(() => JSON.parse(text) as HorseToBill[], [text]);
  const items = (rows: HorseToBill[]) => rows.map((horse) => itemOf(horse, names));
  return (
    <ConfirmDialog
      title="Confirm Billing"
      label="Bills"
      path="/horses"
      to="/horses/bill"
      running="Billing..."
      question={billingQuestion("horses")}
      opened={opened}
      isNews={isNews}
      items={items(horses.filter(({ billedOn }) => billedOn === null))}
      apart={{
        heading: "Already billed this month",
        items: items(horses.filter(({ billedOn }) => billedOn !== null)),
      }}
    />
  );
}

function itemOf(horse: HorseToBill, names: Map<string, string>): ConfirmItem {
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
