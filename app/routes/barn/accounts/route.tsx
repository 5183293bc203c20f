import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { Link, useActionData, useFetchers, useNavigation } from "@remix-run/react";
import { readAsAdmin, readOrNullAfterPost } from "#app/auth/require-admin.ts";
import { removeSession } from "#app/auth/session.ts";
import { todayInNewYork } from "#app/domain/basics/calendar.ts";
import { type AdminRow, admin } from "#app/domain/records/admin.ts";
import { addressOfLinks, describeLinksOf } from "#app/domain/statements/shared-statement.ts";
import { useLiveData } from "#app/live/browser/live-data.ts";
import { actOnList } from "#app/records/lists/list-commands.ts";
import { readList } from "#app/records/lists/read-list.ts";
import { liveLoader } from "#app/records/live-loader.ts";
import { Badge } from "#app/ui/controls/badge.tsx";
import { ListScreen } from "#app/ui/list/list-screen.tsx";
import { DeleteItem } from "#app/ui/list/row/row-forms.tsx";
import { columnsOf } from "#app/ui/list/table/columns.tsx";
import { countLinksOf } from "#db/queries/statements/working-links.ts";
import { accountsList } from "../../shell/lists.ts";
import { pendingOf, withPending } from "./pending-admins.ts";

/**
 * Reads the list. The notice of an invitation has the address of the app, for the person who was invited; that of a deleted admin says how
 * many links of the admin still work.
 */
export const loader = liveLoader(async (args) => {
  const { origin, searchParams } = new URL(args.request.url);
  const email = searchParams.get("deleted");
  const [list, staying] = await Promise.all([readList(args, accountsList), email ? readStayingLinks(args, email) : {}]);
  const deleted = list.deleted && { ...list.deleted, ...staying };
  const { saved } = list;
  const text = `${saved?.id} can sign in with Google at ${origin}. No e-mail is sent.`;
  const isInvited = searchParams.has("added");
  return { list: { ...list, deleted, saved: saved && isInvited ? { ...saved, text } : saved } };
});

async function readStayingLinks({ request, context }: LoaderFunctionArgs, email: string) {
  const read = readAsAdmin(request, context, countLinksOf(email, todayInNewYork(context.now)));
  const [[links] = []] = (await readOrNullAfterPost(context, read)) ?? [];
  const count = links?.count ?? 0;
  return {
    staying: describeLinksOf(email, count),
    stayingAt: addressOfLinks({ customerId: null, actor: email }),
    toStaying: count === 1 ? "Turn it off" : "Turn them off",
  };
}

/** An admin who deletes their own account is signed out. */
export async function action(args: ActionFunctionArgs) {
  const { sessionCookie, session } = args.context;
  const form = await args.request.clone().formData();
  const answer = await actOnList(args, accountsList);
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
