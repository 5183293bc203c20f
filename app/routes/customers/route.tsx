import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData } from "@remix-run/react";
import { useLiveData } from "#app/live/browser/live-data.ts";
import type { LiveRouteHandle } from "#app/live/browser/live-updates.tsx";
import { actOnList, readList } from "#app/records/list-route.ts";
import { ListScreen } from "#app/ui/list/list-screen.tsx";
import { EditAndDelete } from "#app/ui/list/row-forms.tsx";
import { columns } from "./columns.tsx";
import { customersScreen } from "./list.ts";

export const meta: MetaFunction = () => [{ title: "Customers – Hayloft" }];

export const loader = (args: LoaderFunctionArgs) => readList(args, customersScreen);
export const action = (args: ActionFunctionArgs) => actOnList(args, customersScreen);

export {
  revalidateUnlessUnreachable as shouldRevalidate,
  submitInOrder as clientAction,
} from "#app/records/client-actions.ts";

export const handle: LiveRouteHandle = { topics: ["customers"] };

/** Spec section 2 'Customers'. */
export default function Customers() {
  return (
    <ListScreen
      list={useLiveData<typeof loader>()}
      answer={useActionData<typeof action>()}
      title="Customers"
      columns={columns}
      searchPlaceholder="Search customers..."
      add={{ to: "/customers/new", label: "Add Customer" }}
      empty={{ title: "No Customers", text: "Add new services to manage them here" }}
      menu={{ nameOf: (row) => row.name, items: ({ id }) => <EditAndDelete id={id} /> }}
    />
  );
}
