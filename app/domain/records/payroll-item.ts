import type { LocalDate } from "#app/domain/basics/calendar.ts";
import type { Cents } from "#app/domain/basics/money.ts";
import { describe, type RecordRow } from "#app/domain/fields/field.ts";
import {
  date,
  dollars,
  flag,
  name,
  optionalDate,
  readOnlyNumber,
  requiredReference,
} from "#app/domain/fields/field-kinds.ts";

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
  date: date("Date", { phone: "fact" }),
  weekNumber: readOnlyNumber("Week", { column: "week" }),
  groomId: requiredReference("Groom", {
    column: "groom",
    nameOf: (row: PayrollRow) => row.groom,
    placeholder: "Select a groom...",
    phone: "title",
  }),
  item: name("Item", { phone: "fact" }),
  value: dollars("Value", { phone: "end" }),
  paymentDate: optionalDate("Payment Date", { column: "payment" }),
  paid: flag("Paid", { inRow: true, inBulk: true, phone: "state" }),
});
