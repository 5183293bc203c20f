import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { payrollItem } from "#app/domain/records/payroll-item.ts";
import { editableRecord, formRoute, openForm, saveForm } from "#app/records/forms/form-route.ts";
import { RecordDialog } from "#app/ui/dialog/record-dialog.tsx";
import { addPayrollItem, payrollChoices, payrollRecords, savePayrollItem } from "#db/queries/payroll/payroll-items.ts";
import { loadPayroll } from "./load.ts";

const form = formRoute({
  path: "/payroll",
  load: loadPayroll,
  description: payrollItem,
  ...editableRecord(payrollRecords),
  choices: payrollChoices,
  // Unlike `editableRecord`, these changes also check that the groom exists.
  add: addPayrollItem,
  save: savePayrollItem,
  // 'Paid' means that this groom got this amount, so a merge must take all three from one admin.
  together: [["groomId", "value", "paid"]],
});

export const loader = (args: LoaderFunctionArgs) => openForm(args, form);
export const action = (args: ActionFunctionArgs) => saveForm(args, form);

export {
  revalidateOnOtherRecord as shouldRevalidate,
  sendForm as clientAction,
} from "#app/records/client-actions.ts";
export { loadForm as clientLoader } from "#app/records/client-loaders.ts";

export default function PayrollItemDialog() {
  return (
    <RecordDialog
      noun="Payroll Item"
      path="/payroll"
      description={payrollItem}
      opened={useLoaderData<typeof loader>()}
      answer={useActionData<typeof action>()}
      order={["groomId", "item", "date", "paymentDate", "value", "paid"]}
    />
  );
}
