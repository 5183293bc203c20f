import { formatUsDate } from "#app/domain/calendar.ts";
import { followsBill } from "#app/domain/mend-bill.ts";
import { formatDollars } from "#app/domain/money.ts";
import { pluralize } from "#app/domain/pluralize.ts";
import type { BillToEdit } from "#app/domain/records/bill-form.ts";
import type { Voiding } from "#db/queries/mend-bills.ts";

/** The notice after a voiding, with the data of its Undo; null if it was undone. */
export function describeVoiding(voiding: Voiding) {
  const { id, billIds, deletedPay, paidPay, unbilled, name, isUndone } = voiding;
  const [billId = ""] = billIds;
  if (isUndone) return null;
  const bills = billIds.length === 1 ? `${name} was voided.` : `${pluralize(billIds.length, "bill")} were voided.`;
  const deleted =
    deletedPay > 0
      ? ` ${pluralize(deletedPay, "unpaid payroll item")} ${deletedPay === 1 ? "was" : "were"} deleted with ${billIds.length === 1 ? "it" : "them"}.`
      : "";
  const paid =
    paidPay > 0
      ? ` ${pluralize(paidPay, "payroll item")} ${paidPay === 1 ? "is" : "are"} paid and ${paidPay === 1 ? "stays" : "stay"}.`
      : "";
  const [show] = unbilled;
  const shows = unbilled.length === 1 ? ` ${show} is unbilled again.` : ` ${unbilled.length} shows are unbilled again.`;
  return { id, billId, text: bills + deleted + paid + (show ? shows : "") };
}

/** What an edit of the bill does to the payroll item of its groom; null if it has none. */
export function describePay(bill: BillToEdit): string | null {
  const { pay } = bill;
  if (!pay) return null;
  const item = `${pay.groom}'s payroll item of ${formatDollars(pay.value)}, dated ${formatUsDate(pay.date)},`;
  if (followsBill(pay, bill)) return `${item} is unpaid: its date, payment date and value follow this bill.`;
  return pay.paid ? `${item} is paid and stays as it is.` : `${item} was edited by hand and stays as it is.`;
}
