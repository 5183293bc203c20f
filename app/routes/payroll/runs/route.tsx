import { useActionData } from "@remix-run/react";
import { useLiveData } from "#app/live/browser/live-data.ts";
import { loadPastRuns } from "#app/records/past-runs.ts";
import { undoAction } from "#app/records/undo.ts";
import { PastRuns } from "#app/ui/runs/past-runs.tsx";
import { pastPayroll } from "#db/queries/bills/past-runs.ts";

export const loader = loadPastRuns(pastPayroll);
export const action = undoAction("/payroll/runs", loader);

export { revalidateShortList as shouldRevalidate, sendForm as clientAction } from "#app/records/client-actions.ts";
export { loadScreen as clientLoader } from "#app/records/client-loaders.ts";

export default function PastPayrollRuns() {
  const loaded = useLiveData<typeof loader>();
  return <PastRuns path="/payroll/runs" {...loaded} answer={useActionData<typeof action>()} noun="item" />;
}
