import { Link } from "@remix-run/react";
import { failure, readAsAdmin } from "#app/auth/require-admin.ts";
import { formatInNewYork } from "#app/domain/calendar.ts";
import { horseHistory, staysOf } from "#app/domain/horse-history.ts";
import { horse } from "#app/domain/records/horse.ts";
import { useLiveData } from "#app/live/browser/live-data.ts";
import { liveLoader } from "#app/records/live-loader.ts";
import { button } from "#app/ui/controls/button.tsx";
import { BillsByMonth } from "#app/ui/record/bills-by-month.tsx";
import { factsOf, RecordPage, To } from "#app/ui/record/record-page.tsx";
import { horsePage } from "#db/queries/horse-page.ts";
import { Changes, Services, Shows, Stays } from "./sections.tsx";

/** The months that the page shows at first, and at the press on 'All months'. */
const MONTHS = { some: 13, all: 1_200 };

/** Reads all of the page in one database request. `?months=all` shows all months. */
export const loader = liveLoader(async ({ request, params, context }) => {
  const { id = "" } = params;
  const isAll = new URL(request.url).searchParams.get("months") === "all";
  const limit = isAll ? MONTHS.all : MONTHS.some;
  const [[found]] = await readAsAdmin(request, context, horsePage(id, limit + 1));
  if (!found) throw failure(context, 404);
  const { changes, months, ...page } = found.page;
  return {
    id,
    title: page.record.name,
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
          <Link to={`/horses/${id}/edit`} className={button.secondary}>
            Edit
          </Link>
        )
      }
      facts={factsOf(horse, record, {
        // The section 'Stays' has these dates.
        without: ["checkInDate", "checkOutDate"],
        contents: { customerId: customerId && <To to={`/customers/${customerId}`}>{responsibleParty}</To> },
      })}
    >
      <Stays stays={page.stays} />
      <Changes history={page.history} createdAt={page.createdAt} />
      <BillsByMonth {...page} path={`/horses/${id}`} bills={`/billing?view=all&horse=${id}`} />
      <Services id={id} {...page} />
      <Shows id={id} {...page} />
    </RecordPage>
  );
}
