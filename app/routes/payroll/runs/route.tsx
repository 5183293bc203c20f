import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { useActionData } from "@remix-run/react";
import type { TakeBackAnswer, Unreachable } from "#app/domain/basics/answers.ts";
import { useLiveData } from "#app/live/browser/live-data.ts";
import { loadPastRuns, undoTakeBack } from "#app/records/take-back-route.ts";
import { PastRuns } from "#app/ui/runs/past-runs.tsx";
import { pastPayrollRuns } from "./take-back.ts";

export const loader = loadPastRuns(pastPayrollRuns);

/** Undoes a take-back. */
export const action = (args: ActionFunctionArgs) => undoTakeBack(args, pastPayrollRuns);

export { sendForm as clientAction } from "#app/records/client-actions.ts";
export { loadScreen as clientLoader } from "#app/records/client-loaders.ts";
export { revalidateShortList as shouldRevalidate } from "#app/records/lists/revalidate-short-list.ts";

export default function PastPayrollRuns() {
  const { data, takenBack } = useLiveData<typeof loader>();
  return (
    <PastRuns
      path="/payroll/runs"
      data={data}
      takenBack={takenBack}
      answer={useActionData<TakeBackAnswer | Unreachable>()}
      noun="item"
    />
  );
}
