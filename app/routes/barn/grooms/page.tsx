import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { Link, useActionData } from "@remix-run/react";
import { failure, readAsAdmin } from "#app/auth/require-admin.ts";
import { formatInNewYork, formatUsDate, weekNumber } from "#app/domain/basics/calendar.ts";
import { formatDollars } from "#app/domain/basics/money.ts";
import { paymentsOf, salaryChangesOf } from "#app/domain/payroll/groom-pay.ts";
import { groom } from "#app/domain/records/groom.ts";
import { useLiveData } from "#app/live/browser/live-data.ts";
import { actOnList } from "#app/records/lists/list-commands.ts";
import { liveLoader } from "#app/records/live-loader.ts";
import { readNotice } from "#app/records/undo.ts";
import { button } from "#app/ui/controls/button.tsx";
import { Facts } from "#app/ui/record/facts.tsx";
import { RecordPage } from "#app/ui/record/record-page.tsx";
import { type GroomPage, groomPage, MAX_PAY_ITEMS } from "#db/queries/barn/groom-page.ts";
import { groomsList } from "../../shell/lists.ts";
import { dateOf, Items, Payments, Salaries } from "./sections.tsx";

/** Reads all data of the page in one database request. */
export const loader = liveLoader(async ({ request, params, context }) => {
  const { id = "" } = params;
  const [[[found]], notice] = await Promise.all([
    readAsAdmin(request, context, groomPage(id)),
    readNotice({ request, context }),
  ]);
  if (!found) throw failure(context, 404);
  const { items, salaries, ...page } = found.page;
  const { payments, hasMore } = paymentsOf(items, MAX_PAY_ITEMS);
  return {
    id,
    title: page.record.name,
    notice,
    ...page,
    payments,
    hasMore,
    // Formatted here: the browser does not load the code of time zones.
    weeks: Object.fromEntries(items.map((item) => [item.date, weekNumber(item.date)])),
    salaries: salaryChangesOf(salaries, page.record.weeklySalary).map(({ at, ...change }) => ({
      ...change,
      at: formatInNewYork(new Date(at)),
    })),
  };
});

/** A command among the facts redirects back to this page. */
export const action = (args: ActionFunctionArgs) =>
  actOnList(args, { ...groomsList, back: `/grooms/${args.params.id}` }, loader);

export {
  revalidateAfterCommand as shouldRevalidate,
  submitInOrder as clientAction,
} from "#app/records/client-actions.ts";
export { loadScreen as clientLoader } from "#app/records/client-loaders.ts";

/** The page of a groom (docs/product.md, 'Pages of records'). */
export default function Groom() {
  const { id, record, isDeleted, payments, hasMore, all, weeks, salaries, notice } = useLiveData<typeof loader>();
  const next = payments.findLast(({ date, unpaid }) => date !== null && unpaid > 0);
  return (
    <RecordPage
      id={id}
      back={{ to: "/grooms", label: "Grooms" }}
      name={record.name}
      isDeleted={isDeleted}
      actions={
        !isDeleted && (
          <>
            <Link to={`/grooms/${id}/edit`} className={button.secondary}>
              Edit
            </Link>
            <Link to={`/payroll/new?groom=${id}`} className={button.secondary}>
              Add payroll item
            </Link>
          </>
        )
      }
      figures={[
        { label: "Owed", value: formatDollars(all?.pending ?? 0), note: "not paid yet", to: `/payroll?groom=${id}` },
        next
          ? {
              label: "Next payment",
              value: formatDollars(next.unpaid),
              note: dateOf(next),
              to: `/payroll?groom=${id}&payment=${next.date}`,
            }
          : { label: "Next payment", value: "-", note: "nothing is unpaid" },
        { label: "Weekly salary", value: formatDollars(record.weeklySalary), note: groomDates(record) },
      ]}
      facts={
        <Facts
          description={groom}
          row={record}
          editHref={isDeleted ? undefined : `/grooms/${id}/edit`}
          answer={useActionData<typeof action>()}
          notice={notice}
        />
      }
    >
      <Payments id={id} payments={payments} hasMore={hasMore} all={all} />
      <Items payments={payments} weeks={weeks} />
      <Salaries salaries={salaries} />
    </RecordPage>
  );
}

const groomDates = ({ startDate, endDate }: GroomPage["record"]) =>
  [startDate && `since ${formatUsDate(startDate)}`, endDate && `until ${formatUsDate(endDate)}`]
    .filter(Boolean)
    .join(", ");
