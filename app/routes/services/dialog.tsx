import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { editableRecord, formRoute, openForm, saveForm } from "#app/records/form-route.ts";
import { RecordDialog } from "#app/ui/dialog/record-dialog.tsx";
import { serviceRecords } from "#db/queries/services.ts";
import { service } from "./service.ts";

const form = formRoute({
  path: "/services",
  description: service,
  ...editableRecord(serviceRecords),
});

export const loader = (args: LoaderFunctionArgs) => openForm(args, form);
export const action = (args: ActionFunctionArgs) => saveForm(args, form);

export {
  revalidateOnOtherRecord as shouldRevalidate,
  submitForm as clientAction,
} from "#app/records/client-actions.ts";

export default function ServiceDialog() {
  return (
    <RecordDialog
      noun="Service"
      path="/services"
      description={service}
      opened={useLoaderData<typeof loader>()}
      answer={useActionData<typeof action>()}
    />
  );
}
