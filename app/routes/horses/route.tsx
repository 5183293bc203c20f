import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData } from "@remix-run/react";
import { readChangeNumber } from "#app/auth/require-admin.ts";
import { useLiveData } from "#app/live/browser/live-data.ts";
import type { LiveRouteHandle } from "#app/live/browser/live-updates.tsx";
import { readBatchResult } from "#app/records/batch-route.ts";
import { actOnList, readList } from "#app/records/list-route.ts";
import { BilledNotice, BillLink } from "#app/ui/dialog/bill-link.tsx";
import { ListScreen } from "#app/ui/list/list-screen.tsx";
import { EditAndDelete } from "#app/ui/list/row-forms.tsx";
import { findRun } from "#db/queries/billing-runs.ts";
import { columns } from "./columns.tsx";
import { horsesScreen } from "./list.ts";

export const meta: MetaFunction = () => [{ title: "Horses – Hayloft" }];

/** The list, and what was just billed of it: all leave as one request. */
export async function loader(args: LoaderFunctionArgs) {
  const [list, billed] = await Promise.all([readList(args, horsesScreen), readBatchResult(args, "billed", findRun)]);
  return { list, billed, changeNumber: await readChangeNumber(args.context) };
}

export const action = (args: ActionFunctionArgs) => actOnList(args, horsesScreen);

export {
  revalidateUnlessUnreachable as shouldRevalidate,
  submitInOrder as clientAction,
} from "#app/records/client-actions.ts";

export const handle: LiveRouteHandle = { topics: ["horses", "customers"] };

/** Spec section 2 'Horses'. */
export default function Horses() {
  const { list, billed } = useLiveData<typeof loader>();
  return (
    <ListScreen
      list={list}
      answer={useActionData<typeof action>()}
      title="Horses"
      columns={columns}
      searchPlaceholder="Search horses..."
      toggle={{ on: "Showing horses in property", off: "Showing all horses" }}
      add={{ to: "/horses/new", label: "Add Horse" }}
      empty={{ title: "No Horses", text: "Add new horses to manage them here" }}
      menu={{ nameOf: (row) => row.name, items: ({ id }) => <EditAndDelete id={id} /> }}
      footer={list && <BillLink {...list} noun="Horses" count={list.data.summary?.billable} />}
      notice={<BilledNotice run={billed} count={billed?.horses ?? 0} noun="horse" />}
    />
  );
}
