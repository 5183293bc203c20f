import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { amountSource } from "#app/domain/boarding/monthly-charges.ts";
import { service } from "#app/domain/records/service.ts";
import { editableRecord, formRoute, openForm, saveForm } from "#app/records/forms/form-route.ts";
import { loadList } from "#app/records/lists/read-list.ts";
import { RecordDialog } from "#app/ui/dialog/record-dialog.tsx";
import { serviceRecords } from "#db/queries/barn/services.ts";
import { servicesList } from "../../shell/lists.ts";

const form = formRoute({
  path: "/services",
  load: loadList(servicesList),
  description: service,
  ...editableRecord(serviceRecords),
});

export const loader = (args: LoaderFunctionArgs) => openForm(args, form);
export const action = (args: ActionFunctionArgs) => saveForm(args, form);

export {
  revalidateOnOtherRecord as shouldRevalidate,
  sendForm as clientAction,
} from "#app/records/client-actions.ts";
export { loadForm as clientLoader } from "#app/records/client-loaders.ts";

export default function ServiceDialog() {
  const opened = useLoaderData<typeof loader>();
  const source = opened.found && amountSource(opened.found);
  return (
    <RecordDialog
      noun="Service"
      path="/services"
      description={service}
      opened={opened}
      answer={useActionData<typeof action>()}
      note={
        source && (
          <p className="notice">
            {`Monthly billing charges ${source} and ignores this price, which counts in the service form and at shows.`}
          </p>
        )
      }
    />
  );
}
