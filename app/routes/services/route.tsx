import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData } from "@remix-run/react";
import { useLiveData } from "#app/live/browser/live-data.ts";
import type { LiveRouteHandle } from "#app/live/browser/live-updates.tsx";
import { actOnList, readList } from "#app/records/list-route.ts";
import { ListScreen } from "#app/ui/list/list-screen.tsx";
import { EditAndDelete } from "#app/ui/list/row-forms.tsx";
import { columns } from "./columns.tsx";
import { servicesScreen } from "./list.ts";

export const meta: MetaFunction = () => [{ title: "Services – Hayloft" }];

export const loader = (args: LoaderFunctionArgs) => readList(args, servicesScreen);
export const action = (args: ActionFunctionArgs) => actOnList(args, servicesScreen);

export {
  revalidateUnlessUnreachable as shouldRevalidate,
  submitInOrder as clientAction,
} from "#app/records/client-actions.ts";

export const handle: LiveRouteHandle = { topics: ["services"] };

/** Spec section 2 'Services'. */
export default function Services() {
  return (
    <ListScreen
      list={useLiveData<typeof loader>()}
      answer={useActionData<typeof action>()}
      title="Services"
      columns={columns}
      searchPlaceholder="Search services..."
      add={{ to: "/services/new", label: "Add Service" }}
      empty={{ title: "No Services", text: "Add new services to manage them here" }}
      menu={{ nameOf: (row) => row.productServiceName, items: ({ id }) => <EditAndDelete id={id} /> }}
    />
  );
}
