import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { customer } from "#app/domain/records/customer.ts";
import { editableRecord, formRoute, openForm, saveForm } from "#app/records/forms/form-route.ts";
import { loadList } from "#app/records/lists/read-list.ts";
import { RecordDialog } from "#app/ui/dialog/record-dialog.tsx";
import { customerRecords } from "#db/queries/barn/customers.ts";
import { customersList } from "../../shell/lists.ts";

const form = formRoute({
  path: "/customers",
  load: loadList(customersList),
  description: customer,
  ...editableRecord(customerRecords),
});

export const loader = (args: LoaderFunctionArgs) => openForm(args, form);
export const action = (args: ActionFunctionArgs) => saveForm(args, form);

export {
  revalidateOnOtherRecord as shouldRevalidate,
  sendForm as clientAction,
} from "#app/records/client-actions.ts";
export { loadForm as clientLoader } from "#app/records/client-loaders.ts";

export default function CustomerDialog() {
  return (
    <RecordDialog
      noun="Customer"
      path="/customers"
      description={customer}
      opened={useLoaderData<typeof loader>()}
      answer={useActionData<typeof action>()}
    />
  );
}
