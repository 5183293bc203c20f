import { formatUsDate, type LocalDate } from "#app/domain/basics/calendar.ts";
import type { Cents } from "#app/domain/basics/money.ts";
import { describeList, type RecordRow } from "#app/domain/fields/field.ts";
import {
  date,
  dollars,
  flag,
  name,
  optionalDate,
  readOnlyNumber,
  requiredReference,
} from "#app/domain/fields/field-kinds.ts";
import { payDateFor } from "#app/domain/payroll/pay-dates.ts";

export type PayrollRow = RecordRow & {
  date: LocalDate;
  /** The ISO 8601 week of the date. */
  weekNumber: number;
  groomId: string;
  /** The name, also of a deleted groom. */
  groom: string;
  item: string;
  value: Cents;
  paymentDate: LocalDate | null;
  paid: boolean;
  /** Null while the item is unpaid, or if it was paid before Hayloft asked for the day. */
  paidOn: LocalDate | null;
};

const paymentDate = optionalDate("Payment Date", { width: "w-44", column: "payment", phone: "badge" });

/** The fields of a payroll item (docs/product.md, 'Payroll'). */
export const payrollItem = describeList<PayrollRow, "groom">()(
  {
    path: "/payroll",
    noun: "item",
    record: "Payroll Item",
    search: "Search payroll...",
    toggle: { on: "Showing pending payments", off: "Showing all payments", only: "pending only" },
    empty: {
      title: "No Payroll Items",
      text: "No payroll items have been generated yet",
      done: "All payments are made.",
      way: { to: "/payroll/generate", label: "Run payroll" },
    },
    defaultSort: "date",
    nameOf: ({ item, groom, date: day }) => `${item} of ${groom}, ${formatUsDate(day)}`,
  },
  {
    date: date("Date", { initial: "today", width: "w-28", phone: "fact" }),
    weekNumber: readOnlyNumber("Week", { width: "w-16", column: "week" }),
    groomId: requiredReference("Groom", {
      width: "w-40",
      column: "groom",
      nameOf: (row: PayrollRow) => row.groom,
      placeholder: "Select a groom...",
      phone: "title",
    }),
    item: name("Item", { width: "w-44", phone: "fact" }),
    value: dollars("Value", { width: "w-24", phone: "end" }),
    paymentDate: { ...paymentDate, input: { ...paymentDate.input, initialText: payDateFor } },
    paid: flag("Paid", { width: "w-18", inRow: true, inBulk: true }),
    paidOn: optionalDate("Paid On", { width: "w-28", column: "paid_on", hidden: true, sortable: false }),
  },
);
