import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { Link, useActionData } from "@remix-run/react";
import { failure, readAsAdmin } from "#app/auth/require-admin.ts";
import { horseHistory, standingChanges, staysOf } from "#app/domain/barn/horse-history.ts";
import { horseOn } from "#app/domain/barn/next-prices.ts";
import { OF_HORSE, presenceOf } from "#app/domain/barn/presence.ts";
import { formatInNewYork, formatUsDate, todayInNewYork } from "#app/domain/basics/calendar.ts";
import { formatDollars } from "#app/domain/basics/money.ts";
import { monthOf, nameOfMonth } from "#app/domain/basics/months.ts";
import { daysOnProperty } from "#app/domain/boarding/boarding-month.ts";
import { BOARDING_SERVICE, MONTHLY_CHARGES } from "#app/domain/boarding/monthly-charges.ts";
import { horse } from "#app/domain/records/horse.ts";
import { useLiveData } from "#app/live/browser/live-data.ts";
import { actOnList } from "#app/records/lists/list-commands.ts";
import { liveLoader } from "#app/records/live-loader.ts";
import { readNotice } from "#app/records/undo.ts";
import { button } from "#app/ui/controls/button.tsx";
import { BillsByMonth } from "#app/ui/record/bills-by-month.tsx";
import { Facts } from "#app/ui/record/facts.tsx";
import { RecordPage } from "#app/ui/record/record-page.tsx";
import { Stays } from "#app/ui/record/stays.tsx";
import { SECTION_ROWS } from "#db/queries/barn/customer-page.ts";
import { horsePage } from "#db/queries/barn/horse-page.ts";
import { horsesList } from "../../shell/lists.ts";
import { Changes, HorseShows, ResponsibleParty, Services } from "./sections.tsx";

/** Reads all data of the page in one database request. */
export const loader = liveLoader(async ({ request, params, context }) => {
  const { id = "" } = params;
  const today = todayInNewYork(context.now);
  const [[[found]], notice] = await Promise.all([
    readAsAdmin(request, context, horsePage(id, today)),
    readNotice({ request, context }),
  ]);
  if (!found) throw failure(context, 404);
  const { changes, createdAt, deletedAt, record: stored, ...page } = found.page;
  const standing = standingChanges(changes);
  const record = horseOn(stored, today);
  return {
    id,
    today,
    part: daysOnProperty({ ...stored, createdAt, deletedAt, changes: standing }, monthOf(today)),
    presence: presenceOf(record.checkInDate, record.checkOutDate, today, OF_HORSE),
    title: record.name,
    record,
    notice,
    ...page,
    stays: staysOf(record, standing),
    // Formatted here: the browser does not load the code of time zones.
    createdAt: formatInNewYork(new Date(createdAt)),
    history: horseHistory(stored, changes.slice(0, SECTION_ROWS)).map(({ at, ...change }) => ({
      ...change,
      at: formatInNewYork(new Date(at)),
    })),
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

/** '$3,500.00 from 12/01/2026' */
const describeNext = ({ nextBoarding, pricesFrom }: Figures["record"]) =>
  nextBoarding !== null && pricesFrom ? [`${formatDollars(nextBoarding)} from ${formatUsDate(pricesFrom)}`] : [];

type Figures = Pick<ReturnType<typeof useLiveData<typeof loader>>, "record" | "today" | "part" | "billed"> & {
  bills: string;
};

function figuresOf({ record, today, part, billed, bills }: Figures) {
  const year = today.slice(0, 4);
  return [
    {
      label: "Boarding",
      value: formatDollars(record.boarding),
      note: [
        ...describeNext(record),
        ...OTHER_AMOUNTS.map(({ field, word }) => `${formatDollars(record[field])} ${word}`),
      ].join(" · "),
    },
    { label: `Days in ${nameOfMonth(monthOf(today))}`, value: String(part.days), note: `of ${part.of}` },
    {
      label: `Billed in ${year}`,
      value: formatDollars(billed.inYear),
      note: `${formatDollars(billed.pending)} pending`,
      to: `${bills}&from=${year}-01-01&to=${year}-12-31`,
    },
  ];
}

/** The page of a horse (docs/product.md, 'Pages of records'). */
export default function Horse() {
  const { id, record, isDeleted, ...page } = useLiveData<typeof loader>();
  const bills = `/billing?view=all&horse=${id}`;
  const entry = `/?horseId=${id}`;
  return (
    <RecordPage
      id={id}
      back={{ to: "/horses", label: "Horses" }}
      name={record.name}
      isDeleted={isDeleted}
      presence={page.presence}
      action={
        !isDeleted && (
          <Link to={entry} className={button.primary}>
            Log service
          </Link>
        )
      }
      menu={
        !isDeleted && (
          <Link to={`/horses/${id}/edit`} className="menu-item">
            Edit
          </Link>
        )
      }
      figures={figuresOf({ record, bills, ...page })}
      facts={
        <Facts
          description={horse}
          row={record}
          editHref={isDeleted ? undefined : `/horses/${id}/edit`}
          answer={useActionData<typeof action>()}
          notice={page.notice}
          contents={{
            customerId: <ResponsibleParty {...record} />,
          }}
        />
      }
    >
      <BillsByMonth bills={bills} months={page.months} />
      <Services services={page.services} add={!isDeleted && entry} all={bills} />
      <HorseShows id={id} isDeleted={isDeleted} shows={page.shows} />
      <Stays stays={page.stays} labels={["Check-in Date", "Check-out Date"]} />
      <Changes id={id} history={page.history} createdAt={page.createdAt} />
    </RecordPage>
  );
}
