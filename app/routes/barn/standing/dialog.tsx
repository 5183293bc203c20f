import { isFixedService } from "#app/domain/boarding/monthly-charges.ts";
import { standingCharge } from "#app/domain/records/service.ts";
import { formLoader, recordForm } from "#app/records/forms/form-route.ts";
import { formAction } from "#app/records/forms/save-form.ts";
import { titledByRecord } from "#app/ui/dialog/dialog-title.ts";
import { RecordDialog } from "#app/ui/dialog/record-dialog.tsx";
import { CHECK_MESSAGES } from "#db/constraints.ts";
import { addCharge, chargeChoices, saveCharge, standingRecords } from "#db/queries/barn/standing-charges.ts";
import { findRecord } from "#db/write/records.ts";
import { loadStanding } from "./load.ts";

const form = recordForm(standingCharge, {
  load: loadStanding,
  find: (id) => findRecord(standingRecords, id),
  choices: chargeChoices,
  add: addCharge,
  save: saveCharge,
  rules: [
    {
      field: "serviceId",
      message: "Hayloft bills this service by the facts of the horse. Choose another one.",
      holds: ({ serviceId }) => !isFixedService(serviceId),
    },
    {
      field: "untilDate",
      message: CHECK_MESSAGES.standing_charges_days,
      holds: ({ fromDate, untilDate }) => !untilDate || untilDate >= fromDate,
    },
  ],
});

export const loader = formLoader(form);
export const handle = titledByRecord(standingCharge.record);
export const action = formAction(form);
export { revalidateOnOtherRecord as shouldRevalidate, sendForm as clientAction } from "#app/records/client-actions.ts";
export { loadForm as clientLoader } from "#app/records/client-loaders.ts";

export default function StandingChargeDialog() {
  return <RecordDialog description={standingCharge} />;
}
