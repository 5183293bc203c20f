import { Link } from "@remix-run/react";
import { failure, readAsAdmin } from "#app/auth/require-admin.ts";
import { formatInNewYork, formatUsDate, weekNumber } from "#app/domain/calendar.ts";
import { type Payment, paymentsOf, salaryChangesOf } from "#app/domain/groom-pay.ts";
import { formatDollars } from "#app/domain/money.ts";
import { groom } from "#app/domain/records/groom.ts";
import { useLiveData } from "#app/live/browser/live-data.ts";
import { liveLoader } from "#app/records/live-loader.ts";
import { button } from "#app/ui/controls/button.tsx";
import { factsOf, RecordPage, Section, To } from "#app/ui/record/record-page.tsx";
import { type GroomPage, groomPage, MAX_PAY_ITEMS } from "#db/queries/groom-page.ts";

/** Reads all of the page in one database request. */
export const loader = liveLoader(async ({ request, params, context }) => {
  const { id = "" } = params;
  const [[found]] = await readAsAdmin(request, context, groomPage(id));
  if (!found) throw failure(context, 404);
  const { items, salaries, ...page } = found.page;
  const { payments, hasMore } = paymentsOf(items, MAX_PAY_ITEMS);
  return {
    id,
    title: page.record.name,
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

/** The page of a groom (docs/product.md, 'Pages of records'). */
export default function Groom() {
  const { id, record, isDeleted, payments, hasMore, all, weeks, salaries } = useLiveData<typeof loader>();
  return (
    <RecordPage
      id={id}
      back={{ to: "/grooms", label: "Grooms" }}
      name={record.name}
      isDeleted={isDeleted}
      actions={
        !isDeleted && (
          <Link to={`/grooms/${id}/edit`} className={button.secondary}>
            Edit
          </Link>
        )
      }
      facts={factsOf(groom, record)}
    >
      <Payments id={id} payments={payments} hasMore={hasMore} all={all} />
      <Items payments={payments} weeks={weeks} />
      <Salaries salaries={salaries} />
    </RecordPage>
  );
}

const dateOf = ({ date }: Payment) => (date ? formatUsDate(date) : "No payment date");

type PaymentsProps = Pick<GroomPage, "all"> & { id: string; payments: readonly Payment[]; hasMore: boolean };

/** What was paid, and what is due, by payment date. */
function Payments({ id, payments, hasMore, all }: PaymentsProps) {
  return (
    <Section
      id="payments"
      title="By payment date"
      more={
        <>
          {all && (
            <span className="text-muted">
              {formatDollars(all.sum - all.pending)} paid in all, {formatDollars(all.pending)} not paid
            </span>
          )}
          {hasMore && <To to={`/payroll?view=all&groom=${id}`}>Earlier payments</To>}
        </>
      }
      none="No payroll items yet."
      head={[["Payment Date", "date"], ["Total", "end"], ["Paid", "end"], ["Not paid", "end"], "Details"]}
      rows={payments.map((payment) => ({
        key: payment.date ?? "",
        cells: [
          dateOf(payment),
          formatDollars(payment.paid + payment.unpaid),
          formatDollars(payment.paid),
          formatDollars(payment.unpaid),
          payment.date && (
            <To key={payment.date} to={`/payroll?view=all&groom=${id}&payment=${payment.date}`}>
              Items<span className="sr-only"> of {dateOf(payment)}</span>
            </To>
          ),
        ],
      }))}
    />
  );
}

/** The weekly salaries and the extra items of the payments above. */
function Items({ payments, weeks }: { payments: readonly Payment[]; weeks: Record<string, number> }) {
  const items = payments.flatMap((payment) => payment.items);
  const sections = [
    { id: "weeks", title: "Weeks", none: "No weekly salaries.", items: items.filter(({ week }) => week !== null) },
    { id: "extra", title: "Extra items", none: "No extra items.", items: items.filter(({ week }) => week === null) },
  ];
  return sections.map(({ items: shown, ...section }) => (
    <Section
      key={section.id}
      {...section}
      head={["Item", ["Date", "date"], "Week", ["Value", "end"], ["Payment Date", "date"], "Paid"]}
      rows={shown.map((item) => ({
        key: item.id,
        cells: [
          item.item,
          formatUsDate(item.date),
          weeks[item.date],
          formatDollars(item.value),
          item.paymentDate && formatUsDate(item.paymentDate),
          item.paid ? "Yes" : "Not yet",
        ],
      }))}
    />
  ));
}

/** The salary before and after each change. */
function Salaries({ salaries }: { salaries: ReturnType<typeof salaryChangesOf> }) {
  return (
    <Section
      id="salaries"
      title="Changes of the salary"
      none="The salary was not changed."
      head={[
        ["When", "date"],
        ["Before", "end"],
        ["After", "end"],
      ]}
      rows={salaries.map(({ seq, at, before, after }) => ({
        key: `${seq}`,
        cells: [at, formatDollars(before), formatDollars(after)],
      }))}
    />
  );
}
