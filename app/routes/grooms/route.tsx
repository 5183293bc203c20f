import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData } from "@remix-run/react";
import { actOnList, readList } from "#app/list-screen.ts";
import type { Follows } from "#app/live/live.tsx";
import { useLiveData } from "#app/live/live-data.ts";
import { ListScreen } from "#app/ui/list/list-screen.tsx";
import { EditAndDelete } from "#app/ui/list/row-forms.tsx";
import { columns } from "./columns.tsx";
import { groomsScreen } from "./list.ts";

export const meta: MetaFunction = () => [{ title: "Grooms – Hayloft" }];

export const loader = (args: LoaderFunctionArgs) => readList(args, groomsScreen);
export const action = (args: ActionFunctionArgs) => actOnList(args, groomsScreen);

export { readAgainIfSent as shouldRevalidate, sendInTurn as clientAction } from "#app/connection.ts";

export const handle: Follows = { follows: ["grooms"] };

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
