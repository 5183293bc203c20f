import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData } from "@remix-run/react";
import { useLiveData } from "#app/live/browser/live-data.ts";
import type { LiveRouteHandle } from "#app/live/browser/live-updates.tsx";
import { actOnList, readList } from "#app/records/list-route.ts";
import { ListScreen } from "#app/ui/list/list-screen.tsx";
import { EditAndDelete } from "#app/ui/list/row-forms.tsx";
import { columns } from "./columns.tsx";
import { groomsScreen } from "./list.ts";

export const meta: MetaFunction = () => [{ title: "Grooms – Hayloft" }];

export const loader = (args: LoaderFunctionArgs) => readList(args, groomsScreen);
export const action = (args: ActionFunctionArgs) => actOnList(args, groomsScreen);

export {
  revalidateUnlessUnreachable as shouldRevalidate,
  submitInOrder as clientAction,
} from "#app/records/client-actions.ts";

export const handle: LiveRouteHandle = { topics: ["grooms"] };

/** Spec section 2 'Grooms'. */
export default function Grooms() {
  return (
    <ListScreen
      list={useLiveData<typeof loader>()}
      answer={useActionData<typeof action>()}
      title="Grooms"
      columns={columns}
      searchPlaceholder="Search grooms..."
      toggle={{ on: "Showing active employees", off: "Showing all employees" }}
      add={{ to: "/grooms/new", label: "Add Groom" }}
      empty={{ title: "No Grooms", text: "Add new grooms to manage them here" }}
      menu={{ nameOf: (row) => row.name, items: ({ id }) => <EditAndDelete id={id} /> }}
    />
  );
}
