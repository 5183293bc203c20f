import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData } from "@remix-run/react";
import { actOnList, readList } from "#app/list-screen.ts";
import type { Follows } from "#app/live/live.tsx";
import { useLiveData } from "#app/live/live-data.ts";
import { ListScreen } from "#app/ui/list/list-screen.tsx";
import { EditAndDelete } from "#app/ui/list/row-forms.tsx";
import { columns } from "./columns.tsx";
import { customersScreen } from "./list.ts";

export const meta: MetaFunction = () => [{ title: "Customers – Hayloft" }];

export const loader = (args: LoaderFunctionArgs) => readList(args, customersScreen);
export const action = (args: ActionFunctionArgs) => actOnList(args, customersScreen);

export { readAgainIfSent as shouldRevalidate, sendInTurn as clientAction } from "#app/connection.ts";

export const handle: Follows = { follows: ["customers"] };

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
