import { customer } from "#app/domain/records/customer.ts";
import { editableRecord, formLoader, recordForm } from "#app/records/forms/form-route.ts";
import { formAction } from "#app/records/forms/save-form.ts";
import { titledByRecord } from "#app/ui/dialog/dialog-title.ts";
import { RecordDialog } from "#app/ui/dialog/record-dialog.tsx";
import { customerRecords } from "#db/queries/barn/customers.ts";
import { loadCustomers } from "./load.ts";

const form = recordForm(customer, { load: loadCustomers, ...editableRecord(customerRecords) });

export const loader = formLoader(form);
export const handle = titledByRecord(customer.record);
export const action = formAction(form);
export { revalidateOnOtherRecord as shouldRevalidate, sendForm as clientAction } from "#app/records/client-actions.ts";
export { loadForm as clientLoader } from "#app/records/client-loaders.ts";

export default function CustomerDialog() {
  return <RecordDialog description={customer} />;
}
