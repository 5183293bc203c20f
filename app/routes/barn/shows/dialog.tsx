import { show } from "#app/domain/records/show.ts";
import { editableRecord, formLoader, recordForm } from "#app/records/forms/form-route.ts";
import { formAction } from "#app/records/forms/save-form.ts";
import { titledByRecord } from "#app/ui/dialog/dialog-title.ts";
import { RecordDialog } from "#app/ui/dialog/record-dialog.tsx";
import { addShow, saveShow, showChoices, showRecords } from "#db/queries/barn/shows.ts";
import { loadShows } from "./load.ts";

const form = recordForm(show, {
  load: loadShows,
  ...editableRecord(showRecords),
  choices: showChoices,
  // Unlike `editableRecord`, these changes also copy the horse's customer to the show.
  add: addShow,
  save: saveShow,
});

export const loader = formLoader(form);
export const handle = titledByRecord(show.record);
export const action = formAction(form);
export { revalidateOnOtherRecord as shouldRevalidate, sendForm as clientAction } from "#app/records/client-actions.ts";
export { loadForm as clientLoader } from "#app/records/client-loaders.ts";

export default function ShowDialog() {
  return <RecordDialog description={show} />;
}
