import { formatUsDate, type LocalDate } from "#app/domain/basics/calendar.ts";
import { type Cents, formatDollars } from "#app/domain/basics/money.ts";
import { paymentState, type RowState } from "#app/domain/fields/row-states.ts";
import type { PayItemOfGroom, Payment } from "#app/domain/payroll/groom-pay.ts";
import { StateBadge } from "#app/ui/controls/badge.tsx";
import { Section, To } from "#app/ui/record/record-page.tsx";

/** The address of the groom's items in their list, and the day of the page. */
type Of = { list: string; today: LocalDate };

/** A payment date with its state, in one column: a table of five does not fit on a phone. */
const PaymentDay = ({ day, state }: { day: string; state: RowState | false | null }) => (
  <span>
    <span>{day}</span> {state && <StateBadge state={state} />}
  </span>
);

/** The sums and the unpaid amounts of the latest payment dates. */
export function Payments({ payments, list, today }: Of & { payments: readonly Payment[] }) {
  return (
    <Section
      id="payments"
      title="By payment date"
      all={list}
      none="No payroll items yet."
      head={[["Payment Date", "date"], ["Total", "end"], ["Not paid", "end"], "Details"]}
      rows={payments.map(({ date, total, unpaid }) => {
        const day = date ? formatUsDate(date) : "No payment date";
        return {
          key: day,
          cells: [
            <PaymentDay
              key={day}
              day={day}
              state={unpaid > 0 && paymentState({ paid: false, paymentDate: date }, today)}
            />,
            formatDollars(total),
            formatDollars(unpaid),
            date && (
              <To key={date} to={`${list}&payment=${date}`}>
                Items<span className="sr-only">{` of ${day}`}</span>
              </To>
            ),
          ],
        };
      })}
    />
  );
}

type ItemsProps = Of & { items: readonly PayItemOfGroom[]; add: string | false };

/** The latest payroll items: weekly salaries and others. */
export function Items({ items, list, add, today }: ItemsProps) {
  return (
    <Section
      id="items"
      title="Payroll items"
      add={add}
      all={list}
      none="No payroll items yet."
      head={["Item", ["Date", "date"], ["Value", "end"], ["Payment Date", "date"]]}
      rows={items.map(({ id, item, date, value, paymentDate, paid }) => ({
        key: id,
        cells: [
          item,
          formatUsDate(date),
          formatDollars(value),
          <PaymentDay
            key={id}
            day={paymentDate ? formatUsDate(paymentDate) : ""}
            state={paymentState({ paid, paymentDate }, today)}
          />,
        ],
      }))}
    />
  );
}

type SalaryChangeAt = { seq: number; at: string; before: Cents; after: Cents };

/** The salary before and after each change. */
export function Salaries({ id, salaries }: { id: string; salaries: readonly SalaryChangeAt[] }) {
  return (
    <Section
      id="salaries"
      title="Changes of the salary"
      all={`/activity?record=${id}`}
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
