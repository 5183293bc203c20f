import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { Link, useActionData } from "@remix-run/react";
import { failure, readAsAdmin } from "#app/auth/require-admin.ts";
import { horseHistory, staysOf } from "#app/domain/barn/horse-history.ts";
import { formatInNewYork, todayInNewYork } from "#app/domain/basics/calendar.ts";
import { formatDollars } from "#app/domain/basics/money.ts";
import { formatMonth, monthOf } from "#app/domain/basics/months.ts";
import { boardOf } from "#app/domain/boarding/boarding-month.ts";
import { BOARDING_SERVICE, MONTHLY_CHARGES } from "#app/domain/boarding/monthly-charges.ts";
import { horse } from "#app/domain/records/horse.ts";
import { useLiveData } from "#app/live/browser/live-data.ts";
import { actOnList } from "#app/records/lists/list-commands.ts";
import { liveLoader } from "#app/records/live-loader.ts";
import { readNotice } from "#app/records/undo.ts";
import { button } from "#app/ui/controls/button.tsx";
import { BillsByMonth } from "#app/ui/record/bills-by-month.tsx";
import { Facts } from "#app/ui/record/facts.tsx";
import { RecordPage, To } from "#app/ui/record/record-page.tsx";
import { horsePage } from "#db/queries/barn/horse-page.ts";
import { horsesList } from "../../shell/lists.ts";
import { Changes, HorseShows, Services, Stays } from "./sections.tsx";

/** The number of months on the page: `some` at first, `all` after a press on 'All months'. */
const MONTHS = { some: 13, all: 1_200 };

/** Reads all data of the page in one database request. `?months=all` shows all months. */
export const loader = liveLoader(async ({ request, params, context }) => {
  const { id = "" } = params;
  const isAll = new URL(request.url).searchParams.get("months") === "all";
  const limit = isAll ? MONTHS.all : MONTHS.some;
  const [[[found]], notice] = await Promise.all([
    readAsAdmin(request, context, horsePage(id, limit + 1)),
    readNotice({ request, context }),
  ]);
  if (!found) throw failure(context, 404);
  const { changes, months, ...page } = found.page;
  const today = todayInNewYork(context.now);
  const { part } = boardOf({ ...page.record, createdAt: page.createdAt, changes }, monthOf(today));
  const year = today.slice(0, 4);
  return {
    id,
    year,
    month: monthOf(today),
    part,
    billedThisYear: months.filter(({ month }) => month.startsWith(year)).reduce((sum, each) => sum + each.sum, 0),
    title: page.record.name,
    notice,
    ...page,
    stays: staysOf(page.record, changes),
    // Formatted here: the browser does not load the code of time zones.
    createdAt: formatInNewYork(new Date(page.createdAt)),
    history: horseHistory(page.record, changes).map(({ at, ...change }) => ({
      ...change,
      at: formatInNewYork(new Date(at)),
    })),
    months: months.slice(0, limit),
    hasMoreMonths: months.length > limit,
  };
});

/** A command among the facts redirects back to this page. */
export const action = (args: ActionFunctionArgs) =>
  actOnList(args, { ...horsesList, back: `/horses/${args.params.id}` }, loader);

export {
  revalidateAfterCommand as shouldRevalidate,
  submitInOrder as clientAction,
} from "#app/records/client-actions.ts";
export { loadScreen as clientLoader } from "#app/records/client-loaders.ts";

/** The amounts of a horse beside its board, each with the last word of its name: 'surcharge', 'training'. */
const OTHER_AMOUNTS = MONTHLY_CHARGES.flatMap(({ id, field, name }) =>
  field && id !== BOARDING_SERVICE ? [{ field, word: name.toLowerCase().split(" ").at(-1) }] : [],
);

/** The page of a horse (docs/product.md, 'Pages of records'). */
export default function Horse() {
  const { id, record, isDeleted, ...page } = useLiveData<typeof loader>();
  const { customerId, responsibleParty } = record;
  return (
    <RecordPage
      id={id}
      back={{ to: "/horses", label: "Horses" }}
      name={record.name}
      isDeleted={isDeleted}
      actions={
        !isDeleted && (
          <>
            <Link to={`/horses/${id}/edit`} className={button.secondary}>
              Edit
            </Link>
            <Link to={`/?horseId=${id}`} className={button.primary}>
              Log service
            </Link>
          </>
        )
      }
      figures={[
        {
          label: "Board",
          value: formatDollars(record.boarding),
          note: OTHER_AMOUNTS.map(({ field, word }) => `${formatDollars(record[field])} ${word}`).join(" · "),
        },
        {
          label: `Days in ${formatMonth(page.month)}`,
          value: String(page.part.days),
          note: `of ${page.part.of}`,
        },
        {
          label: `Billed in ${page.year}`,
          value: formatDollars(page.billedThisYear),
          note: `${formatDollars(page.all?.pending ?? 0)} pending`,
          to: `/billing?view=all&horse=${id}&from=${page.year}-01-01&to=${page.year}-12-31`,
        },
      ]}
      facts={
        <Facts
          description={horse}
          row={record}
          editHref={isDeleted ? undefined : `/horses/${id}/edit`}
          answer={useActionData<typeof action>()}
          notice={page.notice}
          contents={{
            customerId: customerId ? <To to={`/customers/${customerId}`}>{responsibleParty}</To> : "Unknown",
          }}
        />
      }
    >
      <Stays stays={page.stays} />
      <Changes history={page.history} createdAt={page.createdAt} />
      <BillsByMonth {...page} path={`/horses/${id}`} bills={`/billing?view=all&horse=${id}`} />
      <Services id={id} {...page} />
      <HorseShows id={id} isDeleted={isDeleted} {...page} />
    </RecordPage>
  );
}
