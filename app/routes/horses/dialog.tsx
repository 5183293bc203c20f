import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { horse } from "#app/domain/records/horse.ts";
import { editableRecord, formRoute, openForm, saveForm } from "#app/records/form-route.ts";
import { RecordDialog } from "#app/ui/dialog/record-dialog.tsx";
import { CHECK_MESSAGES } from "#db/constraints.ts";
import { horseChoices, horseRecords, newHorse } from "#db/queries/horses.ts";

const form = formRoute({
  path: "/horses",
  description: horse,
  ...editableRecord(horseRecords),
  choices: horseChoices,
  initial: newHorse,
  rules: [
    {
      field: "checkOutDate",
      message: CHECK_MESSAGES.horses_stay,
      holds: ({ checkInDate, checkOutDate }) => !checkOutDate || checkOutDate >= checkInDate,
    },
  ],
});

export const loader = (args: LoaderFunctionArgs) => openForm(args, form);
export const action = (args: ActionFunctionArgs) => saveForm(args, form);

export {
  revalidateOnOtherRecord as shouldRevalidate,
  sendForm as clientAction,
} from "#app/records/client-actions.ts";

export default function HorseDialog() {
  return (
    <RecordDialog
      noun="Horse"
      path="/horses"
      description={horse}
      opened={useLoaderData<typeof loader>()}
      answer={useActionData<typeof action>()}
    />
  );
}
