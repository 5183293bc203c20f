import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { type ShouldRevalidateFunctionArgs, useActionData, useLoaderData } from "@remix-run/react";
import { describeDependents } from "#app/domain/dependents.ts";
import { openDelete } from "#app/records/delete-route.ts";
import { actOnList } from "#app/records/list-route.ts";
import { DeleteDialog } from "#app/ui/dialog/delete-dialog.tsx";
import { horseDependents } from "#db/queries/dependents.ts";
import { horsesList } from "./list.ts";

export const loader = (args: LoaderFunctionArgs) =>
  openDelete(args, horseDependents.find, (found) => describeDependents(found, "unbilled show"));
export const action = (args: ActionFunctionArgs) => actOnList(args, horsesList);

export { submitForm as clientAction } from "#app/records/client-actions.ts";

/** The dialog reloads after a refusal, which says that what it showed has changed. */
export const shouldRevalidate = ({ actionResult }: ShouldRevalidateFunctionArgs) =>
  actionResult?.problem !== undefined && !actionResult.unreachable;

/** 'Delete Horse': for a horse on which something hangs. */
export default function DeleteHorse() {
  return (
    <DeleteDialog
      title="Delete Horse"
      listPath="/horses"
      opened={useLoaderData<typeof loader>()}
      answer={useActionData<{ problem?: string; confirmed?: string }>()}
      effect="They stay, with this name marked (deleted): the bills to be exported, and the shows to be billed by hand or deleted."
    />
  );
}
