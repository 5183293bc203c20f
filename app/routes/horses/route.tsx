import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { type ClientActionFunctionArgs, Outlet, useActionData, useLoaderData } from "@remix-run/react";
import { readAgainIfSent, sendOrStay } from "#app/connection.ts";
import { actOnList, type RowAnswer, readList } from "#app/list-screen.ts";
import { ListPage } from "#app/ui/list/list-page.tsx";
import { DeleteItem, EditItem, ListNotices } from "#app/ui/list/row-forms.tsx";
import { columns } from "./columns.tsx";
import { horsesScreen } from "./list.ts";

export const meta: MetaFunction = () => [{ title: "Horses – Hayloft" }];

export const loader = (args: LoaderFunctionArgs) => readList(args, horsesScreen);
export const action = (args: ActionFunctionArgs) => actOnList(args, horsesScreen);

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) => sendOrStay(() => serverAction<RowAnswer>());

export const shouldRevalidate = readAgainIfSent;

/** Spec section 2 'Horses'. */
export default function Horses() {
  const list = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <>
      <ListPage
        title="Horses"
        path="/horses"
        columns={columns}
        defaultSort="name"
        data={list.data}
        state={list.state}
        hiddenColumns={list.hiddenColumns}
        searchPlaceholder="Search horses..."
        toggle={{ on: "Showing horses in property", off: "Showing all horses" }}
        add={{ to: "/horses/new", label: "Add Horse" }}
        empty={{ title: "No Horses", text: "Add new horses to manage them here" }}
        nameOf={(row) => row.name}
        actions={(row) => (
          <>
            <EditItem to={`/horses/${row.id}/edit`} />
            <DeleteItem id={row.id} />
          </>
        )}
      />
      <ListNotices problem={answer?.problem} deleted={list.deleted} />
      <Outlet />
    </>
  );
}
