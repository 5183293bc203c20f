import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/cloudflare";
import { useActionData } from "@remix-run/react";
import { useLiveData } from "#app/live/browser/live-data.ts";
import type { LiveRouteHandle } from "#app/live/browser/live-updates.tsx";
import { actOnList, readList } from "#app/records/list-route.ts";
import { ListScreen } from "#app/ui/list/list-screen.tsx";
import { DeleteItem } from "#app/ui/list/row-forms.tsx";
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
  return redirect("/", { status: 303, headers: { "Set-Cookie": await sessions.destroySession(session) } });
}

export {
  revalidateUnlessUnreachable as shouldRevalidate,
  submitInOrder as clientAction,
} from "#app/records/client-actions.ts";

export const handle: LiveRouteHandle = { topics: ["admins"] };

/** Spec section 2 'Accounts'. */
export default function Accounts() {
  return (
    <ListScreen
      list={useLiveData<typeof loader>()}
      answer={useActionData<typeof action>()}
      title="Accounts"
      columns={columns}
      searchPlaceholder="Search users..."
      add={{ to: "/accounts/new", label: "Invite User" }}
      empty={{ title: "No Users", text: "Invite users to start collaborating" }}
      menu={{ nameOf: (row) => row.email, items: (row) => <DeleteItem id={row.id} /> }}
    />
  );
}
