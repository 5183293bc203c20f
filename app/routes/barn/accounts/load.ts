import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { readAsAdmin, readOrNullAfterPost } from "#app/auth/require-admin.ts";
import { todayInNewYork } from "#app/domain/basics/calendar.ts";
import { addressOfLinks, describeLinksOf } from "#app/domain/statements/shared-statement.ts";
import { readList } from "#app/records/lists/read-list.ts";
import { liveLoader } from "#app/records/live-loader.ts";
import { countLinksOf } from "#db/queries/statements/working-links.ts";
import { accountsList } from "../../shell/lists.ts";

/**
 * Reads the list. The notice of an invitation has the address of the app to pass on to the invited person. The notice
 * of a deleted admin says how many of the admin's links still work.
 */
export const loadAccounts = liveLoader(async (args) => {
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
