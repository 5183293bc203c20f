import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { type ClientActionFunctionArgs, Outlet, useActionData, useLoaderData } from "@remix-run/react";
import { readAgainIfSent, sendOrStay } from "#app/connection.ts";
import { actOnList, type RowAnswer, readList } from "#app/list-screen.ts";
import { ListPage } from "#app/ui/list/list-page.tsx";
import { DeleteItem, EditItem, ListNotices } from "#app/ui/list/row-forms.tsx";
import { columns } from "./columns.tsx";
import { servicesScreen } from "./list.ts";

export const meta: MetaFunction = () => [{ title: "Services – Hayloft" }];

export const loader = (args: LoaderFunctionArgs) => readList(args, servicesScreen);
export const action = (args: ActionFunctionArgs) => actOnList(args, servicesScreen);

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) => sendOrStay(() => serverAction<RowAnswer>());

export const shouldRevalidate = readAgainIfSent;

/** Spec section 2 'Services'. */
export default function Services() {
  const list = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <>
      <ListPage
        title="Services"
        path="/services"
        columns={columns}
        defaultSort="productServiceName"
        data={list.data}
        state={list.state}
        hiddenColumns={list.hiddenColumns}
        searchPlaceholder="Search services..."
        add={{ to: "/services/new", label: "Add Service" }}
        empty={{ title: "No Services", text: "Add new services to manage them here" }}
        nameOf={(row) => row.productServiceName}
        actions={(row) => (
          <>
            <EditItem to={`/services/${row.id}/edit`} />
            <DeleteItem id={row.id} />
          </>
        )}
      />
      <ListNotices problem={answer?.problem} deleted={list.deleted} />
      <Outlet />
    </>
  );
}
