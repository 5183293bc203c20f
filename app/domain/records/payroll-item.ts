import type { LocalDate } from "#app/domain/basics/calendar.ts";
import type { Cents } from "#app/domain/basics/money.ts";
import {
  date,
  describe,
  dollars,
  flag,
  name,
  optionalDate,
  type RecordRow,
  readOnlyNumber,
  requiredReference,
} from "#app/domain/fields/field.ts";

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
};

/** The fields of a payroll item (docs/product.md, 'Payroll'). */
export const payrollItem = describe<PayrollRow, "groom">()({
  date: date("Date", { phone: "fact", width: "w-28" }),
  weekNumber: readOnlyNumber("Week", { column: "week", width: "w-16" }),
  groomId: requiredReference("Groom", {
    column: "groom",
    nameOf: (row: PayrollRow) => row.groom,
    placeholder: "Select a groom...",
    phone: "title",
    width: "w-40",
  }),
  item: name("Item", { phone: "fact", width: "w-44" }),
  value: dollars("Value", { phone: "end", width: "w-24" }),
  paymentDate: optionalDate("Payment Date", { column: "payment", width: "w-44" }),
  paid: flag("Paid", { inRow: true, inBulk: true, phone: "state", width: "w-18" }),
});
