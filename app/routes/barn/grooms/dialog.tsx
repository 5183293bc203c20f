import { groom } from "#app/domain/records/groom.ts";
import { editableRecord, formLoader, recordForm } from "#app/records/forms/form-route.ts";
import { formAction } from "#app/records/forms/save-form.ts";
import { loadList } from "#app/records/lists/read-list.ts";
import { titledByRecord } from "#app/ui/dialog/dialog-title.ts";
import { RecordDialog } from "#app/ui/dialog/record-dialog.tsx";
import { CHECK_MESSAGES } from "#db/constraints.ts";
import { groomRecords } from "#db/queries/barn/grooms.ts";
import { groomsList } from "../../shell/lists.ts";

const form = recordForm(groom, {
  load: loadList(groomsList),
  ...editableRecord(groomRecords),
  rules: [
    {
      field: "endDate",
      message: CHECK_MESSAGES.grooms_employment,
      holds: ({ startDate, endDate }) => !startDate || !endDate || endDate >= startDate,
    },
  ],
});

export const loader = formLoader(form);
export const handle = titledByRecord(groom.record);
export const action = formAction(form);
export { revalidateOnOtherRecord as shouldRevalidate, sendForm as clientAction } from "#app/records/client-actions.ts";
export { loadForm as clientLoader } from "#app/records/client-loaders.ts";

const SALARY_NOTE = (
  <p className="text-sm text-muted">
    A new salary holds from this week, or from next week if this week’s salary is in Payroll already.
  </p>
);

export default function GroomDialog() {
  return <RecordDialog description={groom} noteOf={() => SALARY_NOTE} />;
}
