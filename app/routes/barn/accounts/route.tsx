import { type ActionFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useFetchers, useNavigation } from "@remix-run/react";
import { removeSession } from "#app/auth/session.ts";
import { type AdminRow, admin } from "#app/domain/records/admin.ts";
import { useLiveData } from "#app/live/browser/live-data.ts";
import { actOnList } from "#app/records/lists/list-commands.ts";
import { Badge } from "#app/ui/controls/badge.tsx";
import { ListScreen } from "#app/ui/list/list-screen.tsx";
import { DeleteItem } from "#app/ui/list/row/row-forms.tsx";
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

export { revalidateShortList as shouldRevalidate, submitInOrder as clientAction } from "#app/records/client-actions.ts";
export { loadScreen as clientLoader } from "#app/records/client-loaders.ts";

const cells = { access: (row: AdminRow) => <Badge>{row.access}</Badge> };

export default function Accounts() {
  const { list } = useLiveData<typeof loader>();
  const pending = pendingOf([...useFetchers(), useNavigation()]);
  return (
    <ListScreen
      description={admin}
      list={{ ...list, data: list.data && { ...list.data, rows: withPending(list.data.rows, pending) } }}
      cells={cells}
      menu={(row) => <DeleteItem id={row.id} />}
    />
  );
}
