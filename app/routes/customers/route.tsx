import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { type ClientActionFunctionArgs, Outlet, useActionData, useLoaderData } from "@remix-run/react";
import { readAgainIfSent, sendOrStay } from "#app/connection.ts";
import { actOnList, type RowAnswer, readList } from "#app/list-screen.ts";
import { ListPage } from "#app/ui/list/list-page.tsx";
import { DeleteItem, EditItem, ListNotices } from "#app/ui/list/row-forms.tsx";
import { columns } from "./columns.tsx";
import { customersScreen } from "./list.ts";

export const meta: MetaFunction = () => [{ title: "Customers – Hayloft" }];

export const loader = (args: LoaderFunctionArgs) => readList(args, customersScreen);
export const action = (args: ActionFunctionArgs) => actOnList(args, customersScreen);

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) => sendOrStay(() => serverAction<RowAnswer>());

export const shouldRevalidate = readAgainIfSent;

/** Spec section 2 'Customers'. */
export default function Customers() {
  const list = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <>
      <ListPage
        title="Customers"
        path="/customers"
        columns={columns}
        defaultSort="name"
        data={list.data}
        state={list.state}
        hiddenColumns={list.hiddenColumns}
        searchPlaceholder="Search customers..."
        add={{ to: "/customers/new", label: "Add Customer" }}
        empty={{ title: "No Customers", text: "Add new services to manage them here" }}
        nameOf={(row) => row.name}
        actions={(row) => (
          <>
            <EditItem to={`/customers/${row.id}/edit`} />
            <DeleteItem id={row.id} />
          </>
        )}
      />
      <ListNotices problem={answer?.problem} deleted={list.deleted} />
      <Outlet />
    </>
  );
}
