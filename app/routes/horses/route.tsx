import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData } from "@remix-run/react";
import { asOf } from "#app/auth/require-admin.ts";
import { readRun } from "#app/confirmed-run.ts";
import { actOnList, readList } from "#app/list-screen.ts";
import type { Follows } from "#app/live/live.tsx";
import { useLiveData } from "#app/live/live-data.ts";
import { BilledNotice, BillLink } from "#app/ui/bill-link.tsx";
import { ListScreen } from "#app/ui/list/list-screen.tsx";
import { EditAndDelete } from "#app/ui/list/row-forms.tsx";
import { findRun } from "#db/queries/billing-runs.ts";
import { columns } from "./columns.tsx";
import { horsesScreen } from "./list.ts";

export const meta: MetaFunction = () => [{ title: "Horses – Hayloft" }];

/** The list, and what was just billed of it: all leave as one request. */
export async function loader(args: LoaderFunctionArgs) {
  const [list, billed] = await Promise.all([readList(args, horsesScreen), readRun(args, "billed", findRun)]);
  return { list, billed, asOf: await asOf(args.context) };
}

export const action = (args: ActionFunctionArgs) => actOnList(args, horsesScreen);

export { readAgainIfSent as shouldRevalidate, sendInTurn as clientAction } from "#app/connection.ts";

export const handle: Follows = { follows: ["horses", "customers"] };

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
