import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { Link, useActionData } from "@remix-run/react";
import { failure, readAsAdmin } from "#app/auth/require-admin.ts";
import { formatInNewYork, todayInNewYork } from "#app/domain/basics/calendar.ts";
import { formatDollars } from "#app/domain/basics/money.ts";
import { formatMonth, monthOf } from "#app/domain/basics/months.ts";
import { pluralize } from "#app/domain/basics/pluralize.ts";
import { customer } from "#app/domain/records/customer.ts";
import { useLiveData } from "#app/live/browser/live-data.ts";
import { actOnList } from "#app/records/lists/list-commands.ts";
import { liveLoader } from "#app/records/live-loader.ts";
import { readNotice } from "#app/records/undo.ts";
import { button } from "#app/ui/controls/button.tsx";
import { BillsByMonth } from "#app/ui/record/bills-by-month.tsx";
import { Facts } from "#app/ui/record/facts.tsx";
import { RecordPage } from "#app/ui/record/record-page.tsx";
import { customerPage } from "#db/queries/barn/customer-page.ts";
import { customersList } from "../../shell/lists.ts";
import { Horses } from "./horses.tsx";
import { Corrections, CustomerShows, Email, Invoices } from "./sections.tsx";

/** The number of months on the page: `some` at first, `all` after a press on 'All months'. */
const MONTHS = { some: 13, all: 1_200 };

/** Reads all data of the page in one database request. `?months=all` shows all months. */
export const loader = liveLoader(async ({ request, params, context }) => {
  const { id = "" } = params;
  const isAll = new URL(request.url).searchParams.get("months") === "all";
  const limit = isAll ? MONTHS.all : MONTHS.some;
  const today = todayInNewYork(context.now);
  const [[[found]], notice] = await Promise.all([
    readAsAdmin(request, context, customerPage(id, limit + 1, today)),
    readNotice({ request, context }),
  ]);
  if (!found) throw failure(context, 404);
  const { months, horsesBefore, ...page } = found.page;
  // Formatted here: the browser does not load the code of time zones.
  const before = horsesBefore.map(({ until, ...horse }) => ({
    ...horse,
    until: until ? formatInNewYork(new Date(until)) : "Deleted",
  }));
  const month = monthOf(today);
  return {
    id,
    title: page.record.name,
    notice,
    ...page,
    month,
    billed: months.find((each) => each.month === month)?.sum ?? 0,
    horsesBefore: before,
    months: months.slice(0, limit),
    hasMoreMonths: months.length > limit,
  };
});

/** A command among the facts redirects back to this page. */
export const action = (args: ActionFunctionArgs) =>
  actOnList(args, { ...customersList, back: `/customers/${args.params.id}` }, loader);

export {
  revalidateAfterCommand as shouldRevalidate,
  submitInOrder as clientAction,
} from "#app/records/client-actions.ts";
export { loadScreen as clientLoader } from "#app/records/client-loaders.ts";

type Figures = Pick<
  ReturnType<typeof useLiveData<typeof loader>>,
  "id" | "record" | "all" | "month" | "billed" | "horses"
>;

const figuresOf = ({ id, record, all, month, billed, horses }: Figures) => [
  {
    label: "Pending",
    value: formatDollars(all?.pending ?? 0),
    note: "not exported yet",
    to: `/billing?customer=${id}`,
  },
  {
    label: `Billed in ${formatMonth(month)}`,
    value: formatDollars(billed),
    note: `${formatDollars(all?.sum ?? 0)} since the first bill`,
    to: `/billing?view=all&customer=${id}&month=${month}`,
  },
  { label: "Horses", value: String(horses.length), note: pluralize(record.riders.length, "rider") },
];

/** The page of a customer (docs/product.md, 'Pages of records'). */
export default function Customer() {
  const { id, record, isDeleted, ...page } = useLiveData<typeof loader>();
  const { emails, riders } = record;
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
          {page.workingLinks > 0 && (
            <Link to={`/customers/links?customer=${id}`} className={button.secondary}>
              {pluralize(page.workingLinks, "active link")}
            </Link>
          )}
          <Link to={`/customers/${id}/statement`} className={button.primary}>
            Statement
          </Link>
        </>
      }
      figures={figuresOf({ id, record, ...page })}
      facts={
        <Facts
          description={customer}
          row={record}
          editHref={isDeleted ? undefined : `/customers/${id}/edit`}
          answer={useActionData<typeof action>()}
          notice={page.notice}
          contents={{
            riders: riders.join(", "),
            emails: emails.length > 0 && emails.map((email) => <Email key={email}>{email}</Email>),
          }}
        />
      }
    >
      <Horses {...page} id={isDeleted ? null : id} rider={riders[0]} />
      <BillsByMonth
        {...page}
        path={`/customers/${id}`}
        statement={`/customers/${id}/statement`}
        bills={`/billing?view=all&customer=${id}`}
      />
      <Invoices id={id} {...page} />
      <Corrections {...page} />
      <CustomerShows {...page} />
    </RecordPage>
  );
}
