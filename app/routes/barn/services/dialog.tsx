import { amountSource } from "#app/domain/boarding/monthly-charges.ts";
import { type ServiceRow, service } from "#app/domain/records/service.ts";
import { editableRecord, formLoader, recordForm } from "#app/records/forms/form-route.ts";
import { formAction } from "#app/records/forms/save-form.ts";
import { loadList } from "#app/records/lists/read-list.ts";
import { titledByRecord } from "#app/ui/dialog/dialog-title.ts";
import { RecordDialog } from "#app/ui/dialog/record-dialog.tsx";
import { serviceRecords } from "#db/queries/barn/services.ts";
import { servicesList } from "../../shell/lists.ts";

const form = recordForm(service, { load: loadList(servicesList), ...editableRecord(serviceRecords) });

export const loader = formLoader(form);
export const handle = titledByRecord(service.record);
export const action = formAction(form);
export { revalidateOnOtherRecord as shouldRevalidate, sendForm as clientAction } from "#app/records/client-actions.ts";
export { loadForm as clientLoader } from "#app/records/client-loaders.ts";

export default function ServiceDialog() {
  return <RecordDialog description={service} noteOf={ignoredPrice} />;
}

/** Says that monthly billing charges another amount than the price of the service. */
function ignoredPrice(row: ServiceRow) {
  const source = amountSource(row);
  return (
    source && (
      <p className="notice">
        {`Monthly billing charges ${source} and ignores this price, which counts in the service form and at shows.`}
      </p>
    )
  );
}
