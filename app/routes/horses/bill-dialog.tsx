import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { useMemo } from "react";
import { readAsAdmin, readOrNullAfterPost } from "#app/auth/require-admin.ts";
import {
  type BillingState,
  billingStateOf,
  linesOfMonth,
  partOfMonth,
  whereabouts,
} from "#app/domain/boarding-month.ts";
import { type LocalDate, todayInNewYork } from "#app/domain/calendar.ts";
import { totalOf } from "#app/domain/charges.ts";
import { formatDollars } from "#app/domain/money.ts";
import { formatMonth, nameOfMonth } from "#app/domain/months.ts";
import { byName } from "#app/domain/names.ts";
import { describeCounts, leftOut as leftOutByList } from "#app/domain/pluralize.ts";
import { type HorseRow, horse } from "#app/domain/records/horse.ts";
import { type LoaderData, useLiveBatch } from "#app/live/browser/live-data.ts";
import { confirmBatch, openBatch } from "#app/records/batch-route.ts";
import { listFilterOf } from "#app/records/list-route.ts";
import { liveLoader } from "#app/records/live-loader.ts";
import { searchShortList } from "#app/records/short-list.ts";
import { horsesList } from "#app/routes/lists.ts";
import { BatchDialog, type BatchItem } from "#app/ui/dialog/batch-dialog.tsx";
import { billingQuestion } from "#app/ui/dialog/bill-link.tsx";
import { absentHorses, boardingServices, type HorseToBill } from "#db/queries/billing-runs.ts";
import { horsesBilling, keptParams, monthsToBill, readChoice } from "./billing.ts";
import { MonthChoice } from "./month-choice.tsx";

/** Reads the horses to bill or not, the names of the boarding services and the last choice of prorating, in one database request. */
export const loader = liveLoader(async (args) => {
  const { request, context } = args;
  const today = todayInNewYork(context.now);
  const { searchParams } = new URL(request.url);
  const { month, isProrated } = readChoice(searchParams, today);
  const { state: shown, filter } = listFilterOf(request, horsesList, today);
  const [opened, read] = await Promise.all([
    openBatch(args, horsesBilling),
    readOrNullAfterPost(context, readAsAdmin(request, context, boardingServices(), absentHorses(filter, today, month))),
  ]);
  const [[services], [absent]] = read ?? [[], []];
  const away = searchShortList(horse.fields, absent?.rows ?? [], { ...shown, sort: "name", descending: false });
  const horses = (opened?.rows ?? []).sort(byName);
  const names = new Map(services?.names.map(({ id, name }) => [id, name]));
  const billing = horses.map((horse) => ({ horse, state: billingStateOf(horse, month, today) }));
  const countOf = (why: BillingState["why"]) => billing.filter(({ state }) => state.why === why).length;
  const absentCount = countOf("absent") + away.length;
  const named = nameOfMonth(month);
  const itemsOf = (kind: BillingState["kind"]) =>
    billing.filter(({ state }) => state.kind === kind).map(({ horse, state }) => itemOf(horse, state, month, names));
  return {
    opened: opened && { idempotencyKey: opened.idempotencyKey, fingerprint: opened.fingerprint },
    choice: { months: monthsToBill(today), month, isProrated: isProrated ?? services?.isProrated ?? false },
    params: keptParams(searchParams, today),
    skipped: describeCounts([
      [countOf("already billed"), `is already billed for ${named}`, `are already billed for ${named}`],
      [countOf("not listed"), "is not on the property today", "are not on the property today"],
      [countOf("not billable"), "is not billable", "are not billable"],
      [absentCount, `was not on the property in ${named}`, `were not on the property in ${named}`],
      leftOutByList(
        (opened?.unlisted ?? []).filter((horse) => billingStateOf(horse, month, today).kind === "billed").length,
      ),
    ]),
    // One JSON string, because Remix takes as long to serialize thousands of values as to render the rest of the page.
    lists: JSON.stringify([
      itemsOf("billed"),
      itemsOf("optional"),
      [
        ...itemsOf("left out"),
        ...away.slice(0, MAX_ABSENT).map((each) => absentItem(each, today)),
        ...(away.length > MAX_ABSENT
          ? [{ id: "more", name: `and ${(away.length - MAX_ABSENT).toLocaleString("en-US")} more`, note: "" }]
          : []),
      ],
    ]),
  };
});

/** How many horses that were not in the property the dialog names. */
const MAX_ABSENT = 100;

const absentItem = ({ id, name, responsibleParty: note, ...stay }: HorseRow, today: LocalDate) => ({
  ...{ id, name, note },
  mark: whereabouts(stay, today),
});

function itemOf(horse: HorseToBill, { reasons }: BillingState, month: string, names: Map<string, string>) {
  const { id, name, responsibleParty, isProrated } = horse;
  const { days, of } = partOfMonth(horse, month);
  const lines = linesOfMonth(horse, month);
  const texts = lines.map(({ serviceId, value }) => `${names.get(serviceId) ?? serviceId} ${formatDollars(value)}`);
  return {
    ...{ id, name, note: responsibleParty },
    lines: isProrated && days < of ? [`${days} of ${of} days`, ...texts] : texts,
    value: totalOf(lines),
    mark: reasons.join(" · "),
  };
}

export const action = (args: ActionFunctionArgs) => confirmBatch(args, horsesBilling);

export { revalidateIfChanged as shouldRevalidate, submitBatch as clientAction } from "#app/records/client-actions.ts";

/** 'Bill N Horses' for a month. Horses already billed for it, or not in the list's view, are left out unless the admin ticks them. */
export default function BillHorses() {
  const { opened, choice, params, skipped, lists, hasChanged } = useLiveBatch<LoaderData<typeof loader>>();
  const [items = [], optional = [], leftOut = []] = useMemo(() => JSON.parse(lists) as BatchItem[][], [lists]);
  return (
    <BatchDialog
      title="Confirm Billing"
      label="Bills"
      listPath="/horses"
      dialogPath="/horses/bill"
      runningLabel="Billing..."
      question={billingQuestion("horse", skipped)}
      opened={opened}
      hasChanged={hasChanged}
      choice={{
        controls: <MonthChoice {...choice} />,
        params,
      }}
      items={items}
      optional={[{ heading: "Skipped. Tick to include", items: optional }]}
      leftOut={{
        heading: `Not billed for ${formatMonth(choice.month)}`,
        items: leftOut.map(({ mark = "", ...item }) => ({ ...item, reason: mark })),
      }}
    />
  );
}
