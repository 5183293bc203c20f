import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/cloudflare";
import { type ClientActionFunctionArgs, Outlet, useActionData, useLoaderData } from "@remix-run/react";
import { readAgainIfSent, sendOrStay } from "#app/connection.ts";
import { actOnList, type RowAnswer, readList } from "#app/list-screen.ts";
import { ListPage } from "#app/ui/list/list-page.tsx";
import { DeleteItem, ListNotices } from "#app/ui/list/row-forms.tsx";
import { columns } from "./columns.tsx";
import { accountsScreen } from "./list.ts";

export const meta: MetaFunction = () => [{ title: "Accounts – Hayloft" }];

export const loader = (args: LoaderFunctionArgs) => readList(args, accountsScreen);

/** Who removes themself is signed out with it. */
export async function action(args: ActionFunctionArgs) {
  const { sessions, user } = args.context;
  const form = await args.request.clone().formData();
  const answer = await actOnList(args, accountsScreen);
  const isOwn = form.get("intent") === "delete" && form.get("id") === user?.email;
  if (!isOwn || !(answer instanceof Response)) return answer;
  const session = await sessions.getSession(args.request.headers.get("Cookie"));
  return redirect("/", { headers: { "Set-Cookie": await sessions.destroySession(session) } });
}

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) => sendOrStay(() => serverAction<RowAnswer>());

export const shouldRevalidate = readAgainIfSent;

/** Spec section 2 'Accounts'. */
export default function Accounts() {
  const list = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <>
      <ListPage
        title="Accounts"
        path="/accounts"
        columns={columns}
        defaultSort="email"
        data={list.data}
        state={list.state}
        hiddenColumns={list.hiddenColumns}
        searchPlaceholder="Search users..."
        add={{ to: "/accounts/new", label: "Invite User" }}
        empty={{ title: "No Users", text: "Invite users to start collaborating" }}
        nameOf={(row) => row.email}
        actions={(row) => <DeleteItem id={row.id} />}
      />
      <ListNotices problem={answer?.problem} deleted={list.deleted} />
      <Outlet />
    </>
  );
}
