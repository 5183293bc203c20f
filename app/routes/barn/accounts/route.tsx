import { type ActionFunctionArgs, redirect } from "@remix-run/cloudflare";
import { Link, useActionData, useFetchers, useNavigation } from "@remix-run/react";
import { removeSession } from "#app/auth/session.ts";
import { type AdminRow, admin } from "#app/domain/records/admin.ts";
import { useLiveData } from "#app/live/browser/live-data.ts";
import { actOnList } from "#app/records/lists/list-commands.ts";
import { Badge } from "#app/ui/controls/badge.tsx";
import { ListScreen } from "#app/ui/list/list-screen.tsx";
import { DeleteItem } from "#app/ui/list/row/row-forms.tsx";
import { columnsOf } from "#app/ui/list/table/columns.tsx";
import { accountsList } from "../../shell/lists.ts";
import { loadAccounts } from "./load.ts";
import { pendingOf, withPending } from "./pending-admins.ts";

export const loader = loadAccounts;

/** An admin who deletes their own account is signed out. */
export async function action(args: ActionFunctionArgs) {
  const { sessionCookie, session } = args.context;
  const form = await args.request.clone().formData();
  const answer = await actOnList(args, accountsList, loader);
  const isOwn = form.get("intent") === "delete" && form.get("id") === session?.user.email;
  const isRefused = "data" in answer && answer.data.problem !== undefined;
  if (!isOwn || isRefused) return answer;
  return redirect("/", { status: 303, headers: await removeSession(sessionCookie) });
}

export { submitInOrder as clientAction } from "#app/records/client-actions.ts";
export { loadScreen as clientLoader } from "#app/records/client-loaders.ts";
export { revalidateShortList as shouldRevalidate } from "#app/records/lists/revalidate-short-list.ts";

const nameOf = (row: AdminRow) => row.email;
/** The minimum widths of the columns. */
const WIDTHS = { email: "w-52", access: "w-20" };

const columns = columnsOf(admin, nameOf, WIDTHS, { access: (row) => <Badge>{row.access}</Badge> });

export default function Accounts() {
  const { list } = useLiveData<typeof loader>();
  const pending = pendingOf([...useFetchers(), useNavigation()]);
  return (
    <ListScreen
      list={{ ...list, data: list.data && { ...list.data, rows: withPending(list.data.rows, pending) } }}
      answer={useActionData<typeof action>()}
      columns={columns}
      noun="account"
      searchPlaceholder="Search users..."
      add={{ to: "/accounts/new", label: "Invite User" }}
      more={
        <>
          <Link to="/accounts/settings" className="menu-item" preventScrollReset>
            Settings
          </Link>
          <Link to="/import" className="menu-item">
            Import
          </Link>
        </>
      }
      empty={{ title: "No Users", text: "Invite users to start collaborating" }}
      menu={{ nameOf, items: (row) => <DeleteItem id={row.id} /> }}
    />
  );
}
