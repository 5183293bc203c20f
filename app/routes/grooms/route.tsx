import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { type ClientActionFunctionArgs, Outlet, useActionData, useLoaderData } from "@remix-run/react";
import { readAgainIfSent, sendOrStay } from "#app/connection.ts";
import { actOnList, type RowAnswer, readList } from "#app/list-screen.ts";
import { ListPage } from "#app/ui/list/list-page.tsx";
import { DeleteItem, EditItem, ListNotices } from "#app/ui/list/row-forms.tsx";
import { columns } from "./columns.tsx";
import { groomsScreen } from "./list.ts";

export const meta: MetaFunction = () => [{ title: "Grooms – Hayloft" }];

export const loader = (args: LoaderFunctionArgs) => readList(args, groomsScreen);
export const action = (args: ActionFunctionArgs) => actOnList(args, groomsScreen);

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) => sendOrStay(() => serverAction<RowAnswer>());

export const shouldRevalidate = readAgainIfSent;

/** Spec section 2 'Grooms'. */
export default function Grooms() {
  const list = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <>
      <ListPage
        title="Grooms"
        path="/grooms"
        columns={columns}
        defaultSort="name"
        data={list.data}
        state={list.state}
        hiddenColumns={list.hiddenColumns}
        searchPlaceholder="Search grooms..."
        toggle={{ on: "Showing active employees", off: "Showing all employees" }}
        add={{ to: "/grooms/new", label: "Add Groom" }}
        empty={{ title: "No Grooms", text: "Add new grooms to manage them here" }}
        nameOf={(row) => row.name}
        actions={(row) => (
          <>
            <EditItem to={`/grooms/${row.id}/edit`} />
            <DeleteItem id={row.id} />
          </>
        )}
      />
      <ListNotices problem={answer?.problem} deleted={list.deleted} />
      <Outlet />
    </>
  );
}
