import { useActionData } from "@remix-run/react";
import { useLiveData } from "#app/live/browser/live-data.ts";
import { loadPastRuns } from "#app/records/past-runs.ts";
import { undoAction } from "#app/records/undo.ts";
import { PastRuns } from "#app/ui/runs/past-runs.tsx";
import { pastBilling } from "#db/queries/bills/past-runs.ts";

export const loader = loadPastRuns(pastBilling);
export const action = undoAction("/billing/runs", loader);

export { revalidateShortList as shouldRevalidate, sendForm as clientAction } from "#app/records/client-actions.ts";
export { loadScreen as clientLoader } from "#app/records/client-loaders.ts";

export default function PastBillingRuns() {
  const loaded = useLiveData<typeof loader>();
  return <PastRuns path="/billing/runs" {...loaded} answer={useActionData<typeof action>()} noun="bill" />;
}
