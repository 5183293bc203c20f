import { type ActionFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useMemo } from "react";
import { readAsAdmin, readOrNullAfterPost } from "#app/auth/require-admin.ts";
import { todayInNewYork } from "#app/domain/basics/calendar.ts";
import { formatMonth, monthOf } from "#app/domain/basics/months.ts";
import { monthsOffered, offeredMonth, unbilledBoard } from "#app/domain/boarding/unbilled-board.ts";
import { type HorseRow, horse } from "#app/domain/records/horse.ts";
import { type LoaderData, useLiveBatch } from "#app/live/browser/live-data.ts";
import { confirmBatch, openBatch } from "#app/records/batch-route.ts";
import { listFilterOf, searchOf } from "#app/records/lists/list-route.ts";
import { searchShortList } from "#app/records/lists/short-list-order.ts";
import { liveLoader } from "#app/records/live-loader.ts";
import { BatchDialog, ChoiceLinks } from "#app/ui/dialog/batch-dialog.tsx";
import { billingQuestion } from "#app/ui/dialog/bill-link.tsx";
import { titled } from "#app/ui/dialog/dialog-title.ts";
import { withParams } from "#app/ui/list/list-search.ts";
import { absentHorses, boardingServices } from "#db/queries/bills/billing-runs.ts";
import { unbilledHorses } from "#db/queries/boarding/unbilled-horses.ts";
import { loadHorses } from "../barn/horses/load.ts";
import { horsesList } from "../shell/lists.ts";
import { describeBatch, type HorseItems } from "./batch-words.ts";
import { horsesBilling, paramsOf, readChoice } from "./horses-billing.ts";
import { MonthChoice } from "./month-choice.tsx";

/**
 * Reads the horses of the month, the unbilled board, the names of the boarding services and the last choice of
 * prorating, in one database request.
 * @throws a redirect to the dialog of the offered month, if the address has no month
 */
export const loader = liveLoader(async (args) => {
  const { request, context } = args;
  const today = todayInNewYork(context.now);
  const { searchParams } = new URL(request.url);
  const choice = readChoice(searchParams, today);
  if (!searchParams.has("month") && !context.isPost) {
    const [[board]] = await readAsAdmin(request, context, unbilledHorses(today));
    const month = board ? offeredMonth(board.boardIn, monthsOf(board.horses, today), today) : choice.month;
    throw redirect(withParams(`/horses/bill${searchOf(request, horse)}`, paramsOf({ ...choice, month })));
  }
  const { state: shown, filter } = listFilterOf(request, horsesList, today);
  const [opened, read] = await Promise.all([
    openBatch(args, horsesBilling),
    readOrNullAfterPost(
      context,
      readAsAdmin(
        request,
        context,
        boardingServices(),
        unbilledHorses(today),
        absentHorses(filter, today, choice.month),
      ),
    ),
  ]);
  const [[services], [board], [absent]] = read ?? [[], [], []];
  const absentRows = absent?.rows ?? [];
  // All rows of the list: if one of them has the whole search text, both searches match the whole text
  // (`searchShortList`).
  const listed: HorseRow[] = [...(opened?.rows.filter(({ isListed }) => isListed) ?? []), ...absentRows];
  const find = <Row extends HorseRow>(rows: Row[]) =>
    searchShortList<Row, HorseRow>(horse.fields, rows, { ...shown, sort: "name", descending: false }, listed);
  const away = find(absentRows);
  const names = new Map(services?.names.map(({ id, name }) => [id, name]));
  return {
    opened: opened && { idempotencyKey: opened.idempotencyKey, fingerprint: opened.fingerprint },
    choice: {
      months: monthsOffered(unbilledBoard(board?.horses ?? [], today), choice.month, today),
      month: choice.month,
      isAhead: choice.month > monthOf(today),
      isProrated: choice.isProrated ?? services?.isProrated ?? false,
      back: choice.back,
    },
    params: paramsOf(choice),
    ...describeBatch(opened && { ...opened, rows: find(opened.rows) }, away, choice, today, names),
  };
});

const monthsOf = (...board: Parameters<typeof unbilledBoard>) => unbilledBoard(...board).map(({ month }) => month);

export const handle = titled("Confirm Billing");
export const action = (args: ActionFunctionArgs) => confirmBatch(args, horsesBilling, loadHorses);

export { revalidateIfChanged as shouldRevalidate, submitBatch as clientAction } from "#app/records/client-actions.ts";
export { loadDialog as clientLoader } from "#app/records/client-loaders.ts";

/**
 * 'Bill N Horses' for a month. Leaves out horses that left, that were billed for the month already, or that are not in
 * the list's view, unless the admin ticks them.
 */
export default function BillHorses() {
  const { opened, choice, params, skipped, lists, forAll, hasChanged } = useLiveBatch<LoaderData<typeof loader>>();
  const items = useMemo(() => JSON.parse(lists) as HorseItems, [lists]);
  return (
    <BatchDialog
      label="Bills"
      listPath="/horses"
      closePath={choice.back}
      dialogPath="/horses/bill"
      runningLabel="Billing..."
      question={billingQuestion({ noun: "horse", ...skipped })}
      opened={opened}
      hasChanged={hasChanged}
      choice={{
        controls: (
          <>
            <MonthChoice {...choice} />
            {forAll.map((choice) => (
              <p key={choice.text} className="text-sm text-muted">
                <ChoiceLinks dialogPath="/horses/bill" choice={choice} />
              </p>
            ))}
          </>
        ),
        params,
        key: `${choice.month} ${choice.isProrated}`,
      }}
      items={items.unusual}
      folded={items.usual}
      optional={[
        { heading: "Left before today. Tick to include", items: items.left, isFirst: true },
        { heading: "Deleted. Tick to include", items: items.deleted, isFirst: true },
        { heading: "Skipped. Tick to include", items: items.optional },
      ]}
      leftOut={{ heading: `Not billed for ${formatMonth(choice.month)}`, items: items.leftOut }}
    />
  );
}
