import { formatUsDate } from "#app/domain/basics/calendar.ts";
import { formatDollars } from "#app/domain/basics/money.ts";
import { followsBill } from "#app/domain/bills/mend-bill.ts";
import type { BillToEdit } from "#app/domain/records/bill-form.ts";

/** What an edit of the bill does to the groom's payroll item, in a sentence; null if the bill has no item. */
export function describePay(bill: BillToEdit): string | null {
  const { pay } = bill;
  if (!pay) return null;
  const item = `${pay.groom}'s payroll item of ${formatDollars(pay.value)}, dated ${formatUsDate(pay.date)},`;
  if (followsBill(pay, bill)) return `${item} is unpaid: its date, payment date and value follow this bill.`;
  return pay.paid ? `${item} is paid and stays as it is.` : `${item} was edited by hand and stays as it is.`;
}
