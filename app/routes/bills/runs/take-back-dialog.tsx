import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { TakeBackAnswer, Unreachable } from "#app/domain/basics/answers.ts";
import { pluralize } from "#app/domain/basics/pluralize.ts";
import type { RunToTakeBack } from "#app/domain/bills/runs.ts";
import { confirmTakeBack, openTakeBack } from "#app/records/take-back-route.ts";
import { TakeBackRunDialog } from "#app/ui/runs/take-back-run-dialog.tsx";
import { pastBillingRuns } from "./take-back.ts";

export const loader = (args: LoaderFunctionArgs) => openTakeBack(args, pastBillingRuns);
export const action = (args: ActionFunctionArgs) => confirmTakeBack(args, pastBillingRuns);

export { revalidateIfChanged as shouldRevalidate, sendForm as clientAction } from "#app/records/client-actions.ts";
export { loadDialog as clientLoader } from "#app/records/client-loaders.ts";

/** 'Undo run' of a billing run. */
export default function TakeBackBilling() {
  const { run, idempotencyKey } = useLoaderData<typeof loader>();
  return (
    <TakeBackRunDialog
      title="Undo billing run"
      listPath="/billing/runs"
      run={run}
      idempotencyKey={idempotencyKey}
      answer={useActionData<TakeBackAnswer | Unreachable>()}
    >
      {run && <p>{consequenceOf(run)}</p>}
    </TakeBackRunDialog>
  );
}

function consequenceOf({ kind, left, showIds }: RunToTakeBack): string {
  const bills = `This takes ${pluralize(left, "bill")} off the list of bills.`;
  if (kind === "horses") return `${bills} The horses count as not billed, and can be billed again.`;
  const are = showIds.length === 1 ? "is" : "are";
  return `${bills} ${pluralize(showIds.length, "show")} ${are} unbilled again, and can be billed again.`;
}
