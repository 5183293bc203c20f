import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { show } from "#app/domain/records/show.ts";
import { editableRecord, formRoute, openForm, saveForm } from "#app/records/forms/form-route.ts";
import { RecordDialog } from "#app/ui/dialog/record-dialog.tsx";
import { addShow, saveShow, showChoices, showRecords } from "#db/queries/barn/shows.ts";
import { loadShows } from "./load.ts";

const form = formRoute({
  path: "/shows",
  load: loadShows,
  description: show,
  ...editableRecord(showRecords),
  choices: showChoices,
  // Unlike `editableRecord`, these changes also copy the horse's customer to the show.
  add: addShow,
  save: saveShow,
});

export const loader = (args: LoaderFunctionArgs) => openForm(args, form);
export const action = (args: ActionFunctionArgs) => saveForm(args, form);

export {
  revalidateOnOtherRecord as shouldRevalidate,
  sendForm as clientAction,
} from "#app/records/client-actions.ts";
export { loadForm as clientLoader } from "#app/records/client-loaders.ts";

export default function ShowDialog() {
  return (
    <RecordDialog
      noun="Show"
      path="/shows"
      description={show}
      opened={useLoaderData<typeof loader>()}
      answer={useActionData<typeof action>()}
    />
  );
}
