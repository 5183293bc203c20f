import { formatUsDate } from "#app/domain/basics/calendar.ts";
import { paymentState } from "#app/domain/fields/row-states.ts";
import { type PayrollRow, payrollItem } from "#app/domain/records/payroll-item.ts";
import { StateBadge } from "#app/ui/controls/badge.tsx";
import { columnsOf, linkTo } from "#app/ui/list/table/columns.tsx";
import { useToday } from "#app/ui/list/today.ts";

export const nameOfPayrollItem = ({ item, groom, date }: PayrollRow) => `${item} of ${groom}, ${formatUsDate(date)}`;
/** The minimum widths of the columns. */
const WIDTHS = {
  date: "w-28",
  week: "w-16",
  groom: "w-40",
  item: "w-44",
  value: "w-24",
  payment: "w-44",
  paid: "w-18",
};

export const payrollColumns = columnsOf(payrollItem, nameOfPayrollItem, WIDTHS, {
  groom: linkTo("/grooms", ({ groomId }) => groomId),
  payment: (row, date) => (
    <>
      <span>{date}</span> <PaymentState {...row} />
    </>
  ),
});

function PaymentState(row: PayrollRow) {
  const state = paymentState(row, useToday());
  return state && <StateBadge state={state} />;
}

/** The text of an empty list. */
export const EMPTY = {
  title: "No Payroll Items",
  text: "No payroll items have been generated yet",
  done: "All payments are made.",
  way: { to: "/payroll/generate", label: "Add Payroll Items" },
};
