import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { groom } from "#app/domain/records/groom.ts";
import { editableRecord, formRoute, openForm, saveForm } from "#app/records/forms/form-route.ts";
import { loadList } from "#app/records/lists/read-list.ts";
import { RecordDialog } from "#app/ui/dialog/record-dialog.tsx";
import { CHECK_MESSAGES } from "#db/constraints.ts";
import { groomRecords } from "#db/queries/barn/grooms.ts";
import { groomsList } from "../../shell/lists.ts";

const form = formRoute({
  path: "/grooms",
  load: loadList(groomsList),
  description: groom,
  ...editableRecord(groomRecords),
  rules: [
    {
      field: "endDate",
      message: CHECK_MESSAGES.grooms_employment,
      holds: ({ startDate, endDate }) => !startDate || !endDate || endDate >= startDate,
    },
  ],
});

export const loader = (args: LoaderFunctionArgs) => openForm(args, form);
export const action = (args: ActionFunctionArgs) => saveForm(args, form);

export {
  revalidateOnOtherRecord as shouldRevalidate,
  sendForm as clientAction,
} from "#app/records/client-actions.ts";
export { loadForm as clientLoader } from "#app/records/client-loaders.ts";

export default function GroomDialog() {
  return (
    <RecordDialog
      noun="Groom"
      path="/grooms"
      description={groom}
      opened={useLoaderData<typeof loader>()}
      answer={useActionData<typeof action>()}
    />
  );
}
