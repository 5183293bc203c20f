import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { actOnList, readList } from "#app/list-screen.ts";
import { ListScreen } from "#app/ui/list/list-screen.tsx";
import { EditAndDelete } from "#app/ui/list/row-forms.tsx";
import { columns } from "./columns.tsx";
import { horsesScreen } from "./list.ts";

export const meta: MetaFunction = () => [{ title: "Horses – Hayloft" }];

export const loader = (args: LoaderFunctionArgs) => readList(args, horsesScreen);
export const action = (args: ActionFunctionArgs) => actOnList(args, horsesScreen);

export { readAgainIfSent as shouldRevalidate, sendInTurn as clientAction } from "#app/connection.ts";

/** Spec section 2 'Horses'. */
export default function Horses() {
  return (
    <ListScreen
      list={useLoaderData<typeof loader>()}
      answer={useActionData<typeof action>()}
      title="Horses"
      columns={columns}
      searchPlaceholder="Search horses..."
      toggle={{ on: "Showing horses in property", off: "Showing all horses" }}
      add={{ to: "/horses/new", label: "Add Horse" }}
      empty={{ title: "No Horses", text: "Add new horses to manage them here" }}
      menu={{ nameOf: (row) => row.name, items: ({ id }) => <EditAndDelete id={id} /> }}
    />
  );
}
