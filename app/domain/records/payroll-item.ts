import type { LocalDate } from "#app/domain/calendar.ts";
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
} from "#app/domain/field.ts";
import type { Cents } from "#app/domain/money.ts";

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
  date: date("Date"),
  weekNumber: readOnlyNumber("Week", { column: "week", width: "w-14 xl:w-20" }),
  groomId: requiredReference("Groom", {
    column: "groom",
    nameOf: (row: PayrollRow) => row.groom,
    placeholder: "Select a groom...",
    onCard: true,
    width: "w-28 xl:w-44",
  }),
  item: name("Item", { onCard: true, width: "w-28 xl:w-48" }),
  value: dollars("Value", { onCard: true, width: "w-24 xl:w-28" }),
  paymentDate: optionalDate("Payment Date", { column: "payment", onCard: true, width: "w-28 xl:w-36" }),
  paid: flag("Paid", { inRow: true, inBulk: true, onCard: true, width: "w-16 xl:w-20" }),
});
