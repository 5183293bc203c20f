import { formatUsDate } from "#app/domain/basics/calendar.ts";
import { formatDollars } from "#app/domain/basics/money.ts";
import type { Payment, salaryChangesOf } from "#app/domain/payroll/groom-pay.ts";
import { StateBadge } from "#app/ui/controls/badge.tsx";
import { Section, To } from "#app/ui/record/record-page.tsx";
import type { GroomPage } from "#db/queries/barn/groom-page.ts";

export const dateOf = ({ date }: Payment) => (date ? formatUsDate(date) : "No payment date");

type PaymentsProps = Pick<GroomPage, "all"> & { id: string; payments: readonly Payment[]; hasMore: boolean };

/** The paid and the unpaid amounts by payment date. */
export function Payments({ id, payments, hasMore, all }: PaymentsProps) {
  return (
    <Section
      id="payments"
      title="By payment date"
      more={
        <>
          {all && (
            <span className="text-muted">
              {`${formatDollars(all.sum - all.pending)} paid · ${formatDollars(all.pending)} unpaid`}
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
              Items<span className="sr-only">{` of ${dateOf(payment)}`}</span>
            </To>
          ),
        ],
      }))}
    />
  );
}

/** The items of the payments above: weekly salaries and extra items. */
export function Items({ payments, weeks }: { payments: readonly Payment[]; weeks: Record<string, number> }) {
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
          item.paid ? <StateBadge key={item.id} state="Paid" /> : "-",
        ],
      }))}
    />
  ));
}

/** The salary before and after each change. */
export function Salaries({ salaries }: { salaries: ReturnType<typeof salaryChangesOf> }) {
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
