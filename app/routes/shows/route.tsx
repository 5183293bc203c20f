import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { readAsAdmin, readChangeNumber, readOrNullAfterPost } from "#app/auth/require-admin.ts";
import { byName } from "#app/domain/names.ts";
import { useLiveData } from "#app/live/browser/live-data.ts";
import type { LiveRouteHandle } from "#app/live/browser/live-updates.tsx";
import { readBatchResult } from "#app/records/batch-route.ts";
import { actOnList, readList } from "#app/records/list-route.ts";
import { BilledNotice, BillLink } from "#app/ui/dialog/bill-link.tsx";
import { ListScreen } from "#app/ui/list/list-screen.tsx";
import { DeleteItem, EditItem } from "#app/ui/list/row-forms.tsx";
import { findRun } from "#db/queries/billing-runs.ts";
import { showOptions } from "#db/queries/shows.ts";
import { columns } from "./columns.tsx";
import { DuplicateItem } from "./duplicate-item.tsx";
import { showsScreen } from "./list.ts";

export const meta: MetaFunction = () => [{ title: "Shows – Hayloft" }];

/** The list, what its rows may be set to, and what was just billed of it: all leave as one request. */
export async function loader(args: LoaderFunctionArgs) {
  const { request, context } = args;
  const [list, billed, read] = await Promise.all([
    readList(args, showsScreen),
    readBatchResult(args, "billed", findRun),
    readOrNullAfterPost(context, readAsAdmin(request, context, showOptions())),
  ]);
  const options = read?.[0][0];
  return {
    list,
    billed,
    changeNumber: await readChangeNumber(context),
    horses: (options?.horses ?? []).sort(byName),
    services: (options?.services ?? []).sort(byName),
    /** For the copies that this page makes. */
    idempotencyKey: crypto.randomUUID(),
  };
}

export const action = (args: ActionFunctionArgs) => actOnList(args, showsScreen);

export {
  revalidateUnlessUnreachable as shouldRevalidate,
  submitInOrder as clientAction,
} from "#app/records/client-actions.ts";

export const handle: LiveRouteHandle = { topics: ["shows", "horses", "services"] };

/** Spec section 2 'Shows'. */
export default function Shows() {
  const { list, billed } = useLiveData<typeof loader>();
  const { idempotencyKey } = useLoaderData<typeof loader>();
  return (
    <ListScreen
      list={list}
      answer={useActionData<typeof action>()}
      title="Shows"
      columns={columns}
      searchPlaceholder="Search shows..."
      toggle={{ on: "Showing unbilled shows", off: "Showing all shows" }}
      add={{ to: "/shows/new", label: "Add Show" }}
      empty={{ title: "No Shows", text: "Add new shows to manage them here" }}
      menu={{
        nameOf: (row) => row.name,
        items: (row) => (
          <>
            <EditItem id={row.id} />
            <DuplicateItem id={row.id} seq={row.seq} idempotencyKey={idempotencyKey} />
            <DeleteItem id={row.id} />
          </>
        ),
      }}
      footer={list && <BillLink {...list} noun="Shows" count={list.data.summary?.unbilled} />}
      notice={<BilledNotice run={billed} count={billed?.billCount ?? 0} noun="show" />}
    />
  );
}
