import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { type ShouldRevalidateFunctionArgs, useActionData, useLoaderData } from "@remix-run/react";
import { describeDependents } from "#app/domain/dependents.ts";
import { openDelete } from "#app/records/delete-route.ts";
import { actOnList } from "#app/records/list-route.ts";
import { DeleteDialog } from "#app/ui/dialog/delete-dialog.tsx";
import { customerDependents } from "#db/queries/dependents.ts";
import { customersList } from "./list.ts";

export const loader = (args: LoaderFunctionArgs) =>
  openDelete(args, customerDependents.find, (found) => describeDependents(found, "horse"));
export const action = (args: ActionFunctionArgs) => actOnList(args, customersList);

export { submitForm as clientAction } from "#app/records/client-actions.ts";

/** The dialog reloads after a refusal, which says that what it showed has changed. */
export const shouldRevalidate = ({ actionResult }: ShouldRevalidateFunctionArgs) =>
  actionResult?.problem !== undefined && !actionResult.unreachable;

/** 'Delete Customer': for a customer on whom something hangs. */
export default function DeleteCustomer() {
  return (
    <DeleteDialog
      title="Delete Customer"
      listPath="/customers"
      opened={useLoaderData<typeof loader>()}
      answer={useActionData<{ problem?: string; confirmed?: string }>()}
      effect="They stay, with this name marked (deleted): the horses without an owner of today, and the bills to be exported to this name. The riders go from the service form."
    />
  );
}
