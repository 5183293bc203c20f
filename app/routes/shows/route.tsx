import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { type ClientActionFunctionArgs, Outlet, useActionData, useLoaderData } from "@remix-run/react";
import { requireAdmin } from "#app/auth/require-admin.ts";
import { readAgainIfSent, sendOrStay } from "#app/connection.ts";
import { byName } from "#app/domain/names.ts";
import { actOnList, type RowAnswer, readList } from "#app/list-screen.ts";
import { ListPage } from "#app/ui/list/list-page.tsx";
import { DeleteItem, EditItem, ListNotices } from "#app/ui/list/row-forms.tsx";
import { showOptions } from "#db/queries/shows.ts";
import { columns } from "./columns.tsx";
import { DuplicateItem } from "./duplicate-item.tsx";
import { showsScreen } from "./list.ts";

export const meta: MetaFunction = () => [{ title: "Shows – Hayloft" }];

/** The list and what its rows may be set to: all leave as one request. */
export async function loader(args: LoaderFunctionArgs) {
  const [list, [[options]]] = await Promise.all([
    readList(args, showsScreen),
    requireAdmin(args.request, args.context, showOptions()),
  ]);
  return {
    ...list,
    horses: (options?.horses ?? []).sort(byName),
    services: (options?.services ?? []).sort(byName),
    /** For the copies that this page makes. */
    formId: crypto.randomUUID(),
  };
}

export const action = (args: ActionFunctionArgs) => actOnList(args, showsScreen);

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) => sendOrStay(() => serverAction<RowAnswer>());

export const shouldRevalidate = readAgainIfSent;

/** Spec section 2 'Shows'. */
export default function Shows() {
  const list = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <>
      <ListPage
        title="Shows"
        path="/shows"
        columns={columns}
        defaultSort="date"
        data={list.data}
        state={list.state}
        hiddenColumns={list.hiddenColumns}
        searchPlaceholder="Search shows..."
        toggle={{ on: "Showing unbilled shows", off: "Showing all shows" }}
        add={{ to: "/shows/new", label: "Add Show" }}
        empty={{ title: "No Shows", text: "Add new shows to manage them here" }}
        nameOf={(row) => row.name}
        actions={(row) => (
          <>
            <EditItem to={`/shows/${row.id}/edit`} />
            <DuplicateItem id={row.id} seq={row.seq} formId={list.formId} />
            <DeleteItem id={row.id} />
          </>
        )}
      />
      <ListNotices problem={answer?.problem} deleted={list.deleted} />
      <Outlet />
    </>
  );
}
