import { type ActionFunctionArgs, redirect } from "@remix-run/cloudflare";
import { Link, useActionData, useFetchers, useNavigation } from "@remix-run/react";
import { removeSession } from "#app/auth/session.ts";
import { type AdminRow, admin } from "#app/domain/records/admin.ts";
import { useLiveData } from "#app/live/browser/live-data.ts";
import { actOnList } from "#app/records/list-commands.ts";
import { liveLoader } from "#app/records/live-loader.ts";
import { readList } from "#app/records/read-list.ts";
import { accountsList } from "#app/routes/lists.ts";
import { Badge } from "#app/ui/controls/badge.tsx";
import { columnsOf } from "#app/ui/list/columns.tsx";
import { ListScreen } from "#app/ui/list/list-screen.tsx";
import { DeleteItem } from "#app/ui/list/row-forms.tsx";
import { pendingOf, withPending } from "./pending-admins.ts";

export const loader = liveLoader(async (args) => ({ list: await readList(args, accountsList) }));

/** An admin who deletes their own account is signed out. */
export async function action(args: ActionFunctionArgs) {
  const { sessionCookie, session } = args.context;
  const form = await args.request.clone().formData();
  const answer = await actOnList(args, accountsList);
  const isOwn = form.get("intent") === "delete" && form.get("id") === session?.user.email;
  if (!isOwn || !(answer instanceof Response)) return answer;
  return redirect("/", { status: 303, headers: { "Set-Cookie": await removeSession(sessionCookie) } });
}

export { submitInOrder as clientAction } from "#app/records/client-actions.ts";
export { revalidateShortList as shouldRevalidate } from "#app/records/revalidate-short-list.ts";

const nameOf = (row: AdminRow) => row.email;
const columns = columnsOf(admin, nameOf, { access: (row) => <Badge>{row.access}</Badge> });

export default function Accounts() {
  const { list } = useLiveData<typeof loader>();
  const pending = pendingOf([...useFetchers(), useNavigation()]);
  return (
    <ListScreen
      list={{ ...list, data: list.data && { ...list.data, rows: withPending(list.data.rows, pending) } }}
      answer={useActionData<typeof action>()}
      columns={columns}
      searchPlaceholder="Search users..."
      add={{ to: "/accounts/new", label: "Invite User" }}
      below={
        <p className="mt-2 text-sm print:hidden">
          <Link to="/accounts/settings" className="link inline-flex min-h-11 items-center">
            Settings
          </Link>
        </p>
      }
      empty={{ title: "No Users", text: "Invite users to start collaborating" }}
      menu={{ nameOf, items: (row) => <DeleteItem id={row.id} /> }}
    />
  );
}
