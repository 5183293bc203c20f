import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { Link, useActionData } from "@remix-run/react";
import { failure, readAsAdmin } from "#app/auth/require-admin.ts";
import { OF_GROOM, presenceOf } from "#app/domain/barn/presence.ts";
import { formatInNewYork, plusDays, todayInNewYork } from "#app/domain/basics/calendar.ts";
import { formatDollars } from "#app/domain/basics/money.ts";
import { staysOfGroom } from "#app/domain/payroll/employment.ts";
import { paymentFigure, salaryChangesOf } from "#app/domain/payroll/groom-pay.ts";
import { groom } from "#app/domain/records/groom.ts";
import { useLiveData } from "#app/live/browser/live-data.ts";
import { actOnList } from "#app/records/lists/list-commands.ts";
import { liveLoader } from "#app/records/live-loader.ts";
import { readNotice } from "#app/records/undo.ts";
import { button } from "#app/ui/controls/button.tsx";
import { Facts } from "#app/ui/record/facts.tsx";
import { RecordPage } from "#app/ui/record/record-page.tsx";
import { Stays } from "#app/ui/record/stays.tsx";
import { SECTION_ROWS } from "#db/queries/barn/customer-page.ts";
import { groomPage } from "#db/queries/barn/groom-page.ts";
import { groomsList } from "../../shell/lists.ts";
import { Items, Payments, Salaries } from "./sections.tsx";

/** Reads all data of the page in one database request. */
export const loader = liveLoader(async ({ request, params, context }) => {
  const { id = "" } = params;
  const today = todayInNewYork(context.now);
  const [[[found]], notice] = await Promise.all([
    readAsAdmin(request, context, groomPage(id, today)),
    readNotice({ request, context }),
  ]);
  if (!found) throw failure(context, 404);
  const { salaries, ...page } = found.page;
  const { name, startDate, endDate, weeklySalary } = page.record;
  return {
    id,
    today,
    title: name,
    presence: presenceOf(startDate, endDate, today, OF_GROOM),
    notice,
    ...page,
    stays: staysOfGroom({ startDate, endDate, salaryChanges: salaries.toReversed() }),
    // Formatted here: the browser does not load the code of time zones.
    salaries: salaryChangesOf(salaries, weeklySalary)
      .slice(0, SECTION_ROWS)
      .map(({ seq, at, before, after }) => ({ seq, before, after, at: formatInNewYork(new Date(at)) })),
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
  const { id, record, isDeleted, sums, today, notice, ...page } = useLiveData<typeof loader>();
  const list = `/payroll?view=all&groom=${id}`;
  const add = !isDeleted && `/payroll/new?groom=${id}`;
  const { overdueSince, next } = sums;
  return (
    <RecordPage
      id={id}
      back={{ to: "/grooms", label: "Grooms" }}
      name={record.name}
      isDeleted={isDeleted}
      presence={page.presence}
      action={
        add && (
          <Link to={add} className={button.primary}>
            Add payroll item
          </Link>
        )
      }
      menu={
        !isDeleted && (
          <Link to={`/grooms/${id}/edit`} className="menu-item">
            Edit
          </Link>
        )
      }
      figures={[
        { label: "Owed", value: formatDollars(sums.owed), note: "not paid yet", to: `/payroll?groom=${id}` },
        {
          ...paymentFigure(sums, today),
          to: overdueSince
            ? `/payroll?groom=${id}&paymentTo=${plusDays(today, -1)}`
            : next
              ? `/payroll?groom=${id}&payment=${next.date}`
              : undefined,
        },
        {
          label: `Paid in ${today.slice(0, 4)}`,
          value: formatDollars(sums.paidInYear),
          note: "by the day of payment",
          to: `${list}&paidFrom=${today.slice(0, 4)}-01-01&paidTo=${today.slice(0, 4)}-12-31`,
        },
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
      <Payments payments={page.payments} {...{ list, today }} />
      <Items items={page.items} {...{ list, add, today }} />
      <Stays stays={page.stays} labels={["Start Date", "End Date"]} />
      <Salaries id={id} salaries={page.salaries} />
    </RecordPage>
  );
}
