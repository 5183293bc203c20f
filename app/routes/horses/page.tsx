import { Link } from "@remix-run/react";
import { failure, readAsAdmin } from "#app/auth/require-admin.ts";
import { LOCATION_NAMES } from "#app/domain/boarding.ts";
import { formatInNewYork } from "#app/domain/calendar.ts";
import { horseHistory, staysOf } from "#app/domain/horse-history.ts";
import { formatDollars } from "#app/domain/money.ts";
import { useLiveData } from "#app/live/browser/live-data.ts";
import { liveLoader } from "#app/records/live-loader.ts";
import { button } from "#app/ui/controls/button.tsx";
import { BillsByMonth } from "#app/ui/record/bills-by-month.tsx";
import { RecordPage, To } from "#app/ui/record/record-page.tsx";
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
  const { changes, months, ...horse } = found.page;
  return {
    id,
    title: found.page.name,
    ...horse,
    stays: staysOf(horse, changes),
    // Formatted here: the browser does not load the code of time zones.
    createdAt: formatInNewYork(new Date(horse.createdAt)),
    history: horseHistory(horse, changes).map(({ at, ...change }) => ({
      ...change,
      at: formatInNewYork(new Date(at)),
    })),
    months: months.slice(0, limit),
    hasMoreMonths: months.length > limit,
  };
});

/** The page of a horse (docs/product.md, 'Pages of records'). */
export default function Horse() {
  const { id, name, isDeleted, ...horse } = useLiveData<typeof loader>();
  const { customer, customerId } = horse;
  return (
    <RecordPage
      id={id}
      back={{ to: "/horses", label: "Horses" }}
      name={name}
      isDeleted={isDeleted}
      actions={
        !isDeleted && (
          <Link to={`/horses/${id}/edit`} className={button.secondary}>
            Edit
          </Link>
        )
      }
      facts={[
        ["Responsible Party", customerId ? owner(customerId, customer) : "Unknown"],
        ["Location", LOCATION_NAMES[horse.location]],
        ["Boarding", formatDollars(horse.boarding)],
        ["Boarding Surcharge", formatDollars(horse.boardingSurcharge)],
        ["Training", formatDollars(horse.training)],
        ["Blanket", horse.hasBlanket ? "Yes" : "No"],
        ["Billable", horse.isBillable ? "Yes" : "No"],
      ]}
    >
      <Stays stays={horse.stays} />
      <Changes history={horse.history} createdAt={horse.createdAt} />
      <BillsByMonth {...horse} path={`/horses/${id}`} bills={`/billing?view=all&horse=${id}`} />
      <Services id={id} {...horse} />
      <Shows id={id} {...horse} />
    </RecordPage>
  );
}

const owner = (id: string, name: string | null) => <To to={`/customers/${id}`}>{name}</To>;
