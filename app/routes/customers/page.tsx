import { Link } from "@remix-run/react";
import { failure, readAsAdmin } from "#app/auth/require-admin.ts";
import { formatInNewYork } from "#app/domain/calendar.ts";
import { customer } from "#app/domain/records/customer.ts";
import { useLiveData } from "#app/live/browser/live-data.ts";
import { liveLoader } from "#app/records/live-loader.ts";
import { button } from "#app/ui/controls/button.tsx";
import { BillsByMonth } from "#app/ui/record/bills-by-month.tsx";
import { factsOf, RecordPage } from "#app/ui/record/record-page.tsx";
import { customerPage } from "#db/queries/customer-page.ts";
import { Corrections, Horses, Invoices, Shows } from "./sections.tsx";

/** The months that the page shows at first, and at the press on 'All months'. */
const MONTHS = { some: 13, all: 1_200 };

/** Reads all of the page in one database request. `?months=all` shows all months. */
export const loader = liveLoader(async ({ request, params, context }) => {
  const { id = "" } = params;
  const isAll = new URL(request.url).searchParams.get("months") === "all";
  const limit = isAll ? MONTHS.all : MONTHS.some;
  const [[found]] = await readAsAdmin(request, context, customerPage(id, limit + 1));
  if (!found) throw failure(context, 404);
  const { months, horsesBefore, ...page } = found.page;
  // Formatted here: the browser does not load the code of time zones.
  const before = horsesBefore.map(({ until, ...horse }) => ({
    ...horse,
    until: until ? formatInNewYork(new Date(until)) : "Deleted",
  }));
  return {
    id,
    title: page.record.name,
    ...page,
    horsesBefore: before,
    months: months.slice(0, limit),
    hasMoreMonths: months.length > limit,
  };
});

/** The page of a customer (docs/product.md, 'Pages of records'). */
export default function Customer() {
  const { id, record, isDeleted, ...page } = useLiveData<typeof loader>();
  const { emails, phone, riders } = record;
  return (
    <RecordPage
      id={id}
      back={{ to: "/customers", label: "Customers" }}
      name={record.name}
      isDeleted={isDeleted}
      actions={
        <>
          {!isDeleted && (
            <Link to={`/customers/${id}/edit`} className={button.secondary}>
              Edit
            </Link>
          )}
          <Link to={`/customers/${id}/statement`} className={button.primary}>
            Statement
          </Link>
        </>
      }
      facts={factsOf(customer, record, {
        contents: {
          riders: riders.join(", "),
          emails: emails.length > 0 && emails.map((email) => <Email key={email}>{email}</Email>),
          phone: phone && (
            <a href={`tel:${phone.replace(/[^\d+]/g, "")}`} className="link">
              {phone}
            </a>
          ),
        },
      })}
    >
      <Horses {...page} />
      <BillsByMonth
        {...page}
        path={`/customers/${id}`}
        statement={`/customers/${id}/statement`}
        bills={`/billing?view=all&customer=${id}`}
      />
      <Invoices id={id} {...page} />
      <Corrections {...page} />
      <Shows {...page} />
    </RecordPage>
  );
}

const Email = ({ children: address }: { children: string }) => (
  <p>
    <a href={`mailto:${encodeURIComponent(address).replace("%40", "@")}`} className="link">
      {address}
    </a>
  </p>
);
