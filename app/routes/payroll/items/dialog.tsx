import { payrollItem } from "#app/domain/records/payroll-item.ts";
import { formLoader, recordForm } from "#app/records/forms/form-route.ts";
import { formAction } from "#app/records/forms/save-form.ts";
import { titledByRecord } from "#app/ui/dialog/dialog-title.ts";
import { RecordDialog } from "#app/ui/dialog/record-dialog.tsx";
import { addPayrollItem, payrollChoices, payrollRecords, savePayrollItem } from "#db/queries/payroll/payroll-items.ts";
import { findRecord } from "#db/write/records.ts";
import { loadPayroll } from "./load.ts";

const form = recordForm(payrollItem, {
  load: loadPayroll,
  find: (id) => findRecord(payrollRecords, id),
  choices: payrollChoices,
  add: addPayrollItem,
  saveKnown: savePayrollItem,
  // 'Paid' means that this groom got this amount on this day, so a merge must take all of them from one admin.
  together: [["groomId", "value", "paid", "paidOn"]],
});

export const loader = formLoader(form);
export const handle = titledByRecord(payrollItem.record);
export const action = formAction(form);
export { revalidateOnOtherRecord as shouldRevalidate, sendForm as clientAction } from "#app/records/client-actions.ts";
export { loadForm as clientLoader } from "#app/records/client-loaders.ts";

const ORDER = ["groomId", "item", "date", "paymentDate", "value", "paid", "paidOn"];

export default function PayrollItemDialog() {
  return <RecordDialog description={payrollItem} order={ORDER} />;
}
