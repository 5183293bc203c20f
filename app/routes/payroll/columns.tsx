import { formatUsDate } from "#app/domain/calendar.ts";
import { type PayrollRow, payrollItem } from "#app/domain/records/payroll-item.ts";
import { StateBadge } from "#app/ui/controls/badge.tsx";
import { columnsOf, linkTo } from "#app/ui/list/columns.tsx";
import { useToday } from "#app/ui/list/today.ts";

export const nameOf = ({ item, groom, date }: PayrollRow) => `${item} of ${groom}, ${formatUsDate(date)}`;
export const columns = columnsOf(payrollItem, nameOf, {
  groom: linkTo("/grooms", ({ groomId }) => groomId),
  payment: (row, date) => (
    <>
      <span>{date}</span> <PaymentState {...row} />
    </>
  ),
});

/** The badge of a payroll item: paid, due today or overdue. A payment that is due later has none. */
function PaymentState({ paymentDate, paid }: Pick<PayrollRow, "paymentDate" | "paid">) {
  const today = useToday();
  if (paid) return <StateBadge state="Paid" />;
  if (!paymentDate || paymentDate > today) return null;
  return <StateBadge state={paymentDate < today ? "Overdue" : "Due today"} />;
}

/** What the list says while it is empty. */
export const EMPTY = {
  title: "No Payroll Items",
  text: "No payroll items have been generated yet",
  done: "All payments are made.",
  way: { to: "/payroll/generate", label: "Add Payroll Items" },
};
